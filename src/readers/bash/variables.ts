/** Builtins that print, set and take away variables. A name with a subscript in it runs code. */
import type { Effect } from "../../contract/effect.ts";
import { HOLE, type KnownWord } from "../../contract/reading.ts";
import { codeOfWords } from "../../programs/index.ts";
import { arithmeticText } from "./arithmetic.ts";
import { assignTo, assignUnseen, noteChange } from "./assign.ts";
import { type Builtin, IDENTIFIER, mayDash, quiet, says, unclear, values } from "./builtin.ts";
import { isLikely } from "./likely.ts";
import { likelyGetopts, likelyLines, likelyPrint, likelyRead } from "./likely-builtins.ts";
import { asValue, knownWord, opaque, type ScriptPoint } from "./reader.ts";
import { forget, same, setVariable, text, UNKNOWN, unknownValue, type Value } from "./state.ts";

/** The words name variables that get a value nobody knows. */
function fill(point: ScriptPoint, names: readonly KnownWord[], value: Value = UNKNOWN): readonly Effect[] {
  const effects: Effect[] = [];
  for (const word of names) {
    if (word.value === null || word.splits || word.glob || !IDENTIFIER.test(word.value)) {
      opaque(point, "a variable whose name is not known gets a value");
      point.state = forget(point.state);
    } else effects.push(...changes(assignTo(point, word.value, value), null));
  }
  return effects;
}

/** Names that change what programs do. */
export const changes = (names: readonly string[], value: string | null): readonly Effect[] =>
  names.map((name) => ({ do: "environment", name, value, matters: true }));

/** Words of which not all is known, as one line. */
const outlined = (words: readonly KnownWord[]): Value => unknownValue({ outline: codeOfWords(words) ?? HOLE });

/** What stands behind a format that shows every word as it is. */
const formatted = (words: readonly KnownWord[]): readonly KnownWord[] =>
  /^%s(?:\\n)?$/.test(words[0]?.value ?? "") ? words.slice(1) : words;

export const print: Builtin = (point, call) => {
  if (isLikely(point)) return likelyPrint(point, call);
  const [first, ...rest] = call.words;
  const noNewline = first?.value === "-n";
  const known = values(noNewline ? rest : call.words);
  if (known === null) return quiet(point, outlined(noNewline ? rest : call.words));
  if (known[0]?.startsWith("-") ?? false) return quiet(point);
  // Some shells take escapes out.
  if (known.some((value) => value.includes("\\"))) return quiet(point);
  return quiet(point, text(known.join(" ") + (noNewline ? "" : "\n")));
};

export const printf: Builtin = (point, call) => {
  if (isLikely(point)) return likelyPrint(point, call);
  const known = values(call.words);
  const at = call.words.findIndex(
    (word) => word.value === "-v" || (word.value === null && mayDash(word)) || (word.value?.startsWith("-v") ?? false),
  );
  if (at === 0) {
    const name = call.words[0]?.value === "-v" ? call.words[1] : undefined;
    if (name === undefined) {
      opaque(point, "printf that may assign a variable");
      point.state = forget(point.state);
    } else fill(point, [name]);
    return quiet(point);
  }
  evaluatesNumbers(point, call.words[0]?.value === "--" ? call.words.slice(1) : call.words);
  if (known === null) return quiet(point, outlined(formatted(call.words)));
  const [format = "", ...args] = known[0] === "--" ? known.slice(1) : known;
  if (format === "%s\\n") return quiet(point, text(args.map((arg) => `${arg}\n`).join("")));
  if (format === "%s") return quiet(point, text(args.join("")));
  if (args.length > 0 || format.includes("%") || /\\[^nt\\]/.test(format)) return quiet(point);
  return quiet(
    point,
    text(format.replace(/\\([nt\\])/g, (_, c: string) => (c === "n" ? "\n" : c === "t" ? "\t" : "\\"))),
  );
};

