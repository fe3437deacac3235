/** Whether Codex trusts the hook: one it does not is skipped without a word. */

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../../contract/action.ts";
import { HOOK_MARK } from "../../contract/own-marks.ts";
import { ASK_LIMIT_MS, bad, good, type HealthFinding, type HostCheck, warn } from "../doctor/finding.ts";
import { objectIn, objectsIn, parseObject, textIn } from "../json.ts";

export async function examineCodex({ at, isLive }: HostCheck): Promise<readonly HealthFinding[]> {
  if (!isLive) return [];
  const hooks = await askForTrust(at);
  const about = "Codex CLI, trust";
  if (hooks === undefined)
    return [
      warn(about, "its app-server did not tell whether the hooks are trusted", "start codex and look at the hooks"),
    ];
  const open = hooks.filter(({ trust }) => trust !== "trusted");
  if (hooks.length > 0 && open.length === 0) return [good(about, "every hook is trusted")];
  const which = open.map(({ event, trust }) => `${event} (${trust})`).join(", ") || "none is listed";
  return [
    bad(
      about,
      `not trusted, and so skipped without a word: ${which}`,
      "start codex, review the hooks and trust them; only you can do that",
    ),
  ];
}

interface HookTrust {
  readonly event: string;
  readonly trust: string;
}

/** Started in the person's own folder it would leave its databases and skills there: it gets a copy of what tells. */
async function askForTrust({ cwd, env, home }: HostCheck["at"]): Promise<readonly HookTrust[] | undefined> {
  const own = env.CODEX_HOME || join(home, ".codex");
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sallyport-codex-")));
  const copy = (name: string, change: (text: string) => string): void => {
    if (existsSync(join(own, name)))
      writeFileSync(join(folder, name), change(readFileSync(join(own, name), "utf8")), { mode: 0o600 });
  };
  try {
    copy("hooks.json", (text) => text);
    // Trust is kept by the path of the file the hook stands in.
    copy("config.toml", (text) =>
      [own, realpathSync(own)].reduce((all, one) => all.replaceAll(`${one}/`, `${folder}/`), text),
    );
    return await askServer(cwd, { ...env, CODEX_HOME: folder });
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** How long it may take to end. */
const END_LIMIT_MS = 2_000;

/** What Codex's own server says of our hooks; undefined when it does not answer. */
function askServer(cwd: string, env: HostCheck["at"]["env"]): Promise<readonly HookTrust[] | undefined> {
  return new Promise((resolve) => {
    const child = spawn("codex", ["app-server"], { env: { ...env }, stdio: ["pipe", "pipe", "ignore"] });
    let isOver = false;
    const end = (answer: readonly HookTrust[] | undefined): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      // Only what has ended writes no more to its folder.
      const isGone = child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
      const killed = isGone ? undefined : setTimeout(() => child.kill("SIGKILL"), END_LIMIT_MS);
      child.once("close", () => clearTimeout(killed));
      if (isGone) resolve(answer);
      else child.once("close", () => resolve(answer));
      child.kill();
    };
    const timer = setTimeout(() => end(undefined), ASK_LIMIT_MS);
    const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
    const receive = (message: JsonObject | undefined): void => {
      if (message?.id === 1) {
        send({ method: "initialized" });
        send({ id: 2, method: "hooks/list", params: { cwds: [cwd] } });
      } else if (message?.id === 2) end(trustIn(message));
    };
    let text = "";
    child.on("error", () => end(undefined));
    child.on("exit", () => end(undefined));
    child.stdin.on("error", () => end(undefined));
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) receive(parseObject(line));
    });
    send({ id: 1, method: "initialize", params: { clientInfo: { name: "sallyport", version: "1" } } });
  });
}

function trustIn(message: JsonObject): readonly HookTrust[] | undefined {
  const result = objectIn(message, "result");
  if (result === null || !Array.isArray(result.data)) return undefined;
  return objectsIn(result, "data")
    .flatMap((one) => objectsIn(one, "hooks"))
    .filter((hook) => (textIn(hook, "command") ?? "").includes(HOOK_MARK))
    .map((hook) => ({ event: textIn(hook, "eventName") ?? "?", trust: textIn(hook, "trustStatus") ?? "unknown" }));
}
