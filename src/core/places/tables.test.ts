/** Every row of the tables is one line, says who reads it, and means what its examples say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { AGENT_FILES } from "../../hosts/index.ts";
import { declaredFields } from "../tool-fields.ts";
import TOOLS from "../tools.json" with { type: "json" };
import PLAIN_DOTS from "./plain-dots.json" with { type: "json" };
import PROTECTED from "./protected.json" with { type: "json" };
import { isUnknownDot, protectedPlace } from "./protected.ts";
import SECRET_NAMES from "./secret-names.json" with { type: "json" };
import { credentialStore, isSecretName } from "./secrets.ts";
import STORES from "./stores.json" with { type: "json" };

const HOME = "/home/me";
const ROOT = `${HOME}/app`;
const context = { home: HOME, projectRoot: ROOT };

const folded = z.string().regex(/^[^A-Z\\[\]{}]+$/);
const examples = { match: z.string().optional(), notMatch: z.string().optional() };
const source = z.string().regex(/\S{4}/);
const SCHEMAS = {
  "protected.json": z.strictObject({
    kind: z.enum(["ask", "judge"]),
    in: folded.optional(),
    names: folded,
    source,
    ...examples,
  }),
  "stores.json": z.strictObject({
    what: z.string(),
    in: folded.optional(),
    names: folded,
    words: folded.optional(),
    file: z.literal(true).optional(),
    source,
    ...examples,
  }),
  "secret-names.json": z.union([
    z.strictObject({ names: folded, source, ...examples }),
    z.strictObject({
      holds: folded,
      and: folded.optional(),
      ends: folded,
      source,
      match: z.string(),
      notMatch: z.string(),
    }),
  ]),
  "plain-dots.json": z.strictObject({ names: folded, source }),
  "../tools.json": z.strictObject({
    tool: z.string(),
    proof: z.enum(["tool", "irrelevant", "edits"]),
    does: z.string(),
    host: z.literal(true).optional(),
    fields: z.string(),
  }),
} as const;

describe("rows", () => {
  test.each(Object.entries(SCHEMAS))("%s: one line each, nothing but what its schema has", (file, schema) => {
    const text = readFileSync(join(import.meta.dirname, file), "utf8");
    const lines = text.trim().split("\n").slice(1, -1);
    expect(lines.filter((line) => line.length > 200)).toEqual([]);
    const rows: unknown = JSON.parse(text);
    expect(rows).toHaveLength(lines.length);
    for (const row of rows as readonly unknown[]) schema.parse(row);
  });
  test("every wildcard has an example both ways", () => {
    const bare = [...PROTECTED, ...STORES].filter(
      (row) => /\*|\?$/.test(row.names) && (!("match" in row) || !("notMatch" in row)),
    );
    expect(bare).toEqual([]);
  });
  test("a tool's fields are read to the last", () => {
    for (const { fields } of TOOLS) expect(declaredFields(fields).size).toBe(fields.split(" ").filter(Boolean).length);
  });
});

/** Where a row's example stands. */
const placed = (name: string, inside: string | undefined, below = ROOT): string => {
  const path = inside === undefined ? name : `${inside}/${name}`;
  const plain = path.replaceAll("*", "x").replace(/^~(?=\/)/, HOME);
  return plain.startsWith("/") ? plain : `${below}/sub/${plain}`;
};
interface WithExamples {
  readonly in?: string;
  readonly names: string;
  readonly match?: string;
  readonly notMatch?: string;
}
const examplesOf = ({ in: inside, match, notMatch }: WithExamples) => ({
  match: (match?.split(" ") ?? []).map((name) => placed(name, inside)),
  notMatch: (notMatch?.split(" ") ?? []).map((name) => placed(name, inside)),
});

describe("examples", () => {
  test.each(PROTECTED as readonly (WithExamples & { kind: string })[])("$kind $names", (row) => {
    const { match, notMatch } = examplesOf(row);
    for (const path of match) expect([path, protectedPlace(path, context)]).toEqual([path, expect.anything()]);
    for (const path of notMatch) expect(row.names.split(" ")).not.toContain(protectedPlace(path, context)?.name);
    for (const name of row.names.split(" "))
      for (const path of [placed(name, row.in), `${placed(name, row.in)}/deep/x`])
        expect([path, protectedPlace(path, context)]).toEqual([path, expect.anything()]);
  });
  test.each(STORES as readonly (WithExamples & { what: string; words?: string; file?: boolean })[])(
    "$what $names",
    (row) => {
      const { match, notMatch } = examplesOf(row);
      for (const path of match) expect([path, credentialStore(path, HOME)]).toEqual([path, expect.anything()]);
      for (const path of notMatch) expect([path, credentialStore(path, HOME)]).not.toEqual([path, row.what]);
      if (row.words !== undefined) return;
      for (const name of row.names.split(" "))
        for (const path of [placed(name, row.in), ...(row.file === true ? [] : [`${placed(name, row.in)}/deep`])])
          expect([path, credentialStore(path, HOME)]).toEqual([path, expect.anything()]);
    },
  );
  test.each(SECRET_NAMES as readonly { names?: string; match?: string; notMatch?: string }[])(
    "$names $match",
    (row) => {
      for (const name of [row.names ?? "", row.match ?? ""].join(" ").split(" ").filter(Boolean))
        expect([name, isSecretName(name.replaceAll("*", "x").replaceAll("?", " "))]).toEqual([name, true]);
      for (const name of row.notMatch?.split(" ") ?? []) expect([name, isSecretName(name)]).toEqual([name, false]);
    },
  );
  test.each(PLAIN_DOTS.flatMap(({ names }) => names.split(" ")))("%s is plain", (name) => {
    expect(isUnknownDot(name.replaceAll("*", "x"))).toBe(false);
  });
});

