/** Values of objects that are there for secrets: those of a cluster, as YAML or JSON has them. */
import type { Range } from "./assigned-values.ts";

const MAX_VALUE = 4_096;
const ENTRY = new RegExp(
  `["']?([\\w./-]{1,128})["']?\\s{0,16}:\\s{0,16}(?:"([^"\\\\\\r\\n]{1,${MAX_VALUE}})"|'([^'\\\\\\r\\n]{1,${MAX_VALUE}})'|([^\\s"'{}[\\],|>&*!][^\\s"'{}[\\],]{1,${MAX_VALUE}}))`,
  "dg",
);
/** Says what the object is. */
const ABOUT = /^(?:apiVersion|kind|name|namespace|type|op|path|from|immutable|app|version|labels|annotations)$/;
const BLANKED = /^\[(?:secret, |redacted )|^\$/;

const entriesOf = (text: string, offset: number): readonly Range[] =>
  [...text.matchAll(ENTRY)].flatMap(({ 1: name = "", indices }) => {
    const [from, to] = indices?.[2] ?? indices?.[3] ?? indices?.[4] ?? [0, 0];
    const value = text.slice(from, to);
    return ABOUT.test(name) || to === from || BLANKED.test(value) ? [] : [{ from: from + offset, to: to + offset }];
  });

/** Of the text with which such an object is changed. */
export const objectRanges = (text: string): readonly Range[] =>
  /(?:^|\W)(?:string)?data\W/i.test(text) ? entriesOf(text, 0) : [];

const KIND = /\bkind["']?\s{0,8}:\s{0,8}["']?Secret(?![\w-])/;
/** The lines of a block that are indented further, and an object in brackets. */
const BLOCK = /^([ \t]*)(?:string)?data:[ \t]*\r?\n((?:\1[ \t]+[^\r\n]*(?:\r?\n|$))+)/gm;
const BRACKETS = /["']?(?:string)?data["']?\s{0,8}:\s{0,8}\{([^{}]{0,65536})\}/gi;

/** Of every object in a text that says that it is one. */
export function secretObjectRanges(text: string): readonly Range[] {
  if (!KIND.test(text)) return [];
  const ranges: Range[] = [];
  let offset = 0;
  for (const document of text.split(/^(?=---)/m)) {
    if (KIND.test(document))
      for (const match of [...document.matchAll(BLOCK), ...document.matchAll(BRACKETS)]) {
        const inner = match[2] ?? match[1] ?? "";
        ranges.push(...entriesOf(inner, offset + match.index + match[0].lastIndexOf(inner)));
      }
    offset += document.length;
  }
  return ranges;
}
