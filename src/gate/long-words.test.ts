/** However long a word, a path or a text is, a call is decided: a pattern that costs the square of it would hang here. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

const LONG = 500_000;
const long = (part: string): string => part.repeat(Math.floor(LONG / part.length));

test.each([["a"], ["/"], ["a/"], ["../"], ["a."], ["=a"], ["hook"], ["$a"], ["{a,"], ["-"], ["#"], ["?a"]])(
  "words of half a million characters, made of %j",
  async (part) => {
    const gate = here.gate();
    for (const command of [`echo ${long(part)}`, `cat <<'X'\n${long(part)}\nX`, `someprog ${long(part)}`])
      expect((await gate.check(bash(command))).behavior).toBeOneOf(["ask", "deny", "allow"]);
    expect((await gate.check(call("Read", { file_path: `/${long(part)}` }))).behavior).toBeOneOf([
      "ask",
      "deny",
      "allow",
    ]);
    const fetched = call("WebFetch", { url: `https://x.example/${long(part)}`, prompt: "x" });
    expect((await gate.check(fetched)).behavior).not.toBe("allow");
    expect((await gate.check(call("mcp__a__b", { path: long(part) }))).behavior).not.toBe("allow");
  },
);
