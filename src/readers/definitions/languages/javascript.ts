/** JavaScript and TypeScript: known modules, known globals, no way to code that is made while it runs. */
import { normalise } from "../../../machine/index.ts";
import { undeclared } from "./javascript-scopes.ts";
import { baseOf, dirOf, type Judged, notShown, type Project, type Reader, shown, words } from "./judge.ts";
import {
  closingOf,
  type Grammar,
  isSign,
  isWord,
  lex,
  lexUntil,
  type Quoted,
  type Source,
  simpleString,
  type Token,
} from "./lexer.ts";
import { oddString } from "./strings.ts";

/** Modules that only compute. */
const MODULES = words(`
  assert node:assert node:assert/strict assert/strict node:util util node:events events node:path path node:path/posix
  node:url url node:querystring querystring node:string_decoder node:buffer buffer node:perf_hooks node:timers/promises
`);
/** Modules of which only these names may be taken, one by one and under their own names. */
const NAMED: Readonly<Record<string, ReadonlySet<string>>> = {
  ...each("node:crypto crypto", "randomUUID randomBytes randomInt createHash createHmac timingSafeEqual"),
  ...each(
    "vitest @jest/globals node:test",
    "test describe it suite before after beforeEach afterEach beforeAll afterAll expect vi jest expectTypeOf",
  ),
};

/** Names that lead out of computing as variables. */
const NEVER = words(`
  eval Function AsyncFunction GeneratorFunction Reflect Proxy WebAssembly process globalThis global window fetch
  XMLHttpRequest WebSocket EventSource Worker SharedWorker Deno Bun require module exports __dirname __filename arguments
  with debugger constructor prototype importScripts
`);
/** Names that lead out of computing, or let code in, as properties. */
const NEVER_PROPERTY = words(`
  constructor prototype caller callee getPrototypeOf setPrototypeOf getOwnPropertyDescriptor getOwnPropertyDescriptors
  getOwnPropertyNames getOwnPropertySymbols defineProperty defineProperties fromEntries groupBy prepareStackTrace
  asymmetricMatch extend expect importActual importMock importOriginal requireActual requireMock doMock unmock dlopen
  binding mainModule
`);
/** Globals and what may be used of them: nothing else, and never the thing itself as a value. */
const CLOSED: Readonly<Record<string, ReadonlySet<string>>> = {
  vi: words(`fn mocked spyOn useFakeTimers useRealTimers advanceTimersByTime advanceTimersByTimeAsync runAllTimers
    runAllTimersAsync runOnlyPendingTimers clearAllMocks resetAllMocks restoreAllMocks setSystemTime clearAllTimers`),
  jest: words(`fn mocked spyOn useFakeTimers useRealTimers advanceTimersByTime runAllTimers runOnlyPendingTimers
    clearAllMocks resetAllMocks restoreAllMocks setSystemTime clearAllTimers setTimeout`),
  console: words("log error warn info debug table dir count group groupEnd assert"),
  expect: words(`any anything objectContaining arrayContaining stringContaining stringMatching closeTo assertions
    hasAssertions not`),
  ...each("test it", "each skip only todo concurrent fails skipIf runIf"),
  ...each("describe suite", "each skip only todo concurrent"),
  Object: words("keys values entries freeze isFrozen assign create is hasOwn seal"),
  JSON: words("parse stringify"),
  Array: words("from isArray of"),
  Promise: words("resolve reject all allSettled race any"),
  Number: words("isInteger isFinite isNaN isSafeInteger parseFloat parseInt"),
  String: words("fromCharCode fromCodePoint raw"),
  Symbol: words("for"),
  Buffer: words("from alloc concat byteLength isBuffer compare"),
  performance: words("now"),
};
/** What may stand behind `expect(…)`: values are compared, never handed out. */
const MATCHERS = words(`
  not resolves rejects toBe toEqual toStrictEqual toBeTruthy toBeFalsy toBeNull toBeUndefined toBeDefined toBeNaN
  toBeGreaterThan toBeGreaterThanOrEqual toBeLessThan toBeLessThanOrEqual toBeCloseTo toContain toContainEqual
  toHaveLength toMatch toMatchObject toThrow toThrowError toBeInstanceOf toBeTypeOf toHaveBeenCalled
  toHaveBeenCalledTimes toHaveBeenCalledWith toHaveBeenLastCalledWith toHaveBeenNthCalledWith toHaveReturnedWith
`);
const RUNS_CALLBACKS = words("test it describe suite beforeEach afterEach beforeAll afterAll before after");

