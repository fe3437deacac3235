/**
 * What the core proves of a call: that it does what C1 to C4 say and no more (docs/core.md). It proves, or it says nothing; it never
 * says no, and never throws on what a call holds.
 */
import type { JsonObject } from "../contract/action.ts";
import { openSource } from "../contract/witness.ts";
import type { World } from "../contract/world.ts";
import { proveDeclared } from "./declared.ts";
import { isTrackedClean, repositoryNames } from "./git/index.ts";
import { rowOf } from "./programs/rows.ts";
import { type SortedWords, sortWords } from "./programs/sort.ts";
import { directoriesOf } from "./shell/directories.ts";
import { touchedByGit } from "./shell/git.ts";
import { isLiteralThere } from "./shell/globs.ts";
import { actsLate } from "./shell/late.ts";
import { changesOnce } from "./shell/once.ts";
import { placeAt } from "./shell/place-at.ts";
import { isAtHome, isOwnProgram, isUnbent } from "./shell/process.ts";
import { mayAsk } from "./shell/services.ts";
import { isChange, type PlainStep } from "./shell/step.ts";
import { type Touched, touchesByArrows, touchesOf } from "./shell/touches.ts";
import { type PlainCommand, type PlainWord, readPlain } from "./text.ts";
import type { Opens } from "./tool-places.ts";
import { proveTool } from "./tools.ts";
import type { CoreCall, Found, Process, Proof, Scene } from "./types.ts";

/** `opens`: what else the call's host could open for the text of a path. */
export function proveCall(call: CoreCall, disk: World, process: Process | undefined, opens?: Opens): Proof | undefined {
  const scene = sceneOf(call, disk, process);
  const found = isOfShell(call) ? proveShell(scene) : proveOther(scene, opens);
  return found === undefined ? undefined : { ...found, witness: witnessOf(found.kind) };
}

export const sceneOf = (call: CoreCall, disk: World, process: Process | undefined): Scene => ({
  ...{ call, disk, process },
  git: { isTrackedClean, repositoryNames },
});

const isOfShell = ({ tool, declared }: CoreCall): boolean =>
  declared === undefined ? tool === SHELL : declared.command !== undefined;

const proveOther = (scene: Scene, opens?: Opens): Found | undefined =>
  scene.call.declared === undefined ? proveTool(scene, opens) : proveDeclared(scene.call.declared, scene);

function proveShell(scene: Scene): Found | undefined {
  const text = commandOf(scene.call);
  return text === undefined ? undefined : proveText(text, scene);
}

/** Of the commands of a plain text, in their order, what each is proven to do for itself; undefined: nothing, or it loses something. */
export function provenParts(
  call: CoreCall,
  disk: World,
  process: Process | undefined,
): readonly ("reads" | "edits" | undefined)[] {
  const scene = sceneOf(call, disk, process);
  const text = isOfShell(call) && isAtHome(scene) ? commandOf(call) : undefined;
  const commands =
    text === undefined ? undefined : readPlain(text, { home: disk.home, platform: disk.platform, wide: true });
  const places = commands && directoriesOf(commands, scene);
  if (commands === undefined || places === undefined) return [];
  return commands.map((command, i) => {
    if (command.words.some(({ value, glob }) => glob && WIDE_ONLY.test(value))) return undefined;
    const fed = commands[i - 1]?.joint === "|" || isFed(command, places[i] ?? [], scene);
    const step = proveStep({ command, fed, directories: places[i] ?? [] }, scene);
    if (step === undefined || step.saves.length > 0 || step.sorted.does === "service") return undefined;
    return isChange(step) ? "edits" : "reads";
  });
}

