/** Other ways in which servers take a path in a text: behind a sign, with lines behind it, in a tag, several in one text. For what finds. */
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import type { LooseString } from "./loose-values.ts";

const MAX_TEXT = 16_384;
const MAX_NAMES = 64;

/** `@a`, `f=@a`, `path=a`: what stands behind. */
const BEFORE = /^(?:[\w.-]{1,64}=)?[@<>!=&#+:-]{0,4}(?=[\w./~-])/;
/** `a:10-20`, `a#L3`, `a?raw`. */
const BEHIND = /(?::\d+(?:[-:,]\d+)*|[#?].*|[>)\]]+)$/;
const BETWEEN_TAGS = />\s*([^<>\s]{1,1024})\s*</g;
const LINKED = /\]\(\s*([^()\s]{1,1024})\s*\)/g;
const BETWEEN = /[\s,;|:]+/;

/** Names in the text that are not the text itself. In texts for people only one word is a name. */
export function namesWithin({ text, isText, isContent }: LooseString, call: PolicyCall): readonly string[] {
  const told = text.trim();
  if (told === "" || told.length > MAX_TEXT || isContent === true || /^https?:/i.test(told)) return [];
  const tagged = [...`>${told}<`.matchAll(BETWEEN_TAGS), ...told.matchAll(LINKED)].map(([, name = ""]) => name);
  if (isText && /\s/.test(told)) return [];
  const several = isText ? [] : listed(told, call);
  const names = [told, ...tagged, ...several].filter((name) => !/\s/.test(name)).flatMap(bare);
  return [...new Set(names)].filter((name) => name !== text).slice(0, MAX_NAMES);
}

const bare = (name: string): readonly string[] => {
  const behind = name.replace(BEFORE, "");
  return [name, behind, behind.replace(BEHIND, "")].filter((one) => one !== "");
};

/** A list is one where each of its words looks like a path or is one that is there: prose is not. */
function listed(text: string, { cwd, world }: PolicyCall): readonly string[] {
  const words = text.split(BETWEEN).filter((word) => word !== "");
  if (words.length < 2 || words.length > MAX_NAMES) return [];
  const isName = (word: string): boolean =>
    /[\w*]\/[\w*.]|[^.]\.\w|^[~/.]/.test(word) || world.stat(absolutePath(word, cwd, world)).kind !== "absent";
  return words.every(isName) ? words : [];
}
