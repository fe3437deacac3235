/**
 * Project task (§9): a test, lint, format, type-check or build command the project declares. It passes only in a
 * directory the person trusts, with its definition tracked and unchanged, and while everything written in this session
 * is shown to compute only. It proves, or it has no opinion.
 */

import { type Effect, onlyReads } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import type { Call } from "../../gate/call.ts";
import { trackedClean } from "../../machine/git/index.ts";
import { isInside, protectedPlace } from "../../machine/index.ts";
import {
  type Definition,
  definitionOf,
  type TaskTool,
  taskToolOf,
  upwards,
  worldFiles,
} from "../../readers/definitions/index.ts";
import { readsCredentials } from "./credentials.ts";
import { hasProjectRoot } from "./edits.ts";
import { isBarred } from "./reading.ts";
import { isTrusted } from "./trust.ts";
import { unshownWriting } from "./written.ts";

/**
 * Hosts that put every tool call to the gate, edits too, and those of sub-agents under the same session. Where a call goes
 * past it, or into another session, nobody knows what was written. Others are added when that has been seen of them.
 */
const SEES_EDITS: ReadonlySet<string> = new Set(["claude-code", "gemini"]);
/** Wrappers that change how long or how fast, not what. */
const WRAPPERS: ReadonlySet<string> = new Set(["timeout", "time", "nice", "stdbuf", "command", "env"]);
const RUNNERS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "bun", "make", "gmake", "just", "mise"]);
/** What a build makes and a task may take away again. */
const OUTPUTS = /^(?:dist|build|out|coverage|\.nyc_output|target|tmp|\.cache|\.turbo|[\w.-]+\.tsbuildinfo)$/;

/** Why the call is a declared task that stays inside its project, or undefined. */
export function proveProjectTask(call: Call): string | undefined {
  const { reading } = call;
  const { projectTasks } = call.around.settings;
  if (reading === undefined || projectTasks.length === 0 || call.spec.neverProven === true) return undefined;
  if (![call.action.host, call.memory.start.host].every((host) => host == null || SEES_EDITS.has(host)))
    return undefined;
  if (!hasProjectRoot(call) || isBarred(call)) return undefined;
  if (!isTrusted(call.projectRoot, projectTasks, call.world) || readsCredentials(call) !== undefined) return undefined;
  const found: Found = { tools: [], files: new Set(), wrappers: new Set() };
  const parts = reading.commands.every(
    (command, i) => isBelowWrapper(command, i, found) || isPart(command, i, call, found),
  );
  if (!parts || found.tools.length === 0 || !reading.opaque.every(({ via }) => WRAPPER_SCRIPT.test(via ?? "")))
    return undefined;
  const accounted = new Set(reading.commands.flatMap((command) => command.effects));
  if (!reading.effects.every((effect) => accounted.has(effect))) return undefined;
  if (unshownWriting(call) !== undefined) return undefined;
  if (![...found.files].every((path) => isUntouched(path, call))) return undefined;
  const kinds = [...new Set(found.tools.map(({ kind }) => kind))].join(", ");
  return `A declared task of a trusted project (${kinds}), its definition unchanged; nothing written in this session does more than compute.`;
}

interface Found {
  readonly tools: TaskTool[];
  /** What declares the task. */
  readonly files: Set<string>;
  /** Places of build wrappers in the list of sub-commands: what their scripts do is start the build tool. */
  readonly wrappers: Set<number>;
}

/** The build tool's own start script, as it comes with the project. */
const WRAPPER_SCRIPT = /^\.\/(?:gradlew|mvnw)$/;

function isBelowWrapper(command: SubCommand, i: number, found: Found): boolean {
  if (command.under === undefined || !found.wrappers.has(command.under)) return false;
  found.wrappers.add(i);
  return true;
}

