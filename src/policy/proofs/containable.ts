/**
 * Whether walls can hold a call (§9): every effect that was read is reading, an edit of the project or runs code, none
 * needs the network or reaches outside, and nothing is left running. It allows nothing: the walls do the keeping.
 */
import { type Effect, exact, fixedPart, isReading, type RunEffect, type Target } from "../../contract/effect.ts";
import type { ShellReading } from "../../contract/reading.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { protectionOf } from "../protection.ts";
import { startedWith } from "../started-files.ts";
import { isCriticalDelete } from "./deletes.ts";
import { isUnaccounted } from "./dot-names.ts";
import { hasProjectRoot } from "./edits.ts";
import { areHeldEdits } from "./held-edits.ts";
import { runsInBackground } from "./plain/index.ts";
import { showsMachine } from "./reading.ts";

/** `edits`: it only edits the project, in ways that are not proven. `opaque`: as far as it was read; a part of it was not. */
type Containment = "read" | "edits" | "opaque";

/** Undefined: walls would only make it fail, or it means to outlast them. */
export function containable(call: PolicyCall): Containment | undefined {
  const { reading, effects } = call;
  if (reading === undefined || call.barring.length > 0 || call.spec.neverProven === true) return undefined;
  if (!hasProjectRoot(call) || staysRunning(call)) return undefined;
  const [ofCode, temporary] = [unknownOfCode(reading), madeTemporary(reading)];
  const kinds = effects.map((effect) =>
    ofCode.has(effect) ? "runs" : temporary.has(effect) ? "harmless" : kindOf(effect, call),
  );
  if (kinds.includes("outside") || (!kinds.includes("runs") && showsMachine(call))) return undefined;
  const opaque = kinds.includes("unknown") || reading.opaque.some(({ via }) => via === undefined);
  if (opaque) return "opaque";
  if (kinds.includes("runs")) return "read";
  return areHeldEdits(call) ? "edits" : undefined;
}

/** What is not known of a command that runs code is the code: that is what walls are for, and no gap in the reading. */
const unknownOfCode = ({ commands }: ShellReading): ReadonlySet<Effect> =>
  new Set(
    commands
      .filter(({ under, effects }) => under !== undefined || effects.some(isRun))
      .flatMap(({ effects }) => effects.filter((effect) => effect.do === "unknown")),
  );

/** What is made where `TMPDIR` says, which inside walls is the session's own directory. */
const madeTemporary = ({ commands }: ShellReading): ReadonlySet<Effect> =>
  new Set(
    commands
      .filter(({ name }) => name === "mktemp")
      .flatMap(({ effects, redirections = [] }) =>
        effects.filter((effect) => isTemporary(effect) && !redirections.includes(effect)),
      ),
  );

const isTemporary = (effect: Effect): boolean =>
  effect.do === "write" && effect.target.certainty === "glob" && fixedPart(effect.target) === "/tmp";

/** At least one of the effects is none that walls let happen. */
export const reachesOutside = (effects: readonly Effect[], call: PolicyCall): boolean =>
  effects.some((effect) => kindOf(effect, call) === "outside");

/** Runs code of the project or of this session: its scripts, tasks and programs, or text given as code. */
export const runsCode = (call: PolicyCall): boolean => call.effects.some(isRun);

/** Walls are of use to it: it ends with the call, and some of the code it runs is none that needs the network by nature. */
export const isForWalls = (call: PolicyCall): boolean =>
  !staysRunning(call) &&
  (call.reading?.commands ?? []).some(
    ({ under, effects }) => under === undefined && effects.some(isRun) && !effects.some(needsNetwork),
  );

const isRun = (effect: Effect): boolean => effect.do === "run" && effect.what !== "remote";

const NETWORKED: ReadonlySet<string> = new Set("package publish cloud cluster container message account".split(" "));
const REMOTE_GIT: ReadonlySet<string> = new Set(["fetch", "pull", "clone", "push"]);

const needsNetwork = (effect: Effect): boolean =>
  NETWORKED.has(effect.do) ||
  (effect.do === "network" && !LOOPBACK.has(effect.host ?? "")) ||
  (effect.do === "vcs" && REMOTE_GIT.has(effect.op));

/** Tasks that are servers or watchers by their name: they end with the call, which is not what they are for. */
const STAYING_TASKS = /^(?:dev|start|serve|server|watch|preview|storybook)(?:$|[:.-])/;

/** Ends or waits for what the same call started in the background. */
const ENDS_JOBS: ReadonlySet<string> = new Set(["kill", "wait"]);
const DETACHES: ReadonlySet<string> = new Set(["nohup", "setsid"]);

function staysRunning({ input, effects, reading }: PolicyCall): boolean {
  const commands = reading?.commands ?? [];
  if (runsInBackground(input)) return true;
  if (commands.some(({ name, wrappers }) => [name ?? "", ...wrappers].some((one) => DETACHES.has(one)))) return true;
  if (reading?.background === true && !commands.some(({ name }) => ENDS_JOBS.has(name ?? ""))) return true;
  return effects.some(
    (effect) =>
      (effect.do === "process" && effect.act === "process.job") ||
      (effect.do === "run" && effect.what === "task" && STAYING_TASKS.test(effect.task ?? "")),
  );
}

type EffectKind = "harmless" | "runs" | "unknown" | "outside";

/** What only walls' own processes are told. */
const OWN_PROCESSES: ReadonlySet<string> = new Set(["process.end-job", "process.end-unknown"]);
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1", "[::1]"]);
const RUNS_ELSEWHERE: ReadonlySet<string> = new Set(["run.fetched", "run.other-terminal", "run.remote"]);

function kindOf(effect: Effect, call: PolicyCall): EffectKind {
  switch (effect.do) {
    case "read":
    case "environment":
      return "harmless";
    case "write":
      return isUnaccounted(fixedPart(effect.target), call) ? "outside" : placeKind(effect.target, call);
    case "delete":
      return isCriticalDelete(effect, call) ? "outside" : placeKind(effect.target, call);
    case "run":
      return runKind(effect);
    case "network":
      // A server and its client in one call: walls have a loopback of their own.
      return LOOPBACK.has(effect.host ?? "") && call.effects.some((one) => one.do === "run") ? "harmless" : "outside";
    case "process":
      return OWN_PROCESSES.has(effect.act) ? "harmless" : "outside";
    case "unknown":
      return "unknown";
    default:
      return isReading(effect) ? "harmless" : "outside";
  }
}

const runKind = ({ what, act }: RunEffect): EffectKind =>
  what === "remote" || RUNS_ELSEWHERE.has(act ?? "") ? "outside" : "runs";

/** In the project or where the settings let walls be written, by name and by where links lead; never a protected place. */
function placeKind(target: Target, call: PolicyCall): EffectKind {
  const path = fixedPart(target);
  if (path === "") return "unknown";
  const real = call.real(path);
  if (real.problem !== null) return "outside";
  const roots = [call.projectRoot, ...call.settings.additionalDirectories, ...call.settings.contain.writable].map(
    (dir) => absolutePath(dir, call.projectRoot, call.world),
  );
  const inside = (way: string, resolve: (root: string) => string): boolean =>
    roots.some((root) => isInside(way, resolve(root)));
  if (!inside(path, (root) => root) || !inside(real.path, (root) => call.real(root).path)) return "outside";
  if (protectionOf(exact(path), call) !== undefined || startedWith(path, call) !== undefined) return "outside";
  return target.certainty === "unknown" ? "unknown" : "harmless";
}
