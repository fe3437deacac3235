/** Redirections: what they read and write, and what standard input then holds. */
import type { Effect, Target, WriteEffect } from "../../contract/effect.ts";
import { unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { assignTo } from "./assign.ts";
import { freeDescriptor, keepOpen, type OpenedInput, openedAs } from "./descriptors.ts";
import { expandOne, expandWord, joinParts } from "./expand.ts";
import { isLikely, textAt } from "./likely.ts";
import type { Redirection, Word } from "./parse.ts";
import { opaque, type ScriptPoint, type Stdin, UNKNOWN_STDIN } from "./reader.ts";
import { outlineOf, text, type Value } from "./state.ts";
import { isHarmlessPlace, targetOf } from "./target.ts";

export interface Redirected {
  readonly effects: readonly Effect[];
  readonly stdin: Stdin;
  /** Where standard output goes, when it goes to a file. */
  readonly output: readonly WriteEffect[];
  /** Standard output goes elsewhere than it did. */
  readonly moved: boolean;
  /** Something may not open, and then the command does not run. */
  readonly mayFail: boolean;
}

/** What the redirections read so far have made. */
interface Redirecting {
  readonly effects: Effect[];
  readonly output: WriteEffect[];
  stdin: Stdin;
  moved: boolean;
  mayFail: boolean;
}

export function redirect(point: ScriptPoint, redirections: readonly Redirection[]): Redirected {
  const made: Redirecting = { effects: [], output: [], stdin: point.stdin, moved: false, mayFail: false };
  for (const each of redirections) {
    const descriptor = descriptorOf(each) ?? setDescriptor(point, made, each);
    const given = takeInput(point, made, each);
    if (given !== undefined && isLikely(point) && (descriptor ?? 0) > 2) keepOpen(point, descriptor ?? 0, given);
    else if (given !== undefined && isInput(each)) made.stdin = given.stdin;
  }
  return { ...made, mayFail: made.mayFail || made.effects.length > 0 };
}

/** What it opens for reading, on whatever descriptor. */
function takeInput(point: ScriptPoint, made: Redirecting, each: Redirection): OpenedInput | undefined {
  if (each.type === "HereDoc") return { stdin: documentOf(point, each) };
  if (each.target === undefined) return undefined;
  return each.type === "HereString"
    ? { stdin: stringOf(point, each.target) }
    : openFile(point, made, each, each.target);
}

/** `{name}>file` puts a number into the variable. */
function setDescriptor(point: ScriptPoint, made: Redirecting, { descriptor, pos }: Redirection): number | null {
  if (descriptor?.type !== "FileDescriptorVariable") return null;
  const { name } = descriptor;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) opaque(point, "a redirection whose variable could run code", pos);
  const number = freeDescriptor(point);
  for (const powerful of assignTo(point, name, number))
    made.effects.push({ do: "environment", name: powerful, value: null, matters: true });
  return number.kind === "text" ? Number(number.text) : null;
}

const descriptorOf = ({ descriptor }: Redirection): number | null =>
  descriptor?.type === "FileDescriptor" ? descriptor.value : null;
/** `{name}<` and `{name}>` open another one than those a command has. */
const isOwn = ({ descriptor }: Redirection): boolean => descriptor?.type !== "FileDescriptorVariable";
const isInput = (each: Redirection): boolean => isOwn(each) && (descriptorOf(each) ?? 0) === 0;
const isOutput = (each: Redirection): boolean => isOwn(each) && (descriptorOf(each) ?? 1) === 1;

function documentOf(point: ScriptPoint, each: Extract<Redirection, { readonly type: "HereDoc" }>): Stdin {
  const { parts } = each.body;
  const value: Value = parts === undefined ? text(each.body.text) : joinParts(point, parts);
  // Tabs are taken off before anything is put in place.
  const isMixed = each.operator === "<<-" && parts?.some((part) => part.type !== "Literal") === true;
  return value.kind === "text" && !isMixed
    ? { kind: "text", text: stripTabs(each.operator, value.text) }
    : { kind: "unknown", outline: stripTabs(each.operator, outlineOf(value)) };
}