/** Reading, a known tool, a runner whose definition is fully known, or tidying up below one. */
function isPart(command: SubCommand, i: number, call: Call, found: Found): boolean {
  const below = command.under !== undefined;
  const redirected = new Set(command.redirections ?? []);
  if (![...redirected].every((effect) => onlyReads([effect]))) return false;
  if (!below && !command.effects.every((effect) => effect.do !== "environment" || !effect.matters)) return false;
  if (command.understood && onlyReads(command.effects)) return true;
  if (command.effects.some((effect) => effect.do === "environment" && !isPlainVariable(effect.name))) return false;
  if (!command.wrappers.every((wrapper) => WRAPPERS.has(wrapper)) || !isHere(command, call)) return false;
  if (below && isTidying(command, call)) return true;
  if (isRunner(command, call, found)) return true;
  if (!isTool(command, call, found, below)) return false;
  if (WRAPPER_SCRIPT.test(command.words[0]?.value ?? "")) found.wrappers.add(i);
  return true;
}

/** A variable of a tracked definition that does not change which programs or libraries are taken. */
const isPlainVariable = (name: string): boolean => !/^(?:PATH|LD_|DYLD_|BASH|ENV$|IFS$|HOME$|SHELL)/.test(name);

/** It runs in the project, by name and by where links lead. */
function isHere({ cwd }: SubCommand, call: Call): boolean {
  if (cwd.certainty !== "exact" || !isInside(cwd.path, call.projectRoot)) return false;
  return isInside(call.real(cwd.path).path, call.real(call.projectRoot).path);
}

const valuesOf = (command: SubCommand): readonly (string | null)[] =>
  command.words.slice(1).map((word) => (word.splits || word.glob ? null : word.value));

function isRunner(command: SubCommand, call: Call, found: Found): boolean {
  const name = command.name ?? "";
  if (!RUNNERS.has(name) || !isOnlyTask(command.effects, name)) return false;
  const definition = definitionOf({
    program: name,
    words: valuesOf(command),
    cwd: command.cwd.path,
    files: worldFiles(call.world),
    home: call.world.home,
  });
  if (definition === undefined || !isComplete(definition)) return false;
  for (const path of definition.files) found.files.add(path);
  return true;
}

const isComplete = ({ unknown, effects, steps }: Definition): boolean =>
  unknown.length === 0 && effects.length === 0 && steps.length > 0;

/** What the tables say of a runner: a task, and where its programs may come from. */
const isOnlyTask = (effects: readonly Effect[], name: string): boolean =>
  effects.every(
    (effect) =>
      effect.do === "read" ||
      effect.do === "environment" ||
      (effect.do === "run" && effect.program === name && (effect.what === "task" || effect.what === "helper")),
  );

/** `vitest run`, `npx vitest run`, `python -m pytest`, `bundle exec rspec`: the tool, and the words it is given. */
function toolOf(
  command: SubCommand,
  call: Call,
): { readonly name: string; readonly words: readonly (string | null)[] } | undefined {
  const words = valuesOf(command);
  const name = command.name ?? "";
  const [first, second, ...rest] = words;
  if (name === "npx" || name === "bunx")
    return typeof first === "string" && hasBin(first, command, call)
      ? { name: first, words: words.slice(1) }
      : undefined;
  if ((name === "pnpm" || name === "yarn") && first === "exec")
    return typeof second === "string" && hasBin(second, command, call) ? { name: second, words: rest } : undefined;
  if (name === "bundle" && first === "exec")
    return typeof second === "string" ? { name: second, words: rest } : undefined;
  if (/^python3?$/.test(name) && first === "-m" && typeof second === "string")
    return isShadowed(second, command, call) ? undefined : { name: second, words: rest };
  return { name, words };
}

/** The project's own copy: nothing is fetched. */
const hasBin = (tool: string, { cwd }: SubCommand, call: Call): boolean =>
  /^[\w-]+$/.test(tool) &&
  upwards(cwd.path).some(
    (dir) => isInside(dir, call.projectRoot) && call.world.stat(`${dir}/node_modules/.bin/${tool}`).kind === "file",
  );

