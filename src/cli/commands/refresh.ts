/** Remote flags are fetched beside a decision, never before it: by a process of its own that nobody waits for. */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { openFlags } from "../../app/flags.ts";
import { stateDir } from "../../app/paths.ts";
import { loadSettings } from "../../app/settings/index.ts";
import type { CliIo } from "../io.ts";

export async function refreshLater(io: CliIo, settings: string | undefined): Promise<void> {
  if (process.argv[1] === undefined) return;
  // The hook is a program of its own; the command stands beside it.
  const program = process.argv[1].replace(/hook\.cjs$/, "sallyport.cjs");
  const args = [program, "refresh", ...(settings === undefined ? [] : ["--settings", settings])];
  spawn(process.execPath, args, { detached: true, stdio: "ignore", cwd: io.cwd, env: { ...io.env } })
    .on("error", () => undefined)
    .unref();
}

/** `sallyport refresh`: exit 0 when the flags are fresh or there is no server, 1 when it did not answer. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { settings: { type: "string" } }, strict: true });
  const loaded = loadSettings({ run: values.settings, projectRoot: null, env: io.env });
  if (!loaded.ok) {
    io.stderr.write(`sallyport: ${loaded.error}\n`);
    return 1;
  }
  const flags = openFlags(loaded.value.settings, { stateDir: stateDir(io.env), now: io.now });
  return flags === null || (await flags.refresh()) ? 0 : 1;
}
