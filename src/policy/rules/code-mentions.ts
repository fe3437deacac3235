/**
 * Commands and places by what code mentions, for rules that forbid: where it starts a program, or opens a file, by a word that it made
 * itself (a parameter, a table, a condition), each of its texts may be that word.
 */
import { beside } from "../../contract/beside.ts";
import type { Effect, Target } from "../../contract/effect.ts";
import { exact } from "../../contract/effect.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import {
  codeSpellings,
  namesMentioned,
  namesOpenly,
  startsOpenly,
  treesTaken,
  wordsMentioned,
} from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import { commandsGiven, evaluates } from "../tools/index.ts";

const MAX_CODE = 16_384;
const MAX_CODES = 8;

const found = beside<PolicyCall, readonly ReadonlySet<string>[]>();

/** All of the words are mentioned by one piece of code that starts programs by words of its own making. `words`: folded. */
export function mentionsCommand(words: readonly string[], call: PolicyCall): boolean {
  const known = words.filter(Boolean);
  if (known.length === 0) return false;
  const mentioned = found.get(call) ?? wordsOf(call);
  found.set(call, mentioned);
  return mentioned.some((one) => known.every((word) => one.has(word)));
}

const wordsOf = (call: PolicyCall): readonly ReadonlySet<string>[] =>
  codesOf(call).flatMap(({ code, language }) =>
    codeSpellings(code, language)
      .slice(0, 3)
      .flatMap((spelled) => (startsOpenly(spelled) ? [wordsMentioned(spelled)] : [])),
  );

interface Code {
  readonly code: string;
  readonly language: string;
}

/** On the command line, in the scripts it names, and in the fields of a tool that evaluates them. */
function codesOf(call: PolicyCall): readonly Code[] {
  const effects = [call.effects, ...call.likely().map((reading) => reading.effects)].flat();
  const fields = call.spec.anyField && evaluates(call.tool, call.input) ? commandsGiven(call.input, /^/) : [];
  const codes = [
    ...effects.flatMap((effect) => codeOf(effect, call)),
    ...fields.map((code) => ({ code, language: "" })),
  ];
  return [...new Map(codes.map((one) => [one.code, one])).values()].slice(0, MAX_CODES);
}

function codeOf(effect: Effect, { world }: PolicyCall): readonly Code[] {
  if (effect.do !== "run" || SHELL.test(effect.language ?? "")) return [];
  const language = effect.language ?? effect.program ?? "";
  if (effect.code !== undefined) return effect.code.length > MAX_CODE ? [] : [{ code: effect.code, language }];
  if (effect.script?.certainty !== "exact") return [];
  const bytes = world.readFile(effect.script.path, MAX_CODE);
  return bytes === undefined ? [] : [{ code: new TextDecoder().decode(bytes), language }];
}
const SHELL = /^(?:shell|bash|sh|zsh)$/;

/** What code copies or packs with all that lies below. */
export const copiedPlaces = (code: string, from: string, { world }: PolicyCall): readonly MentionedPlace[] =>
  treesTaken(code).map((name) => ({ target: exact(absolutePath(name, from, world)), recursive: true }));

export interface MentionedPlace {
  readonly target: Target;
  readonly recursive: boolean;
}

/** What is there of the names that code mentions, where it opens files by names of its own making. `code`: as it is spelled. */
export function mentionedPlaces(code: string, from: string, { world }: PolicyCall): readonly MentionedPlace[] {
  if (!namesOpenly(code)) return [];
  return namesMentioned(code).flatMap((name): readonly MentionedPlace[] => {
    const path = absolutePath(name, from, world);
    const { kind } = world.stat(path);
    // A name alone may be any word: it is a place where there is something.
    if (kind === "absent" && !name.includes("/")) return [];
    return isInside(from, path) ? [] : [{ target: exact(path), recursive: kind === "directory" }];
  });
}

/** The same, where only a file that is there counts: here, or below home. */
export const mentionedFiles = (code: string, from: string, call: PolicyCall): readonly MentionedPlace[] =>
  [from, call.world.home].flatMap((base) =>
    mentionedPlaces(code, base, call).filter(({ target }) => call.world.stat(target.path).kind === "file"),
  );
