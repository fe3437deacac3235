/** Of settings of home that say much besides: the commands in them, each on a line of its own, as its program would start it. */
import { stringsIn } from "./words.ts";

const MAX_COMMANDS = 128;

/** Where such settings lie in home, and what is picked from them; undefined: all of it. */
const PICKED: readonly { readonly file: RegExp; readonly pick: (text: string) => readonly string[] }[] = [
  {
    file: /\/\.aws\/(?:config|credentials)$/,
    pick: (text) => behindKeys(text, /^[ \t]*credential_process[ \t]*=(.*)$/gm),
  },
  { file: /\/\.kube\/config$/, pick: execsOf },
  { file: /\/helix\/languages\.toml$/, pick: (text) => tomlValues(text, "command|args") },
];
export const HOME_COMMANDS: readonly string[] =
  ".aws/config .aws/credentials .kube/config .cargo/config.toml .cargo/config .hammerspoon/init.lua".split(" ");

/** As strings in quotes, one behind the other where they are one command: every reader of texts takes them so. */
export function commandsPicked(file: string, text: string): string {
  const row = PICKED.find((one) => one.file.test(file));
  if (row === undefined) return text;
  const commands = row.pick(text).slice(0, MAX_COMMANDS);
  return file.endsWith(".toml") ? commands.map((one) => JSON.stringify(`${one} `)).join("\n") : commands.join("\n");
}

/** What a prompt of starship runs for each line. */
export const promptCommands = (text: string): string => tomlValues(text, "command|when|shell").join("\n");

const behindKeys = (text: string, key: RegExp): readonly string[] =>
  [...text.matchAll(key)].map(([, value = ""]) => value.trim());

/** A command and the words that are given beside it are one. */
function tomlValues(text: string, keys: string): readonly string[] {
  const values = new RegExp(
    String.raw`(?<![\w.-])(${keys})\s*=\s*("""[\s\S]*?"""|'''[\s\S]*?'''|\[[^\]]{0,4096}\]|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')`,
    "g",
  );
  const found: string[] = [];
  for (const [, key = "", value = ""] of text.matchAll(values)) {
    const plain = value.startsWith("[") ? stringsIn(value).join(" ") : unquoted(value);
    if (key === "args" && found.length > 0) found.push(`${found.at(-1)} ${plain}`);
    else found.push(plain);
  }
  return found;
}

const unquoted = (value: string): string =>
  value
    .replace(/^("""|'''|"|')([\s\S]*)\1$/, "$2")
    .replace(/\\(["\\/])/g, "$1")
    .replace(/\\n/g, "\n");

/** kubectl starts `command` with `args`, in YAML or JSON; words of several lines count line by line too. */
function execsOf(text: string): readonly string[] {
  const blocks = text.split(/["']?(?:exec|auth-provider)["']?\s*:/).slice(1);
  return blocks.flatMap((block) => {
    const [, , command = ""] =
      /["']?(command|cmd-path)["']?[ \t]*:[ \t]*("[^"\n]*"|'[^'\n]*'|[^\s,}]+)/.exec(block) ?? [];
    const words = argumentsOf(block);
    const lines = words.filter((one) => /\s/.test(one));
    return [[command, ...words.filter((one) => !lines.includes(one))].join(" "), ...lines];
  });
}

function argumentsOf(block: string): readonly string[] {
  const [, flow] = /["']?(?:args|cmd-args)["']?\s*:\s*\[([^\]]{0,4096})\]/.exec(block) ?? [];
  if (flow !== undefined)
    return flow.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((one) => one.trim().replace(/^["']|["']$/g, ""));
  const lines = block.split("\n");
  const at = lines.findIndex((line) => /^\s*["']?(?:args|cmd-args)["']?\s*:/.test(line));
  if (at < 0) return [];
  const indent = indentOf(lines[at] ?? "");
  const below = lines.slice(at + 1);
  const end = below.findIndex((line) => {
    const own = indentOf(line);
    return line.trim() !== "" && (own < indent || (own === indent && !line.trim().startsWith("-")));
  });
  const same = (lines[at] ?? "").replace(/^[^:]*:/, "").trim();
  return [same, ...below.slice(0, end < 0 ? undefined : end)]
    .map((line) =>
      line
        .trim()
        .replace(/^-\s+/, "")
        .replace(/^["']|["']$/g, ""),
    )
    .filter((line) => line !== "" && line !== "|");
}
const indentOf = (line: string): number => line.length - line.trimStart().length;
