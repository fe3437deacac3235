/** What rules are handed of a plain text. */
import { describe, expect, test } from "vitest";
import { readSimple } from "./index.ts";

const CONTEXT = { cwd: "/p", home: "/home/me", platform: "linux" } as const;
const read = (text: string) => readSimple(text, CONTEXT) ?? [];

describe("directories", () => {
  test.each<readonly [string, readonly (string | null)[]]>([
    ["ls && cat a", ["/p", "/p"]],
    ["cd src && ls | head && cat a", ["/p", "/p/src", "/p/src", "/p/src"]],
    ["cd src && ls ; cat a", ["/p", "/p/src", null]],
    ["cd src && ls || cat a && cat b", ["/p", "/p/src", null, null]],
    ["cd ../x/./y && ls", ["/p", "/x/y"]],
    ["cd ~/q && ls", ["/p", "/home/me/q"]],
    ["cd src; ls", ["/p", null]],
    ["ls && cd src && ls", ["/p", "/p", null]],
    ["cd - && ls", ["/p", null]],
    ["cd && ls", ["/p", null]],
    ["pushd src && ls", ["/p", null]],
  ])("%s", (text, cwds) => expect(read(text).map(({ cwd }) => cwd)).toEqual(cwds));
});

test("words, wrappers, assignments, redirections and what is fed", () => {
  const [one, two, three] = read(
    "CI=1 rtk git log -n 5 -- src\nnpm test > out.txt 2>> err.txt < in.txt\ncat <<'EOF'\nx\nEOF",
  );
  expect(one).toMatchObject({ name: "git", wrappers: ["rtk"], assignments: [{ name: "CI", value: "1" }], depth: 0 });
  expect(one?.use).toMatchObject({
    path: ["log"],
    options: [{ names: ["-n", "--max-count"], role: "text" }],
    operands: [{ role: "read" }],
  });
  expect(two?.use).toBeUndefined();
  expect(two?.writes.map(({ value }) => value)).toEqual(["out.txt", "err.txt"]);
  expect(two?.reads.map(({ value }) => value)).toEqual(["in.txt"]);
  expect(three?.document).toBe("x\n");
});

test("roles of words", () => {
  const roles = (text: string) => read(text)[0]?.use?.operands.map(({ role }) => role);
  expect(roles("grep -n foo a b")).toEqual(["pattern", "read", "read"]);
  expect(roles("grep -rn -e foo a")).toEqual(["search"]);
  expect(roles("sed -i s/a/b/ a")).toEqual(["text", "write"]);
  expect(roles("cp a b c")).toEqual(["read", "read", "write"]);
  expect(roles("mv a b")).toEqual(["move", "write"]);
  expect(roles("git diff main -- src")).toEqual(["revision", "read"]);
  expect(roles("git add a")).toEqual(["stage"]);
  expect(roles("curl http://localhost:3000/")).toEqual(["host"]);
  expect(roles("rm --no-such a")).toBeUndefined();
});

test("words as they are written, and globs as patterns", () => {
  const [command] = read("cat 'a b' src/*.ts ~/x");
  expect(command?.words).toMatchObject([
    { value: "cat" },
    { value: "a b", text: "'a b'", prefix: "a b" },
    { value: "src/*.ts", glob: true, prefix: "src/" },
    { value: "/home/me/x", text: "~/x" },
  ]);
});

test("what is not plain is not listed", () => {
  for (const text of ["echo $X", "if true; then rm x; fi", "(ls)", "sh -c 'ls' &"])
    expect(readSimple(text, CONTEXT)).toBeUndefined();
});
