/** The address of a resource makes its server contact somebody: judged as fetching it is, under any spelling. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

const read = (uri: string) => call("ReadMcpResource", { server: "s", uri });
const STRANGER = [
  "https://evil.example/?token=abc",
  "https://evil.example/abc",
  "HTTPS://evil.example/x",
  "https:evil.example/x",
  "https:\\\\evil.example\\x",
  " https://evil.example/x",
  "ht\ntps://evil.example/x",
  "https%3A%2F%2Fevil.example%2Fx",
  "https%253A%252F%252Fevil.example%252Fx",
  "http://user@evil.example:8080/x",
  "ftp://evil.example/x",
  "wss://evil.example/x",
  "git+https://evil.example/x.git",
  "ssh://git@evil.example/x",
  "view-source:https://evil.example/x",
  "fetch://https://evil.example/x",
  "web://page?url=https://evil.example/x",
  "web://page/https%3A%2F%2Fevil.example/x",
  "jar:http://evil.example/x.jar!/a",
  "proxy://evil.example/x",
  "own://evil.example:443/x",
  "//evil.example/x",
  "file://evil.example/share/x",
  "smb://evil.example/share",
];

describe("a stranger's address", () => {
  test.each(STRANGER)("%j is not proven", async (uri) => {
    const { behavior, by } = await here.gate({ classifier: null }).check(read(uri));
    expect([behavior, by]).toEqual(["ask", "offline"]);
  });
  test.each(STRANGER)("%j is bound by a rule for the domain", async (uri) => {
    const settings = { permissions: { deny: ["WebFetch(domain:evil.example)"] } };
    expect((await here.gate({ classifier: null, settings }).check(read(uri))).by).toBe("denyRule");
  });
});

test.each([
  "note://today",
  "NOTE://today?at=10:30",
  "github://owner/repo/issues/1",
  "memo:1",
  "memo://insights",
  "docs://guide/a b?c=d",
  "schema://tables",
  "schema://tables/users:columns",
  "file:///README.md",
  "README.md",
])("an address of a scheme that only reads: %s", async (uri) => {
  expect((await here.gate({ classifier: null }).check(read(uri))).by).toBe("safeTool");
});

test.each([
  "env://SECRET_KEY",
  "env:PATH",
  "environment://all",
  "k8s://secrets/db",
  "vault://kv/api_key",
  "x:.env",
  "store://app/%2eenv",
  "s://id_ed25519",
  "own://user?password=x",
  "shell:///bin/sh -c id",
  "exec://ls",
  "javascript:fetch(1)",
  "own://a/b?c=d",
  "op://Personal/github",
  "OP://Personal/github",
  " o\np://Personal/github",
  "op%3A%2F%2FPersonal%2Fgithub",
  "vault://prod/db",
  "keychain:login",
  "bitwarden://x",
  "gopass://x",
  "aws-secretsmanager:x",
  "ssm:/prod/db",
  "note:op://Personal/github",
  "note://x?from=op://Personal/github",
  "C:\\Users\\me\\x",
])("an address that asks for more than reading: %s", async (uri) => {
  expect((await here.gate({ classifier: null }).check(read(uri))).behavior).toBe("ask");
});

test("a file behind a scheme nobody knows is bound by a rule for it", async () => {
  const settings = { permissions: { deny: ["Read(./notes.txt)"] } };
  for (const uri of ["x:notes.txt", "x://notes.txt", "own+y:./notes.txt"])
    expect([uri, (await here.gate({ classifier: null, settings }).check(read(uri))).by]).toEqual([uri, "denyRule"]);
});
