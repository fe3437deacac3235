/**
 * Where the packages lie that a package manager's words choose. Where it cannot be told which are meant, all of the project: what is
 * found in one too many can deny or ask.
 */
import { parseStrictJson } from "../../contract/strict-json.ts";
import { isInside, segmentMatches } from "../../machine/index.ts";
import type { Files, RunnerUse } from "./definition.ts";
import { under, upwards } from "./files.ts";
import type { PackageChoice, RunnerWords } from "./package-choice.ts";
import { inside } from "./words.ts";

const MAX_PACKAGES = 48;
const MAX_DIRECTORIES = 400;
/** How deep `**` is followed. */
const MAX_DEPTH = 4;

interface Member {
  readonly dir: string;
  readonly name: string;
}

/** The directories of the chosen packages. */
export function chosenDirectories(
  { files, cwd }: Pick<RunnerUse, "files" | "cwd">,
  { selected, top, onlyTop, here }: PackageChoice,
): readonly string[] {
  const root = upwards(cwd).find((dir) => patternsAt(files, dir).length > 0) ?? cwd;
  const patterns = patternsAt(files, root);
  const members = membersOf(files, root, patterns.length === 0 ? ["**"] : patterns);
  const chosen = onlyTop ? [] : select(members, selected, [cwd, root]);
  return [...new Set([...chosen, ...(top ? [root] : []), ...(here ? [cwd] : [])])];
}

function select(members: readonly Member[], selected: RunnerWords, bases: readonly string[]): readonly string[] {
  const found = selected.map((word) => members.filter((member) => isMeant(member, word, bases)));
  const sure = found.length > 0 && found.every((some) => some.length > 0);
  return (sure ? found.flat() : members).map(({ dir }) => dir);
}

/** By its name, with or without its scope, or by a directory it lies in. */
function isMeant({ dir, name }: Member, word: string | null, bases: readonly string[]): boolean {
  if (word === null || /[*?!^{}[\]]|\.{3}/.test(word)) return false;
  return (
    name === word || name.endsWith(`/${word}`) || bases.some((base) => isInside(dir, inside(base, word)) && word !== "")
  );
}

/** The patterns by which a directory says what its packages are. */
function patternsAt(files: Files, dir: string): readonly string[] {
  const yaml = files.text(under(dir, "pnpm-workspace.yaml"));
  const listed =
    yaml.kind === "text" ? (/^packages:\s*\n((?:[ \t]*(?:-.*|#.*)?\n?)*)/m.exec(yaml.text)?.[1] ?? "") : "";
  const lines = [...listed.matchAll(/^[ \t]*-[ \t]*["']?([^"'\n#]+?)["']?[ \t]*(?:#.*)?$/gm)].map(
    ([, one = ""]) => one,
  );
  const json = ["package.json", "lerna.json"].flatMap((name) => patternsIn(jsonAt(files, under(dir, name))));
  return [...lines, ...json].filter((pattern) => !pattern.startsWith("!"));
}

function patternsIn(value: unknown): readonly string[] {
  const workspaces = field(value, "workspaces") ?? field(value, "packages");
  const list = Array.isArray(workspaces) ? workspaces : field(workspaces, "packages");
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : [];
}

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;

function jsonAt(files: Files, path: string): unknown {
  const read = files.text(path);
  const parsed = read.kind === "text" ? parseStrictJson(read.text.replace(/^\uFEFF/, "")) : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
}

function membersOf(files: Files, root: string, patterns: readonly string[]): readonly Member[] {
  const left = { directories: MAX_DIRECTORIES };
  const dirs = patterns.flatMap((pattern) =>
    directoriesAt(
      root,
      pattern.split("/").filter((part) => part !== "" && part !== "."),
      { files, left, depth: 0 },
    ),
  );
  return [...new Set(dirs)]
    .filter((dir) => dir !== root && files.text(under(dir, "package.json")).kind !== "absent")
    .slice(0, MAX_PACKAGES)
    .map((dir) => {
      const name = field(jsonAt(files, under(dir, "package.json")), "name");
      return { dir, name: typeof name === "string" ? name : "" };
    });
}

interface Walk {
  readonly files: Files;
  readonly left: { directories: number };
  readonly depth: number;
}

function directoriesAt(dir: string, parts: readonly string[], walk: Walk): readonly string[] {
  const [part, ...rest] = parts;
  if (part === undefined) return [dir];
  if (part === "..") return directoriesAt(inside(dir, ".."), rest, walk);
  if (part !== "**" && !/[*?[{]/.test(part)) return directoriesAt(under(dir, part), rest, walk);
  if (--walk.left.directories < 0 || walk.depth > MAX_DEPTH) return [];
  const below = (walk.files.names(dir) ?? []).filter((name) => !/^\.|^node_modules$/.test(name));
  const deeper = { ...walk, depth: walk.depth + 1 };
  if (part === "**")
    return [
      ...directoriesAt(dir, rest, walk),
      ...below.filter((name) => !/\.\w+$/.test(name)).flatMap((name) => directoriesAt(under(dir, name), parts, deeper)),
    ];
  return below
    .filter((name) => part.includes("{") || segmentMatches(part, name))
    .flatMap((name) => directoriesAt(under(dir, name), rest, deeper));
}