function stringOf(point: ScriptPoint, target: Word): Stdin {
  const value = expandOne(point, target);
  return value.kind === "text"
    ? { kind: "text", text: `${value.text}\n` }
    : { kind: "unknown", outline: `${outlineOf(value)}\n` };
}

function openFile(point: ScriptPoint, made: Redirecting, each: Redirection, target: Word): OpenedInput | undefined {
  const words = expandWord(point, target);
  const word = words.length === 1 ? words[0] : undefined;
  if (isDuplicate(each.operator, word)) return duplicate(point, made, each, word);
  const open = isLikely(point) && each.operator === "<" ? openedAs(point, word?.value ?? "") : undefined;
  if (open !== undefined && open.file === undefined) return open;
  const { world } = point.reader.context;
  const targets = word === undefined ? [unknownTarget()] : point.state.dirs.map((dir) => targetOf(word, dir, world));
  for (const one of targets) openTarget(made, each, one);
  const [first] = targets;
  if (!isLikely(point) || !each.operator.startsWith("<") || first?.certainty !== "exact") return undefined;
  const held = textAt(point, first.path);
  const unread = isInput(each) ? made.stdin : UNKNOWN_STDIN;
  return open ?? { stdin: held === undefined ? unread : { kind: "text", text: held }, file: first };
}

function duplicate(
  point: ScriptPoint,
  made: Redirecting,
  each: Redirection,
  word: KnownWord | undefined,
): OpenedInput | undefined {
  if (!/^[012]?-?$/.test(word?.value ?? "")) made.mayFail = true;
  if (each.operator === ">&" && isOutput(each)) made.moved = true;
  if (each.operator !== "<&") return undefined;
  const opened = openedAs(point, word?.value?.replace(/-$/, "") ?? "");
  if (opened?.file !== undefined) openTarget(made, each, opened.file);
  return opened ?? (isInput(each) ? { stdin: UNKNOWN_STDIN } : undefined);
}

function openTarget(made: Redirecting, each: Redirection, target: Target): void {
  const { operator } = each;
  const reads = operator === "<" || operator === "<>" || operator === "<&";
  const writes = operator !== "<" && operator !== "<&";
  const network = networkOf(target);
  if (network !== null) made.effects.push(network);
  else if (!isHarmlessPlace(target)) {
    if (reads) made.effects.push({ do: "read", target, recursive: false, content: true });
    if (writes) writeTo(made, each, target);
  }
  if (writes && isOutput(each)) made.moved = true;
  if (reads && isInput(each)) made.stdin = target.path === "/dev/null" ? { kind: "text", text: "" } : UNKNOWN_STDIN;
}

function writeTo(made: Redirecting, each: Redirection, target: Target): void {
  const append = each.operator.endsWith(">>") ? ({ as: "append" } as const) : {};
  const effect: WriteEffect = { do: "write", target, recursive: false, ...append };
  made.effects.push(effect);
  if (each.operator.startsWith("&") || each.operator === ">&" || isOutput(each)) made.output.push(effect);
}

const stripTabs = (operator: "<<" | "<<-", body: string): string =>
  operator === "<<-" ? body.replace(/^\t+/gm, "") : body;

/** `2>&1`, `>&-`, `<&3-`: no file. `>& word` and `&> word` are files. */
function isDuplicate(operator: string, word: KnownWord | undefined): boolean {
  return (
    (operator === ">&" || operator === "<&") &&
    word?.value !== null &&
    word?.glob === false &&
    /^(?:\d+-?|-)$/.test(word.value)
  );
}

function networkOf(target: Target): Effect | null {
  const match = /^\/dev\/(tcp|udp)(?:\/([^/]*))?/.exec(target.path);
  if (match === null) return null;
  return {
    do: "network",
    act: "network.raw",
    host: target.certainty === "exact" ? (match[2] ?? "").toLowerCase() || null : null,
    sends: true,
  };
}