function each(names: string, list: string): Record<string, ReadonlySet<string>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, words(list)]));
}

/** Signs behind which a slash begins a pattern. */
const KEYWORDS_BEFORE_PATTERN = words("return typeof case delete void throw new else do in instanceof");
const AMBIGUOUS = words("of yield await let static async get set");

function quoted(source: Source, at: number): Quoted | undefined | null {
  const { text, before } = source;
  const char = text.charAt(at);
  if (char === '"' || char === "'") return simpleString(text, at, char);
  if (char === "`") return template(source, at);
  return char === "/" ? pattern(text, at, before.at(-1)) : undefined;
}

/** A template; the code in its braces is read like any other. */
function template({ text, grammar, depth }: Source, at: number): Quoted | null {
  const code: Token[] = [];
  let i = at + 1;
  for (; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === "\\") i += 1;
    else if (char === "`") return { end: i + 1, text: text.slice(at + 1, i), code };
    else if (char === "$" && text.charAt(i + 1) === "{") {
      const inner = lexUntil(text, i + 2, grammar, "}", depth + 1);
      if (inner === null) return null;
      code.push({ kind: "sign", text: "(", line: 0 }, ...inner.tokens, { kind: "sign", text: ")", line: 0 });
      i = inner.end;
    }
  }
  return null;
}

/** A regular expression, a division, or nobody can say. */
function pattern(text: string, at: number, before: Token | undefined): Quoted | undefined | null {
  const rest = text.slice(at + 1, text.indexOf("\n", at) < 0 ? text.length : text.indexOf("\n", at));
  const plain = !/['"`/]/.test(rest);
  if (before?.kind === "number" || before?.kind === "string") return undefined;
  if (before?.kind === "word") {
    if (AMBIGUOUS.has(before.text)) return null;
    if (!KEYWORDS_BEFORE_PATTERN.has(before.text)) return undefined;
  }
  if (isSign(before, ")") || isSign(before, "}") || isSign(before, "++") || isSign(before, "--"))
    return plain ? undefined : null;
  if (isSign(before, "]")) return undefined;
  let inClass = false;
  for (let i = at + 1; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === "\n") return null;
    if (char === "\\") i += 1;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) {
      const flags = /^[a-z]*/.exec(text.slice(i + 1, i + 12))?.[0] ?? "";
      return { end: i + 1 + flags.length, text: "" };
    }
  }
  return null;
}

export const GRAMMAR: Grammar = {
  comment: /\/\/[^\n]*|\/\*[\s\S]*?\*\//y,
  word: /[A-Za-z_$][\w$]*/y,
  signs: ["...", "=>", "++", "--", "?."],
  single: "{}()[];,.?:!=<>+-*/%&|^~#",
  quoted,
};

export const javascript: Reader = (text, path, project) => {
  if (/<!--|-->|[\u2028\u2029]/.test(text)) return notShown("comments of another kind");
  if (/@(?:jest|vitest)-(?:environment(?!\s+(?:node|jsdom|happy-dom)\b)|config)/.test(text))
    return notShown("a comment that loads something");
  if (/\.[cm]?[jt]sx$/.test(path)) return notShown("markup in code is not read");
  const tokens = lex(text.replace(/^#![^\n]*/, ""), GRAMMAR);
  if (tokens === null) return notShown("it is not understood");
  const odd = oddWord(tokens) ?? oddAccess(tokens) ?? undeclared(tokens) ?? oddString(tokens);
  if (odd !== undefined) return notShown(odd);
  return imports(tokens, path, project);
};

function oddWord(tokens: readonly Token[]): string | undefined {
  const named = importClauses(tokens);
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "string" && /constructor|prototype|__proto__/.test(token.text)) return "a name in a string";
    if (token.kind !== "word") continue;
    const [before, next] = [tokens[i - 1], tokens[i + 1]];
    const property = isSign(before, ".") || isSign(before, "?.");
    const odd = property ? oddProperty(tokens, i) : oddName(tokens, i, named.has(i));
    if (odd !== undefined) return odd;
    if (token.text === "import" && (isSign(next, "(") || isSign(next, "."))) return "import()";
  }
  return undefined;
}

