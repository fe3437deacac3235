/** Redirections: what they read and write, and what standard input then holds. */
import type { Effect, Target, WriteEffect } from "../../contract/effect.ts";
import { unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { assignTo } from "./assign.ts";
import { expandOne, expandWord, joinParts } from "./expand.ts";
import type { Redirection } from "./parse.ts";
import { opaque, type ScriptPoint, type Stdin } from "./reader.ts";
import { NUMBER, text, type Value } from "./state.ts";
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

const UNKNOWN_STDIN: Stdin = { kind: "unknown" };

export function redirect(point: ScriptPoint, redirections: readonly Redirection[]): Redirected {
  const effects: Effect[] = [];
  const output: WriteEffect[] = [];
  let stdin = point.stdin;
  let moved = false;
  let mayFail = false;
  for (const each of redirections) {
    const descriptor = each.descriptor?.type === "FileDescriptor" ? each.descriptor.value : null;
    if (each.descriptor?.type === "FileDescriptorVariable") {
      const { name } = each.descriptor;
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
        opaque(point, "a redirection whose variable could run code", each.pos);
      for (const powerful of assignTo(point, name, NUMBER))
        effects.push({ do: "environment", name: powerful, value: null, matters: true });
    }
    if (each.type === "HereDoc") {
      const { parts } = each.body;
      const value: Value = parts === undefined ? text(each.body.text) : joinParts(point, parts);
      // Tabs are taken off before anything is put in place.
      const mixed = each.operator === "<<-" && parts?.some((part) => part.type !== "Literal") === true;
      if ((descriptor ?? 0) === 0) {
        const known = value.kind === "text" && !mixed;
        stdin = known ? { kind: "text", text: stripTabs(each.operator, value.text) } : UNKNOWN_STDIN;
      }
      continue;
    }
    if (each.target === undefined) continue;
    if (each.type === "HereString") {
      const value = expandOne(point, each.target);
      if ((descriptor ?? 0) === 0)
        stdin = value.kind === "text" ? { kind: "text", text: `${value.text}\n` } : UNKNOWN_STDIN;
      continue;
    }
    const words = expandWord(point, each.target);
    const word = words.length === 1 ? words[0] : undefined;
    if (isDuplicate(each.operator, word)) {
      if (!/^[012]?-?$/.test(word?.value ?? "")) mayFail = true;
      if (each.operator === "<&" && (descriptor ?? 0) === 0) stdin = UNKNOWN_STDIN;
      if (each.operator === ">&" && (descriptor ?? 1) === 1) moved = true;
      continue;
    }
    const targets =
      word === undefined
        ? [unknownTarget()]
        : point.state.dirs.map((dir) => targetOf(word, dir, point.reader.context.world));
    for (const target of targets) {
      const reads = each.operator === "<" || each.operator === "<>" || each.operator === "<&";
      const writes = each.operator !== "<" && each.operator !== "<&";
      const network = networkOf(target);
      if (network !== null) effects.push(network);
      else if (!isHarmlessPlace(target)) {
        if (reads) effects.push({ do: "read", target, recursive: false, content: true });
        if (writes) {
          const effect: WriteEffect = {
            do: "write",
            target,
            recursive: false,
            ...(each.operator.endsWith(">>") ? { as: "append" as const } : {}),
          };
          effects.push(effect);
          if (each.operator.startsWith("&") || each.operator === ">&" || (descriptor ?? 1) === 1) output.push(effect);
        }
      }
      if (writes && (descriptor ?? 1) === 1) moved = true;
      if (reads && (descriptor ?? 0) === 0)
        stdin = target.path === "/dev/null" ? { kind: "text", text: "" } : UNKNOWN_STDIN;
    }
  }
  return { effects, stdin, output, moved, mayFail: mayFail || effects.length > 0 };
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
