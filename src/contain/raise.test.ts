/** The session's temporary directory, where another user was first. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratchFolder } from "../testing/folder.ts";
import { ownAmong } from "./raise.ts";

test("a name that is taken, or leads elsewhere, is passed over; one that is ours comes before one that is free", () => {
  const box = scratchFolder();
  try {
    const [open = "", link = "", free = "", own = ""] = ["open", "link", "free", "own"].map((n) => join(box.folder, n));
    mkdirSync(open, { mode: 0o755 });
    symlinkSync(box.folder, link);
    expect(ownAmong([open, link, free, own])).toBe(free);
    mkdirSync(own, { mode: 0o700 });
    expect(ownAmong([open, link, free, own])).toBe(own);
    expect(ownAmong([open, link])).toBe(open);
  } finally {
    box.remove();
  }
});
