/** One call, one reason: the hook, `check`, `explain`, the record and `approve` say the same sentence of it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerHook, openStore } from "../../app/index.ts";
import { hostNamed } from "../../hosts/index.ts";
import { fakeIo } from "../testing.ts";
import { approve } from "./approve.ts";
import { check } from "./check.ts";
import { explain } from "./explain.ts";

let app = "";
let env: Record<string, string> = {};
beforeAll(() => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "one-reason-")));
  app = join(home, "app");
  env = { HOME: home, PATH: "/usr/bin:/bin", SALLYPORT_STATE_DIR: join(home, "state") };
  mkdirSync(join(home, ".config/sallyport"), { recursive: true });
  const settings = {
    classifier: { provider: "offline" },
    contain: { enabled: false },
    permissions: { ask: ["Bash(npm publish:*)"] },
  };
  writeFileSync(join(home, ".config/sallyport/settings.json"), JSON.stringify(settings));
  execFileSync("git", ["init", "-q", "-b", "fix/total", app]);
  writeFileSync(join(app, "package.json"), '{"scripts":{"test":"node --test"}}');
  execFileSync("git", ["-C", app, "remote", "add", "origin", "git@github.com:acme/app.git"]);
});
afterAll(() => rmSync(env.HOME ?? "", { recursive: true, force: true }));

const printed = async (command: typeof check, ...args: readonly string[]): Promise<string> => {
  const heard = fakeIo({ env, tty: false });
  await command.run(args, { ...heard.io, cwd: app });
  return heard.out();
};

/** The reason as the host shows it, without whose it is and what topic or rule stands behind it. */
async function asked(command: string, session: string): Promise<string> {
  const host = hostNamed("claude-code");
  if (host === undefined) throw new Error("there is such a host");
  const event = {
    hook_event_name: "PreToolUse",
    session_id: session,
    cwd: app,
    permission_mode: "auto",
    tool_use_id: "t1",
  };
  const stdin = [JSON.stringify({ ...event, tool_name: "Bash", tool_input: { command } })];
  const answer = await answerHook({
    ...{ host, context: { env, cwd: app, now: Date.now }, agent: () => undefined },
    stdin: stdin as unknown as AsyncIterable<string>,
  });
  const said = answer.stdout?.hookSpecificOutput as { readonly permissionDecisionReason?: string } | undefined;
  return (said?.permissionDecisionReason ?? "").replace(/^Sallyport asks: /, "").replace(/ Rule: [^:]*\.$/, "");
}

test.each<[string, RegExp]>([
  ["git push", /^Pushes fix\/total to origin \(github\.com\/acme\/app\); no rule covers it/],
  ["git push origin HEAD:main", /^Pushes main to origin \(github\.com\/acme\/app\); it would push straight to "main"/],
  ["npm install left-pad", /^Installs left-pad from registry\.npmjs\.org; no rule covers it/],
  ["npm publish", /^Publishes .*; the rule Bash\(npm publish:\*\) wants the person asked/],
  ["echo x > /tmp/one-reason-x", /^Writes outside the project: \/tmp\/one-reason-x; no rule covers it/],
])("%s", async (command, words) => {
  const reason = await asked(command, command);
  expect(reason).toMatch(words);
  expect(JSON.parse(await printed(check, "--command", command, "--json"))).toMatchObject({ behavior: "ask", reason });
  expect(JSON.parse(await printed(explain, "--json", command))).toMatchObject({ behavior: "ask", reason });
  const store = openStore({ env, cwd: app, now: Date.now });
  const [record] = (await store.newest({ limit: 1, matches: ({ entry }) => entry.kind === "decision" })).records;
  await store.close();
  expect(record?.entry).toMatchObject({ decision: { reason } });
  const waiting: readonly { readonly session: string; readonly reason: string }[] = JSON.parse(
    await printed(approve, "--json"),
  );
  expect(waiting.find(({ session }) => session === command)?.reason).toBe(reason);
});
