/** Asking a host's own program: its version, whether Codex trusts the hook, whether OpenCode loads the plugin. Bounded in time. */
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isList, isObject, textIn } from "../fields.ts";
import { MARK } from "../install/line.ts";

const VERSION_LIMIT_MS = 15_000;
const ASK_LIMIT_MS = 30_000;

export type Env = Readonly<Record<string, string | undefined>>;

/** The version a program tells, or undefined when it is not there or does not answer. */
export function versionOf(program: string, env: Env): Promise<string | undefined> {
  return new Promise((resolve) => {
    const done = (error: Error | null, stdout: string): void =>
      resolve(error === null ? (/\d+\.\d+[\w.+-]*/.exec(stdout)?.[0] ?? "unknown") : undefined);
    const child = execFile(program, ["--version"], { env: { ...env }, timeout: VERSION_LIMIT_MS }, done);
    child.stdin?.end();
  });
}

export interface TrustedHook {
  readonly event: string;
  readonly trust: string;
}

/** What Codex's own server says of our hooks; undefined when it does not answer. */
export function codexTrust(cwd: string, env: Env): Promise<readonly TrustedHook[] | undefined> {
  return new Promise((resolve) => {
    const child = spawn("codex", ["app-server"], { env: { ...env }, stdio: ["pipe", "pipe", "ignore"] });
    const end = (answer: readonly TrustedHook[] | undefined): void => {
      clearTimeout(timer);
      child.kill();
      resolve(answer);
    };
    const timer = setTimeout(() => end(undefined), ASK_LIMIT_MS);
    const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
    let text = "";
    child.on("error", () => end(undefined));
    child.on("exit", () => end(undefined));
    child.stdin.on("error", () => end(undefined));
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const message = parsed(line);
        if (message?.id === 1) {
          send({ method: "initialized" });
          send({ id: 2, method: "hooks/list", params: { cwds: [cwd] } });
        } else if (message?.id === 2) end(trustIn(message));
      }
    });
    send({ id: 1, method: "initialize", params: { clientInfo: { name: "sallyport", version: "1" } } });
  });
}

function trustIn(message: object): readonly TrustedHook[] | undefined {
  const result: unknown = "result" in message ? message.result : undefined;
  if (!isObject(result) || !isList(result.data)) return undefined;
  const hooks = result.data.flatMap((one) => (isObject(one) && isList(one.hooks) ? one.hooks : []));
  return hooks.flatMap((hook) => {
    if (!isObject(hook) || !(textIn(hook, "command") ?? "").includes(MARK)) return [];
    return [{ event: textIn(hook, "eventName") ?? "?", trust: textIn(hook, "trustStatus") ?? "unknown" }];
  });
}

function parsed(line: string): { readonly id?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Starts OpenCode for a moment and looks whether the plugin gave a sign of life. Undefined when OpenCode did not run. */
export function opencodeLives(sign: string, env: Env): Promise<boolean | undefined> {
  const before = touched(sign);
  const cwd = mkdtempSync(join(tmpdir(), "sallyport-doctor-"));
  return new Promise((resolve) => {
    const done = (error: Error | null): void => {
      rmSync(cwd, { recursive: true, force: true });
      const lives = touched(sign) > before;
      resolve(lives ? true : error === null ? false : undefined);
    };
    const child = execFile("opencode", ["agent", "list"], { env: { ...env }, cwd, timeout: ASK_LIMIT_MS }, done);
    child.stdin?.end();
  });
}

const touched = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
