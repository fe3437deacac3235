/** Tasks of mise.toml whose text stands in one quoted text. */
import { findUp, type TaskText } from "./files.ts";
import type { AskedTask } from "./words.ts";

const NAMES = ["mise.local.toml", "mise.toml", ".mise.toml", "mise/config.toml", ".config/mise.toml"];
const QUOTED = `(?:"""\\n?([\\s\\S]*?)"""|'''\\n?([\\s\\S]*?)'''|"((?:[^"\\\\\\n]|\\\\.)*)"|'([^'\\n]*)')`;

export function miseTexts({ at, operands }: AskedTask): readonly TaskText[] {
  const [verb, name = ""] = operands;
  const found = (verb === "run" || verb === "r") && /^[\w:.-]+$/.test(name) ? findUp(at, NAMES) : undefined;
  const text = found === undefined ? undefined : runOf(found.text, name.replaceAll(".", "\\."));
  return found === undefined || text === undefined
    ? []
    : [{ via: `mise run ${name}`, text, file: found.path, cwd: found.dir }];
}

/** `run = "…"` below `[tasks.x]`, or `x = "…"` below `[tasks]`. */
function runOf(text: string, name: string): string | undefined {
  for (const section of text.split(/^(?=\[)/m)) {
    const own = new RegExp(`^\\[tasks\\.["']?${name}["']?\\]`).test(section);
    const key = own ? "run" : /^\[tasks\]/.test(section) ? `["']?${name}["']?` : undefined;
    const match = key === undefined ? null : new RegExp(`^\\s*${key}\\s*=\\s*${QUOTED}`, "m").exec(section);
    const value = match?.slice(1).find((one) => one !== undefined);
    if (value !== undefined) return value.replace(/\\n/g, "\n").replace(/\\(["\\])/g, "$1");
  }
  return undefined;
}
