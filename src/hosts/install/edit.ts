/** Our entries in a host's JSON file: put in and taken out, every other byte as it was. */
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { Json, JsonObject } from "../../contract/action.ts";
import { HOOK_MARK } from "../../contract/own-marks.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { blankComments } from "../../contract/strict-json.ts";
import type { HookEntry } from "./place.ts";

/** The text with exactly these entries of ours in it; the same text when they are there already. */
export function withEntries(text: string, entries: readonly HookEntry[], start: JsonObject): Result<string> {
  const cleared = withoutEntries(text === "" ? `${JSON.stringify(start, null, 2)}\n` : text, entries);
  if (!cleared.ok) return cleared;
  if (text !== "" && hasEntries(text, entries)) return ok(text);
  return ok(entries.reduce((next, { at, value }) => append(next, at, [value]), cleared.value));
}

/** More elements in a list, the list made where there is none. Nothing that is there is written anew. */
export function append(text: string, at: readonly string[], values: readonly Json[]): string {
  const { unit, eol } = styleOf(text);
  let container = parseTree(text, [], { allowTrailingComma: true });
  let depth = 0;
  for (const key of at) {
    const next: Node | undefined = container === undefined ? undefined : findNodeAtLocation(container, [key]);
    if (next === undefined) break;
    container = next;
    depth++;
  }
  if (container === undefined) return text;
  const [key, ...inner] = at.slice(depth);
  const nested = inner.reduceRight<unknown>((content, name) => ({ [name]: content }), [HERE]);
  const indent = eol + unit.repeat(depth + 1);
  const json = JSON.stringify(key === undefined ? HERE : nested, null, unit).replaceAll("\n", indent);
  const between = `,${/\s*$/.exec(json.slice(0, json.indexOf(`"${HERE}"`)))?.[0] || indent}`;
  const own = json.replace(`"${HERE}"`, () => values.map(inOneLine).join(between));
  const piece = key === undefined ? own : `${JSON.stringify(key)}: ${own}`;
  const last = container.children?.at(-1);
  if (last === undefined) return splice(text, container.offset + 1, `${indent}${piece}${eol}${unit.repeat(depth)}`);
  return splice(text, last.offset + last.length, `,${indent}${piece}`);
}

const HERE = "here";
/** A hook is read as one thing. */
const inOneLine = (value: Json): string => JSON.stringify(value, null, 1).replace(/\n */g, " ");

const splice = (text: string, at: number, piece: string): string => text.slice(0, at) + piece + text.slice(at);

/** The text without any entry of ours. Lists and objects that were made for them go with them when they are empty. */
export function withoutEntries(text: string, entries: readonly HookEntry[]): Result<string> {
  let next = text;
  for (const { at } of entries) {
    const list = valuesAt(next, at);
    if (!list.ok) return list;
    const ours = list.value.flatMap((value, i) => (isOurs(value) ? [i] : []));
    next = remove(next, at, ours);
  }
  return ok(next);
}

/** Every entry of ours that is in the file under these lists, each list looked at once. */
export function ownEntries(text: string, entries: readonly HookEntry[]): readonly HookEntry[] {
  const lists = entries.filter(({ at }, i) => entries.findIndex((one) => one.at.join("\n") === at.join("\n")) === i);
  return lists.flatMap(({ at }) => {
    const list = valuesAt(text, at);
    return list.ok ? list.value.filter(isOurs).map((value) => ({ at, value: value as JsonObject })) : [];
  });
}

const hasEntries = (text: string, entries: readonly HookEntry[]): boolean =>
  JSON.stringify(ownEntries(text, entries)) === JSON.stringify(entries);

const isOurs = (value: unknown): boolean => JSON.stringify(value).includes(HOOK_MARK);

/** What stands in the list, nothing where there is none yet, or a sentence why the file is not touched. */
export function valuesAt(text: string, at: readonly string[]): Result<readonly unknown[]> {
  const list = listAt(text, at);
  return list.ok ? ok((list.value?.children ?? []).map((node): unknown => getNodeValue(node))) : list;
}

function listAt(text: string, at: readonly string[]): Result<Node | undefined> {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  if (tree === undefined || errors.length > 0) return fail(describeJsonError(text, errors));
  if (tree.type !== "object") return fail("it holds no JSON object");
  let node: Node | undefined = tree;
  for (const [depth, key] of at.entries()) {
    if (node.type !== "object") return fail(`${at.slice(0, depth).join(".")} is not an object`);
    const found: Node[] = (node.children ?? []).filter((property) => property.children?.[0]?.value === key);
    // A host takes the last of two equal keys, an editor the first.
    if (found.length > 1) return fail(`it has the key ${at.slice(0, depth + 1).join(".")} twice`);
    node = found[0]?.children?.[1];
    if (node === undefined) return ok(undefined);
  }
  return node.type === "array" ? ok(node) : fail(`${at.join(".")} is not a list`);
}

/**
 * Whether the host itself can read the text: one that cannot runs no hook of it and says next to nothing. `comments`: it takes them
 * out first. A sentence names the line and what to do.
 */
