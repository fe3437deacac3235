/** Simple commands of a simple text, for tests: what the core's reader and the rows make of it, as far as tests need it. */
import type { GivenOption, SimpleCommand, SortedUse, Word, WordRole } from "../contract/simple.ts";
import type { World } from "../contract/world.ts";
import type { RuleCall } from "./call.ts";

export const HOME = "/home/u";
export const ROOT = "/home/u/app";

/** A disk of these files, and links (`path -> target`). */
export function smallDisk(files: readonly string[] = []): World {
  const links = new Map(
    files.flatMap((file) => (file.includes(" -> ") ? [file.split(" -> ") as [string, string]] : [])),
  );
  const paths = files.filter((file) => !file.includes(" -> "));
  const isDir = (path: string): boolean => paths.some((one) => one.startsWith(path === "/" ? "/" : `${path}/`));
  const kindOf = (path: string) =>
    links.has(path)
      ? ("link" as const)
      : paths.includes(path)
        ? ("file" as const)
        : isDir(path)
          ? ("directory" as const)
          : ("absent" as const);
  const info = (path: string) => ({ kind: kindOf(path), size: 0, mtimeMs: 0, links: 1, executable: false });
  return {
    platform: "linux",
    home: HOME,
    path: ["/usr/bin"],
    lstat: info,
    stat: info,
    readLink: (path) => links.get(path),
    readFile: () => undefined,
    readDir: (path) => {
      const start = path === "/" ? "/" : `${path}/`;
      const names = [...paths, ...links.keys()].flatMap((one) =>
        one.startsWith(start) ? [one.slice(start.length).split("/")[0] ?? ""] : [],
      );
      return names.length === 0 ? undefined : [...new Set(names)];
    },
  };
}

interface Row {
  readonly subs?: string;
  /** Names joined by `|`, `=` behind those with a value, and the role of the value. */
  readonly options: Readonly<Record<string, WordRole>>;
  readonly roles: readonly WordRole[];
}

/** `roles`: of the operands in turn, the last for all that follow. */
const ROWS: Readonly<Record<string, Row>> = {
  "git push": { subs: "push", options: { "-f|--force": "text", "-C=": "directory", "-c=": "text" }, roles: ["text"] },
  "git diff": { subs: "diff", options: { "--stat": "text" }, roles: ["revision"] },
  "git am": { subs: "am", options: {}, roles: ["read"] },
  "git show": { subs: "show", options: {}, roles: ["revision"] },
  "git add": { subs: "add", options: { "-A|--all": "text" }, roles: ["stage"] },
  "git branch": { subs: "branch", options: { "-d|--delete": "text", "-D": "text" }, roles: ["text"] },
  "git commit": { subs: "commit", options: { "-m=|--message=": "text", "-F=": "read" }, roles: ["read"] },
  rm: { options: { "-r|-R|--recursive": "text", "-f|--force": "text" }, roles: ["delete"] },
  cat: { options: {}, roles: ["read"] },
  cp: { options: { "-r": "text" }, roles: ["read", "write"] },
  mv: { options: {}, roles: ["move", "write"] },
  ls: { options: { "-l": "text" }, roles: ["list"] },
  grep: { options: { "-r": "text", "-n": "text", "--exclude=": "pattern" }, roles: ["pattern", "search"] },
  echo: { options: {}, roles: ["text"] },
  curl: { options: { "-s": "text", "-X=": "text" }, roles: ["host"] },
  ssh: { options: {}, roles: ["host", "code"] },
  node: { options: { "-e=": "code" }, roles: ["program", "unknown"] },
};

const WRAPPERS = new Set(["sudo", "timeout", "env", "nohup"]);

