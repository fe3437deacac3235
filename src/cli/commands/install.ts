/** `sallyport install HOST`: shows the change, makes it, and says how to run the host so that a failing hook fails closed. */
import { hostEnvironment, stateDir } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import type { Result } from "../../contract/result.ts";
import { newerThanTried, versionOf } from "../../hosts/doctor/index.ts";
import { HOST_NAMES, type Host } from "../../hosts/index.ts";
import { keepReceipt, planInstall, receiptPath } from "../../hosts/install/index.ts";
import { hookPlace, keepSecret } from "../../service/index.ts";
import { command } from "../command.ts";
import {
  changeJson,
  changesNothing,
  HOST_OPTIONS,
  type HostChoice,
  makeChange,
  parseHostChoice,
} from "../host-change.ts";
import type { CliIo } from "../io.ts";
import { type Pinned, pinsFor } from "../pins.ts";
import { offerService } from "../serve/keep.ts";
import { settle } from "../settle.ts";
import { programPlaces, rememberPlaces } from "../setup/apply.ts";
import { refuse, report } from "../style.ts";
import { describeWalls, heedSettings, tryWalls } from "../walls.ts";

const NO_MODEL =
  "No model is set up: what is not proven harmless is asked about or denied. Set a provider or a key, then install again (sallyport init).";
const SHADOW =
  "Shadow: everything is judged and recorded, and the agent is told nothing. Set shadow to false to make it count.";

export const install = command({
  name: "install",
  about: "put the gate in front of an agent",
  usage: [["sallyport install HOST", `HOST is one of ${HOST_NAMES.join(", ")}`]],
  options: HOST_OPTIONS,
  positionals: 1,
  run: (given, io) => {
    const choice = parseHostChoice(given);
    if (!choice.ok) return given.misuse(choice.error);
    const pinned = pinsFor(io);
    return pinned.ok ? installHost(choice.value, pinned.value, io) : refuse(io, pinned.error);
  },
});

export async function installHost(choice: HostChoice, { pins, place, settings }: Pinned, io: CliIo): Promise<number> {
  if (process.platform === "win32")
    return refuse(io, "installing on Windows is not supported yet: its shells start hooks in another way");
  const { host, scope } = choice;
  const change = planInstall(host, { scope, at: hostEnvironment(io), pins });
  if (!change.ok) return refuse(io, change.error);
  const { title } = host;
  const value = changeJson(choice, change.value);
  if (changesNothing(change.value)) {
    const notes = choice.dryRun ? [] : [describeWalls(heedSettings(await tryWalls(io), settings))];
    const head = `${title}: the hook is in place already, in ${change.value.file}`;
    return report(choice, { value: { ...value, notes }, text: listNotes(head, notes) }, io);
  }
  const told: string[] = [];
  const prepare = (): Result<void> => {
    const settled = settle(place, io.env);
    if (!settled.ok) return settled;
    told.push(...settled.value);
    const secret = keepSecret(stateDir(io.env));
    if (!secret.ok) told.push(`Hooks will not reach a service: ${secret.error}.`);
    return keepReceipt(stateDir(io.env), change.value, pins);
  };
  const state = stateDir(io.env);
  const before = rememberPlaces([
    receiptPath(state, change.value.file),
    hookPlace(state).secret,
    ...programPlaces(place, io.env),
  ]);
  const made = await makeChange(change.value, { ...choice, prepare }, io);
  if (!made.ok) {
    before.restore();
    return refuse(io, made.error);
  }
  if (!made.value) return report(choice, { value: { ...value, notes: [] }, text: "" }, io);
  const notes = [
    ...told,
    ...(await newerNote(host, io)),
    ...notesFor(host, settings),
    describeWalls(heedSettings(await tryWalls(io), settings)),
    ...offerService(io),
  ];
  const text = listNotes(`\n${title}: the hook is in place.`, notes);
  return report(choice, { value: { ...value, notes }, text }, io);
}

const listNotes = (head: string, notes: readonly string[]): string =>
  [head, ...notes.map((note) => `- ${note}`)].join("\n");

/** The agent that is there is newer than the one that was last tried. */
async function newerNote(host: Host, io: CliIo): Promise<readonly string[]> {
  const version = await versionOf(host.program, io.env);
  const newer = version === undefined ? null : newerThanTried(host, version);
  return newer === null ? [] : [`${host.title}: ${newer}. Watch it first with: sallyport shadow`];
}

/** What the person has to know, the most important first. */
function notesFor({ failsOpen, install: { notes } }: Host, { classifier, shadow }: Settings): readonly string[] {
  const advisory = `ADVISORY: ${failsOpen} A guard you can rely on needs the host's own confirmation or a sandbox beside it.`;
  return [
    ...(failsOpen === null ? [] : [advisory]),
    ...notes,
    ...(classifier.provider === "offline" ? [NO_MODEL] : []),
    ...(shadow ? [SHADOW] : []),
    "Check it with: sallyport doctor",
  ];
}