export function readableFor(text: string, { comments }: { readonly comments: boolean }): Result<void> {
  const bare = comments ? blankComments(text) : text;
  try {
    JSON.parse(bare);
    return ok(undefined);
  } catch (error) {
    const errors: ParseError[] = [];
    parseTree(bare, errors, { allowTrailingComma: false, disallowComments: true });
    const [first] = errors;
    if (first === undefined) return fail(`it is not valid JSON (${messageOf(error).split("\n")[0]}); correct it first`);
    return fail(describeStrictly(bare, first));
  }
}

/** What people write most, in their words. */
function describeStrictly(text: string, first: JsonFault): string {
  const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length;
  if (/^\/[/*]/.test(text.slice(first.offset)))
    return `line ${lineOf(first.offset)} is not valid JSON: it has a comment; take the comment out`;
  const comma = /,\s*$/.exec(text.slice(0, first.offset));
  if (comma !== null && /^[\]}]/.test(text.slice(first.offset)))
    return `line ${lineOf(comma.index)} is not valid JSON: its last comma has nothing after it; take that comma out`;
  return describeJsonError(text, [first]);
}

/** Where a text stops being JSON, and the parser's number for why. */
interface JsonFault {
  readonly offset: number;
  readonly error: number;
}

/** Where a person has to look. */
export function describeJsonError(text: string, [first]: readonly JsonFault[]): string {
  const line = text.slice(0, first?.offset ?? 0).split("\n").length;
  const what =
    first === undefined
      ? ""
      : ` (${printParseErrorCode(first.error)
          .replace(/\B[A-Z]/g, " $&")
          .toLowerCase()})`;
  return `line ${line} is not valid JSON${what}; correct it first`;
}

/** These elements of a list less; lists and objects that are empty then go with them. */
export function remove(text: string, at: readonly string[], gone: readonly number[]): string {
  return gone.length === 0 ? text : prune(without(text, at, gone), at);
}

/** Children of a list or an object less; with each goes the comma that joined it to its neighbour. */
function without(text: string, at: readonly string[], gone: readonly number[]): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const container = tree === undefined ? undefined : findNodeAtLocation(tree, [...at]);
  const children = container?.children ?? [];
  const [first, last] = [children[0], children.at(-1)];
  if (container === undefined || first === undefined || last === undefined) return text;
  const endOf = ({ offset, length }: Node): number => offset + length;
  const left = new Set(children.keys());
  for (const i of gone) left.delete(i);
  if (left.size === 0) return text.slice(0, container.offset + 1) + text.slice(endOf(container) - 1);
  const [head] = left;
  const kept = children.map((node, i) => {
    if (!left.has(i)) return "";
    const before = children[i - 1];
    return text.slice(i === head || before === undefined ? node.offset : endOf(before), endOf(node));
  });
  return text.slice(0, first.offset) + kept.join("") + text.slice(endOf(last));
}

function prune(text: string, at: readonly string[]): string {
  let next = text;
  for (let depth = at.length; depth > 0; depth--) {
    const tree = parseTree(next, [], { allowTrailingComma: true });
    const node = tree === undefined ? undefined : findNodeAtLocation(tree, at.slice(0, depth));
    if (node?.parent?.parent === undefined || (node.children ?? []).length > 0) break;
    next = without(next, at.slice(0, depth - 1), [node.parent.parent.children?.indexOf(node.parent) ?? -1]);
  }
  return next;
}

/** As the file is written already. */
const styleOf = (text: string): { readonly unit: string; readonly eol: string } => ({
  unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ",
  eol: text.includes("\r\n") ? "\r\n" : "\n",
});

// What will change, line by line, as people are used to reading it.

const CONTEXT = 2;
/** Past this the middle is shown as replaced: a settings file is small. */
const MAX_CELLS = 4_000_000;

type DiffLine = { readonly sign: " " | "+" | "-"; readonly text: string };

export function diffLines(before: string, after: string): readonly string[] {
  const lines = compare(before === "" ? [] : before.split("\n"), after === "" ? [] : after.split("\n"));
  const near = lines.map((_, i) =>
    lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some(({ sign }) => sign !== " "),
  );
  return lines.flatMap(({ sign, text }, i) => {
    if (near[i] === true) return [`${sign} ${text}`];
    return near[i - 1] === true ? ["  …"] : [];
  });
}

function compare(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const kept = (text: string): DiffLine => ({ sign: " ", text });
  return [
    ...a.slice(0, head).map(kept),
    ...compareMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(kept),
  ];
}

/** The longest common lines stay. */
function compareMiddle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  if (a.length === 0 || b.length === 0 || a.length * b.length > MAX_CELLS) return [...a.map(gone), ...b.map(come)];
  const common = commonLengths(a, b);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  for (let [left, right] = [a[i], b[j]]; left !== undefined && right !== undefined; [left, right] = [a[i], b[j]]) {
    if (left === right) {
      lines.push({ sign: " ", text: left });
      i++;
      j++;
    } else if (common(i + 1, j) >= common(i, j + 1)) {
      lines.push(gone(left));
      i++;
    } else {
      lines.push(come(right));
      j++;
    }
  }
  return [...lines, ...a.slice(i).map(gone), ...b.slice(j).map(come)];
}

const gone = (text: string): DiffLine => ({ sign: "-", text });
const come = (text: string): DiffLine => ({ sign: "+", text });

/** How many lines the rests of both from here on can have in common. */
function commonLengths(a: readonly string[], b: readonly string[]): (i: number, j: number) => number {
  const width = b.length + 1;
  const best = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      best[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}
