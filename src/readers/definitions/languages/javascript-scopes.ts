/**
 * Names that are used and not declared where they are used. A declaration holds for the block it stands in, a
 * parameter for its function, and no further: a name declared elsewhere in the file does not hide a global one.
 */
import { words } from "./judge.ts";
import { closingOf, isSign, isWord, type Token } from "./lexer.ts";

const GLOBALS = words(`
  Math JSON Object Array Map Set WeakMap WeakSet String Number Boolean BigInt Date RegExp Promise Symbol Error TypeError
  RangeError SyntaxError EvalError ReferenceError AggregateError Intl URL URLSearchParams TextEncoder TextDecoder
  ArrayBuffer DataView Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array
  Uint8ClampedArray BigInt64Array BigUint64Array Buffer parseInt parseFloat isNaN isFinite NaN Infinity undefined
  encodeURIComponent decodeURIComponent encodeURI decodeURI structuredClone console setTimeout clearTimeout setInterval
  clearInterval queueMicrotask AbortController AbortSignal performance describe it test expect vi jest suite bench
  beforeEach afterEach beforeAll afterAll before after assert expectTypeOf require module exports
  Record Partial Required Readonly Pick Omit Exclude Extract NonNullable ReturnType Parameters Awaited Iterable Iterator
  IterableIterator Generator ReadonlyArray ReadonlyMap ReadonlySet PromiseLike ArrayLike Uppercase Lowercase Capitalize
  InstanceType AsyncIterable AsyncGenerator AsyncIterator PropertyKey NoInfer
`);
const KEYWORDS = words(`
  const let var function class if else for while do switch case default break continue return throw try catch finally
  new delete typeof instanceof in of void yield await async import export from as extends super this null true false
  static get set type interface enum namespace declare abstract implements private public protected readonly override
  keyof infer is asserts satisfies unique never unknown any string number boolean object bigint symbol out accessor
`);

interface Range {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The first name that is used and nowhere declared, as a sentence; undefined when there is none. */
export function undeclared(tokens: readonly Token[]): string | undefined {
  const blocks = blocksOf(tokens);
  const bodies = membersOf(tokens);
  const ranges = new Map<string, Range[]>();
  const declare = ({ name, from, to }: Range): void =>
    void ranges.set(name, [...(ranges.get(name) ?? []), { name, from, to }]);
  for (const range of declarations(tokens, blocks, bodies)) declare(range);
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== "word" || KEYWORDS.has(token.text) || GLOBALS.has(token.text)) continue;
    if (!isUse(tokens, i, bodies)) continue;
    if (ranges.get(token.text)?.some(({ from, to }) => from <= i && i <= to) !== true)
      return `the name ${token.text.slice(0, 40)}`;
  }
  return undefined;
}

/** Not a property, not a key of an object, not a member of a class. */
function isUse(tokens: readonly Token[], i: number, members: ReadonlySet<number>): boolean {
  const [before, next] = [tokens[i - 1], tokens[i + 1]];
  if (isSign(before, ".") || isSign(before, "?.") || isSign(before, "#")) return false;
  if (isSign(next, ":") && (isSign(before, "{") || isSign(before, ","))) return false;
  if (isWord(before, "as") && (isSign(next, ",") || isSign(next, "}"))) return false;
  return !members.has(i);
}

interface Block {
  readonly from: number;
  readonly to: number;
}

/** Innermost block around each token: where a declaration there holds. */
function blocksOf(tokens: readonly Token[]): readonly Block[] {
  const all: Block[] = [];
  const open: Block[] = [];
  const whole: Block = { from: 0, to: tokens.length };
  for (let i = 0; i < tokens.length; i += 1) {
    if (isSign(tokens[i], "{")) open.push({ from: i, to: closingOf(tokens, i) });
    all.push(open.at(-1) ?? whole);
    if (isSign(tokens[i], "}")) open.pop();
  }
  return all;
}

const BEFORE_MEMBER = words("async static get set public private protected readonly override abstract declare");

