/** Patches, as every host's parser reads them: what one could read otherwise is none. */
import { expect, test } from "vitest";
import { patchedFiles } from "./patch.ts";

const patch = (...lines: string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

test.each([
  [patch("*** Add File: a.ts", "+x"), [{ path: "a.ts", does: "add" }]],
  [patch("*** Add File: a b.ts", "+", "+*** Delete File: x"), [{ path: "a b.ts", does: "add" }]],
  [patch("*** Delete File: a.ts"), [{ path: "a.ts", does: "delete" }]],
  [
    patch("*** Update File: a.ts", "@@ class A", " x", "-y", "+z", "", "*** End of File"),
    [{ path: "a.ts", does: "update" }],
  ],
  [
    patch("*** Update File: a.ts", "*** Move to: b.ts", "@@", "-y", "+z"),
    [{ path: "a.ts", does: "update", to: "b.ts" }],
  ],
  [
    `\n${patch("*** Update File: a.ts", "@@", "+z", "*** Delete File: b.ts", "*** Add File: c.ts", "+1")}\n`,
    [
      { path: "a.ts", does: "update" },
      { path: "b.ts", does: "delete" },
      { path: "c.ts", does: "add" },
    ],
  ],
  [patch("*** Add File: a.ts", "+x").replaceAll("\n", "\r\n"), [{ path: "a.ts", does: "add" }]],
])("%j", (text, files) => expect(patchedFiles(text)).toEqual(files));

test.each([
  ["", "nothing"],
  [patch(), "no file"],
  ["*** Begin Patch\n*** Add File: a\n+x", "no end"],
  [`${patch("*** Add File: a", "+x")}\n*** Add File: .git/config`, "behind its end"],
  [`sh <<'EOF'\n${patch("*** Add File: a", "+x")}\nEOF`, "inside something"],
  [patch("*** Add File: a", "x"), "a line that begins with nothing known"],
  [patch("*** Add File: a", "+x", ""), "a blank line in a new file"],
  [patch("*** Delete File: a", "+x"), "text below what is deleted"],
  [patch("+x"), "text below nothing"],
  [patch(" *** Add File: a", "+x"), "a padded header"],
  [patch("*** Update File: a", "@@", " *** Delete File: b"), "text a patient reader takes for a header"],
  [patch("*** Update File: a", "@@", " x\u2028*** Delete File: b"), "a header behind an odd end of line"],
  [patch("***Add File: a", "+x"), "a header without its blank"],
  [patch("*** Rename File: a"), "a header nobody knows"],
  [patch("*** Environment ID: x", "*** Add File: a", "+x"), "a header only some know"],
  [patch("*** Add File: a ", "+x"), "a path with a blank behind"],
  [patch("*** Add File: a\u200b", "+x"), "a path with a sign nobody sees"],
  [patch("*** Add File: a", "*** Move to: b", "+x"), "a new file that moves"],
  [patch("*** Update File: a", "@@", "+x", "*** Move to: b"), "a move behind the text"],
  [patch("*** Update File: a", "*** Move to: b", "*** Move to: c", "+x"), "two moves"],
  [patch("*** Move to: b"), "a move of nothing"],
  [patch("*** Update File: a", "*** Move to: b\u00a0", "+x"), "a move to a path with a blank behind"],
  [patch("*** Begin Patch", "*** Add File: a", "+x"), "two beginnings"],
  [patch("*** Add File: a", "+x", "*** End of File"), "an end of a new file"],
])("%j is none: %s", (text) => expect(patchedFiles(text)).toBeUndefined());