function oddProperty(tokens: readonly Token[], i: number): string | undefined {
  const { text } = tokens[i] as Token;
  const next = tokens[i + 1];
  if (NEVER_PROPERTY.has(text) || text.startsWith("__")) return `the property ${text}`;
  if (text.startsWith("_") && !isWord(tokens[i - 2], "this")) return `the property ${text}`;
  if (text === "mock" && !isSign(next, ".")) return "a mock that is given the module itself";
  const assigned = isSign(next, "=") && !isSign(tokens[i + 2], "=");
  return assigned && /^(?:call|apply|bind|then|toString|valueOf|toJSON)$/.test(text)
    ? `${text} is replaced`
    : undefined;
}

function oddName(tokens: readonly Token[], i: number, inImport: boolean): string | undefined {
  const { text } = tokens[i] as Token;
  const next = tokens[i + 1];
  if (NEVER.has(text)) return isHarmlessUse(text, tokens, i) ? undefined : text;
  if (/^set(?:Timeout|Interval)$/.test(text) && !(isSign(next, "(") && isInlineFunction(tokens, i + 2)))
    return `${text} of something that may be text`;
  if (RUNS_CALLBACKS.has(text) && !inImport && isSign(next, "(") && !isBareCallback(tokens, i + 1))
    return `${text} with a callback that is given something`;
  const parts = Object.hasOwn(CLOSED, text) ? CLOSED[text] : undefined;
  if (parts === undefined || inImport) return undefined;
  if (text === "expect" && isSign(next, "(")) return oddMatcher(tokens, closingOf(tokens, i + 1) + 1);
  if (isSign(next, ".")) return oddPart(tokens, i, parts);
  if (isSign(next, "(") || isSign(next, "<") || isWord(tokens[i - 1], "instanceof")) return undefined;
  return isConversion(tokens, i) ? undefined : `${text} as a value`;
}

/** `list.map(Number)`. */
const isConversion = (tokens: readonly Token[], i: number): boolean =>
  /^(?:Number|String)$/.test(tokens[i]?.text ?? "") &&
  isSign(tokens[i + 1], ")") &&
  isSign(tokens[i - 1], "(") &&
  /^(?:map|filter|some|every)$/.test(tokens[i - 2]?.text ?? "") &&
  isSign(tokens[i - 3], ".");

/** A part of a global is called at once, or is a constant. */
function oddPart(tokens: readonly Token[], i: number, parts: ReadonlySet<string>): string | undefined {
  const part = tokens[i + 2]?.text ?? "";
  if (/^(?:[A-Z][A-Z0-9_]*|iterator|asyncIterator)$/.test(part)) {
    const next = tokens[i + 3];
    return isSign(next, "=") && !isSign(tokens[i + 4], "=") ? `${part} is replaced` : undefined;
  }
  if (!parts.has(part)) return `${tokens[i]?.text}.${part}`;
  if (part === "spyOn" && !isPlainSpy(tokens, i + 3)) return "a spy on something that is computed";
  if (part === "parse" && isWord(tokens[i], "JSON") && !isOneArgument(tokens, i + 3))
    return "JSON.parse with a function";
  const called = isSign(tokens[i + 3], "(") || tokens[i + 3]?.kind === "string" || isSign(tokens[i + 3], ".");
  return called ? undefined : `${tokens[i]?.text}.${part} as a value`;
}

function topLevelCommas(tokens: readonly Token[], open: number): readonly number[] {
  const close = closingOf(tokens, open);
  const commas: number[] = [];
  for (let at = open + 1; at < close; at += 1) {
    if (["(", "[", "{"].some((sign) => isSign(tokens[at], sign))) at = Math.max(closingOf(tokens, at), at);
    else if (isSign(tokens[at], ",")) commas.push(at);
  }
  return commas;
}

const isOneArgument = (tokens: readonly Token[], open: number): boolean =>
  isSign(tokens[open], "(") && topLevelCommas(tokens, open).length === 0;

/** `spyOn(object, "name")`: the name is written out. */
function isPlainSpy(tokens: readonly Token[], open: number): boolean {
  const [comma, ...more] = topLevelCommas(tokens, open);
  if (comma === undefined || more.length > 0) return false;
  return (
    tokens[comma + 1]?.kind === "string" && isSign(tokens[comma + 2], ")") && !tokens[comma + 1]?.text.includes("\\")
  );
}

