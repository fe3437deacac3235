/** Codex is asked which hooks it trusts, and leaves nothing in the person's folder. The server is a small one of our own. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examineCodex } from "./doctor.ts";

/** Writes to its home, and trusts what its configuration names by the path of the file. */
const SERVER = `#!${process.execPath}
const fs = require("fs"), home = process.env.CODEX_HOME || process.env.HOME + "/.codex";
fs.writeFileSync(home + "/state_5.sqlite", "");
const config = fs.existsSync(home + "/config.toml") ? fs.readFileSync(home + "/config.toml", "utf8") : "";
const hooks = JSON.parse(fs.readFileSync(home + "/hooks.json", "utf8")).commands.map((command, i) => ({
  command, eventName: "preToolUse",
  trustStatus: config.includes('"' + home + "/hooks.json:pre_tool_use:" + i + '"') ? "trusted" : "untrusted",
}));
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id } = JSON.parse(line);
  if (id === 1) console.log(JSON.stringify({ id, result: {} }));
  if (id === 2) console.log(JSON.stringify({ id, result: { data: [{ hooks }] } }));
});
`;

let top = "";
const COMMAND = () => `env SALLYPORT_HOOK=codex x ${top}/home/.codex/hooks.json`;
beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "codex-doctor-")));
  for (const dir of ["bin", "home/.codex"]) mkdirSync(join(top, dir), { recursive: true });
  writeFileSync(join(top, "bin/codex"), SERVER);
  chmodSync(join(top, "bin/codex"), 0o755);
  writeFileSync(join(top, "home/.codex/hooks.json"), JSON.stringify({ commands: [COMMAND()] }));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

const examine = async (): Promise<string | undefined> => {
  const home = join(top, "home");
  const at = { home, cwd: home, env: { HOME: home, PATH: join(top, "bin") }, platform: process.platform };
  const pins = { node: "", program: "", home, locale: "", config: "", state: "", keys: [], deadlineMs: 0 };
  return (await examineCodex({ at, pins, isLive: true }))[0]?.says;
};

test("trust is told, and the folder is as it was", async () => {
  expect(await examine()).toContain("not trusted");
  const key = `${top}/home/.codex/hooks.json:pre_tool_use:0`;
  writeFileSync(join(top, "home/.codex/config.toml"), `[hooks.state."${key}"]\ntrusted_hash = "sha256:x"\n`);
  expect(await examine()).toBe("every hook is trusted");
  expect(readdirSync(join(top, "home/.codex")).sort()).toEqual(["config.toml", "hooks.json"]);
});
