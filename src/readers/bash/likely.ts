/**
 * Likely readings: what an ordinary reading must leave unknown, because another shell, a failure or a race could make it
 * something else, is here what bash would make of it if all goes well. They find what a call would do, for the floor and for
 * guarded places; no proof ever sees them.
 */
import { HOLE, type KnownWord } from "../../contract/reading.ts";
import type { World } from "../../contract/world.ts";
import { segmentMatches } from "../../machine/index.ts";
import { filesAt } from "./contents.ts";
import { listedNames } from "./likely-lists.ts";
import { printedBy, READS_FILES, userOf } from "./printed.ts";
import { knownWord, type ScriptPoint, type Stdin } from "./reader.ts";
import { eitherOf, text, UNKNOWN, type Value } from "./state.ts";
import { targetOf } from "./target.ts";

const MAX_FOUND = 32;

export const isLikely = ({ state }: Pick<ScriptPoint, "state">): boolean => state.likely !== undefined;

/** Of several values the one this reading is for. */
export function chooseValue({ state, reader }: ScriptPoint, value: Value): Value {
  if (value.kind !== "unknown" || value.either === undefined) return value;
  reader.alternatives = Math.max(reader.alternatives, value.either.length);
  return value.either[Math.min(state.likely ?? 0, value.either.length - 1)] ?? UNKNOWN;
}

/** One of these lines: each likely reading takes another. A pattern among them stands for the names it finds. */
export const oneLineOf = (point: ScriptPoint, lines: readonly string[]): Value =>
  chooseValue(point, eitherOf(lines.map((line) => (/[*?]/.test(line) ? { kind: "glob", text: line } : text(line)))));

export const likelyName = (name: string): KnownWord => ({ ...knownWord(name), glob: /[*?]/.test(name) });

/** Variables that nearly every environment has. */
export function likelyVariable({ reader }: ScriptPoint, name: string): Value | undefined {
  const { world } = reader.context;
  if (name === "IFS") return text(" \t\n");
  return name === "USER" || name === "LOGNAME" || name === "USERNAME" ? text(userOf(world)) : undefined;
}

const stateDir = ({ state }: ScriptPoint): string => {
  const [dir] = state.dirs;
  return dir?.certainty === "exact" ? dir.path : "/nowhere";
};

/** What a file holds by now, those that stand for a substituted process among them. */
export function textAt(point: ScriptPoint, path: string): string | undefined {
  const found = filesAt(point).files.text(path);
  return found.kind === "text" ? found.text : undefined;
}

const inputText = (stdin: Stdin): string | undefined =>
  stdin.kind === "text" ? stdin.text : stdin.kind === "unknown" ? stdin.outline : undefined;

/** What the program prints; null where nobody knows. */
export function likelyOutput(
  point: ScriptPoint,
  program: string,
  { words, stdin }: { readonly words: readonly KnownWord[]; readonly stdin: Stdin },
): Value | null {
  const values = words.map((word) => word.value ?? word.outline ?? HOLE);
  const files = filesNamed(program, values);
  const { world } = point.reader.context;
  const named = files.map((file) => {
    const { path, certainty } = targetOf(
      knownWord(file),
      point.state.dirs[0] ?? { path: "/", certainty: "exact" },
      world,
    );
    return file === "-" || path === "/dev/stdin"
      ? inputText(stdin)
      : certainty === "exact"
        ? textAt(point, path)
        : undefined;
  });
  const input = files.length === 0 ? inputText(stdin) : named.includes(undefined) ? undefined : named.join("");
  const list = program === "ls" ? listed(values, world) : listedNames(program, { words, stdin, files: files.length });
  if (list !== undefined) return chooseValue(point, list);
  const out = printedBy(program, { words: values, input, cwd: stateDir(point), world });
  return out === undefined ? null : text(out);
}

/** The names in a directory, or those that are given. */
function listed(words: readonly string[], { stat }: World): Value {
  const operands = words.filter((word) => !/^-./.test(word));
  const own =
    words.some((word) => /^-\w*d/.test(word)) ||
    operands.some((word) => /[*?]/.test(word) || (word.startsWith("/") && stat(word).kind === "file"));
  return own && operands.length > 0 ? text(`${operands.join("\n")}\n`) : { kind: "glob", text: "*" };
}

function filesNamed(program: string, words: readonly string[]): readonly string[] {
  if (!Object.hasOwn(READS_FILES, program)) return [];
  const valued = /^(?:cut|head|tail)$/.test(program)
    ? /^-[dfcn]$/
    : /^(?:awk|sed|grep)$/.test(program)
      ? /^-[Fef]$/
      : /(?!)/;
  const operands = words.filter((word, i) => !/^-./.test(word) && !valued.test(words[i - 1] ?? ""));
  const given = words.some((word) => /^-e/.test(word)) ? 0 : (READS_FILES[program] ?? 0);
  return operands.slice(given);
}

/** Names on the disk a pattern finds, in order. */
export function namesFound(point: ScriptPoint, pattern: string): readonly string[] {
  const { world } = point.reader.context;
  const start = pattern.startsWith("/") ? "" : stateDir(point);
  const parts = pattern.split("/").filter((part) => part !== "");
  let dirs: readonly string[] = [start];
  for (const part of parts)
    dirs = /[*?[]/.test(part)
      ? dirs.flatMap((dir) =>
          (world.readDir(dir === "" ? "/" : dir) ?? [])
            .filter((name) => segmentMatches(part, name))
            .sort()
            .slice(0, MAX_FOUND)
            .map((name) => `${dir}/${name}`),
        )
      : dirs.map((dir) => `${dir}/${part}`).filter((path) => world.stat(path).kind !== "absent");
  return dirs.slice(0, MAX_FOUND);
}

/** What reading from standard input yields, line by line. */
export function inputLines(stdin: Stdin, separator = "\n"): readonly string[] | undefined {
  const all = inputText(stdin);
  if (all === undefined) return undefined;
  const lines = all.split(separator);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
