/** Tables of passwords, as browsers and password managers write them: known by their names, or by the columns they have. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

const TABLE = "name,url,username,password\nbank,https://bank.example,me,hunter2x\n";
const NAMED = [
  "Chrome Passwords.csv",
  "Passwords.csv",
  "passwords (1).csv",
  "my-passwords.xlsx",
  "1password-export.csv",
  "1PasswordExport-2024.1pux",
  "bitwarden_export_20240101.csv",
  "bitwarden_encrypted_export_2024.json",
  "lastpass_export.csv",
  "keepass.csv",
  "logins.json",
  "dashlane/credentials.csv",
];
const BY_COLUMNS: readonly (readonly [string, string])[] = [
  ["export.csv", TABLE],
  ["old/list.tsv", "title\tlogin\tPasswd\nbank\tme\thunter2x\n"],
  ["semi.csv", '\ufeff"Title";"User Name";"Password"\r\n"bank";"me";"hunter2x"\r\n'],
  ["codes.csv", "site,totp\nbank,JBSWY3DPEHPK3PXP\n"],
  ["keys.csv", "service,API Key\nx,a1B2c3D4e5F6a1B2\n"],
  ["big.csv", `${TABLE}${"x,https://x.example,me,hunter3x\n".repeat(20_000)}`],
];

const PROVEN = /^(?:readOnly|safeTool)$/;

let here: Project;
let downloads = "";
const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
beforeAll(() => {
  here = project();
  downloads = join(here.home, "Downloads");
  for (const name of NAMED) put(join(downloads, name), "x\n");
  for (const [name, text] of BY_COLUMNS) put(join(here.home, "Documents", name), text);
  put(join(here.home, "plain/a.csv"), "name,email\nme,me@x.example\n");
  put(join(here.home, "plain/runs.csv"), "suite,pass,fail\nunit,12,0\nall,true,false\n");
  put(join(here.home, "plain/words.csv"), "token,label\nrunning,VERB\nhouse,NOUN\n");
  here.write("src/passwords.ts", "export const a = 1;\n");
  here.write("docs/password-reset.md", "# Reset\n");
  here.write("test/fixtures/users.csv", "name,email\nme,me@x.example\n");
  here.write("test/fixtures/empty.csv", "name,password\n");
});
afterAll(() => here.remove());

const by = async (...[tool, input]: Parameters<typeof call>): Promise<string> =>
  (await here.gate({ restore: null, classifier: null, walls: null }).check(call(tool, input))).by;
const byShell = async (command: string): Promise<string> =>
  (await here.gate({ restore: null, classifier: null, walls: null }).check(bash(command))).by;

describe("is not read by proof", () => {
  test.each(NAMED)("%s", async (name) => {
    expect(await by("Read", { file_path: join(downloads, name) })).not.toMatch(PROVEN);
    expect(await byShell(`cat '${join(downloads, name)}'`)).not.toMatch(PROVEN);
  });
  test.each(BY_COLUMNS.map(([name]) => name))("%s, by its columns", async (name) => {
    expect(await by("Read", { file_path: join(here.home, "Documents", name) })).not.toMatch(PROVEN);
    expect(await byShell(`head -5 '${join(here.home, "Documents", name)}'`)).not.toMatch(PROVEN);
  });
  test.each([
    "cat ~/Downloads/Chrome*",
    "cat ~/Downloads/keep*",
    "cat ~/Documents/exp*.csv",
    "rg bank ~/Downloads",
    "grep -r bank ~/Documents",
    "rg -i bank ~/Documents/old",
    "sort ~/Documents/semi.csv",
  ])("%s", async (command) => expect(await byShell(command)).not.toMatch(PROVEN));
  test.each(["Downloads", "Documents", "Documents/old"])("Grep over %s", async (dir) => {
    expect(await by("Grep", { pattern: ".", path: join(here.home, dir), output_mode: "content" })).not.toMatch(PROVEN);
  });
});

describe("stays allowed", () => {
  test.each(["src/passwords.ts", "docs/password-reset.md", "test/fixtures/users.csv", "test/fixtures/empty.csv"])(
    "Read %s",
    async (name) => expect(await by("Read", { file_path: join(here.root, name) })).toMatch(PROVEN),
  );
  test.each([
    "cat ~/plain/a.csv",
    "cat ~/plain/runs.csv",
    "cat ~/plain/words.csv",
    "rg me ~/plain",
    "rg password .",
    "grep -rn password src docs test",
    "rg -g '*.csv' me test",
    "ls ~/Downloads",
  ])("%s", async (command) => expect(await byShell(command)).toMatch(PROVEN));
});
