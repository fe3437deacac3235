/** `sallyport uninstall HOST`: the host's file as it was before; with the last one the service, and on request the state too. */
import { rmSync } from "node:fs";
import { hostEnvironment, stateDir } from "../../app/index.ts";
import { ok } from "../../contract/result.ts";
import { HOST_NAMES } from "../../hosts/index.ts";
import { dropReceipt, hasReceipts, planUninstall, receiptFor } from "../../hosts/install/index.ts";
import { findServing } from "../../service/running/index.ts";
import { command } from "../command.ts";
import { changeJson, changesNothing, HOST_OPTIONS, makeChange, parseHostChoice } from "../host-change.ts";
import type { CliIo } from "../io.ts";
import { flag } from "../options.ts";
import { confirm } from "../prompt.ts";
import { endKeeping, isKept } from "../serve/keep.ts";
import { endService } from "../serve/stop.ts";
import { unsettle } from "../settle.ts";
import { refuse, report, tell } from "../style.ts";

export const uninstall = command({
  name: "uninstall",
  about: "take the gate out of an agent's settings again",
  usage: [["sallyport uninstall HOST", `HOST is one of ${HOST_NAMES.join(", ")}`]],
  help: "Use --project, --managed or --plugin if it was installed there and not in your own settings. With the last agent goes what keeps the service running.",
  options: { ...HOST_OPTIONS, state: flag("remove the ledger and everything else Sallyport keeps, too") },
  positionals: 1,
  run: async (given, io) => {
    const choice = parseHostChoice(given);
    if (!choice.ok) return given.misuse(choice.error);
    const { host, scope, yes, dryRun, json } = choice.value;
    const { title } = host;
    const at = hostEnvironment(io);
    const file = host.install.file(scope, at) ?? "";
    const change = planUninstall(host, { scope, at }, receiptFor(stateDir(io.env), file));
    if (!change.ok) return refuse(io, change.error);
    const nothing = changesNothing(change.value);
    const made = nothing ? ok(false) : await makeChange(change.value, choice.value, io);
    if (!made.ok) return refuse(io, made.error);
    const gone = made.value ? `\n${title}: the hook is gone.` : "";
    const text = nothing ? `${title}: there is no hook of ours in ${file}` : gone;
    const value = changeJson(choice.value, change.value);
    if (dryRun) return report({ json }, { value, text }, io);
    if (!json) report({ json }, { value, text }, io);
    dropReceipt(stateDir(io.env), file);
    const service = made.value ? endWithLast(io) : null;
    if (!hasReceipts(stateDir(io.env)) && !isKept(io.env)) unsettle(io.env);
    const kept = await keepState({ wanted: given.options.state, yes }, io);
    const left = [...describeService(service, io), describeState(kept)].join("\n");
    return report({ json }, { value: { ...value, service, state: kept }, text: left }, io);
  },
});

/** The file that kept the service running; null where none did, or an agent is left that needs it. */
function endWithLast(io: CliIo): string | null {
  const ended = hasReceipts(stateDir(io.env)) ? undefined : endKeeping(io.env);
  if (ended === undefined) return null;
  if (ended.problem !== null) tell(io, ended.problem);
  return ended.file;
}

/** What kept it running went, or it runs on although nobody needs it. */
function describeService(removed: string | null, { env }: CliIo): readonly string[] {
  if (removed !== null) return [`${removed} is gone: the service is not kept running any more.`];
  return hasReceipts(stateDir(env)) || findServing(stateDir(env)) === undefined
    ? []
    : ["The service still runs (sallyport serve --stop ends it)."];
}

interface KeptState {
  readonly directory: string;
  readonly kept: boolean;
}

/** `--yes` agrees to what was asked for, and to nothing else. */
async function keepState(
  { wanted, yes }: { readonly wanted: boolean; readonly yes: boolean },
  io: CliIo,
): Promise<KeptState> {
  const directory = stateDir(io.env);
  const remove = yes ? wanted : await confirm(`Remove ${directory}, the ledger included?`, io);
  if (!remove) return { directory, kept: true };
  // A service would go on writing there.
  await endService(directory);
  rmSync(directory, { recursive: true, force: true });
  return { directory, kept: false };
}

const describeState = ({ directory, kept }: KeptState): string =>
  kept ? `${directory} is kept; it holds the ledger (--state removes it).` : `${directory} is removed.`;
