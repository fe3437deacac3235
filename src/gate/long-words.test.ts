/** However long a word, a path or a text is, the work of deciding grows with it and not with its square. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";
import { workGrows } from "../testing/work-grows.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

const PIECES = [
  "a",
  "/",
  "a/",
  "../",
  "a.",
  "=a",
  "hook",
  "$a",
  "{a,",
  "-",
  "#",
  "?a",
  "a@",
  "@",
  "a:",
  "key",
  "a_",
  "A1",
];

const CALLS: readonly (readonly [what: string, made: (text: string) => ReturnType<typeof call>])[] = [
  ["a word that is printed", (text) => bash(`echo ${text}`)],
  ["a document", (text) => bash(`cat <<'X'\n${text}\nX`)],
  ["a word of a program nobody knows", (text) => bash(`someprog ${text}`)],
  ["where something is copied to", (text) => bash(`scp f '${text}'`)],
  ["a path", (text) => call("Read", { file_path: `/${text}` })],
  ["an address", (text) => call("WebFetch", { url: `https://x.example/${text}`, prompt: "x" })],
  ["a field of a tool", (text) => call("mcp__a__b", { path: text })],
];

test.each(PIECES.flatMap((piece) => CALLS.map(([what, made]) => [what, piece, made] as const)))(
  "%s, made of %j",
  async (_, piece, made) => {
    expect(await workGrows(piece, (text) => here.gate().check(made(text)))).toBeLessThan(6);
  },
);

test.each(["/", "a", "$a", "{a,", "../"])(
  "half a million characters of %j are decided, and not allowed",
  async (piece) => {
    const text = piece.repeat(500_000 / piece.length);
    for (const [, made] of CALLS.filter(([what]) => !/printed|document|path/.test(what)))
      expect((await here.gate().check(made(text))).behavior).not.toBe("allow");
  },
);
