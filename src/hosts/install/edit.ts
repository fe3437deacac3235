/** Our entries in a host's JSON file: put in and taken out, every other byte as it was. */
import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
} from "jsonc-parser";
import type { JsonObject } from "../../action.ts";
import { fail, ok, type Result } from "../../result.ts";
import { MARK } from "./line.ts";

/** A list in the file, and what is ours in it. */
export interface Entry {
  readonly at: readonly string[];
  readonly value: JsonObject;
}

/** The text with exactly these entries of ours in it; the same text when they are there already. */
export function withEntries(text: string, entries: readonly Entry[], start: JsonObject): Result<string> {
  const cleared = withoutEntries(text === "" ? `${JSON.stringify(start, null, 2)}\n` : text, entries);
  if (!cleared.ok) return cleared;
  if (text !== "" && has(text, entries)) return ok(text);
  let next = cleared.value;
  for (const { at, value } of entries) {
    const edits = modify(next, [...at, -1], value, { isArrayInsertion: true, formattingOptions: formatOf(next) });
    next = applyEdits(next, edits);
  }
  return ok(next);
}

/** The text without any entry of ours. Lists and objects that were made for them go with them when they are empty. */
export function withoutEntries(text: string, entries: readonly Entry[]): Result<string> {
  let next = text;
  for (const { at } of entries) {
    const list = listAt(next, at);
    if (!list.ok) return list;
    const ours = (list.value?.children ?? []).flatMap((node, i) => (isOurs(node) ? [i] : []));
    for (const i of ours.reverse())
      next = applyEdits(next, modify(next, [...at, i], undefined, { formattingOptions: formatOf(next) }));
    if (ours.length > 0) next = pruned(next, at);
  }
  return ok(next);
}

/** Every entry of ours that is in the file under these lists. */
export function ownEntries(text: string, entries: readonly Entry[]): readonly Entry[] {
  return entries.flatMap(({ at }) => {
    const list = listAt(text, at);
    const nodes = list.ok ? (list.value?.children ?? []).filter(isOurs) : [];
    return nodes.map((node) => ({ at, value: getNodeValue(node) as JsonObject }));
  });
}

const has = (text: string, entries: readonly Entry[]): boolean =>
  JSON.stringify(ownEntries(text, entries)) === JSON.stringify(entries);

const isOurs = (node: Node): boolean => JSON.stringify(getNodeValue(node)).includes(MARK);

/** The list, undefined where there is none yet, or a sentence why the file is not touched. */
function listAt(text: string, at: readonly string[]): Result<Node | undefined> {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  if (tree === undefined || errors.length > 0) return fail("it is not valid JSON; mend it first, nothing was changed");
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

function pruned(text: string, at: readonly string[]): string {
  let next = text;
  for (let depth = at.length; depth > 0; depth--) {
    const tree = parseTree(next, [], { allowTrailingComma: true });
    const node = tree === undefined ? undefined : findNodeAtLocation(tree, at.slice(0, depth));
    if (node === undefined || (node.children ?? []).length > 0) break;
    next = applyEdits(next, modify(next, at.slice(0, depth), undefined, { formattingOptions: formatOf(next) }));
  }
  return next;
}

/** As the file is written already. */
function formatOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