/** `.not.toBe(…)` to its end. */
function oddMatcher(tokens: readonly Token[], from: number): string | undefined {
  let at = from;
  let called = false;
  while (isSign(tokens[at], ".") && !called) {
    const name = tokens[at + 1]?.text ?? "";
    if (!MATCHERS.has(name)) return `expect(…).${name.slice(0, 40)}`;
    at += 2;
    if (isSign(tokens[at], "(")) {
      at = closingOf(tokens, at) + 1;
      called = true;
    }
  }
  return called && !isSign(tokens[at], ".") ? undefined : "an expectation that is kept";
}

/** `test("name", async () => …)`: whatever a runner would hand to the callback is not taken. */
function isBareCallback(tokens: readonly Token[], open: number): boolean {
  const starts = [open, ...topLevelCommas(tokens, open)].map((at) => at + 1);
  return starts.every((start) => {
    const at = isWord(tokens[start], "async") ? start + 1 : start;
    const kind = tokens[at]?.kind;
    if (kind === "string")
      return isSign(tokens[at + 1], ",") || isSign(tokens[at + 1], ")") || isSign(tokens[at + 1], "(");
    if (kind === "number" || isSign(tokens[at], ")")) return true;
    if (isSign(tokens[at], "(")) return isSign(tokens[at + 1], ")") && isSign(tokens[at + 2], "=>");
    return isWord(tokens[at], "function") && isSign(tokens[at + 1], "(") && isSign(tokens[at + 2], ")");
  });
}

/** Words between `import` and `from`. */
function importClauses(tokens: readonly Token[]): ReadonlySet<number> {
  const inside = new Set<number>();
  for (const [i, token] of tokens.entries()) {
    if (!isWord(token, "import") || isSign(tokens[i - 1], ".")) continue;
    for (let at = i + 1; at < tokens.length && !isWord(tokens[at], "from") && tokens[at]?.kind !== "string"; at += 1)
      inside.add(at);
  }
  return inside;
}

function isHarmlessUse(word: string, tokens: readonly Token[], i: number): boolean {
  const [before, next] = [tokens[i - 1], tokens[i + 1]];
  const atStart = before === undefined || isSign(before, ";") || isSign(before, "{") || isSign(before, "}");
  switch (word) {
    case "constructor":
      return isSign(next, "(") && atStart;
    case "require":
      return isSign(next, "(") && tokens[i + 2]?.kind === "string" && isSign(tokens[i + 3], ")");
    case "module":
      return isSign(next, ".") && isWord(tokens[i + 2], "exports");
    case "exports":
      return isSign(next, ".") && atStart;
    default:
      return false;
  }
}

const isInlineFunction = (tokens: readonly Token[], i: number): boolean =>
  isSign(tokens[i], "(") || isWord(tokens[i], "async") || isWord(tokens[i], "function") || isSign(tokens[i + 1], "=>");

/** `x[key]`: only a number, a plain name, or a counter of a loop. */
function oddAccess(tokens: readonly Token[]): string | undefined {
  const counters = countersIn(tokens);
  for (const [i, token] of tokens.entries()) {
    if (!isSign(token, "[")) continue;
    const before = tokens[i - 1];
    const key = isSign(before, "{") || isSign(before, ",");
    const end = closingOf(tokens, i);
    if (end < 0) return "brackets that do not close";
    const access = isValueEnd(before) || isSign(before, "}") || isSign(before, "?.");
    if (!access && !(key && isSign(tokens[end + 1], ":"))) continue;
    if (end > i + 1 && !isPlainKey(tokens.slice(i + 1, end), counters)) return "a property whose name is computed";
  }
  return undefined;
}

const NOT_A_VALUE = words(
  "const let var return of in case typeof new void delete throw else do yield await default extends as readonly",
);

/** Behind it a bracket takes a property. */
const isValueEnd = (token: Token | undefined): boolean =>
  token?.kind === "string" ||
  (token?.kind === "word" && !NOT_A_VALUE.has(token.text)) ||
  isSign(token, ")") ||
  isSign(token, "]");

function isPlainKey(key: readonly Token[], counters: ReadonlySet<string>): boolean {
  const [first, operator, second] = key;
  if (first === undefined) return false;
  if (key.length === 1 && first.kind === "string")
    return !first.text.includes("\\") && !NEVER_PROPERTY.has(first.text) && !/^__|^_|[$]/.test(first.text);
  const counts = (token: Token | undefined): boolean =>
    token?.kind === "number" || (token?.kind === "word" && counters.has(token.text));
  if (key.length === 1) return counts(first);
  return key.length === 3 && counts(first) && counts(second) && (isSign(operator, "+") || isSign(operator, "-"));
}

