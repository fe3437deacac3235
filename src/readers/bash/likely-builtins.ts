/** Builtins that print and set variables, in a likely reading. */
import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { assignTo } from "./assign.ts";
import { type Answer, type BuiltinCall, IDENTIFIER, says } from "./builtin.ts";
import { separatorOf } from "./fields.ts";
import { inputLines, likelyOutput, oneLineOf } from "./likely.ts";
import { formatText } from "./operators.ts";
import { knownWord, type ScriptPoint } from "./reader.ts";
import { getVariable, same, text, UNKNOWN, type Value } from "./state.ts";

/** `echo`, `printf`. */
export function likelyPrint(point: ScriptPoint, call: BuiltinCall): Answer {
  const [first, name, ...rest] = call.words;
  if (call.name === "printf" && first?.value === "-v" && name !== undefined) {
    const known = rest.map((word) => word.value ?? word.outline ?? "");
    return setAll(point, [[name, text(formatText(known[0] ?? "", known.slice(1)))]]);
  }
  const words = call.name === "printf" && first?.value === "--" ? call.words.slice(1) : call.words;
  return says(same(point.state, likelyOutput(point, call.name, { words, stdin: call.stdin })));
}

function setAll(point: ScriptPoint, given: readonly (readonly [name: KnownWord, value: Value])[]): Answer {
  const effects = given.flatMap(([{ value: name }, value]): readonly Effect[] => {
    if (name === null || !IDENTIFIER.test(name)) return [];
    const shown = value.kind === "text" ? value.text : null;
    return assignTo(point, name, value).map((one) => ({ do: "environment", name: one, value: shown, matters: true }));
  });
  return says(same(point.state), effects);
}

const TAKES_VALUE = /^-[ersEz]*[dinNptu]$/;

interface Reading {
  readonly names: readonly KnownWord[];
  readonly array: KnownWord | undefined;
  readonly delimiter: string;
}

function readingOf(words: readonly KnownWord[]): Reading {
  const names: KnownWord[] = [];
  let array: KnownWord | undefined;
  let delimiter = "\n";
  words.forEach((word, i) => {
    const before = words[i - 1]?.value ?? "";
    if (/^-\w*d$/.test(before)) delimiter = word.value === "" ? "\0" : (word.value ?? "\n");
    else if (/^-\w*a$/.test(before)) array = word;
    else if (!TAKES_VALUE.test(before) && !/^-./.test(word.value ?? "")) names.push(word);
  });
  return { names, array, delimiter };
}

/** `read a b`: one line of its input, taken apart. Names found by a search stay such. */
export function likelyRead(point: ScriptPoint, { words, stdin }: BuiltinCall): Answer {
  const { names, array, delimiter } = readingOf(words);
  if (stdin.kind === "names")
    return setAll(
      point,
      names.map((name) => [name, { ...stdin, nul: false }]),
    );
  const lines = inputLines(stdin, delimiter);
  const line = lines === undefined ? UNKNOWN : oneLineOf(point, lines.length === 0 ? [""] : lines);
  if (line.kind !== "text")
    return setAll(
      point,
      names.map((name) => [name, line]),
    );
  const ifs = getVariable(point.state, "IFS");
  const between = ifs?.kind === "text" ? ifs.text : " \t\n";
  const parts = takeApart(line.text, between, array === undefined ? Math.max(names.length, 1) : undefined);
  if (array !== undefined) return setAll(point, [[array, { kind: "list", items: parts.map(text) }]]);
  if (names.length === 0) return setAll(point, [[knownWord("REPLY"), line]]);
  return setAll(
    point,
    names.map((name, i) => [name, text(parts[i] ?? "")]),
  );
}

/** At most so many parts; the last one keeps what is left. */
function takeApart(line: string, separators: string, most: number | undefined): readonly string[] {
  if (separators === "") return [line];
  const between = separatorOf(separators);
  const parts: string[] = [];
  let rest = line.trim();
  while (rest !== "" && parts.length + 1 !== most) {
    const cut = between.exec(rest);
    if (cut === null) break;
    parts.push(rest.slice(0, cut.index));
    rest = rest.slice(cut.index + cut[0].length);
  }
  return rest === "" ? parts : [...parts, rest];
}

/** `mapfile`, `readarray`: every line. */
export function likelyLines(point: ScriptPoint, { words, stdin }: BuiltinCall): Answer {
  const { names, delimiter } = readingOf(words.filter(({ value }) => value !== "-t"));
  const lines = inputLines(stdin, delimiter);
  const value: Value =
    stdin.kind === "names"
      ? { kind: "list", items: [{ ...stdin, nul: false }] }
      : lines === undefined
        ? UNKNOWN
        : { kind: "list", items: lines.map(text) };
  return setAll(point, [[names[0] ?? knownWord("MAPFILE"), value]]);
}
