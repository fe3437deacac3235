/** What a command reads because a list names it: each name where the list is known, any place where it is not. */
import { type Effect, type Target, unknownTarget } from "../../contract/effect.ts";
import { type FileList, listsOf } from "../../programs/index.ts";
import type { CommandDraft } from "./invocation.ts";
import { isLikely, textAt } from "./likely.ts";
import { knownWord, type ScriptPoint, type Stdin } from "./reader.ts";
import { targetOf } from "./target.ts";

/** How many names of one list are looked at. */
const MAX_NAMES = 256;

/** `name`: the program's. A list is never proven harmless, be its names known or not. */
export function addListed(point: ScriptPoint, draft: CommandDraft, name: string): void {
  const lists = listsOf(name, draft.words.slice(1));
  if (lists.length === 0) return;
  for (const list of lists)
    for (const dir of draft.state.dirs)
      draft.effects.push(...listEffects(point, list, { dir, stdin: draft.call.stdin }));
  if (draft.unclear.length === 0) draft.unclear.push(`${name}: names of files that come from a list`);
}

interface ListPlace {
  readonly dir: Target;
  readonly stdin: Stdin;
}

function listEffects(point: ScriptPoint, list: FileList, { dir, stdin }: ListPlace): readonly Effect[] {
  const { world } = point.reader.context;
  const file = list.from === null ? undefined : targetOf(list.from, dir, world);
  const text = file === undefined ? inputText(point, stdin) : isLikely(point) ? fileText(point, list, file) : undefined;
  const names = text === undefined ? [] : namesIn(text, list);
  const all = text !== undefined && list.separator !== "words" && names.length <= MAX_NAMES;
  return [
    ...(file === undefined ? [] : [file]),
    ...names.slice(0, MAX_NAMES).map((name) => targetOf(knownWord(name), dir, world)),
    ...(all ? [] : [unknownTarget()]),
  ].map((target) => ({ do: "read", target, recursive: false, content: true }));
}

/** What a substituted process prints is known by the name it stands for. */
const fileText = (point: ScriptPoint, { from }: FileList, { path }: Target): string | undefined =>
  point.reader.pipes.get(from?.value ?? "") ?? textAt(point, path);

/** A likely reading takes what is known of it. */
function inputText(point: ScriptPoint, stdin: Stdin): string | undefined {
  if (stdin.kind === "text") return stdin.text;
  return stdin.kind === "unknown" && isLikely(point) ? stdin.outline : undefined;
}

const namesIn = (text: string, { separator }: FileList): readonly string[] =>
  (separator === "words" ? text.split(/[\s"'=@<>;]+/) : text.split(separator))
    .map((name) => name.replace(/\n$/, ""))
    .filter((name) => name !== "");
