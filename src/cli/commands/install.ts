/** `sallyport install HOST`: shows the change, makes it, and says how to run the host so that a failing hook fails closed. */
import { join } from "node:path";
import { hostEnvironment, stateDir } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import { ok, type Result } from "../../contract/result.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { newerThanTried, versionOf } from "../../hosts/doctor/index.ts";
import { HOST_NAMES, type Host, type Mirrored } from "../../hosts/index.ts";
import {
  type FileChange,
  hookFile,
  type InstallTarget,
  isInPlace,
  journalPath,
  mayWrite,
  missingFolders,
  noteMade,
  noteWritten,
  planInstall,
  putHookFile,
  replaceOwn,
  sweepHookFiles,
} from "../../hosts/install/index.ts";
import { hookPlace, keepSecret, startingPlaces } from "../../service/index.ts";
import {
  agreeTo,
  changesNothing,
  describeHookFile,
  describeHooks,
  describeKept,
  hookFileChanges,
  NOT_CHANGED,
} from "../change/agree.ts";
import { changeJson, HOST_OPTIONS, type HostChoice, parseHostChoice } from "../change/host.ts";
import { describeMirror, wishedMirror } from "../change/mirror.ts";
import { type Pinned, pinsFor } from "../change/pins.ts";
import { nameCommands, settle } from "../change/settle.ts";
import { command } from "../command.ts";
import { flag } from "../options.ts";
import { BY_HOOKS_TOLD, describeStarting, type ServiceWish, settleStarting, wishedService } from "../serve/agreeing.ts";
import { programPlaces, rememberPlaces } from "../setup/apply.ts";
import type { CliIo } from "../terminal/io.ts";
import { refuse, report, wordWhole } from "../terminal/style.ts";
import { describeWalls, heedSettings, tryWalls } from "../walls.ts";

const NO_MODEL =
  "No model is set up: what is not proven harmless is asked about or denied. Set a provider or a key, then install again (sallyport init).";
const SHADOW =
  "Shadow: everything is judged and recorded, and the agent is told nothing. Set shadow to false to make it count.";

export const install = command({
  name: "install",
  about: "put the gate in front of an agent",
  usage: [["sallyport install HOST", `HOST is one of ${HOST_NAMES.join(", ")}`]],
  options: {
    ...HOST_OPTIONS,
    mirror: flag("your deny rules and the credential stores as Claude Code's own, too; without it they go again"),
    "no-service": flag("hooks start no service"),
  },
  positionals: 1,
  run: (given, io) => {
    const choice = parseHostChoice(given);
    if (!choice.ok) return given.misuse(choice.error);
    const pinned = pinsFor(io);
    if (!pinned.ok) return refuse(io, pinned.error);
    const said = { service: false, "no-service": given.options["no-service"] };
    const wish = choice.value.scope === "user" ? wishedService(said, pinned.value.settings, io) : "as it is";
    const mirror = wishedMirror(given.options.mirror, choice.value, pinned.value.settings);
    if (!mirror.ok) return given.misuse(mirror.error);
    return installHost(choice.value, { ...pinned.value, wish, mirror: mirror.value }, io);
  },
});

type PinnedWish = Pinned & { readonly wish: ServiceWish; readonly mirror: Mirrored };

