/** Whether the person named the file or the address that an earlier call looked at. */
import type { PastCall } from "./scan.ts";
import { findNeedle, leavesOf, lowerAscii, type Needle, nameNeedle, pathNeedle } from "./text.ts";
import { isFileName, valuesIn } from "./values.ts";

const FILE = /[\p{L}\p{N}._~/-]*[\p{L}\p{N}_-]\.[a-z][a-z0-9]{0,7}(?![\p{L}\p{N}._/-])/giu;
const ANYWHERE = { projectRoot: "\0", home: "\0" } as const;
const MAX_TARGETS = 20;
/** What is searched for is no place that was looked at. */
const SEARCHED = /(?:^|_)(?:q|query|search|text|pattern|filter|keywords?)$/i;

/** An address by itself, not by its host alone: on a host stand many people's pages. */
export function isNamed({ input }: PastCall, typed: readonly string[]): boolean {
  const fields = Object.entries(input).filter(([name]) => !SEARCHED.test(name));
  const targets = fields.flatMap(([, value]) => [...leavesOf(value)].flatMap(targetsIn)).slice(0, MAX_TARGETS);
  return targets.some((needle) => typed.some((text) => findNeedle(needle, text)));
}

function targetsIn(leaf: string): readonly Needle[] {
  const values = valuesIn(leaf, ANYWHERE, { strong: false }).filter(
    ({ ordinary, of }) => ordinary !== true && of === undefined,
  );
  const files = (leaf.match(FILE) ?? []).filter(isFileName).flatMap((file) => {
    const path = lowerAscii(file);
    return [pathNeedle(path), nameNeedle(path.slice(path.lastIndexOf("/") + 1))];
  });
  return [...values.flatMap(({ needles }) => needles), ...files];
}
