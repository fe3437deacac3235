/** Redirections: what they read and write, and what standard input then holds. */
import { type Effect, type Target, unknownTarget, type WriteEffect } from "../../contract/effect.ts";
import { expandOne, expandWord, joinParts } from "./expand.ts";
import type { Redirection, Word } from "./parse.ts";
import { isHarmlessPlace, targetOf } from "./places.ts";
import type { Input, Point } from "./point.ts";
import { outlineOf, textValue, UNKNOWN, type Value } from "./state.ts";

export interface Redirected {
  readonly effects: readonly Effect[];
  readonly input: Input;
  /** Where standard output goes, when it goes to a file. */
  readonly output: readonly WriteEffect[];
  /** Standard output goes elsewhere than it did. */
  readonly moved: boolean;
}

interface Redirecting {
  readonly effects: Effect[];
  readonly output: WriteEffect[];
  input: Input;
  moved: boolean;
}

export function redirect(point: Point, redirections: readonly Redirection[]): Redirected {
  const made: Redirecting = { effects: [], output: [], input: point.input, moved: false };
  for (const each of redirections) {
    if (each.type === "HereDoc") takeInput(made, each, documentOf(point, each));
    else if (each.target === undefined) continue;
    else if (each.type === "HereString")
      takeInput(made, each, textValue(`${outlineOf(expandOne(point, each.target))}\n`));
    else openFile(point, made, each, each.target);
  }
  return made;
}

const descriptorOf = ({ descriptor }: Redirection): number | null =>
  descriptor?.type === "FileDescriptor" ? descriptor.value : descriptor === undefined ? null : -1;
const isInput = (each: Redirection): boolean => (descriptorOf(each) ?? 0) === 0;
const isOutput = (each: Redirection): boolean => (descriptorOf(each) ?? 1) === 1;

function takeInput(made: Redirecting, each: Redirection, value: Value): void {
  if (isInput(each)) made.input = value;
}

function documentOf(point: Point, each: Extract<Redirection, { readonly type: "HereDoc" }>): Value {
  const { parts } = each.body;
  const value = parts === undefined ? textValue(each.body.text) : joinParts(point, parts);
  return each.operator === "<<-" ? textValue(outlineOf(value).replace(/^\t+/gm, "")) : value;
}

type FileRedirection = Extract<Redirection, { readonly type: "Redirect" }>;

function openFile(point: Point, made: Redirecting, each: FileRedirection, written: Word): void {
  const words = expandWord(point, written);
  const word = words.length === 1 ? words[0] : undefined;
  const { operator } = each;
  // `2>&1`, `>&-`, `<&3-`: no file. `>& word` and `&> word` are files.
  if (/^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(word?.value ?? "")) {
    if (operator === ">&" && isOutput(each)) made.moved = true;
    if (operator === "<&" && isInput(each)) made.input = UNKNOWN;
    return;
  }
  openTarget(made, each, word === undefined ? unknownTarget() : targetOf(word, point.state.cwd));
}

function openTarget(made: Redirecting, each: FileRedirection, target: Target): void {
  const { operator } = each;
  const reads = operator === "<" || operator === "<>" || operator === "<&";
  const writes = operator !== "<" && operator !== "<&";
  const network = networkOf(target);
  if (network !== undefined) made.effects.push(network);
  else if (!isHarmlessPlace(target)) {
    if (reads) made.effects.push({ do: "read", target, recursive: false, content: true });
    if (writes) writeTo(made, each, target);
  }
  if (writes && isOutput(each)) made.moved = true;
  if (reads) takeInput(made, each, target.path === "/dev/null" ? textValue("") : UNKNOWN);
}

function writeTo(made: Redirecting, each: FileRedirection, target: Target): void {
  const append = each.operator.endsWith(">>") ? ({ as: "append" } as const) : {};
  const effect: WriteEffect = { do: "write", target, recursive: false, ...append };
  made.effects.push(effect);
  if (each.operator.startsWith("&") || each.operator === ">&" || isOutput(each)) made.output.push(effect);
}

function networkOf({ path, certainty }: Target): Effect | undefined {
  const match = /^\/dev\/(?:tcp|udp)(?:\/([^/]*))?/.exec(path);
  if (match === null) return undefined;
  const host = certainty === "exact" ? (match[1] ?? "").toLowerCase() || null : null;
  return { do: "network", act: "network.raw", host, sends: true };
}