/** `&&`, `;`, `|` and line breaks part commands; quotes, `$X` and `*` are known, and no other syntax. */
export function simpleCommands(text: string, cwd: string | null = ROOT): readonly SimpleCommand[] {
  const [line = "", document] = text.split(/<<EOF\n([\s\S]*)\nEOF/);
  const parts = line.match(/(?:2>&1|"[^"]*"|'[^']*'|[^"'&;|\n])+/g) ?? [];
  return parts.flatMap((part) => (part.trim() === "" ? [] : [commandOf(part, cwd, document)]));
}

function commandOf(text: string, cwd: string | null, document: string | undefined): SimpleCommand {
  const raw = text.replace(/2>&1/g, "").match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const words: Word[] = [];
  const [reads, writes]: [Word[], Word[]] = [[], []];
  for (let i = 0; i < raw.length; i++) {
    const one = raw[i] ?? "";
    if (/^(?:>>?|<)$/.test(one)) (one === "<" ? reads : writes).push(wordOf(raw[++i] ?? ""));
    else words.push(wordOf(one));
  }
  const assignments: { name: string; value: string | null }[] = [];
  const wrappers: string[] = [];
  for (let first = words[0]; first !== undefined; first = words[0]) {
    const [, name, value = ""] = /^([A-Z_]+)=(.*)$/.exec(first.value ?? first.text) ?? [];
    if (name !== undefined) assignments.push({ name, value });
    else if (WRAPPERS.has(first.value ?? "") && words.length > 1) {
      wrappers.push(first.value ?? "");
      if (first.value === "timeout") words.shift();
    } else break;
    words.shift();
  }
  const value = words[0]?.value ?? null;
  const name = value === null ? null : value.slice(value.lastIndexOf("/") + 1);
  const use = sorted(name, words);
  const rest = { ...(use === undefined ? {} : { use }), ...(document === undefined ? {} : { document }) };
  return { name, words, wrappers, assignments, reads, writes, cwd, depth: 0, ...rest };
}

function wordOf(text: string): Word {
  const known = text.replaceAll("$HOME", HOME).replace(/^~(?=\/|$)/, HOME);
  if (/\$|`/.test(known) && !known.startsWith("'"))
    return { value: null, text, prefix: known.replace(/["']/g, "").split(/[$`]/)[0] ?? "" };
  const value = known.replace(/"([^"]*)"|'([^']*)'/g, "$1$2");
  return { value, text, prefix: value, ...(/[*?]/.test(text) && !/["']/.test(text) ? { glob: true as const } : {}) };
}

function sorted(name: string | null, words: readonly Word[]): SortedUse | undefined {
  const [row, at] = rowOf(name, words);
  if (row === undefined) return undefined;
  const options: GivenOption[] = [];
  const operands: { word: Word; role: WordRole }[] = [];
  const rest = words.filter((_, i) => i > 0 && i !== at);
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i];
    if (word === undefined || word.value === "--") continue;
    const found = word.value?.startsWith("-") ? optionsOf(word.value, row) : undefined;
    if (word.value?.startsWith("-") && found === undefined) return undefined;
    if (found === undefined) operands.push({ word, role: "unknown" });
    else
      for (const [names, role] of found) {
        const hasValue = names.includes("=");
        const value = hasValue ? (rest[++i] ?? null) : null;
        options.push({ names: names.split("|").map((one) => one.replace("=", "")), value, role });
      }
  }
  const last = operands.length - 1;
  const roles = row.roles;
  const roleAt = (i: number): WordRole =>
    (roles.length === 2 && roles[1] === "write"
      ? roles[i === last && i > 0 ? 1 : 0]
      : roles[Math.min(i, roles.length - 1)]) ?? "unknown";
  return {
    path: row.subs === undefined ? [] : [row.subs],
    options,
    operands: operands.map(({ word }, i) => ({ word, role: roleAt(i) })),
  };
}

function rowOf(name: string | null, words: readonly Word[]): readonly [Row | undefined, number] {
  if (name !== "git") return [ROWS[name ?? ""], -1];
  const at = words.findIndex(({ value }) => value !== null && Object.hasOwn(ROWS, `git ${value}`));
  return at < 0 ? [undefined, -1] : [ROWS[`git ${words[at]?.value}`], at];
}

function optionsOf(value: string, { options }: Row): readonly (readonly [string, WordRole])[] | undefined {
  const find = (option: string) =>
    Object.entries(options).find(([names]) => names.split("|").some((one) => one.replace("=", "") === option));
  const whole = find(value);
  if (whole !== undefined) return [whole];
  const letters = /^-[A-Za-z]{2,}$/.test(value) ? [...value.slice(1)].map((letter) => find(`-${letter}`)) : [];
  return letters.length === 0 || letters.includes(undefined)
    ? undefined
    : letters.flatMap((one) => (one === undefined ? [] : [one]));
}

/** A call of Bash with this text. */
export const shellCall = (text: string, more: Partial<RuleCall> = {}): RuleCall => ({
  ...toolCall("Bash", { command: text }),
  text,
  commands: simpleCommands(text),
  ...more,
});

export const toolCall = (tool: string, input: RuleCall["input"] = {}, more: Partial<RuleCall> = {}): RuleCall => ({
  tool,
  input,
  encoding: "",
  places: [],
  hosts: [],
  text: "",
  commands: [],
  whole: true,
  opaque: false,
  codes: [],
  projectRoot: ROOT,
  disk: smallDisk(),
  ...more,
});
