/** Guarded places (step 3c): what no classifier may approve, by what is written and by mention. */
import type { SimpleCommand, WordRole } from "../contract/simple.ts";
import type { World } from "../contract/world.ts";
import { isInside } from "../core/places/index.ts";
import type { Meeting, RuleCall } from "./call.ts";
import { runsOrWrites } from "./options.ts";
import { absolutePath, placesOf, realPath, UNCLEAR } from "./places.ts";
import { pathsInTexts, textsOf } from "./texts.ts";

export interface GuardedScene {
  /** The protected place of the kind *ask* an absolute path is or lies in, by its name. */
  readonly guardedPlace: (path: string) => string | undefined;
  /** The gate's own: directories with its state, tickets and socket; its programs, absolute. */
  readonly gate: { readonly directories: readonly string[]; readonly programs: readonly string[] };
}

export interface GuardedFinding extends Pick<Meeting, "met"> {
  readonly answer: "ask" | "bare";
  readonly does: "write" | "run gate" | "reach gate" | "ticket" | "mention";
}

const CHANGES: ReadonlySet<WordRole> = new Set(["write", "delete", "move"]);
const WITH_ALL: ReadonlySet<WordRole> = new Set(["delete", "move"]);
const STARTERS = /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun|node|deno|tsx|sudo|doas|sh|bash|zsh|dash|exec)$/;

/** `ask`: only the person can allow it; `bare`: a mention in a call that could write, which walls would hold. */
export function guardedBy(call: RuleCall, scene: GuardedScene): GuardedFinding | undefined {
  return (
    byTicket(call, scene) ??
    byRunning(call, scene) ??
    byReaching(call, scene) ??
    byWriting(call, scene) ??
    byMention(call, scene)
  );
}

/** Names a ticket, or anything else beside the tickets. */
function byTicket(call: RuleCall, { gate }: GuardedScene): GuardedFinding | undefined {
  const { commands, text, codes } = call;
  const tickets = gate.directories.map((directory) => `${directory}/walls`);
  const said = commands.length === 0 ? codes : [text, ...codes];
  const found = tickets.find(
    (place) =>
      said.some((one) => one.includes(place)) ||
      placesOf(call).some(({ path }) => path !== null && isInside(path, place)),
  );
  return found === undefined ? undefined : { answer: "ask", does: "ticket", met: found };
}

function byRunning({ commands, disk }: RuleCall, { gate }: GuardedScene): GuardedFinding | undefined {
  const found = commands.find((command) => runsGate(command, gate.programs, disk));
  return found === undefined
    ? undefined
    : { answer: "ask", does: "run gate", met: found.words.map(({ text }) => text).join(" ") };
}

/** By its name, by its path, or as the first thing a starter is told to start. */
function runsGate({ name, words, cwd }: SimpleCommand, programs: readonly string[], disk: World): boolean {
  if (name === "sallyport") return true;
  const isGate = (value: string): boolean => {
    const path = value.includes("/") ? absolutePath(value, cwd, disk) : undefined;
    return path !== undefined && (programs.includes(path) || programs.includes(realPath(path, disk)));
  };
  const values = words.map(({ value }) => value ?? "");
  if (isGate(values[0] ?? "")) return true;
  return (
    STARTERS.test(name ?? "") &&
    values.slice(1).some((value) => (/^sallyport(?:@|$)/.test(value) && !isInstalling(values) ? true : isGate(value)))
  );
}

const isInstalling = (values: readonly string[]): boolean =>
  /^(?:i|install|add|uninstall|remove|view|info|update|ci)$/.test(values[1] ?? "");

/** A place of the gate's own, its socket among them, for whoever does what nobody knows with it; a program of its own that is started. */
function byReaching(call: RuleCall, { gate }: GuardedScene): GuardedFinding | undefined {
  const isOwn = (path: string, role: WordRole): boolean =>
    gate.directories.some((one) => isInside(path, one)) ||
    (role === "program" && gate.programs.some((one) => isInside(realPath(path, call.disk), one)));
  const found = placesOf(call).find(({ path, role }) => path !== null && UNCLEAR.has(role) && isOwn(path, role));
  if (found?.path == null) return undefined;
  return { answer: "ask", does: found.role === "program" ? "run gate" : "reach gate", met: found.path };
}

function byWriting(call: RuleCall, { guardedPlace, gate }: GuardedScene): GuardedFinding | undefined {
  for (const { path, role, command } of placesOf(call)) {
    if (path === null || !CHANGES.has(role) || command?.away === true) continue;
    const found = guardedPlace(path) ?? guardedPlace(realPath(path, call.disk));
    const inside = WITH_ALL.has(role) ? [...gate.directories, ...gate.programs] : [];
    const held = inside.find((one) => isInside(one, path));
    if (found !== undefined || held !== undefined) return { answer: "ask", does: "write", met: found ?? held ?? path };
  }
  return undefined;
}

const mayWrite = (role: WordRole, command: SimpleCommand | undefined): boolean =>
  role === "unknown" || (command !== undefined && runsOrWrites(command));

/** In a word nobody knows the use of, or in code; git's own commands mention no `.git`. */
function byMention(call: RuleCall, { guardedPlace, gate }: GuardedScene): GuardedFinding | undefined {
  const named = placesOf(call).flatMap(({ path, role, command }) => {
    const found = path !== null && mayWrite(role, command) ? guardedPlace(path) : undefined;
    return found === undefined || (found === ".git" && command?.name === "git") ? [] : found;
  });
  const own =
    named[0] ??
    pathsInTexts(call)
      .map(guardedPlace)
      .find((found) => found !== undefined) ??
    gate.directories.find((directory) => textsOf(call).some((text) => text.includes(directory)));
  return own === undefined ? undefined : { answer: "bare", does: "mention", met: own };
}
