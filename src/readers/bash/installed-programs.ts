/**
 * An installed program that is started by its script (`node /usr/lib/node_modules/npm/bin/npm-cli.js publish`), or by a program that
 * finds another and starts it (`corepack npm publish`, `npx -y npm@10 publish`): the words of the command it stands for. For likely
 * readings only.
 */
import { HOLE } from "../../contract/reading.ts";
import { programNamed } from "../../programs/index.ts";
import { quoteWord } from "./started-calls.ts";

interface StartingUse {
  readonly program: string;
  /** Behind its name. */
  readonly words: readonly string[];
}

/** Programs behind whose verb, or at once, stands another by its name; what stands in between is theirs. */
const RUNNERS: readonly (readonly [programs: RegExp, verb?: RegExp])[] = [
  [/^(?:npx|bunx|pnpx|corepack|uvx|sudo-npx)$/],
  [/^(?:npm|pnpm|yarn|bun)$/, /^(?:exec|x|dlx)$/],
  [/^deno$/, /^(?:run|x)$/],
  [/^(?:pipx|uv|poetry|pdm|hatch|pipenv|conda|mamba|micromamba|rye)$/, /^(?:run|x)$/],
  [/^(?:pyenv|rbenv|nodenv|plenv|phpenv|goenv|jenv|asdf|mise|rtx|fnm|nvm|n|nodeenv)$/, /^(?:exec|x|run)$/],
  [/^(?:volta|rustup|proto|pkgx|flox|devbox)$/, /^run$/],
  [/^bundler?$/, /^exec$/],
  [/^gem$/, /^exec$/],
  [/^composer$/, /^(?:exec|global)$/],
];
/** How many words of the runner's own stand before the program, at most. */
const MAX_OWN = 8;

/** Interpreters whose first operand is a script. */
const INTERPRETERS =
  /^(?:node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|pypy\d*|perl|ruby|php|sh|bash|dash|zsh|ksh|Rscript|lua\w*|java)$/;
/** Where programs are installed, and what nobody can read of a path before its name. */
const INSTALLED = new RegExp(
  String.raw`(?:^|/)(?:node_modules|(?:site|dist)-packages|gems|s?bin|libexec)/|^/(?:usr|opt|lib\w*|nix|snap)/|^${HOLE}`,
);

/** Commands as lines, each once. */
export function installedStarts({ program, words }: StartingUse): readonly string[] {
  const base = program.slice(program.lastIndexOf("/") + 1);
  const script = program.includes("/") ? 0 : scriptIn(base, words);
  const path = script < 0 ? "" : script === 0 ? program : (words[script - 1] ?? "");
  const named = INSTALLED.test(path) ? namesOf(path).filter((name) => name !== base) : [];
  const byScript = named.map((name) => [name, ...words.slice(script)]);
  return [...new Set([...byScript, ...runBehind(base, words)].map((line) => line.map(quoteWord).join(" ")))];
}

/** Which word is the script, counted from 1; -1: none. */
const scriptIn = (program: string, words: readonly string[]): number => {
  if (!INTERPRETERS.test(program)) return -1;
  const at = words.findIndex((word) => word.includes("/") && !word.startsWith("-") && !/\s/.test(word));
  return at < 0 ? -1 : at + 1;
};

/** What the program at this path is called: by its file, and by the package that the file is in. */
function namesOf(path: string): readonly string[] {
  const parts = path.split("/").filter((part) => part !== "");
  const at = parts.findLastIndex((part) => /^(?:node_modules|(?:site|dist)-packages|gems)$/.test(part));
  const holder = at < 0 ? undefined : parts[at + 1]?.startsWith("@") ? parts[at + 2] : parts[at + 1];
  const file = parts.at(-1) ?? "";
  return [...new Set([file, holder ?? ""].map(bareName))].filter(isName);
}

/** Without its version, its ending and what says that it is the command of a package. */
const bareName = (name: string): string =>
  name
    .replace(/^(?:npm|jsr):/, "")
    .replace(/(?<=.)@[^@/]*$/, "")
    .replace(/\.(?:[cm]?js|ts|py|pyz|rb|pl|php|phar|sh|jar)$/, "")
    .replace(/-\d+(?:\.\d+)+$/, "")
    .replace(/[-_](?:cli|bin|main)$/, "");

const isName = (name: string): boolean => /^\w[\w.+-]*$/.test(name);
const isProgram = (name: string): boolean => isName(name) && programNamed(name) !== undefined;

/** The first word behind that names a known program; where none does, the first that is no option. */
function runBehind(program: string, words: readonly string[]): readonly (readonly string[])[] {
  const row = RUNNERS.find(([programs]) => programs.test(program));
  const verb = row?.[1];
  const from = row === undefined ? -1 : verb === undefined ? 0 : words.findIndex((word) => verb.test(word)) + 1;
  if (from < 0 || (verb !== undefined && from === 0)) return [];
  const near = words.slice(from, from + MAX_OWN);
  const known = near.findIndex((word) => isProgram(bareName(word)));
  const at = known < 0 ? near.findIndex((word) => isName(bareName(word))) : known;
  return at < 0 ? [] : [[bareName(words[from + at] ?? ""), ...words.slice(from + at + 1)]];
}