/** What only the wide grammar reads. */
const WIDE_ONLY = /[[\]#]|^[*?]/;

const reading = openSource("reading");
const edits = openSource("edits");
const irrelevant = openSource("irrelevant");

function witnessOf(kind: Proof["kind"]): Proof["witness"] {
  if (kind === "edits") return edits({ proven: "plain" });
  if (kind === "irrelevant") return irrelevant(null);
  return reading({ proven: kind === "reads" ? "plain" : kind });
}

const SHELL = "Bash";
/** Fields of its input that change nothing, and those that change nothing while they say this, or nothing (`[]`). */
const HARMLESS: ReadonlySet<string> = new Set(["command", "description", "timeout", "run_in_background"]);
const USUAL: Readonly<JsonObject> = {
  dangerouslyDisableSandbox: false,
  sandbox_permissions: "use_default",
  with_escalated_permissions: false,
};

function commandOf({ input, declared }: CoreCall): string | undefined {
  if (declared !== undefined) return declared.command;
  const isKnown = Object.entries(input).every(
    ([field, value]) =>
      HARMLESS.has(field) ||
      (field === "allowed_domains" && JSON.stringify(value) === "[]") ||
      (Object.hasOwn(USUAL, field) && USUAL[field] === value),
  );
  return isKnown && typeof input.command === "string" ? input.command : undefined;
}

function proveText(text: string, scene: Scene): Found | undefined {
  const commands = readPlain(text, scene.disk);
  const places = commands && isAtHome(scene) ? directoriesOf(commands, scene) : undefined;
  if (commands === undefined || places === undefined) return undefined;
  const steps: PlainStep[] = [];
  for (const [i, command] of commands.entries()) {
    const fed = commands[i - 1]?.joint === "|" || isFed(command, places[i] ?? [], scene);
    const step = proveStep({ command, fed, directories: places[i] ?? [] }, scene);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  if (!changesOnce(steps) || actsLate(steps, scene)) return undefined;
  const saves = [...new Set(steps.flatMap((step) => step.saves))];
  if (saves.length > 0 && !scene.call.canSave(saves)) return undefined;
  return { kind: kindOf(steps), touches: steps.flatMap(({ touches }) => touches), saves };
}

const kindOf = (steps: readonly PlainStep[]): Proof["kind"] => {
  if (steps.some(({ sorted }) => sorted.does === "service")) return "service";
  return steps.some(isChange) ? "edits" : "reads";
};

interface Placed {
  readonly command: PlainCommand;
  readonly fed: boolean;
  readonly directories: readonly string[];
}

function proveStep({ command, fed, directories }: Placed, scene: Scene): PlainStep | undefined {
  if (command.assignments.length > 0) return undefined;
  const words = unwrapped(command.words, scene);
  const sorted = words && sortWords(words, scene.disk.platform);
  const name = words?.[0]?.value ?? "";
  if (words === undefined || sorted === undefined) return undefined;
  if (!isUnbent(sorted.program, scene) || !isOwnProgram(name, sorted.program, scene)) return undefined;
  if (words.some(({ message }) => message) && !mayPrintMessages(scene)) return undefined;
  const found = directories.map((cwd) => touchedAt({ command, words, sorted, fed }, cwd, scene));
  if (found.some((one) => one === undefined)) return undefined;
  const touches = found.flatMap((one) => one?.touches ?? []);
  return { command, name, sorted, touches, saves: found.flatMap((one) => one?.saves ?? []), fed };
}

/** A device or a directory is no input to all: some look around instead. */
function isFed({ reads, document }: PlainCommand, directories: readonly string[], scene: Scene): boolean {
  const isFile = (path: string | undefined): boolean => path !== undefined && scene.disk.lstat(path).kind === "file";
  const isRead =
    reads.length > 0 && reads.every((word) => directories.every((cwd) => isFile(placeAt(word, cwd, scene))));
  return document !== undefined || isRead;
}

/** A message is what `cat` prints: a program like any other. */
export function mayPrintMessages(scene: Scene): boolean {
  const row = rowOf("cat");
  return row !== undefined && isUnbent(row, scene) && isOwnProgram("cat", row, scene);
}

/** `rtk git log`: the words of the program that does the work. */
function unwrapped(words: readonly PlainWord[], scene: Scene): readonly PlainWord[] | undefined {
  const [first, second] = words;
  const wrapper = rowOf(first?.value ?? "");
  if (wrapper?.wraps === undefined || first === undefined) return words;
  const isSound = isUnbent(wrapper, scene) && isOwnProgram(first.value, wrapper, scene);
  return isSound && wrapper.wraps.includes(second?.value ?? "") ? words.slice(1) : undefined;
}

interface Placement {
  readonly command: PlainCommand;
  readonly words: readonly PlainWord[];
  readonly sorted: SortedWords;
  readonly fed: boolean;
}

function touchedAt({ command, words, sorted, fed }: Placement, cwd: string, scene: Scene): Touched | undefined {
  if (!words.every((word) => isLiteralThere(word, cwd, scene))) return undefined;
  const name = words[0]?.value;
  const steps = words.filter(({ revision }) => revision !== undefined);
  if (name !== "git" && steps.length > 0) return undefined;
  const arrows = touchesByArrows(command, { cwd, fed, scene });
  if (sorted.does === "service" && !mayAsk(sorted, words, cwd, scene)) return undefined;
  const own = name === "git" ? touchedByGit(sorted, cwd, scene) : touchesOf(sorted, { cwd, fed, scene });
  if (arrows === undefined || own === undefined) return undefined;
  return { touches: [...own.touches, ...arrows.touches], saves: [...own.saves, ...arrows.saves] };
}