describe("whole tables", () => {
  test("the agents' own files", () => {
    const { directories, configDirectories, files, instructions } = AGENT_FILES;
    const asks = [
      ...directories.map((name) => `${ROOT}/${name}/x`),
      ...configDirectories.map((name) => `${HOME}/.config/${name}/x`),
      ...files.map((name) => `${ROOT}/${name}`),
    ];
    expect(asks.filter((path) => protectedPlace(path, context)?.kind !== "ask")).toEqual([]);
    expect(instructions.filter((name) => protectedPlace(`${ROOT}/${name}`, context) === undefined)).toEqual([]);
  });
  test("secret file names, and what is made of them", () => {
    const all = (SECRET_NAMES as readonly { names?: string }[]).flatMap((row) => row.names?.split(" ") ?? []);
    const names = all
      .filter((name) => !name.includes("*"))
      .map((name) => name.replaceAll("*", "x").replaceAll("?", " "))
      .flatMap((name) => [name, `${name}.bak`, `${name}~`, `#${name}#`, name.toUpperCase(), `${name}.`]);
    const odd = [
      "bitwarden_export_2024.json",
      "1Password.csv",
      "my passwords.xlsx",
      "Login Data",
      ".pgpass.prod",
      "credentials.csv",
      "access_token.txt",
      "db-password.bak",
      ".vault_password",
      "prod-credentials.yml",
      "a:b.pem",
      "id_rsa:stream",
    ];
    const plain = [
      ".env.example",
      "example.env",
      ".secrets.baseline",
      "keeper.ts",
      "README.md",
      "tokens.ts",
      "package.json",
      "zookeeper.csv",
      "tokens.json",
      "password.ts",
      "credentials.py",
      "a:b.ts",
    ];
    expect([...names, ...odd].filter((name) => !isSecretName(name))).toEqual([]);
    expect(plain.filter(isSecretName)).toEqual([]);
  });
});

/** Ordinary code and settings of a project, which run when the project is run. */
const ORDINARY =
  "src/a.ts package.json tsconfig.json Makefile justfile conftest.py setup.py pyproject.toml build.gradle gradle.properties vite.config.ts .eslintrc.js .prettierrc Dockerfile docker-compose.yml README.md app.json .storybook/main.ts vendor/github.com/x/y.go .gitignore .editorconfig .nvmrc models/net.pth config/settings.json src/hooks/use.ts src/agents/x.ts tools/x.py .github/ISSUE_TEMPLATE/bug.md docs/workflows/x.md git/x mcp.ts";
test.each(ORDINARY.split(" "))("%s is ordinary", (name) => {
  expect(protectedPlace(`${ROOT}/${name}`, context)).toBeUndefined();
  expect(credentialStore(`${ROOT}/${name}`, HOME)).toBeUndefined();
});

/** Spellings that a file system or an eye takes for the same name. */
test.each([
  ["app/.GIT/config", "ask"],
  ["app/.git./config", "ask"],
  ["app/.g\u200bit/config", "ask"],
  ["app/.ｇｉｔ/config", "ask"],
  ["app/GIT~1/config", "ask"],
  ["app/.git::$INDEX_ALLOCATION/config", "ask"],
  ["app/.claude/worktrees/x/src/a.ts", "ask"],
  ["app/a:b.tf", "judge"],
] as const)("%s: %s", (name, kind) => {
  expect(protectedPlace(`${HOME}/${name}`, context)?.kind).toBe(kind);
});
test("in a work tree of Claude Code that part is where the project is", () => {
  const tree = { home: HOME, projectRoot: `${ROOT}/.claude/worktrees/x` };
  expect(protectedPlace(`${ROOT}/.claude/worktrees/x/src/a.ts`, tree)).toBeUndefined();
  expect(protectedPlace(`${ROOT}/.claude/worktrees/x/.claude/settings.json`, tree)?.kind).toBe("ask");
  expect(protectedPlace(`${ROOT}/.claude/settings.json`, tree)?.kind).toBe("ask");
});
