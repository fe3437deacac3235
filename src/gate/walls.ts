/** Walls as the gate sees them: whether a call can have them, which rules they keep, and putting them up. */
import { type RaisedWalls, repositoryAround, type Unwalled, unwalledBy, type WallsOrder } from "../contain/index.ts";
import type { Walls } from "../contract/decision.ts";
import { keptWith } from "../contract/kept.ts";
import { fail, messageOf, ok, type Result } from "../contract/result.ts";
import type { SimpleCommand, Word } from "../contract/simple.ts";
import { openSource } from "../contract/witness.ts";
import { doesRead, isCredentialPlace, projectRoots } from "../core/index.ts";
import { findRepo, isCommitted, trackedPaths } from "../machine/git/index.ts";
import { absolutePath, isPowerful, protectedPlace } from "../machine/index.ts";
import { inForce, isHarmlessSetting, keptPlaces, type Rule, spelledWords } from "../rules/index.ts";
import type { Room } from "./allow.ts";
import { type Call, isWritable } from "./call.ts";
import { saveProject } from "./restore.ts";
import { DEFINITIONS } from "./runs-written.ts";

const room = openSource("room");
const sandbox = openSource("sandbox");

/** Undefined where there are no walls for the call. */
export const wallsIn = ({ around }: Call, walls: Walls): Room | undefined =>
  around === "gate" ? room({ walls }) : around === "host" || around === "hostWritable" ? sandbox(null) : undefined;

/** Nothing stands around code of the agent's own: a sandbox in which it could write protected places is none. */
export const runsBare = ({ around }: Pick<Call, "around">): boolean => around === null || around === "hostWritable";

interface Found {
  readonly unwalled: Unwalled | undefined;
}
const found = keptWith<object, Found>();

/** The word that says why walls cannot carry the call; undefined: none does. */
export function unwalled(call: Call): Unwalled | undefined {
  const commands = call.commands();
  const known = found.get(commands) ?? { unwalled: findUnwalled(call) };
  found.set(commands, known);
  return known.unwalled;
}

function findUnwalled(call: Call, { seen, plain = [], background } = call.commands()): Unwalled | undefined {
  if (seen.length === 0 || projectRoots(call.scene).length === 0) return { why: "need", what: "outside", words: "" };
  return (
    unwalledBy({
      ...{ commands: seen === plain ? seen : [...seen, ...plain], background },
      isInside: (path) => isWritable(path, call) && !isGuarded(path, call),
      isStore: (path) => isCredentialPlace(path, call.world.home),
    }) ?? mixedGit(seen, call)
  );
}

/** Whether walls could carry this command of the call by itself. */
export const isWallable = (command: SimpleCommand, call: Call): boolean =>
  findUnwalled(call, { ...call.commands(), seen: [command], plain: undefined, background: false }) === undefined;

/** What commits goes on in walls of its own, in which no code runs; beside code it would only be refused. */
function mixedGit(commands: readonly SimpleCommand[], call: Call): Unwalled | undefined {
  return commands.some(isForward) && !isForwardGit(call) ? { why: "need", what: "git", words: "git" } : undefined;
}

/** A protected place is read-only inside, or does not outlast the call. */
const isGuarded = (path: string, { places }: Call): boolean => protectedPlace(path, places) !== undefined;

/** Every command is a row that reads, nothing redirects out, and walls can carry it. */
export const onlyReads = (call: Call): boolean => {
  const { seen, unread, plain } = call.commands();
  return (
    !unread &&
    seen.length > 0 &&
    seen.every((command) => isReading(command, call)) &&
    (plain === seen || !call.effects.some((effect) => effect.do === "environment" && isPowerful(effect.name))) &&
    // What only reads takes nothing away by going on.
    findUnwalled(call, { ...call.commands(), background: false }) === undefined
  );
};

/** What it reads need not be known: whatever a word turns out to be, nothing else is let happen. */
const isReading = ({ name, words, writes, assignments }: SimpleCommand, { world }: Call): boolean =>
  writes.every(({ value }) => value === "/dev/null") &&
  assignments.every((one) => isHarmlessSetting(one.name)) &&
  (words.length === 0 || OF_THE_SHELL.has(name ?? "") || doesRead(words.map(supposed), world.platform));

/** A word that nobody knows, as if it were a number, which is a name of a file as well. */
const supposed = (word: Word, i: number): Word =>
  word.value === null && i > 0 ? { ...word, value: `${word.prefix}1` } : word;

/** They look at, or change, nothing but the shell they stand in. */
const OF_THE_SHELL: ReadonlySet<string> = new Set(
  "export unset declare typeset local readonly set shopt read let shift return break continue exit getopts printenv env".split(
    " ",
  ),
);

const FORWARD: ReadonlySet<string> = new Set(["add", "commit", "rm", "mv"]);

const isForward = ({ name, use, words }: SimpleCommand): boolean =>
  name === "git" && FORWARD.has(use?.path[0] ?? words[1]?.value ?? "");

/** Local git that only goes forward: `edit` walls let it write git's own directories. */
export function isForwardGit(call: Call): boolean {
  const { seen, plain } = call.commands();
  return (
    plain !== undefined &&
    seen.some(isForward) &&
    seen.every((one) => isForward(one) || isReading(one, call) || one.name === "cd")
  );
}

