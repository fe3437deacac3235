/** Whole places whose names code lists and takes away where it lists them: `array_map("unlink", glob("/home/*"))`. */
import { LIST_MARK, takesAllListed } from "../../readers/bash/index.ts";

const MAX_LISTS = 8;
const PLACE = String.raw`["'\x60]([~/][^"'\x60\n*?]{0,160})["'\x60]`;
const LISTING = `(?:listFiles|list|children|iterdir|entries|each_child|walk(?:TopDown|BottomUp)?|r?glob)`;
/** What only makes a path or a file of the place. */
const MADE = String.raw`(?:(?:new\s+)?[\w.:$]{1,60}\(\s?${PLACE}\s?\)|${PLACE})`;

/** A list of all that lies in a place. */
const WHOLE: readonly RegExp[] = [
  /(["'`])([~/][^"'`\n*?]{0,160}?)\/?(?:\*{1,2}(?:\/\*)?|\{[*.,]{2,8}\}|\.\*)\1/g,
  /<"?([~/][^"'`\n*?>]{0,160}?)"?\/\*>/g,
  new RegExp(
    String.raw`\b(?:list\.files|dir_ls|list\.dirs|readdir(?:Sync)?|listdir|scandir|getDirectoryContents|listDirectory|Dir\.(?:children|entries|each_child)|Files\.(?:list|walk)|File\.ls!?)\s?\(?\s?${MADE}(?:[^()\n]{0,200}\))?`,
    "g",
  ),
  new RegExp(String.raw`${MADE}\s?\.\s?${LISTING}\b\s?(?:\(\s?(?:["']\*{1,2}["'])?\s?\))?`, "g"),
];
/** Some are left out, by a test of each or by a part that is taken. */
const LEAVES_OUT =
  /\b(?:if|unless|when|where|filter|select|reject|grep|fnmatch)\b|&&|=~|\b(?:ends|starts)_?[wW]ith|\[\s?-?\d*\s?:/;

/** `code`: with home spelled out. */
export function listsTakenAway(code: string): readonly string[] {
  if (LEAVES_OUT.test(code)) return [];
  return WHOLE.flatMap((list) => [...code.matchAll(list)])
    .slice(0, MAX_LISTS)
    .flatMap((match) => {
      const [whole, ...groups] = match;
      const marked = `${code.slice(0, match.index)}${LIST_MARK}${code.slice(match.index + whole.length)}`;
      const place = groups.find((group) => /^[~/]/.test(group ?? ""));
      return place !== undefined && takesAllListed(marked) ? [place] : [];
    });
}
