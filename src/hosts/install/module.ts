/**
 * For agents that load a module of ours into themselves: how it asks the hook. No shell, an empty environment, a deadline of its
 * own; whatever goes wrong is a sentence, and never an allow. Everything the module may know is pinned into it.
 */
import { HOOK_MARK } from "../../contract/own-marks.ts";
import { NAMED_VARIABLES, PLACED_VARIABLES } from "../../machine/index.ts";
import { goneMessage, hookArguments, killAfterSeconds, type Pins, type PlacedPins } from "./line.ts";

/** The text of a module: its own part, which asks with `ask(event)`, below what is pinned. */
export function moduleSource(host: string, pins: PlacedPins, own: string): string {
  const pinned = {
    host,
    node: pins.node,
    args: hookArguments(host, pins),
    env: { [HOOK_MARK]: host, HOME: pins.home, LANG: pins.locale },
    keys: pins.keys,
    watched: NAMED_VARIABLES,
    placed: PLACED_VARIABLES,
    limitMs: killAfterSeconds(pins) * 1000,
    sign: signOfLife(host, pins),
    gone: goneMessage(host, pins, pins.file),
  };
  return ASKING.replaceAll("__HOST__", () => host).replace("__PINNED__", () => JSON.stringify(pinned, null, 2)) + own;
}

/** Touched whenever the agent loads the module: one that does not load may be silent. */
export const signOfLife = (host: string, { state }: Pins): string => `${state}/${host}-plugin-loaded`;

const ASKING = `// Written by "sallyport install __HOST__"; "sallyport uninstall __HOST__" removes it.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const pinned = __PINNED__;

/** The hook's answer to one event; a sentence when there is none. */
function ask(event) {
  return new Promise((resolve) => {
    if (!existsSync(pinned.node) || !existsSync(pinned.args[0])) return resolve({ reason: pinned.gone });
    const env = { ...pinned.env };
    for (const name of pinned.keys) if (process.env[name] !== undefined) env[name] = process.env[name];
    const told = Object.keys(process.env).filter((name) => (pinned.watched.includes(name) && process.env[name] !== "") || /^BASH_FUNC_\\S+$/.test(name));
    const places = pinned.placed.map((name) => process.env[name] ?? "").join("|");
    const args = [...pinned.args, "--path", process.env.PATH ?? "", "--set", told.join(" "), "--places", places];
    const child = spawn(pinned.node, args, { env, stdio: ["pipe", "pipe", "ignore"] });
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      resolve({ reason: "its hook did not answer in time" });
    }, pinned.limitMs);
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.on("error", (error) => resolve({ reason: "its hook does not start: " + error.message }));
    child.on("close", () => {
      clearTimeout(timer);
      const [, said] = /^sallyport (silent|\\{.*\\})\\n$/.exec(text) ?? [];
      if (said === "silent") return resolve({ silent: true });
      try {
        resolve(JSON.parse(said));
      } catch {
        resolve({ reason: "its hook gave no answer" });
      }
    });
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(event));
  });
}

/** Why the call does not run; undefined where the answer is exactly an allow, or a silence on purpose. */
function refusal(answer) {
  if (answer?.silent === true) return undefined;
  if (answer?.behavior === "allow" && (answer.args === undefined || typeof answer.args?.command === "string")) return undefined;
  if (answer?.behavior === "deny" && typeof answer.reason === "string" && answer.reason !== "") return answer.reason;
  return "Sallyport could not judge this call and so does not let it run: " + (answer?.reason ?? "no answer");
}

/** Only the doctor looks for it. */
function giveSignOfLife() {
  try {
    mkdirSync(dirname(pinned.sign), { recursive: true, mode: 0o700 });
    writeFileSync(pinned.sign, new Date().toISOString(), { mode: 0o600 });
  } catch {
    // It says only that nobody can tell.
  }
}
`;
