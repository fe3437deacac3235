/** Warming up asks nobody: neither the model nor the record hears of it. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { answerHook } from "../../app/index.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { hostNamed } from "../../hosts/index.ts";
import { memoryStore } from "../../memory/index.ts";
import { scratchFolder } from "../../testing/folder.ts";
import { warmUp } from "./warm-up.ts";

test("no model is asked, not even about what reading cannot prove", async () => {
  const box = scratchFolder();
  onTestFinished(box.remove);
  const at = (...path: readonly string[]): string => join(box.folder, ...path);
  mkdirSync(at("home/.config/sallyport"), { recursive: true });
  mkdirSync(at("home/bin"));
  mkdirSync(at("state"), { mode: 0o700 });
  writeFileSync(at("judge"), `#!/bin/sh\ncat >/dev/null\necho asked >>${at("log")}\necho "<block>no</block>"\n`, {
    mode: 0o755,
  });
  // A git that anybody may have put there: what it does is not known by its name.
  writeFileSync(at("home/bin/git"), "#!/bin/sh\n", { mode: 0o755 });
  const classifier = { provider: "command", command: [at("judge")], model: "m", stages: "fast", protocol: "xml" };
  writeFileSync(
    at("home/.config/sallyport/settings.json"),
    JSON.stringify({ contain: { enabled: false }, classifier }),
  );
  const env = { HOME: at("home"), SALLYPORT_STATE_DIR: at("state"), PATH: `${at("home/bin")}:/usr/bin:/bin` };
  const context = { env, cwd: at("home"), now: Date.now };
  const end = new AbortController();
  setTimeout(() => end.abort(), 1_500);
  await warmUp(context, end.signal);
  expect(existsSync(at("log"))).toBe(false);
  expect(existsSync(stateLayout(at("state")).ledger)).toBe(false);

  const host = hostNamed("claude-code");
  if (host === undefined) throw new Error("no host");
  const event = { session_id: "s", cwd: at("home"), hook_event_name: "PreToolUse", permission_mode: "default" };
  await answerHook({
    ...{ host, context, store: memoryStore(), agent: () => undefined },
    stdin: (async function* () {
      yield JSON.stringify({ ...event, tool_name: "Bash", tool_input: { command: "git diff --stat HEAD~1" } });
    })(),
  });
  // The same without warming up is a question.
  expect(existsSync(at("log"))).toBe(true);
});
