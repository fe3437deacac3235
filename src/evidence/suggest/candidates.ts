/** Rules that could have let a held call pass, from the narrowest to the widest that is still worth proposing. */
import type { SubCommand } from "../../contract/reading.ts";
import type { HeldCall } from "./held.ts";

const MAX_EXACT = 120;
/** A sub-command's name, as opposed to a path, an option or a value. */
const PLAIN = /^[A-Za-z][\w:.-]*$/;

/** A program alone is never proposed: what it does depends on what comes behind it. */
export function candidatesFor(call: HeldCall): readonly string[] {
  const { tool, input, reading, open } = call;
  if (tool === "Bash") return reading === undefined || reading.opaque.length > 0 ? [] : open.flatMap(shellRules);
  if (tool === "WebFetch") {
    const host = hostOf(input.url);
    return host === undefined ? [] : [`WebFetch(domain:${host})`];
  }
  if (tool === "Skill" && typeof input.skill === "string" && PLAIN.test(input.skill)) return [`Skill(${input.skill})`];
  if (tool === "WebSearch" || /^mcp__[\w-]+__[\w-]+$/.test(tool)) return [tool];
  return [];
}

function shellRules(command: SubCommand): readonly string[] {
  const words = command.words.map(({ value, glob, splits }) => (glob || splits ? null : value));
  if (command.name === null || words[0] == null || !/^[\w@./+-]+$/.test(words[0])) return [];
  const rules: string[] = [];
  const exact = words.every((word) => word !== null) ? words.join(" ") : "";
  if (exact !== "" && exact.length <= MAX_EXACT && !/[*()\n]/.test(exact)) rules.push(`Bash(${exact})`);
  for (const length of [3, 2]) {
    const start = words.slice(0, length);
    if (start.length === length && start.slice(1).every((word) => word !== null && PLAIN.test(word)))
      rules.push(`Bash(${start.join(" ")}:*)`);
  }
  return rules;
}

function hostOf(url: unknown): string | undefined {
  try {
    return typeof url === "string" ? new URL(url).hostname.toLowerCase() || undefined : undefined;
  } catch {
    return undefined;
  }
}
