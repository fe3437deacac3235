/** Code and commands that a command runs in turn. */
import { unknownTarget } from "../../contract/effect.ts";
import { HOLE } from "../../contract/reading.ts";
import type { Inner } from "../../programs/index.ts";
import type { Invocation } from "./invocation.ts";
import { isLikely } from "./likely.ts";
import { cleanText, looseTexts, parseLoosely, parseShell, type Script } from "./parse.ts";
import {
  asValue,
  cutShort,
  opaque,
  roomLeft,
  type ScriptPoint,
  type Stdin,
  UNKNOWN_STDIN,
  unknownWord,
} from "./reader.ts";
import { invoke } from "./run.ts";
import {
  type Flow,
  type FunctionEntry,
  forget,
  LIKELY_ROOM,
  type State,
  same,
  setVariable,
  UNKNOWN,
  type Value,
} from "./state.ts";

const MAX_INNER_DEPTH = 8;
/**
 * What a shell started by a program knows. Which variables and functions were exported is not followed, so a variable
 * set here may hold anything there, and a function may or may not be one.
 */
export function startedFrom(state: State, inner: Inner): State {
  if (inner.kind === "words")
    return { ...state, functions: new Map(), ...(inner.elsewhere === true ? { dirs: [unknownTarget()] } : {}) };
  const unsure = [...state.functions].map(([name, entry]): [string, FunctionEntry] => [
    name,
    { ...entry, sure: false },
  ]);
  const args = inner.args ?? null;
  if (state.likely !== undefined) return likelyStarted(state, inner);
  return {
    ...state,
    variables: new Map([...state.variables.keys()].map((name): [string, Value] => [name, UNKNOWN])),
    functions: new Map(unsure),
    args: args === null || args.some((word) => word.splits || word.glob) ? null : args.map(asValue),
  };
}

/** Everything is taken to be exported. */
function likelyStarted(state: State, { args, zero }: Extract<Inner, { readonly kind: "script" }>): State {
  const started: State = { ...state, args: args?.map(asValue) ?? state.args };
  return zero === undefined ? started : setVariable(started, "0", asValue(zero));
}

const isTooDeep = ({ depth, state }: ScriptPoint): boolean =>
  depth >= MAX_INNER_DEPTH * (state.likely === undefined ? 1 : LIKELY_ROOM);

export function readInner(point: ScriptPoint, inner: Inner, stdin: Stdin): void {
  if (inner.kind === "script") {
    const isInput = stdin.kind === "text" && stdin.text === inner.code;
    if (isInput && inner.code.trimEnd().includes("\n")) {
      opaque(point, "a script on standard input, whose lines its own commands may read");
    }
    readScript(point, inner.code, inner.via, stdin);
    return;
  }
  if (isTooDeep(point) || !roomLeft(point)) {
    cutShort(point, "commands nested too deep");
    return;
  }
  point.reader.handedLeft -= inner.words.length;
  const words = inner.moreWords ? [...inner.words, unknownWord("…", true)] : inner.words;
  const call: Invocation = {
    text: words.map((word) => word.text).join(" "),
    words,
    declared: [],
    assignments: [],
    redirects: NO_REDIRECTS,
    stdin,
  };
  invoke({ ...point, depth: point.depth + 1, via: inner.via }, call, () => same(point.state));
}

/** Input that several commands read in turn: nobody knows which part is whose. */
export const shareInput = (stdin: Stdin, { likely }: State): Stdin =>
  stdin.kind === "text" && likely === undefined ? UNKNOWN_STDIN : stdin;

export const NO_REDIRECTS: Invocation["redirects"] = {
  effects: [],
  output: [],
  moved: false,
  any: false,
  mayFail: false,
};

/** Reads code as a script that runs in the point's state. */
export function readScript(point: ScriptPoint, code: string, via: string, stdin: Stdin): Flow {
  if (isTooDeep(point) || !roomLeft(point)) {
    cutShort(point, "commands nested too deep");
    return same(forget(point.state));
  }
  if (code.includes(HOLE)) opaque(point, `${via}: code with a part that is not known`);
  point.reader.wordsLeft -= Math.ceil(code.length / 16);
  const source = isLikely(point) ? firstText(point, code) : code;
  const parsed = isLikely(point) ? parseLoosely(source) : parseShell(source);
  if (!parsed.ok) {
    opaque(point, `${via}: ${parsed.error.why}`);
    return same(forget({ ...point.state, pathChanged: true }));
  }
  const script: Script = parsed.value;
  return point.walk({ ...point, source, depth: point.depth + 1, via, stdin: shareInput(stdin, point.state) }, script);
}

/** What is read of it. Of what the command itself spells out, nothing is left out unsaid; of a file on the disk the beginning is read. */
function firstText(point: ScriptPoint, code: string): string {
  const { texts, cut } = looseTexts(code);
  if (cut.length > 0 && code.length <= point.source.length) cutShort(point, "code longer than is looked through");
  return cleanText(texts[0] ?? "");
}
