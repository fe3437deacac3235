/** Whether Codex trusts the hook: one it does not is skipped without a word. */
import { spawn } from "node:child_process";
import type { JsonObject } from "../../contract/action.ts";
import { ASK_LIMIT_MS, bad, good, type HealthFinding, type HostCheck, warn } from "../doctor/finding.ts";
import { MARK } from "../install/line.ts";
import { objectIn, objectsIn, parseObject, textIn } from "../json.ts";

export async function examineCodex({ at, isLive }: HostCheck): Promise<readonly HealthFinding[]> {
  if (!isLive) return [];
  const hooks = await askForTrust(at.cwd, at.env);
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

/** What Codex's own server says of our hooks; undefined when it does not answer. */
function askForTrust(cwd: string, env: HostCheck["at"]["env"]): Promise<readonly HookTrust[] | undefined> {
  return new Promise((resolve) => {
    const child = spawn("codex", ["app-server"], { env: { ...env }, stdio: ["pipe", "pipe", "ignore"] });
    const end = (answer: readonly HookTrust[] | undefined): void => {
      clearTimeout(timer);
      child.kill();
      resolve(answer);
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
    .filter((hook) => (textIn(hook, "command") ?? "").includes(MARK))
    .map((hook) => ({ event: textIn(hook, "eventName") ?? "?", trust: textIn(hook, "trustStatus") ?? "unknown" }));
}
