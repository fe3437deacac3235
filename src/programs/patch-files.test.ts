/** The strict form of a patch: every file it names is seen. */
import { expect, test } from "vitest";
import { patchFiles } from "./index.ts";

test("every file it names is seen", () => {
  const text = [
    "*** Begin Patch",
    "*** Add File: a b.txt",
    "+x\fy",
    "",
    "*** Update File: src/a.ts",
    "*** Move to: src/b.ts",
    "@@ class A",
    " a",
    "-*** Add File: text",
    "+*** Delete File: text",
    "*** End of File",
    "*** Delete File: /c",
    "*** End Patch",
  ].join("\r\n");
  expect(patchFiles(`\n${text}\n`)).toEqual({
    ok: true,
    value: [
      { path: "a b.txt", deletes: false },
      { path: "src/a.ts", deletes: false },
      { path: "src/a.ts", deletes: true },
      { path: "src/b.ts", deletes: false, from: "src/a.ts" },
      { path: "/c", deletes: true },
    ],
  });
});