const bindingRules = ({ book }: Call): readonly Rule[] => [...inForce(book, "deny"), ...inForce(book, "ask")];

/** A deny or ask rule that could still speak of what nobody can read is one that walls keep: places, hosts, and what needs the network. */
export function isKeptInside(call: Call): boolean {
  const { opaque } = call.commands();
  if (!opaque) return true;
  return bindingRules(call).every((rule) => keepsRule(rule, call));
}

/** What it names is not there inside, or cannot be done there. */
export function keepsRule({ content, tools }: Rule, call: Call): boolean {
  if (content === null) return !tools.includes(call.tool);
  if (content.kind === "path") return call.around === "gate";
  return content.kind === "domain" || content.kind === "name" || needsOutside(spelledWords(content), call);
}

/** What the rule names cannot be done inside. */
function needsOutside(spelled: readonly string[], call: Call): boolean {
  const words = spelled.filter((word) => !word.includes("*")).map((value) => ({ value, text: value, prefix: value }));
  const command: SimpleCommand = {
    ...{ name: words[0]?.value ?? null, words, wrappers: [], assignments: [], reads: [], writes: [] },
    ...{ cwd: call.cwd, depth: 0 },
  };
  return (
    unwalledBy({ commands: [command], background: false, isInside: () => true, isStore: () => false }) !== undefined
  );
}

/** Everything the walls need, ready for the call. Never rejects. */
export async function raiseWalls(call: Call, walls: Walls): Promise<Result<RaisedWalls>> {
  const order = orderFor(call, walls);
  if (!order.ok || call.parts.walls === null) return order.ok ? fail("there are no walls here") : order;
  try {
    return await call.parts.walls.raise(order.value);
  } catch (error) {
    return fail(messageOf(error));
  }
}

/** What the call's walls have to let it do, and what they have to keep. */
export function orderFor(call: Call, walls: Walls): Result<WallsOrder> {
  const command = call.spec.shell?.command(call.input);
  if (command === undefined) return fail("there are no walls for this call");
  const found = repositoryAround(call.places, call.world);
  const trees = [call.projectRoot, call.real(call.projectRoot).path, ...call.settings.additionalDirectories];
  const wider =
    found.workTree === null ? undefined : keptPlaces(bindingRules(call), call.met(), [...trees, found.workTree]);
  const kept = wider ?? keptPlaces(bindingRules(call), call.met(), trees);
  if (kept === undefined) return fail("the rules name more places than walls can keep");
  const { settings, projectRoot, world, cwd, session, key } = call;
  const absolute = (places: readonly string[]): readonly string[] =>
    places.map((place) => absolutePath(place, projectRoot, world));
  return ok({
    ...call.places,
    walls,
    command,
    cwd,
    writable: absolute([...call.parts.settings.additionalDirectories, ...settings.contain.writable]),
    // What the rules name in it has to be known before it is shown.
    around: found.workTree !== null && wider === undefined ? { ...found, workTree: null } : found,
    hidden: [...absolute(settings.contain.hidden), ...kept.read],
    hiddenObjects: walls === "work" ? objectsWith(kept.readNames, call) : [],
    readOnly: kept.edit,
    unmade: kept.unmade,
    gitWrites: walls === "edit",
    envFiles: runsTrackedTasks(call),
    made: [...call.memory.created],
    env: settings.contain.env,
    session,
    call: key,
    save: (plan) => saveProject(call, plan),
  });
}

/** Git's objects hold what `Read` rules keep, where one of them names a tracked file: nobody knows which code asks git. */
function objectsWith(isNamed: ((path: string) => boolean) | null, { projectRoot, world }: Call): readonly string[] {
  const repo = isNamed === null ? undefined : findRepo(projectRoot, world);
  if (isNamed === null || repo === undefined) return [];
  // What is tracked cannot be known: it may be among it.
  return trackedPaths(repo, world)?.some(isNamed) === false ? [] : [`${repo.commonDir}/objects`];
}

/** It is nothing but tasks named in definitions that are tracked and as they were when the session began. */
function runsTrackedTasks(call: Call): boolean {
  const { seen, plain } = call.commands();
  const tasks = seen.filter((command) => !isReading(command, call) && command.name !== "cd");
  return (
    plain !== undefined &&
    tasks.length > 0 &&
    tasks.every(
      ({ name, words, assignments, cwd }) =>
        assignments.length === 0 &&
        cwd !== null &&
        (name === "make" ||
          name === "just" ||
          name === "mise" ||
          TASKS.test(words.map(({ value }) => value).join(" "))) &&
        definesUnchanged(cwd, call),
    )
  );
}

const TASKS = /^(?:npm|pnpm|yarn|bun) (?:test|t|run [\w:.-]+|start|[\w:.-]+)(?: |$)/;

function definesUnchanged(directory: string, call: Call): boolean {
  const there = DEFINITIONS.map((name) => `${directory}/${name}`).filter(
    (path) => call.world.lstat(path).kind !== "absent",
  );
  return there.length > 0 && there.every((path) => !call.memory.written.has(path) && isCommitted(path, call.scene));
}
