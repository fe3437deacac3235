/** Patches that a host could read otherwise than the gate: refused, whatever the settings; the strict form is read exactly. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patchFiles } from "../programs/index.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.ts", "a\n");
});
afterAll(() => here.remove());

const patch = (...lines: string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const BENIGN = ["*** Add File: notes.txt", "+hello"];
const HIDDEN = "*** Add File: .git/hooks/pre-commit";

const REFUSED: readonly (readonly [what: string, text: string])[] = [
  ["a header behind spaces", patch(...BENIGN, `  ${HIDDEN}`, "+x")],
  ["a header behind a tab", patch(...BENIGN, `\t${HIDDEN}`, "+x")],
  ["a header behind U+0085", patch(...BENIGN, `\u0085${HIDDEN}`, "+x")],
  ["a header behind a no-break space", patch(...BENIGN, `\u00a0${HIDDEN}`, "+x")],
  ["a header behind a zero-width space", patch(...BENIGN, `\u200b${HIDDEN}`, "+x")],
  ["a header behind a byte-order mark", patch(...BENIGN, `\ufeff${HIDDEN}`, "+x")],
  ["a delete behind a space", patch(...BENIGN, " *** Delete File: src/a.ts")],
  ["a header as a context line", patch("*** Update File: src/a.ts", "@@", " a", ` ${HIDDEN}`, "+x")],
  ["the same behind a tab", patch("*** Update File: src/a.ts", "@@", " a", ` \t${HIDDEN}`, "+x")],
  ["the same behind a no-break space", patch("*** Update File: src/a.ts", "@@", " a", ` \u00a0${HIDDEN}`, "+x")],
  ["the same behind U+0085", patch("*** Update File: src/a.ts", "@@", " a", ` \u0085${HIDDEN}`, "+x")],
  ["a header behind a lone carriage return", patch("*** Add File: a", `+x\r${HIDDEN}`, "+x")],
  ["a header behind U+2028", patch("*** Add File: a", `+x\u2028${HIDDEN}`, "+x")],
  ["a header behind a form feed", patch("*** Add File: a", `+x\f${HIDDEN}`, "+x")],
  ["a header in capitals", patch(...BENIGN, HIDDEN.toUpperCase(), "+x")],
  ["a header without its space", patch(...BENIGN, "*** Add File:.git/hooks/x", "+x")],
  ["a header with two spaces", patch(...BENIGN, "***  Add File: .git/hooks/x", "+x")],
  ["a path that ends in a space", patch("*** Add File: a ", "+x")],
  ["a path with a zero-width character", patch("*** Add File: .g\u200bit/x", "+x")],
  ["a path with a tab", patch("*** Add File: a\tb", "+x")],
  ["a marker nobody knows", patch("*** Environment: x", ...BENIGN)],
  ["a move without an update", patch("*** Move to: .git/x")],
  ["a move after an added file", patch(...BENIGN, "*** Move to: .git/x")],
  ["a second beginning", patch(...BENIGN, "*** Begin Patch", HIDDEN, "+x")],
  ["text behind the end", `${patch(...BENIGN)}\n${HIDDEN}\n+x`],
  ["text before the beginning", `x\n${patch(...BENIGN)}`],
  ["a here-document around it", `<<'EOF'\n${patch(...BENIGN)}\nEOF`],
  ["text that no header explains", patch("--- a/src/a.ts", "+++ b/.git/config")],
  ["a line without a sign in an added file", patch("*** Add File: a", "x")],
  ["a unified diff", "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n"],
  ["no file at all", patch()],
];

describe("a patch that could be read in two ways", () => {
  test.each(REFUSED)("%s", async (_, text) => {
    for (const mode of ["auto", "bypassPermissions"] as const)
      expect(await here.gate().check({ ...call("Patch", { patch: text }), mode })).toMatchObject({
        behavior: "deny",
        by: "toolCheck",
      });
  });
});

describe("the strict form", () => {
  test("every file it names is seen", () => {
    const text = patch(
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
    );
    expect(patchFiles(`\n${text.replaceAll("\n", "\r\n")}\n`)).toEqual({
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

  test("passes as an edit of the project", async () => {
    expect(await here.gate().check(call("Patch", { patch: patch(...BENIGN) }))).toMatchObject({ by: "acceptEdits" });
  });
});

describe("an agent's patch program in a shell command is judged as its tool is", () => {
  const add = (path: string): string => patch(`*** Add File: ${path}`, "+x");
  const typed = (path: string): string => `apply_patch <<'EOF'\n${add(path)}\nEOF`;
  const given = (path: string): string => `apply_patch '${add(path)}'`;
  const held = { behavior: "ask" };

  test.each([
    typed(".envrc"),
    given(".envrc"),
    typed(".mcp.json"),
    typed(".github/workflows/x.yml"),
    given("../docs/x"),
    `cd src && ${typed("../.envrc")}`,
    `applypatch '${add(".envrc")}'`,
    `bash -lc "apply_patch '${add(".envrc")}'"`,
    `cat <<'EOF' | apply_patch\n${add(".envrc")}\nEOF`,
    `apply_patch '${patch("*** Update File: src/a.ts", "*** Move to: .envrc", "@@", "-a", "+b")}'`,
  ])("%s", async (command) => {
    for (const walls of [true, "host", "hostWritable", false] as const)
      expect(await here.gate().check(bash(command, { walls }))).toMatchObject(held);
  });

  test.each(['apply_patch "$PATCH"', "apply_patch < change.patch", "make-patch | apply_patch"])(
    "not read, it is not allowed where nothing holds it: %s",
    async (command) => {
      for (const walls of ["hostWritable", false] as const)
        expect(await here.gate().check(bash(command, { walls }))).toMatchObject(held);
    },
  );

  test("an ordinary one is an edit of the project", async () => {
    expect(await here.gate().check(bash(typed("src/new.ts"), { walls: "hostWritable" }))).toMatchObject({
      behavior: "allow",
      by: "acceptEdits",
    });
  });

  test.each([typed(".git/hooks/pre-commit"), given(".claude/settings.json"), given(" .git/hooks/pre-commit")])(
    "a guarded place in it is the person's in every mode: %s",
    async (command) => {
      expect(await here.gate().check(bash(command, { mode: "bypassPermissions" }))).toMatchObject({
        behavior: "ask",
        by: "safetyCheck",
      });
    },
  );
});
