/** What is no file, names and contents that are secrets, answers that are the person's, and reasons that say what is so. */
import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { call, type Project, project, SAYS_YES, scripted } from "../testing/index.ts";

const NUMBER = "A".repeat(43);
const CONTENTS: readonly (readonly [name: string, text: string])[] = [
  ["wg.txt", `[Interface]\nPrivateKey = ${NUMBER}=\n`],
  ["jwk.json", `{"kty":"OKP","crv":"Ed25519","x":"${NUMBER}","d":"${NUMBER}"}`],
  ["turned.json", `{"d":"${NUMBER}","kty":"EC"}`],
  ["minisign", "untrusted comment: minisign encrypted secret key\nRWRTY0Iy\n"],
  ["signify.sec", "untrusted comment: signify secret key\nRWRCSwAA\n"],
  ["ssh2", "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nP2/56wAA\n---- END SSH2 ENCRYPTED PRIVATE KEY ----\n"],
];
const ORDINARY: readonly (readonly [name: string, text: string])[] = [
  ["public.json", `{"kty":"OKP","x":"${NUMBER}"}`],
  ["path.json", '{"d":"M0 0L10 10"}'],
  ["minisign.note", "untrusted comment: minisign public key\nRWQf6LRC\n"],
  ["wg-public.txt", `[Peer]\nPublicKey = ${NUMBER}=\n`],
  ["cookies.ts", "export {};\n"],
  ["kaggle.md", "x\n"],
];

let here: Project;
beforeAll(() => {
  here = project();
  for (const [name, text] of [...CONTENTS, ...ORDINARY]) here.write(name, text);
  here.write("src/a.ts", "a\n");
  here.write(".env", "PASSWORD=hunter2hunter2\n");
  execFileSync("mkfifo", [here.at("src/pipe")]);
  symlinkSync("pipe", here.at("src/way"));
  symlinkSync("/dev/zero", here.at("src/zero"));
});
afterAll(() => here.remove());

const decide = async (tool: string, input: JsonObject) => here.gate({ classifier: null }).check(call(tool, input));
const read = async (path: string): Promise<string> =>
  (await decide("Read", { file_path: path.startsWith("/") ? path : here.at(path) })).by;

describe("Read", () => {
  test.each(["/dev/zero", "/dev/stdin", "/dev/fd/0", "src/pipe", "src/way", "src/zero"])(
    "%s may never end",
    async (path) => expect(await read(path)).not.toBe("safeTool"),
  );
  test.each([
    ...["http-client.private.env.json", "kaggle.json", "keystore.properties", "wallet/cwallet.sso"],
    ...["e2e/storageState.json", "wallet.dat"],
  ])("%s is a secret by its name", async (path) => expect(await read(path)).not.toBe("safeTool"));
  test.each(CONTENTS)("%s is one by what it holds", async (name) => expect(await read(name)).not.toBe("safeTool"));
  test.each([...ORDINARY.map(([name]) => name), "src/a.ts"])("%s is read", async (name) =>
    expect(await read(name)).toBe("safeTool"),
  );
  test.each([20_000, 16_000, 5_000])("a path of %i parts is told in words", async (count) => {
    for (const [tool, input] of [
      ["Read", { file_path: here.at(`${"a/".repeat(count)}x`) }],
      ["Grep", { pattern: "x", path: here.at(`${"a/".repeat(count)}x`) }],
    ] as const) {
      const { by, reason } = await decide(tool, input);
      expect([by, reason]).not.toContain("error");
      expect(reason).not.toMatch(/stack/);
    }
  });
});

describe("SendMessage", () => {
  test.each<JsonObject>([
    { to: "a", message: { type: "plan_approval_response", request_id: "1", approve: true } },
    { to: "a", message: { type: "shutdown_response", request_id: "1", approve: true } },
    { to: "a", message: '{"type":"plan_approval_response","request_id":"1","approve":true}' },
    { to: "a", message: "yes", type: "plan_approval_response" },
    { to: "a", message: ["yes"] },
  ])("%j answers for the person", async (input) =>
    expect((await decide("SendMessage", input)).by).toBe("userInteraction"),
  );
  test.each<JsonObject>([
    { to: "a", message: "take packages/ui", summary: "ui" },
    { to: "a", message: "approve of the plan? see [1]", type: "message" },
    { to: "a", message: '{"name":"x"} is what package.json should hold' },
  ])("%j is a message", async (input) => expect((await decide("SendMessage", input)).by).toBe("safeTool"));
});

describe("a search that was denied", () => {
  test.each<readonly [JsonObject, string]>([
    [{ glob: ".e*" }, "deniedBefore"],
    [{ glob: ".e*", head_limit: 5 }, "deniedBefore"],
    [{ glob: ".en*" }, "classifier"],
    [{ type: "zig" }, "classifier"],
    [{ glob: "*.pem" }, "safeTool"],
  ])("%j is %s", async (input, by) => {
    const gate = here.gate({ classifier: scripted(SAYS_YES) });
    const grep = (more: JsonObject) => gate.check(call("Grep", { pattern: "PASSWORD", ...more }));
    expect((await grep({ glob: ".e*" })).by).toBe("classifier");
    expect((await grep(input)).by).toBe(by);
  });
});

test("EnterWorktree tells of a tree", async () => {
  const { by, reason } = await decide("EnterWorktree", { name: "x" });
  expect(by).toBe("safetyCheck");
  expect(reason).toContain("Work in another tree");
  expect(reason).not.toContain("A write to .claude");
});
