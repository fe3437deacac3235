/** Which files a diff names, as `patch` and `git apply` would: every header counts, also one that stands in a hunk. */
import { type Listing, UNREAD } from "./listing.ts";

const HEADERS = [
  /^(?:---|\+\+\+|\*\*\*) (?!\/dev\/null(?:\t|$))([^\t]+?)(?:\t.*)?$/,
  /^(?:rename|copy) (?:from|to) (.+)$/,
  /^Index: (.+)$/,
];
/** Both names of one line are the same but for what stands before the first slash, unless headers say otherwise. */
const GIT_HEADER = /^diff --git ("(?:[^"\\]|\\.)*"|.+) ("(?:[^"\\]|\\.)*"|\S+)$/;
/** A link that the diff makes may lead what comes after it elsewhere. */
const MAKES_LINK = /^(?:new file mode|new mode|old mode) 120000$/m;

/** Names with nothing stripped from them. */
export function filesInDiff(text: string): Listing {
  const names = text.split(/\r?\n/).flatMap((line) => {
    const git = GIT_HEADER.exec(line);
    if (git !== null) return [git[1] ?? "", git[2] ?? ""];
    return HEADERS.flatMap((header) => header.exec(line)?.[1] ?? []);
  });
  if (names.length === 0) return UNREAD;
  return { names: [...new Set(names.map(unquote))], whole: !MAKES_LINK.test(text) };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" };

/** Git's quoted form: octal bytes and the escapes of C. */
function unquote(name: string): string {
  if (!/^".*"$/.test(name)) return name.trim();
  const bytes = name
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
    );
  return /^[\0-\xff]*$/.test(bytes) ? Buffer.from(bytes, "latin1").toString("utf8") : bytes;
}
