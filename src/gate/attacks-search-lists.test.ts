/** Filters and lists of places that a search is given: judged by what is there now, at a cost that grows with the list alone. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action, JsonObject } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.ts", "a\n");
  here.write("src/deep/b.ts", "b\n");
  here.write("certs/server.key", "k\n");
  here.write("certs/a.p12", "k\n");
  here.write("conf/secrets.yaml", "k\n");
  here.write("conf/other.yaml", "k\n");
  here.write("tools/.ssh/config", "k\n");
  here.write("old keys/id_rsa", "k\n");
});
afterAll(() => here.remove());

const PROOFS = ["readOnly", "safeTool", "contained"];
const isProven = async (action: Action): Promise<boolean> => PROOFS.includes((await here.gate().check(action)).by);
const grep = (input: JsonObject): Action => call("Grep", { pattern: "", output_mode: "content", ...input });
const many = (include: readonly string[]): Action =>
  call("read_many_files", { include: [...include] }, { host: "gemini", cwd: here.root });
const numbered = (count: number, name: (i: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, i) => name(i));

describe("a filter that picks out a secret that is there", () => {
  test.each([
    "*.p1?",
    "*.key",
    "**/.ssh/**",
    "sec*.yaml",
    "conf/*.yaml",
    "*.yaml",
    "certs/**",
    "old keys/**",
    "id_rs?",
  ])("%s", async (glob) => {
    expect(await isProven(grep({ glob }))).toBe(false);
    expect(await isProven(many([glob]))).toBe(false);
    expect(await isProven(bash(`rg -g '${glob}' ''`))).toBe(false);
  });
  test.each([
    "grep -rn --include=*.p12 '' .",
    "grep -r --include=id_rsa '' .",
    "grep -rv --include='sec*' zzz .",
    "grep -rL --include='*.key' zzz .",
    // Says nothing of what is searched.
    "rg --pre-glob '*.ts' k .",
  ])("%s", async (command) => {
    expect(await isProven(bash(command))).toBe(false);
  });
  test("what a list of files shows, it shows whole", async () => {
    expect(await isProven(many(["certs"]))).toBe(false);
    expect(await isProven(many(["src", "conf"]))).toBe(false);
  });
});

describe("nothing that is there is picked out, or found", () => {
  test.each([".*", ".env*", "*.pem", ".gnupg/**", "id_ed*", "[a-m].ts", "????", "*_*", "src\\.env"])(
    "%s",
    async (glob) => {
      expect(await isProven(grep({ glob, path: "src" }))).toBe(true);
    },
  );
  test.each<JsonObject>([
    { glob: ".*" },
    { glob: null },
    { glob: null, path: null, type: null },
    { glob: "*.key" },
    { glob: "*.yaml" },
  ])("foo in %j", async (input) => {
    expect(await isProven(grep({ pattern: "foo", ...input }))).toBe(true);
  });
  test.each(["grep -rvn --include='*.ts' foo src", "grep -rL --include='*.ts' foo .", "rg -v foo -g '*.ts'"])(
    "%s",
    async (command) => {
      expect(await isProven(bash(command))).toBe(true);
    },
  );
  test.each([[["src/**/*.ts", "src/*.ts"]], [["src/a.ts", "src/deep"]], [["{src,lib}/**/*.ts", "missing.ts"]]])(
    "%j",
    async (include) => {
      expect(await isProven(many(include))).toBe(true);
    },
  );
});

describe("a reason names no file that is not there", () => {
  test.each([".*", "*.pem", "*env", "????"])("%s", async (glob) => {
    const { reason } = await here.gate().check(grep({ glob }));
    expect(reason).not.toMatch(/gnupg|xkeyx|x\.env|\.env/);
  });
});

describe("long lists", () => {
  const SOON = 8_000;
  test("names: proven up to a bound, said beyond it", { timeout: SOON }, async () => {
    expect(await isProven(many(numbered(400, (i) => `src/${i}.js`)))).toBe(true);
    const more = await here.gate().check(many(numbered(4_000, (i) => `src/${i}.js`)));
    expect(more.by).not.toBe("safeTool");
    expect(more.reason).toContain("more places than are looked at");
  });
  test("patterns", { timeout: SOON }, async () => {
    expect(await isProven(many(numbered(20, (i) => `src/${i}/**/*.ts`)))).toBe(true);
    expect(await isProven(many(numbered(2_000, (i) => `src/${i}/**/*.ts`)))).toBe(false);
  });
  test("one filter of many parts", { timeout: SOON }, async () => {
    expect(await isProven(grep({ glob: numbered(2_000, (i) => `${i}*.ts`).join(" ") }))).toBe(true);
  });
  test("what a rule denies stays denied at the end of a list nobody looks through", async () => {
    const settings = { permissions: { deny: ["Read(./conf/**)"] } };
    const list = [...numbered(4_000, (i) => `src/${i}.js`), "conf/other.yaml"];
    const gate = here.gate({ settings });
    expect((await gate.check({ ...many(list), mode: "bypassPermissions" })).behavior).toBe("deny");
  });
});