/** Names of members: words that stand directly in the body of a class, where a member begins. */
function membersOf(tokens: readonly Token[]): ReadonlySet<number> {
  const members = new Set<number>();
  for (const [i, token] of tokens.entries()) {
    if (!/^(?:class|interface|enum)$/.test(token.text) || token.kind !== "word" || isSign(tokens[i - 1], ".")) continue;
    const open = tokens.findIndex((each, at) => at > i && at < i + 40 && isSign(each, "{"));
    const close = open < 0 ? -1 : closingOf(tokens, open);
    let depth = 0;
    for (let at = open + 1; at < close; at += 1) {
      const text = tokens[at]?.kind === "sign" ? (tokens[at]?.text ?? "") : "";
      if (/^[{([]$/.test(text)) depth += 1;
      else if (/^[})\]]$/.test(text)) depth -= 1;
      else if (depth === 0 && tokens[at]?.kind === "word" && beginsMember(tokens[at - 1])) members.add(at);
    }
  }
  return members;
}

const beginsMember = (before: Token | undefined): boolean =>
  ["{", "}", ";", "#"].some((sign) => isSign(before, sign)) ||
  (before?.kind === "word" && BEFORE_MEMBER.has(before.text)) ||
  isSign(before, ",");

function* declarations(
  tokens: readonly Token[],
  blocks: readonly Block[],
  members: ReadonlySet<number>,
): Generator<Range> {
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "sign") {
      if (token.text === "=>") yield* arrow(tokens, i, blocks);
      continue;
    }
    if (token.kind !== "word" || isSign(tokens[i - 1], ".")) continue;
    const block = blocks[i] ?? { from: 0, to: tokens.length };
    if (/^(?:const|let|var)$/.test(token.text)) {
      const loop = loopEnd(tokens, i);
      yield* bindings(tokens, i + 1, loop === undefined ? block.from : i, loop ?? block.to);
    } else if (/^(?:class|interface|enum|type|namespace)$/.test(token.text)) {
      const name = tokens[i + 1];
      if (name?.kind === "word") yield { name: name.text, ...block };
      yield* generics(tokens, i + 2, block.to);
    } else if (token.text === "function") yield* functionAt(tokens, i, block);
    else if (token.text === "import") yield* imported(tokens, i);
    else if (token.text === "catch" && isSign(tokens[i + 1], "(")) {
      const close = closingOf(tokens, i + 1);
      yield* bindings(tokens, i + 2, i, closingOf(tokens, close + 1));
    } else if (members.has(i) && isSign(tokens[i + 1], "(")) yield* parameters(tokens, i + 1, i);
  }
}

/** `for (const x of y) { … }`: to the end of the loop's block. */
function loopEnd(tokens: readonly Token[], i: number): number | undefined {
  if (!isSign(tokens[i - 1], "(") || !(isWord(tokens[i - 2], "for") || isWord(tokens[i - 2], "await")))
    return undefined;
  const close = closingOf(tokens, i - 1);
  return isSign(tokens[close + 1], "{") ? closingOf(tokens, close + 1) : close;
}

/** `a`, `{ a, b: c }`, `[a, b]`: a pattern with a default in it is not followed. */
function* bindings(tokens: readonly Token[], at: number, from: number, to: number): Generator<Range> {
  const first = tokens[at];
  if (first?.kind === "word") yield { name: first.text, from, to };
  if (!isSign(first, "{") && !isSign(first, "[")) return;
  const close = closingOf(tokens, at);
  const inner = tokens.slice(at + 1, close);
  if (inner.some((token) => isSign(token, "=") || isSign(token, "(") || token.kind === "string")) return;
  for (const [i, token] of inner.entries())
    if (token.kind === "word" && !isSign(inner[i + 1], ":")) yield { name: token.text, from, to };
}

function* functionAt(tokens: readonly Token[], i: number, block: Block): Generator<Range> {
  let at = isSign(tokens[i + 1], "*") ? i + 2 : i + 1;
  const name = tokens[at];
  if (name?.kind === "word") {
    yield { name: name.text, ...block };
    at += 1;
  }
  const open = tokens.findIndex((token, place) => place >= at && place < at + 24 && isSign(token, "("));
  if (open >= 0) yield* parameters(tokens, open, i);
}