/** Conversions: width and precision may each take an argument. */
const CONVERSION = /%(?:%|[-+ #0']*(\*|\d*)(?:\.(\*|-?\d*))?(?:hh|h|ll|l|L|q|j|z|t)?([A-Za-z]|\([^)]*\)T))/g;

/** zsh evaluates what `%d` and its like are given. */
function evaluatesNumbers(point: ScriptPoint, words: readonly KnownWord[]): void {
  const [format, ...args] = words;
  if (format === undefined || args.length === 0) return;
  const shape = format.value === null || format.splits || format.glob ? null : numericPlaces(format.value);
  if (shape?.every((numeric) => !numeric) === true) return;
  args.forEach((word, i) => {
    if (
      shape !== null &&
      shape.length > 0 &&
      args.every((each) => !each.splits && !each.glob) &&
      shape[i % shape.length] !== true
    )
      return;
    evaluatesWord(point, word);
  });
}

/** One entry an argument: is it taken as a number? */
function numericPlaces(format: string): readonly boolean[] {
  return [...format.matchAll(CONVERSION)].flatMap(([whole, width, precision, letter = ""]) =>
    whole === "%%"
      ? []
      : [...(width === "*" ? [true] : []), ...(precision === "*" ? [true] : []), !/^[sbqQcn]$/.test(letter)],
  );
}

/** A word that some shell evaluates as arithmetic. */
export function evaluatesWord(point: ScriptPoint, word: KnownWord): void {
  if (word.numeric === true || /^["']/.test(word.value ?? "")) return;
  if (word.value === null || word.splits || word.glob) opaque(point, "a number that is not known, which zsh evaluates");
  else arithmeticText(point, word.value);
}

export const read: Builtin = (point, call) => {
  if (isLikely(point)) return likelyRead(point, call);
  const names: KnownWord[] = [];
  let i = 0;
  for (; i < call.words.length; i += 1) {
    const word = call.words[i];
    if (word?.value === null || word?.splits === true || word === undefined) {
      opaque(point, "read into a variable whose name is not known");
      return quiet(point);
    }
    const value = word.value ?? "";
    if (!value.startsWith("-") || value === "--") break;
    if (!isPlainValue(value, call.words[i + 1])) opaque(point, "read with a value that zsh would evaluate");
    if (/^-[ers]*a$/.test(value)) {
      i += 1;
      const name = call.words[i];
      if (name !== undefined) names.push(name);
    } else if (/^-[ersE]*[dinNptu]$/.test(value)) i += 1;
    else if (!/^-[ersE]+$/.test(value) && !/^-[ers]*[dinNptu].+$/.test(value)) return unclear(point, `read ${value}`);
  }
  names.push(...call.words.slice(i).filter((word) => word.value !== "--"));
  if (names.length === 0) point.state = setVariable(point.state, "REPLY", UNKNOWN);
  const plain =
    call.words.length === 2 && call.words[0]?.value === "-r" && call.stdin.kind === "names" && !call.stdin.nul;
  const effects = fill(point, names, plain && call.stdin.kind === "names" ? call.stdin : UNKNOWN);
  return says(same(point.state), effects);
};

/** The value of an option: zsh takes some as a number, others as the name of a variable. */
function isPlainValue(option: string, next: KnownWord | undefined): boolean {
  const letter = /^-[ersE]*([dinNptu])/.exec(option)?.[1];
  if (letter === undefined) return true;
  const attached = option.slice(option.indexOf(letter) + 1);
  const value = attached === "" ? next?.value : attached;
  if (letter === "d") return true;
  if (value === null || value === undefined) return next?.numeric === true;
  return letter === "p" || letter === "i" ? !/^\w+\[/.test(value) : /^[\d.]*$/.test(value);
}

export const mapfile: Builtin = (point, call) => {
  if (isLikely(point)) return likelyLines(point, call);
  const known = values(call.words);
  if (known === null || known.some((value) => value.startsWith("-") && !/^-(?:t|[dnOsu].*)$/.test(value))) {
    opaque(point, "mapfile that may run a callback");
    return quiet(point);
  }
  const names = call.words.filter(
    (word, i) => !word.value?.startsWith("-") && !/^-[dnOsu]$/.test(call.words[i - 1]?.value ?? ""),
  );
  const effects = fill(point, names.length > 0 ? names : [knownWord("MAPFILE")]);
  return says(same(point.state), effects);
};

/** Without `IFS` the shell does as if it were what it came with. */
const likelyUnset = (name: string): Value => text(name === "IFS" ? " \t\n" : "");

export const unset: Builtin = (point, call) => {
  const known = values(call.words);
  if (known === null) {
    opaque(point, "unset of a name that is not known");
    point.state = forget(point.state);
    return quiet(point);
  }
  const names = known.filter((value) => !/^-[vfn]$/.test(value));
  const functions = new Map(point.state.functions);
  const effects: Effect[] = [];
  for (const name of names) {
    if (!IDENTIFIER.test(name)) opaque(point, "unset of a name that could run code");
    else {
      point.state = setVariable(point.state, name, isLikely(point) ? likelyUnset(name) : UNKNOWN);
      effects.push(...changes(noteChange(point, name), null));
    }
    const entry = functions.get(name);
    if (entry !== undefined) functions.set(name, { ...entry, sure: false });
  }
  point.state = { ...point.state, functions };
  return says(same(point.state), effects);
};

export const let_: Builtin = (point, call) => {
  for (const word of call.words) {
    const value = asValue(word);
    if (value.kind === "text" && !word.splits) {
      const name = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)(.*)$/s.exec(value.text);
      arithmeticText(point, name === null ? value.text.replace(/\+\+|--/g, "") : (name[2] ?? ""));
      for (const target of value.text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [])
        assignUnseen(point, target, { kind: "number" });
    } else opaque(point, "let of text that is not known");
  }
  return quiet(point);
};

export const getopts: Builtin = (point, call) => {
  if (isLikely(point)) return likelyGetopts(point, call);
  const [, name] = call.words;
  point.state = setVariable(setVariable(point.state, "OPTARG", UNKNOWN), "OPTIND", { kind: "number" });
  const effects = name === undefined ? [] : fill(point, [name]);
  return says(same(point.state), effects);
};
