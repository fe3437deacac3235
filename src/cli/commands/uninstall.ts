/** `sallyport uninstall HOST`: the host's file as it was before, and on request the state too. */
import { rmSync } from "node:fs";
import { stateDir } from "../../app/paths.ts";
import { HOST_NAMES } from "../../hosts/index.ts";
import { dropReceipt, planUninstall, receiptFor, replaceOwn } from "../../hosts/install/index.ts";
import { confirmed } from "../confirm.ts";
import type { CliIo } from "../io.ts";
import { cannot, hostEnvironment, hostFlags, isSame, show } from "./install.ts";

export const HELP = `sallyport uninstall: takes the gate out of an agent's settings

  sallyport uninstall HOST     HOST is one of ${HOST_NAMES.join(", ")}

  --dry-run      show the change and make none
  --yes          do not ask
  --project, --managed, --plugin   where it was installed, if not in your own settings
  --state        remove the ledger and everything else Sallyport keeps, too
`;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const state = args.includes("--state");
  const flags = hostFlags(args.filter((arg) => arg !== "--state"));
  if (flags === "help") {
    io.stdout.write(HELP);
    return 0;
  }
  if (!flags.ok) return cannot(io, `${flags.error} (see sallyport uninstall --help)`);
  const { host, scope, yes, dryRun } = flags.value;
  const file = host.install.file(scope, hostEnvironment(io)) ?? "";
  const change = planUninstall(host, { scope, at: hostEnvironment(io) }, receiptFor(stateDir(io.env), file));
  if (!change.ok) return cannot(io, change.error);
  if (isSame(change.value)) io.stdout.write(`${host.title}: there is no hook of ours in ${file}\n`);
  else {
    show(change.value, io);
    if (dryRun) return 0;
    if (!(yes || (await confirmed("Make this change?", io))))
      return cannot(io, "nothing was changed (--yes makes the change without asking)");
    const written = replaceOwn(change.value.file, change.value.after, change.value.before);
    if (!written.ok) return cannot(io, written.error);
    io.stdout.write(`\n${host.title}: the hook is gone.\n`);
  }
  if (dryRun) return 0;
  dropReceipt(stateDir(io.env), file);
  return removeState(state, yes, io);
}

async function removeState(wanted: boolean, yes: boolean, io: CliIo): Promise<number> {
  const dir = stateDir(io.env);
  const remove = wanted
    ? yes || (await confirmed(`Remove ${dir}, the ledger included?`, io))
    : !yes && (await confirmed(`Remove ${dir}, the ledger included?`, io));
  if (remove) rmSync(dir, { recursive: true, force: true });
  io.stdout.write(remove ? `${dir} is removed.\n` : `${dir} is kept; it holds the ledger (--state removes it).\n`);
  return 0;
}
