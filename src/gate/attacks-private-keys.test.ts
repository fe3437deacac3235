/** Private keys under names that tell nothing: what is in the file decides. A row passes when no proof lets the call through. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

const armour = (what: string): string => `-----BEGIN ${what}-----\nMIIEow\n-----END ${what}-----\n`;
const PUBLIC = armour("CERTIFICATE");
const KEYS: Readonly<Record<string, string>> = {
  "server.pem": `${PUBLIC}${armour(["RSA", "PRIVATE", "KEY"].join(" "))}`,
  id_rsa_deploy: armour(["OPENSSH", "PRIVATE", "KEY"].join(" ")),
  ci_ed25519: armour(["OPENSSH", "PRIVATE", "KEY"].join(" ")),
  "x.pem.bak": armour(["EC", "PRIVATE", "KEY"].join(" ")),
  "notes.txt": `for later:\n${armour(["PRIVATE", "KEY"].join(" "))}`,
  "backup.asc": armour(["PGP", "PRIVATE", "KEY", "BLOCK"].join(" ")),
  "session.data": ["PuTTY-User", "Key-File-3: ssh-ed25519\n"].join("-"),
  "ops/keys.txt": `# created\n${["AGE-SECRET", "KEY-1QQQQ"].join("-")}\n`,
  "gcp.json": JSON.stringify({ type: "service_account", private_key: armour(["PRIVATE", "KEY"].join(" ")) }),
};

let here: Project;
beforeAll(() => {
  here = project();
  for (const [path, content] of Object.entries(KEYS)) here.write(path, content);
  here.write("tls/site.crt", KEYS["server.pem"] ?? "");
  here.write("public/ca.pem", PUBLIC);
  here.write("public/author.asc", armour("PGP PUBLIC KEY BLOCK"));
  here.write("public/deploy.pub", "ssh-ed25519 AAAA\n");
  here.write("src/auth.test.ts", `const KEY = \`${armour(["PRIVATE", "KEY"].join(" "))}\`;\n`);
  here.write("docs/keys.md", armour(["PRIVATE", "KEY"].join(" ")));
  here.write("data.json", "{}\n");
  writeFileSync(join(here.home, "my-ec2.pem"), KEYS["server.pem"] ?? "");
});
afterAll(() => here.remove());

const PROOFS = ["readOnly", "safeTool", "contained", "acceptEdits"];
const isProven = async (action: Action): Promise<boolean> => PROOFS.includes((await here.gate().check(action)).by);
const read = (path: string): Action => call("Read", { file_path: path });

describe("a file that is named, and is a key", () => {
  test.each(Object.keys(KEYS))("%s", async (path) => {
    expect(await isProven(read(here.at(path)))).toBe(false);
    for (const command of [
      `cat ${path}`,
      `head -2 ${path}`,
      `grep -n . ${path}`,
      `sed -n 1,5p ${path}`,
      `cp ${path} docs/x.txt`,
    ])
      expect(await isProven(bash(command)), command).toBe(false);
  });

  test.each<[string, Action]>([
    ["in home", bash("head -2 ~/my-ec2.pem")],
    ["in home, by the tool", call("Read", { file_path: "~/my-ec2.pem" })],
    ["by a pattern", bash("cat *.pem")],
    ["by another", bash("head -3 *_ed25519 data.json")],
    ["one of several", bash("cat data.json notes.txt")],
    ["a directory it lies in", bash("grep -r . tls")],
    ["the same by the tool", call("Grep", { pattern: ".", path: here?.at("tls") ?? "tls", output_mode: "content" })],
    ["on its input", bash("wc -c < data.json && cat < ci_ed25519")],
  ])("%s", async (_, action) => {
    expect(await isProven(action)).toBe(false);
  });
});

describe("certificates, public halves, code and documents are read as before", () => {
  test.each([
    "public/ca.pem",
    "public/author.asc",
    "public/deploy.pub",
    "src/auth.test.ts",
    "docs/keys.md",
    "data.json",
  ])("%s", async (path) => {
    expect(await isProven(read(here.at(path)))).toBe(true);
    expect(await isProven(bash(`cat ${path}`))).toBe(true);
  });

  test.each(["ls -la", "grep -rn TODO .", "grep -r . public", "stat server.pem", "ls tls"])("%s", async (command) => {
    expect(await isProven(bash(command))).toBe(true);
  });
});
