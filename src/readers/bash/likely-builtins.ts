/** Builtins that print and set variables, in a likely reading. */
import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { assignTo } from "./assign.ts";
import { type Answer, type BuiltinCall, IDENTIFIER, says } from "./builtin.ts";
import { openedAs } from "./descriptors.ts";
import { separatorOf } from "./fields.ts";
import { inputLines, likelyOutput, oneLineOf } from "./likely.ts";
import { formatText } from "./operators.ts";
import { asValue, knownWord, type ScriptPoint, type Stdin, UNKNOWN_STDIN } from "./reader.ts";
import { getVariable, NUMBER, same, setVariable, text, UNKNOWN, type Value } from "./state.ts";

/** `echo`, `printf`. */
export function likelyPrint(point: ScriptPoint, call: BuiltinCall): Answer {
  const { value, operands } = optionsOf(call.name === "printf" ? call.words : [], "v");
  const name = value("v");
  if (name !== undefined) {
    const known = operands.map((word) => word.value ?? word.outline ?? "");
    return setAll(point, [[knownWord(name), text(formatText(known[0] ?? "", known.slice(1)))]]);
  }
  const words = call.name === "printf" && call.words[0]?.value === "--" ? operands : call.words;
  return says(same(point.state, likelyOutput(point, call.name, { words, stdin: call.stdin })));
}

/** `a[1]`, kept as an element that is given by itself. */
const ELEMENT = /^[A-Za-z_]\w*\[[^\]]+\]$/;

function setAll(point: ScriptPoint, given: readonly (readonly [name: KnownWord, value: Value])[]): Answer {
  const effects = given.flatMap(([{ value: name }, value]): readonly Effect[] => {
    if (name !== null && ELEMENT.test(name)) point.state = setVariable(point.state, name, value);
    if (name === null || !IDENTIFIER.test(name)) return [];
    const shown = value.kind === "text" ? value.text : null;
    return assignTo(point, name, value).map((one) => ({ do: "environment", name: one, value: shown, matters: true }));
  });
  return says(same(point.state), effects);
}

interface Options {
  readonly value: (letter: string) => string | undefined;
  readonly operands: readonly KnownWord[];
}

/** Options as bash takes them: letters together, a value in the same word or the next. */
function optionsOf(words: readonly KnownWord[], valued: string): Options {
  const values = new Map<string, string>();
  let i = 0;
  for (; i < words.length; i += 1) {
    const word = words[i]?.value ?? "";
    if (!/^-./.test(word)) break;
    if (word === "--") {
      i += 1;
      break;
    }
    const at = [...word.slice(1)].findIndex((letter) => valued.includes(letter)) + 1;
    if (at === 0) continue;
    const attached = word.slice(at + 1);
    if (attached === "") i += 1;
    values.set(word.charAt(at), attached === "" ? (words[i]?.value ?? "") : attached);
  }
  return { value: (letter) => values.get(letter), operands: words.slice(i) };
}

const READ_VALUES = "adinNptu";
const MAPFILE_VALUES = "dnOsucC";

/** Its input, or that of the descriptor it is told. */
const inputFor = (point: ScriptPoint, stdin: Stdin, descriptor: string | undefined): Stdin =>
  descriptor === undefined ? stdin : (openedAs(point, descriptor)?.stdin ?? UNKNOWN_STDIN);

const delimiterOf = (value: string | undefined): string =>
  value === undefined ? "\n" : value === "" ? "\0" : value.slice(0, 1);

const countOf = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;

/** `read a b`: one line of its input, taken apart. Names found by a search stay such. */
export function likelyRead(point: ScriptPoint, call: BuiltinCall): Answer {
  const { value, operands: names } = optionsOf(call.words, READ_VALUES);
  const array = value("a");
  const stdin = inputFor(point, call.stdin, value("u"));
  if (stdin.kind === "names")
    return setAll(
      point,
      (array === undefined ? names : [knownWord(array)]).map((name) => [name, { ...stdin, nul: false }]),
    );
  const lines = inputLines(stdin, delimiterOf(value("d")));
  const whole = lines === undefined ? UNKNOWN : oneLineOf(point, lines.length === 0 ? [""] : lines);
  const line = cutTo(whole, countOf(value("n") ?? value("N")));
  if (line.kind !== "text")
    return setAll(
      point,
      names.map((name) => [name, line]),
    );
  if (names.length === 0 && array === undefined) return setAll(point, [[knownWord("REPLY"), line]]);
  const ifs = getVariable(point.state, "IFS");
  const between = ifs?.kind === "text" ? ifs.text : " \t\n";
  const parts = takeApart(line.text, between, array === undefined ? Math.max(names.length, 1) : undefined);
  if (array !== undefined) return setAll(point, [[knownWord(array), { kind: "list", items: parts.map(text) }]]);
  return setAll(
    point,
    names.map((name, i) => [name, text(parts[i] ?? "")]),
  );
}

const cutTo = (value: Value, most: number | undefined): Value =>
  most === undefined || value.kind !== "text" ? value : text(value.text.slice(0, most));

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

/** `mapfile`, `readarray`: every line, or those it is told. */
export function likelyLines(point: ScriptPoint, call: BuiltinCall): Answer {
  const { value, operands } = optionsOf(call.words, MAPFILE_VALUES);
  const stdin = inputFor(point, call.stdin, value("u"));
  const skipped = countOf(value("s")) ?? 0;
  const most = countOf(value("n")) ?? 0;
  const before = Array.from({ length: Math.min(countOf(value("O")) ?? 0, MAX_LINES) }, () => text(""));
  const lines = inputLines(stdin, delimiterOf(value("d")))?.slice(skipped, most === 0 ? undefined : skipped + most);
  const held: Value =
    stdin.kind === "names"
      ? { kind: "list", items: [{ ...stdin, nul: false }] }
      : lines === undefined
        ? UNKNOWN
        : { kind: "list", items: [...before, ...lines.map(text)] };
  return setAll(point, [[operands[0] ?? knownWord("MAPFILE"), held]]);
}

const MAX_LINES = 1_000;

/** `getopts abc: name words`: one of the options that are there, and one of the words that may be its value. */
export function likelyGetopts(point: ScriptPoint, { words }: BuiltinCall): Answer {
  const [accepted, name, ...given] = words;
  const args = given.length > 0 ? given.map(asValue) : (point.state.args ?? []);
  const texts = args.flatMap((arg) => (arg.kind === "text" ? [arg.text] : []));
  const letters = [...(accepted?.value ?? "").replaceAll(":", "")];
  const found = letters.filter((letter) => texts.some((word) => /^-./.test(word) && word.includes(letter)));
  const values = texts.flatMap((word) => (/^-./.test(word) ? (word.length > 2 ? [word.slice(2)] : []) : [word]));
  point.state = setVariable(point.state, "OPTIND", NUMBER);
  return setAll(point, [
    [knownWord("OPTARG"), oneLineOf(point, values)],
    ...(name === undefined ? [] : [[name, oneLineOf(point, found)] as const]),
  ]);
}
