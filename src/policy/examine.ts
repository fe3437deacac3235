/** From an action to what policy looks at: where it would run, what it does, how it is shown. */
import type { Action } from "../contract/action.ts";
import { type Effect, onlyReads } from "../contract/effect.ts";
import { once } from "../contract/once.ts";
import type { HostPaths } from "../contract/opening.ts";
import type { ShellReading, ShellState } from "../contract/reading.ts";
import type { World } from "../contract/world.ts";
import { enteredTree } from "../machine/git/index.ts";
import {
  type AgentFiles,
  absolutePath,
  isInside,
  looker,
  normalise,
  noteTwofold,
  resolver,
  toTarget,
  twofoldPaths,
} from "../machine/index.ts";
import { patternTexts } from "../readers/bash/index.ts";
import { readWindows, windowsLines } from "../readers/windows/index.ts";
import { withAsked } from "./asked-writes.ts";
import type { PolicyCall } from "./call.ts";
import { fedTexts } from "./fed-texts.ts";
import { launchedTasks } from "./launched-tasks.ts";
import { mixedNames } from "./mixed-names.ts";
import { withCopies } from "./other-copies.ts";
import { ownSpelled } from "./own-spelled.ts";
import {
  barringFields,
  codeCommands,
  encodeCall,
  likelyCommands,
  type Tool,
  type ToolBox,
  type ToolContext,
} from "./tools/index.ts";
import { livesOn, typedFrom } from "./typed-directories.ts";
import { effectsOfUnpacking } from "./unpacked.ts";
import { writtenCode } from "./written-code.ts";

/** What an action is examined with. */
export interface Examination
  extends Pick<PolicyCall, "world" | "readShell" | "settings" | "memory" | "book" | "projectRoot" | "restorable"> {
  readonly tools: ToolBox;
  readonly gateDirectories: readonly string[];
  readonly gatePrograms: readonly string[];
  readonly movedPlaces: readonly string[];
  readonly agentFiles: AgentFiles;
  /** How the host of a call turns the text of a path into the file it opens; undefined: it opens what is written. */
  readonly hostPaths: (host: string | undefined) => HostPaths | undefined;
}

/** Where a tool's input is read: the call's directory, and what its host makes of a path. */
export function contextOf(
  action: Pick<Action, "tool" | "cwd" | "host" | "calledAs">,
  { projectRoot, world, hostPaths }: Pick<Examination, "projectRoot" | "world" | "hostPaths">,
): ToolContext {
  const at = { cwd: directoryOf(action, projectRoot, world), projectRoot, world };
  const paths = hostPaths(action.host);
  if (paths === undefined) return at;
  const tool = action.calledAs ?? action.tool;
  return { ...at, opens: (text, cwd) => paths(text, { tool, cwd, world }) };
}

/** Everything policy needs to know, found once. May throw on a tool's own error: the gate denies then. */
export function examine(action: Action, asked: Examination): PolicyCall {
  const given = { ...asked, memory: withCopies(withAsked(asked.memory, asked.world), asked) };
  const call = examineMixed(action, given);
  meetPaths(call);
  if (twofoldPaths(given.world) === undefined) return call;
  const otherways = PARENTS.map((parents) => examineMixed(action, { ...given, world: { ...given.world, parents } }));
  return { ...call, otherways };
}

/** Names that a merge of the call may write count for the rest of it. */
function examineMixed(action: Action, given: Examination): PolicyCall {
  const call = examineOnce(action, given);
  const names = mixedNames(call);
  if (names.length === 0) return call;
  const { memory } = given;
  return examineOnce(action, { ...given, memory: { ...memory, written: new Set([...memory.written, ...names]) } });
}

const PARENTS = ["text", "links"] as const;

