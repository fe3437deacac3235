/** `sallyport uninstall HOST`: the host's file as it was before, and on request the state too. */
import { rmSync } from "node:fs";
import { stateDir } from "../../app/index.ts";
import { HOST_NAMES } from "../../hosts/index.ts";
import { dropReceipt, hasReceipts, planUninstall, receiptFor } from "../../hosts/install/index.ts";
import { command } from "../command.ts";
import { changesNothing, HOST_OPTIONS, hostEnvironment, makeChange, parseHostChoice } from "../host-change.ts";
import type { CliIo } from "../io.ts";
import { flag } from "../options.ts";
import { confirm } from "../prompt.ts";
import { unsettle } from "../settle.ts";
import { refuse } from "../style.ts";

export const uninstall = command({
  name: "uninstall",
  about: "take the gate out of an agent's settings again",
  usage: [["sallyport uninstall HOST", `HOST is one of ${HOST_NAMES.join(", ")}`]],
  help: "Use --project, --managed or --plugin if it was installed there and not in your own settings.",
  options: { ...HOST_OPTIONS, state: flag("remove the ledger and everything else Sallyport keeps, too") },
  positionals: 1,
  run: async (given, io) => {
    const choice = parseHostChoice(given);
    if (!choice.ok) return given.misuse(choice.error);
    const { host, scope, yes, dryRun } = choice.value;
    const { title } = host;
    const at = hostEnvironment(io);
    const file = host.install.file(scope, at) ?? "";
    const change = planUninstall(host, { scope, at }, receiptFor(stateDir(io.env), file));
    if (!change.ok) return refuse(io, change.error);
    if (changesNothing(change.value)) io.stdout.write(`${title}: there is no hook of ours in ${file}\n`);
    else {
      const made = await makeChange(change.value, choice.value, io);
      if (!made.ok) return refuse(io, made.error);
      if (made.value) io.stdout.write(`\n${title}: the hook is gone.\n`);
    }
    if (dryRun) return 0;
    dropReceipt(stateDir(io.env), file);
    if (!hasReceipts(stateDir(io.env))) unsettle(io.env);
    return removeState({ wanted: given.options.state, yes }, io);
  },
});

/** `--yes` agrees to what was asked for, and to nothing else. */
async function removeState({ wanted, yes }: { readonly wanted: boolean; readonly yes: boolean }, io: CliIo) {
  const dir = stateDir(io.env);
  const remove = yes ? wanted : await confirm(`Remove ${dir}, the ledger included?`, io);
  if (remove) rmSync(dir, { recursive: true, force: true });
  io.stdout.write(remove ? `${dir} is removed.\n` : `${dir} is kept; it holds the ledger (--state removes it).\n`);
  return 0;
}