/** Parameters hold to the end of the body behind them. */
function* parameters(tokens: readonly Token[], open: number, from: number): Generator<Range> {
  const close = closingOf(tokens, open);
  const body = tokens.findIndex((token, at) => at > close && at < close + 24 && isSign(token, "{"));
  if (close < 0 || body < 0 || tokens.slice(close + 1, body).some((token) => isSign(token, ";"))) return;
  yield* named(tokens, open, close, from, closingOf(tokens, body));
  yield* generics(tokens, from + 1, closingOf(tokens, body));
}

/** The names of a list of parameters: the first word of each, or the words of a pattern. */
function* named(tokens: readonly Token[], open: number, close: number, from: number, to: number): Generator<Range> {
  let start = true;
  for (let at = open + 1; at < close; at += 1) {
    const token = tokens[at];
    if (start && !isSign(token, "...") && !/^(?:private|public|protected|readonly)$/.test(token?.text ?? "")) {
      yield* bindings(tokens, at, from, to);
      start = false;
    }
    if (isSign(token, "(") || isSign(token, "[") || isSign(token, "{")) at = Math.max(closingOf(tokens, at), at);
    else if (isSign(token, ",")) start = true;
  }
}

/** `x => …`, `(a, b) => …`, `(a: T): U => …`. */
function* arrow(tokens: readonly Token[], i: number, blocks: readonly Block[]): Generator<Range> {
  const to = isSign(tokens[i + 1], "{")
    ? closingOf(tokens, i + 1)
    : expressionEnd(tokens, i + 1, blocks[i]?.to ?? tokens.length);
  const before = tokens[i - 1];
  if (before?.kind === "word" && !isSign(tokens[i - 2], ":")) yield { name: before.text, from: i - 1, to };
  const close = isSign(before, ")") ? i - 1 : typedClose(tokens, i);
  if (close < 0) return;
  let open = close;
  for (let depth = 0; open >= 0; open -= 1) {
    if (isSign(tokens[open], ")")) depth += 1;
    else if (isSign(tokens[open], "(") && --depth === 0) break;
  }
  const typed = close !== i - 1;
  const annotated =
    (isSign(tokens[open + 2], ":") && open + 2 < close) ||
    (isSign(tokens[open + 2], "?") && isSign(tokens[open + 3], ":") && open + 3 < close);
  if (typed && open + 1 !== close && !annotated) return;
  if (open >= 0) yield* named(tokens, open, close, open, to);
}

/** With a type between the parameters and the arrow: where the parameters end. */
function typedClose(tokens: readonly Token[], i: number): number {
  for (let at = i - 1; at > i - 16 && at > 0; at -= 1) {
    if (isSign(tokens[at], ":") && isSign(tokens[at - 1], ")")) return at - 1;
    if (["=", ";", "=>", "?", "{", "}"].some((sign) => isSign(tokens[at], sign))) return -1;
  }
  return -1;
}

/** An arrow's expression ends where its surroundings do. */
function expressionEnd(tokens: readonly Token[], from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; at += 1) {
    const text = tokens[at]?.kind === "sign" ? (tokens[at]?.text ?? "") : "";
    if (/^[{([]$/.test(text)) depth += 1;
    else if (/^[})\]]$/.test(text) && --depth < 0) return at;
    else if (depth === 0 && (text === ";" || text === ",")) return at;
  }
  return end;
}

function* imported(tokens: readonly Token[], i: number): Generator<Range> {
  for (let at = i + 1; at < Math.min(i + 200, tokens.length); at += 1) {
    const token = tokens[at];
    if (isWord(token, "from") || token?.kind === "string" || isSign(token, ";")) return;
    if (token?.kind === "word" && !isWord(tokens[at + 1], "as")) yield { name: token.text, from: 0, to: tokens.length };
  }
}

/** `<T, U extends V>`: the names, for what follows. */
function* generics(tokens: readonly Token[], at: number, to: number): Generator<Range> {
  const open = isSign(tokens[at], "<") ? at : isSign(tokens[at + 1], "<") ? at + 1 : -1;
  if (open < 0) return;
  for (let i = open; i < open + 40 && i < tokens.length; i += 1) {
    if (isSign(tokens[i], ">") || isSign(tokens[i], "(")) return;
    const name = tokens[i + 1];
    if ((i === open || isSign(tokens[i], ",")) && name?.kind === "word" && /^[A-Z]\w*$/.test(name.text))
      yield { name: name.text, from: open, to };
  }
}