/** The current directory comes first where modules are looked for. */
const isShadowed = (module: string, { cwd }: SubCommand, call: Call): boolean =>
  [`${module}.py`, module].some((name) => call.world.lstat(`${cwd.path}/${name}`).kind !== "absent");

function isTool(command: SubCommand, call: Call, found: Found, below: boolean): boolean {
  const use = toolOf(command, call);
  const tool = use === undefined ? undefined : taskToolOf(use.name, use.words);
  if (use === undefined || tool === undefined || !isProgram(command, call, below)) return false;
  if (!command.effects.every((effect) => isTaskEffect(effect, call))) return false;
  const declaring = below ? [] : declaredAt(tool, command, call);
  if (!below && declaring.length === 0) return false;
  for (const path of declaring) found.files.add(path);
  found.tools.push(tool);
  return true;
}

/** Not a file of the project that only has the tool's name; the project's own tools excepted, where a runner puts them. */
function isProgram(command: SubCommand, call: Call, below: boolean): boolean {
  return command.effects.every((effect) => {
    if (effect.do === "run" && effect.what === "script")
      return (
        WRAPPER_SCRIPT.test(command.words[0]?.value ?? "") &&
        effect.script !== undefined &&
        isUntouched(effect.script.path, call)
      );
    if (effect.do !== "run" || effect.what !== "unknown-program") return true;
    const place = /^PATH finds it in (.*)$/.exec(effect.detail ?? "")?.[1];
    return below && place?.endsWith("/node_modules/.bin") && isInside(place, call.projectRoot);
  });
}

/** Beyond running the task: nothing but reading, and writing inside the project. */
function isTaskEffect(effect: Effect, call: Call): boolean {
  switch (effect.do) {
    case "run":
    case "read":
    case "environment":
    case "unknown":
      return true;
    case "write":
      return (
        effect.target.certainty !== "glob" &&
        isInside(effect.target.path, call.projectRoot) &&
        protectedPlace(effect.target.path, call.places) === undefined
      );
    default:
      return false;
  }
}

/** The nearest file that declares the tool, from the directory it runs in up to the project's root. */
function declaredAt(tool: TaskTool, { cwd }: SubCommand, call: Call): readonly string[] {
  const files = worldFiles(call.world);
  for (const dir of upwards(cwd.path)) {
    if (!isInside(dir, call.projectRoot)) break;
    for (const [name, says] of tool.declared) {
      const read = files.text(`${dir}/${name}`);
      if (read.kind === "text" && (says === undefined || says.test(read.text))) return [`${dir}/${name}`];
    }
  }
  return [];
}

/** Tracked, as committed, and not written in this session; or not there and not written either. */
function isUntouched(path: string, call: Call): boolean {
  const real = call.real(path);
  if (real.problem !== null) return false;
  const written = [path, real.path].some((way) => upwards(way).some((place) => call.memory.written.has(place)));
  if (written) return false;
  // What lies outside the project is the person's own.
  if (!isInside(real.path, call.real(call.projectRoot).path)) return true;
  return call.world.lstat(path).kind === "absent" || trackedClean(real.path, call.world) === "clean";
}

/** `rm -rf dist`, `mkdir -p build`: what the project's own definition makes and takes away. */
function isTidying(command: SubCommand, call: Call): boolean {
  if (!command.understood || !/^(?:rm|mkdir)$/.test(command.name ?? "")) return false;
  return command.effects.every((effect) => {
    if (effect.do === "read" || effect.do === "environment") return true;
    if (effect.do !== "delete" && !(effect.do === "write" && effect.as === "directory")) return false;
    const { path, certainty } = effect.target;
    const inside = path.slice(call.projectRoot.length + 1).split("/");
    return (
      certainty === "exact" &&
      isInside(path, call.projectRoot) &&
      isInside(call.real(path).path, call.real(call.projectRoot).path) &&
      inside.some((segment) => OUTPUTS.test(segment)) &&
      protectedPlace(path, call.places) === undefined
    );
  });
}