/** What could have two readings: it climbs, or leads through a process. */
const TWOFOLD = /\.\.|\/proc\/|\/dev\/fd/;
const TWOFOLD_WORD =
  /(?<![^\s'"`;|&<>(){}=:@,])[^\s'"`;|&<>(){}=:@,]*(?:\.\.|\/proc\/|\/dev\/fd)[^\s'"`;|&<>(){}=:@,]*/g;
/** More than this many in one text are not looked at: their words are, where the text is read. */
const MAX_TWOFOLD = 200;

/** Has every path that stands anywhere in the call looked at, also where no effect was found for it: in code, in a field. */
function meetPaths(call: PolicyCall): void {
  const { encoding, reading, cwd, world } = call;
  const links = TWOFOLD.test(encoding) ? linksMadeBy(call) : [];
  const words = (reading?.commands ?? []).flatMap((command) =>
    command.words.flatMap(({ value }) => (value === null ? [] : [{ text: value, from: command.cwd.path || cwd }])),
  );
  const stood = [...new Set([cwd, ...words.map(({ from }) => from)])];
  for (const { text, from } of [...words, ...stood.map((dir) => ({ text: encoding, from: dir }))]) {
    if (!TWOFOLD.test(text)) continue;
    for (const [path] of [...text.matchAll(TWOFOLD_WORD)].slice(0, MAX_TWOFOLD))
      for (const one of [path, path.replace(/^-\w/, ""), path.replace(/^\$\{?HOME\}?/, "~")]) {
        toTarget(one, from, world);
        if (climbsFrom(one, from, links)) noteTwofold(world, "astray");
      }
  }
}

/** Where the call itself makes a link, or brings one along. */
const linksMadeBy = ({ effects, world }: PolicyCall): readonly string[] =>
  effects.flatMap((effect) => {
    if (effect.do !== "write" || effect.target.certainty !== "exact") return [];
    const { as, from, target } = effect;
    const brings = as === "link" || (from?.certainty === "exact" && world.lstat(from.path).kind === "link");
    return brings ? [target.path] : [];
  });

/** A `..` stands behind one of these places. */
function climbsFrom(path: string, from: string, links: readonly string[]): boolean {
  if (links.length === 0) return false;
  const parts = (path.startsWith("/") ? path : `${from}/${path}`).split("/");
  return parts.some((part, i) => {
    const before = part === ".." ? normalise(parts.slice(0, i).join("/")) : undefined;
    return before !== undefined && links.some((link) => isInside(before, link));
  });
}

function examineOnce(action: Action, given: Examination): PolicyCall {
  const { tools, world, projectRoot, readShell, settings, memory, book, restorable } = given;
  const spec = tools(action.tool);
  const context = contextOf(action, given);
  const read = commandReader(spec, action, context, given);
  const reading = read?.();
  if (reading?.failed !== undefined) throw new Error(`the command could not be read: ${reading.failed}`);
  const own = spec.effects?.(action.input, context) ?? windowsEffects(spec, action);
  const fields = barringFields(spec, action.input);
  const isLost = (reading !== undefined || own.length > 0) && isGone(context.cwd, given);
  const real = resolver(world);
  return {
    world,
    projectRoot,
    readShell,
    restorable,
    settings,
    memory,
    book,
    spec,
    tool: spec.name,
    calledAs: action.calledAs,
    input: action.input,
    encoding: encodeCall(spec, action.input, fields),
    barring: isLost ? [...fields, "cwd"] : fields,
    effects: withSources([...own, ...(reading?.effects ?? []), ...effectsOfUnpacking(reading, world)]),
    reading,
    likely: once(() =>
      read === undefined || reading === undefined
        ? commandsIn(spec, action).flatMap((text) =>
            startsOf(spec, context, memory).map((cwd) =>
              readShell(text, { ...context, cwd, written: NOTHING, likely: 0 }),
            ),
          )
        : [
            ...likelyReadings(reading, read, { world, cwd: context.cwd }),
            ...startsOf(spec, context, memory)
              .slice(1)
              .map((cwd) => read(0, reading.command, cwd)),
          ],
    ),
    otherways: [],
    cwd: context.cwd,
    look: looker(world, real),
    real,
    places: guardedBy(given, context.cwd),
  };
}

/** In a work tree of the project that the session went into, that tree is what its places and its walls are about. */
const guardedBy = ({ world, projectRoot, ...given }: Examination, cwd: string): PolicyCall["places"] => ({
  projectRoot: enteredTree({ projectRoot, cwd }, world) ?? projectRoot,
  home: world.home,
  gateDirectories: given.gateDirectories,
  gatePrograms: given.gatePrograms,
  movedPlaces: given.movedPlaces,
  agentFiles: given.agentFiles,
});

/** Where the call would run. A directory that can be read two ways is no place to judge from: it throws. */
export function directoryOf(action: Pick<Action, "cwd">, projectRoot: string, world: World): string {
  const { path, certainty } = toTarget(action.cwd ?? ".", projectRoot, world);
  if (certainty === "exact") return path;
  throw new Error(`the directory ${JSON.stringify(action.cwd)} leads through a link and back; give its real path`);
}

/** Hosts whose shell has lost its directory go on in another one: what is read from there is not what would run. */
const isGone = (cwd: string, { projectRoot, world }: Examination): boolean =>
  world.stat(cwd).kind === "absent" && world.stat(projectRoot).kind !== "absent";

const NOTHING: ReadonlySet<string> = new Set();

/** `text`: another one, read in its place; `cwd`: from another place. */
type ReadCommand = (likely?: number, text?: string, cwd?: string) => ShellReading;

/** Where a command of the call may begin: its own directory first. */
const startsOf = (spec: Tool, { cwd }: ToolContext, memory: Examination["memory"]): readonly string[] =>
  livesOn({ spec }) ? [...new Set([cwd, ...typedFrom(memory)])] : [cwd];

function commandReader(
  { shell, keepsState }: Tool,
  { input }: Action,
  context: ToolContext,
  { memory, readShell, settings }: Examination,
): ReadCommand | undefined {
  if (shell?.dialect !== "bash") return undefined;
  const state = keepsState === true ? { shellState: keptState(memory) } : {};
  const writable = [...settings.additionalDirectories, ...settings.contain.writable].map((dir) =>
    absolutePath(dir, context.projectRoot, context.world),
  );
  const command = shell.command(input);
  // What finds takes a program for what its name says, whatever the session wrote over it.
  return (likely, text = command, cwd = context.cwd) =>
    readShell(text, {
      ...{ ...context, cwd, writable, ...state },
      ...(likely === undefined ? { written: memory.written } : { written: NOTHING, likely }),
    });
}

/** More values of one variable than this are not tried. */
const MAX_LIKELY = 8;

/** None where everything was seen, and only reading, and every shell reads it alike: then nothing else can be found. One that fails finds nothing. */
function likelyReadings(
  reading: ShellReading,
  read: ReadCommand,
  { world, cwd }: Pick<ToolContext, "world" | "cwd">,
): readonly ShellReading[] {
  const patterns = patternTexts(reading.command);
  if (reading.opaque.length === 0 && onlyReads(reading.effects) && patterns.length === 0) return [];
  const all: ShellReading[] = [];
  for (let i = 0; i < Math.min(all[0]?.alternatives ?? 1, MAX_LIKELY); i += 1) all.push(read(i));
  all.push(...fedTexts(all[0] ?? reading).map((text) => read(0, text)));
  const first = all[0] ?? reading;
  all.push(...[...writtenCode(first, world, cwd), ...launchedTasks(first, cwd)].map((text) => read(0, text)));
  const spelled = ownSpelled(reading, world.home);
  if (spelled !== undefined) all.push(read(0, spelled));
  all.push(...patterns.map((text) => read(0, text)));
  return all.filter(({ failed }) => failed === undefined);
}

/**
 * What a tool that nobody declared would likely run, one that is given code, and a shell that is not read where its words mean what they
 * mean in bash: for what finds, and never proves.
 */
function commandsIn({ name, anyField, shell, code }: Tool, { input }: Action): readonly string[] {
  if (code !== undefined) return codeCommands(code(input));
  if (shell !== undefined) return shell.dialect === "bash" ? [] : windowsLines(shell.command(input));
  return anyField === true ? likelyCommands(name, input) : [];
}

const keptState = ({ shell }: Examination["memory"]): ShellState => ({
  pathChanged: shell?.pathChanged ?? false,
  functions: new Set(shell?.names),
  aliases: new Set(shell?.names),
});

/** PowerShell and cmd are read by their words: what is found counts, and the rest stays unknown. */
const windowsEffects = ({ shell }: Tool, { input }: Action): readonly Effect[] =>
  shell === undefined || shell.dialect === "bash" ? [] : readWindows(shell.command(input), shell.dialect);

/** What is copied, moved or linked is read where it comes from. */
function withSources(effects: readonly Effect[]): readonly Effect[] {
  if (!effects.some((effect) => effect.do === "write" && effect.from !== undefined)) return effects;
  return effects.flatMap((effect): readonly Effect[] =>
    effect.do === "write" && effect.from !== undefined
      ? [effect, { do: "read", target: effect.from, recursive: effect.recursive, content: true }]
      : [effect],
  );
}