async function installHost(choice: HostChoice, pinned: PinnedWish, io: CliIo): Promise<number> {
  if (process.platform === "win32")
    return refuse(io, "installing on Windows is not supported yet: its shells start hooks in another way");
  const { host, scope } = choice;
  const { settings, place } = pinned;
  const state = stateDir(io.env);
  const target = { scope, at: hostEnvironment(io), pins: pinned.pins, mirror: pinned.mirror.texts };
  const change = planInstall(host, target);
  if (!change.ok) return refuse(io, `${change.error}; ${NOT_CHANGED}`);
  const mirror = describeMirror({ host, mirror: pinned.mirror }, change.value, io);
  const value = {
    ...changeJson(choice, change.value),
    mirror: { entries: change.value.texts?.length ?? 0, leftOut: pinned.mirror.leftOut },
  };
  const starting = describeStarting(pinned.wish, [change.value], { pins: pinned.pins, env: io.env });
  if (changesNothing(change.value) && starting.length === 0) {
    const notes = choice.dryRun
      ? mirror
      : [...mirror, describeWalls(heedSettings(await tryWalls(io), settings), settings)];
    const head = `${host.title}: the hook is in place already, in ${change.value.file}`;
    return report(choice, { value: { ...value, notes }, text: listNotes(head, notes, io) }, io);
  }
  const barred = [change.value.file, join(state, "installed")].map(mayWrite).find((one) => !one.ok);
  if (barred?.ok === false) return refuse(io, `${barred.error}; ${NOT_CHANGED}`);
  const started = hookFileChanges([change.value], pinned.pins);
  const lines = [
    ...(stands(host, target) && !changesNothing(change.value) ? [] : [describeHooks(host, change.value)]),
    ...mirror,
    ...started.map(describeHookFile),
    ...starting,
    ...describeKept(state, place, io.env),
  ];
  const agreed = await agreeTo({ lines, files: [change.value, ...started] }, choice, io);
  if (!agreed.ok) return refuse(io, agreed.error);
  if (!agreed.value) return report(choice, { value: { ...value, notes: [] }, text: "" }, io);
  const told = putInPlace(change.value, pinned, io);
  if (!told.ok) return refuse(io, `${told.error}; ${NOT_CHANGED}`);
  const notes = [
    ...told.value,
    ...(await newerNote(host, io)),
    ...notesFor(host, settings),
    describeWalls(heedSettings(await tryWalls(io), settings), settings),
    ...(pinned.wish === "by hooks" && starting.length > 0 ? [BY_HOOKS_TOLD] : []),
  ];
  const named = notes.map((note) => nameCommands(note, place, io.env));
  const text = listNotes(`${host.title}: the hook is in place.`, named, io);
  return report(choice, { value: { ...value, notes }, text }, io);
}

const stands = (host: Host, target: InstallTarget): boolean => {
  const found = isInPlace(host, target);
  return found.ok && found.value === "yes";
};

/** All of it or nothing; what the person has to know afterwards. */
function putInPlace(change: FileChange, { pins, place, wish }: PinnedWish, { env }: CliIo): Result<readonly string[]> {
  const state = stateDir(env);
  const places = [
    ...[change.file, journalPath(state), stateLayout(state).made, hookPlace(state).secret],
    ...[hookFile(pins).path, ...startingPlaces(state)],
    ...programPlaces(place, env),
  ];
  const [before, folders] = [rememberPlaces(places), places.flatMap(missingFolders)];
  const made = makeInPlace();
  if (!made.ok) before.restore();
  return made;

  function makeInPlace(): Result<readonly string[]> {
    const settled = settle(place, env);
    if (!settled.ok) return settled;
    const secret = keepSecret(state);
    const kept = changesNothing(change) ? ok(undefined) : noteWritten(state, change, pins);
    if (!kept.ok) return kept;
    const file = putHookFile(pins);
    const written = file.ok ? replaceOwn(change.file, change.after, change.before) : file;
    if (!written.ok) return written;
    sweepHookFiles(state);
    if (describeStarting(wish, [change], { pins, env }).length > 0) settleStarting(wish, state);
    noteMade(state, folders);
    return ok([...settled.value, ...(secret.ok ? [] : [`Hooks will not reach a service: ${secret.error}.`])]);
  }
}

/** Words whole on a terminal. */
const listNotes = (head: string, notes: readonly string[], { stdout }: CliIo): string =>
  [head, ...notes.map((note) => `- ${note}`)]
    .map((line) => wordWhole(stdout, line))
    .join("")
    .trimEnd();

/** The agent that is there is newer than the one that was last tried. */
async function newerNote(host: Host, io: CliIo): Promise<readonly string[]> {
  const version = await versionOf(host.program, io.env);
  const newer = version === undefined ? null : newerThanTried(host, version);
  return newer === null ? [] : [`${host.title}: ${newer}. Watch it first with: sallyport switch watch`];
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