/** Variables that only ever hold numbers: begun as one, and only counted up or down. */
function countersIn(tokens: readonly Token[]): ReadonlySet<string> {
  const begun = new Set<string>();
  const spoiled = new Set<string>();
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== "word" || isSign(tokens[i - 1], ".")) continue;
    const [before, next, value, after] = [tokens[i - 1], tokens[i + 1], tokens[i + 2], tokens[i + 3]];
    const number = value?.kind === "number" && (isSign(after, ";") || isSign(after, ","));
    if (isWord(before, "let") && isSign(next, "=") && number) begun.add(token.text);
    else if (!isCounted(tokens, i)) spoiled.add(token.text);
  }
  return new Set([...begun].filter((name) => !spoiled.has(name)));
}

/** Looked at, or counted: `i < n`, `i++`, `i += 1`, `x[i]`, `i + 1`. */
function isCounted(tokens: readonly Token[], i: number): boolean {
  const [before, next, value, after] = [tokens[i - 1], tokens[i + 1], tokens[i + 2], tokens[i + 3]];
  if (isSign(before, "++") || isSign(before, "--") || isSign(next, "++") || isSign(next, "--")) return true;
  if ((isSign(next, "+") || isSign(next, "-")) && isSign(value, "=")) return after?.kind === "number";
  if (isSign(before, "(") && isSign(next, ")")) return false;
  if (isSign(before, "[") && !isValueEnd(tokens[i - 2])) return false;
  const compared = ["<", ">", "]", ")", ";", "+", "-", "*", "/", "%"].some((sign) => isSign(next, sign));
  const inside = ["[", ";", "(", "+", "-", "*", "/", "<", ">"].some((sign) => isSign(before, sign));
  return compared && inside;
}

function imports(tokens: readonly Token[], path: string, project: Project): Judged {
  const needs: string[] = [];
  for (const [i, token] of tokens.entries()) {
    const called = isWord(token, "require");
    const from = isWord(token, "from") && tokens[i + 1]?.kind === "string";
    const bare = isWord(token, "import") && tokens[i + 1]?.kind === "string";
    if (!called && !from && !bare) continue;
    const name = (called ? tokens[i + 2] : tokens[i + 1])?.text ?? "";
    const only = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    if (only !== undefined && (called || bare || !takesOnly(tokens, i, only))) return notShown(`the whole of ${name}`);
    if (MODULES.has(name) || only !== undefined) continue;
    if (!/^\.{1,2}\//.test(name) || name.includes("\\")) return notShown(`the module ${name.slice(0, 60)}`);
    const files = resolve(normalise(`${dirOf(path)}/${name}`), project);
    if (files === undefined) return notShown(`${name.slice(0, 60)} is not there to be read`);
    needs.push(...files);
  }
  return shown(needs);
}

/** `import { a, b } from`: only names of the list, and under no other name. */
function takesOnly(tokens: readonly Token[], from: number, allowed: ReadonlySet<string>): boolean {
  for (let i = from - 1; i >= 0 && !isWord(tokens[i], "import"); i -= 1) {
    const token = tokens[i];
    const listed =
      token?.kind === "word" ? allowed.has(token.text) : ["{", "}", ","].some((sign) => isSign(token, sign));
    if (!listed || i < from - 60) return false;
    if (token?.kind === "word" && !isSign(tokens[i - 1], "{") && !isSign(tokens[i - 1], ",")) return false;
  }
  return true;
}

const ENDINGS = [
  "",
  ".ts",
  ".mts",
  ".cts",
  ".js",
  ".mjs",
  ".cjs",
  ".tsx",
  ".jsx",
  ".json",
  "/index.ts",
  "/index.js",
  "/index.mjs",
  "/index.cjs",
  "/index.tsx",
  "/index.jsx",
];

/** Every file the name could mean; undefined when there is none inside the project. */
function resolve(place: string, project: Project): readonly string[] | undefined {
  if (!place.startsWith(`${project.root}/`)) return undefined;
  const compiled = /\.([cm]?)jsx?$/.exec(place);
  const source =
    compiled === null
      ? []
      : [`${place.slice(0, compiled.index)}.${compiled[1]}ts`, `${place.slice(0, compiled.index)}.tsx`];
  const candidates = [...ENDINGS.map((ending) => place + ending), ...source];
  const found = candidates.filter(
    (path) => project.names(dirOf(path)).includes(baseOf(path)) && project.text(path) !== undefined,
  );
  return found.length === 0 ? undefined : found;
}
