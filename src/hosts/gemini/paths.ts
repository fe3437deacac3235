/**
 * Gemini CLI 0.61 opens another file than is written: it takes an `@` off the front, decodes `%2e` in the whole path, reads an
 * address of a file; and `replace`, given a relative name that is not there, looks for a file that ends with it in every
 * directory it works in.
 */
import type { HostPaths, OpeningPlace } from "../../contract/opening.ts";
import { decodePercent, fileBehind, resolveLiterally } from "../spellings.ts";

export const geminiPaths: HostPaths = (text, at) => {
  const bare = text.replace(/^@[/\\]*/, "");
  const address = /^file:/i.test(bare) ? [fileBehind(bare)] : [];
  const named = [...new Set([text, text.slice(text.startsWith("@") ? 1 : 0), bare, ...address])];
  return [
    ...named.flatMap((name) => opened(name, at)),
    ...(at.tool === "replace" && isSearched(text, at) ? [null] : []),
  ];
};

/** It decodes the whole path, below whatever directory, and does so again where it looks at the path once more. */
function opened(name: string | null, at: OpeningPlace): readonly (string | null)[] {
  if (name === null || name === "") return name === null ? [null] : [];
  const once = decodePercent(resolveLiterally(name, at));
  return [name, once, decodePercent(once)];
}

const isSearched = (text: string, at: OpeningPlace): boolean =>
  !/^[/\\]|^[A-Za-z]:[/\\]/.test(text) &&
  ["absent", "unreadable"].includes(at.world.stat(resolveLiterally(text, at)).kind);
