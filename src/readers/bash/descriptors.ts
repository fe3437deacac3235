/** Descriptors that a script opens and reads later: `exec 3< file`, `{fd}<<< text`, a coprocess (likely readings). */
import type { Target } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { assignUnseen } from "./assign.ts";
import { isLikely } from "./likely.ts";
import { inputOf, type ScriptPoint, type Stdin } from "./reader.ts";
import { NUMBER, text, UNKNOWN, type Value } from "./state.ts";

/** What can be read from a descriptor, and the file it was opened on. */
export interface OpenedInput {
  readonly stdin: Stdin;
  readonly file?: Target;
}

/** The shell takes the first free number from here. */
const FIRST_FREE = 10;

/** The number that `{name}<` puts into its variable. */
export const freeDescriptor = (point: ScriptPoint): Value =>
  isLikely(point) ? text(String(FIRST_FREE + point.reader.descriptors.size)) : NUMBER;

export function keepOpen({ reader }: ScriptPoint, descriptor: number, opened: OpenedInput): void {
  reader.descriptors.set(descriptor, opened);
  if (opened.stdin.kind === "text") reader.pipes.set(`/dev/fd/${descriptor}`, opened.stdin.text);
}

const PLACE = /\/(?:dev|proc\/(?:self|\$\$))\/fd\/(\d+)$/;

/** What was opened as this descriptor, by its number or by the place that stands for it. */
export function openedAs({ reader }: ScriptPoint, descriptor: string): OpenedInput | undefined {
  const number = PLACE.exec(descriptor)?.[1] ?? descriptor;
  const printed = reader.pipes.get(`/dev/fd/${number}`);
  return (
    (/^\d+$/.test(number) ? reader.descriptors.get(Number(number)) : undefined) ??
    (printed === undefined ? undefined : { stdin: { kind: "text", text: printed } })
  );
}

/** `@/dev/fd/10` is the file that was opened as it. */
export function throughDescriptor(point: ScriptPoint, word: KnownWord): KnownWord {
  if (point.reader.descriptors.size === 0 || word.value === null) return word;
  const file = openedAs(point, PLACE.exec(word.value)?.[1] ?? "")?.file;
  if (file?.certainty !== "exact") return word;
  const value = word.value.replace(PLACE, file.path);
  return { ...word, value, prefix: value };
}

/** A coprocess: the first element of its array is where its output is read. */
export function nameCoprocess(point: ScriptPoint, name: string, out: Value | null): void {
  const from = freeDescriptor(point);
  if (from.kind === "text") keepOpen(point, Number(from.text), { stdin: inputOf(out) });
  assignUnseen(point, name, from.kind === "text" ? { kind: "list", items: [from, UNKNOWN] } : UNKNOWN);
}
