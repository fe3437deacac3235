/** The edit fast path: the call is simulated in `acceptEdits` mode (§5). It proves, or it has no opinion. */
import { basename } from "node:path/posix";
import { type Effect, onlyReads, type Target, type WriteEffect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { openSource, type Witness } from "../../contract/witness.ts";
import { findRepo } from "../../machine/git/index.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import { programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { protectionOf } from "../protection.ts";
import { shownByEdits } from "../rules/index.ts";
import { startedWith } from "../started-files.ts";
import { consultsGit, consultsWritten } from "./consulted.ts";
import { isUnproven, readsCredentials } from "./credentials.ts";
import { isKnownDelete, isMoved, wasCreated } from "./deletes.ts";
import { isUnaccounted } from "./dot-names.ts";
import { isForwardGit } from "./forward-git.ts";
import { canComeBack } from "./losses.ts";
import { plainUses } from "./plain/index.ts";
import { isBarred, showsMachine } from "./reading.ts";
import { lookThrough } from "./trees.ts";

const prove = openSource("edits");

type EditProof =
  /** A tool's own edit, or a plain command. */
  | { readonly proven: Witness<"edits"> }
  /** Read as edits of the project, and not plain: harmless inside these walls only. */
  | { readonly walls: "edit" };

/** Why the call only edits the project, or undefined. Never throws. */
export function proveEdits(call: PolicyCall): EditProof | undefined {
  if (call.barring.length > 0 || call.spec.neverProven === true || call.settings.autoMode.classifyEdits)
    return undefined;
  if (call.reading === undefined && !call.effects.some(isChange)) return undefined;
  if (!hasProjectRoot(call) || isBarred(call) || readsCredentials(call) !== undefined) return undefined;
  if (!(call.reading === undefined ? isFileEdit(call) : isShellEdit(call)) || showsSecret(call)) return undefined;
  if (!canComeBack(call.effects, call)) return undefined;
  if (call.reading === undefined) return { proven: prove({ proven: "tool" }) };
  if (plainUses(call)?.every(({ kind }) => kind !== "service")) return { proven: prove({ proven: "plain" }) };
  return showsMachine(call) ? undefined : { walls: "edit" };
}

/** For an allow rule: what its redirections do is an edit of the project too. */
export const areEdits = (effects: readonly Effect[], call: PolicyCall): boolean =>
  hasProjectRoot(call) &&
  readsCredentials(call) === undefined &&
  effects.every((effect) => isProvenEffect(effect, call)) &&
  canComeBack(effects, call);

/**
 * No fast path when the session started in `/`, home or a parent of home: the project is then everything. None either where programs
 * keep their settings and their own files, unless somebody keeps a repository of their own there.
 */
export const hasProjectRoot = (call: PolicyCall): boolean => isNarrow(call.projectRoot, call);

function isNarrow(dir: string, call: PolicyCall): boolean {
  const home = call.real(call.world.home).path;
  return ![dir, call.real(dir).path].some(
    (root) =>
      root === "/" ||
      isInside(call.world.home, root) ||
      isInside(home, root) ||
      isOfPrograms(root, [call.world.home, home], call),
  );
}

/** Hidden directories of home, and where a system keeps what it runs: there a file of any name may start something. */
const OF_SYSTEM = /^\/(?:etc|usr|opt|var\/lib)(?=\/|$)/;

/** A work tree that lies further down is a project like any other; one of `~/.config`, or of such a directory itself, is not. */
function isOfPrograms(root: string, homes: readonly string[], { world }: PolicyCall): boolean {
  const system = OF_SYSTEM.exec(root)?.[0];
  const hidden = homes
    .filter((home) => isInside(root, home))
    .map((home) => `${home}/${root.slice(home.length + 1).split("/")[0]}`)
    .find((dir) => basename(dir).startsWith("."));
  const top = hidden ?? system;
  if (top === undefined) return false;
  if (top === "/etc" || basename(top) === ".config") return true;
  const tree = findRepo(root, world)?.workTree ?? top;
  return tree === top || !isInside(tree, top);
}

/** An edit of a part is answered with what stands around it. */
const showsSecret = (call: PolicyCall): boolean =>
  shownByEdits(call).some(({ target }) => isUnproven({ do: "read", target, recursive: false, content: true }, call));

const isChange = (effect: Effect): boolean => effect.do === "write" || effect.do === "delete";

function isFileEdit(call: PolicyCall): boolean {
  const changes = call.effects.filter((effect) => effect.do === "write" || effect.do === "delete");
  return (
    call.spec.shell === undefined && changes.length > 0 && call.effects.every((effect) => isProvenEffect(effect, call))
  );
}

function isShellEdit(call: PolicyCall): boolean {
  const reading = call.reading;
  if (reading === undefined || reading.opaque.length > 0 || reading.commands.length === 0) return false;
  const accounted = new Set(reading.commands.flatMap((command) => command.effects));
  if (reading.commands.some((command) => feedsItself(command, reading.commands))) return false;
  return (
    reading.commands.every((command) => isProvenCommand(command, call)) &&
    reading.effects.every((effect) => accounted.has(effect) || isProvenEffect(effect, call))
  );
}

/** `tr a b < F >> F`: a file that is read while it grows by what is read of it has no end. */
function feedsItself(command: SubCommand, commands: readonly SubCommand[]): boolean {
  const grown = command.effects.flatMap((effect) =>
    effect.do === "write" && effect.as === "append" ? [effect.target.path] : [],
  );
  const sources = [command, ...(command.fedBy ?? []).flatMap(([from, to]) => commands.slice(from, to))];
  return sources.some(({ effects }) =>
    effects.some((effect) => effect.do === "read" && effect.content && grown.includes(effect.target.path)),
  );
}

function isProvenCommand(command: SubCommand, call: PolicyCall): boolean {
  if (!command.understood) return false;
  const redirected = new Set(command.redirections ?? []);
  const own = command.effects.filter((effect) => !redirected.has(effect));
  if (!(command.redirections ?? []).every((effect) => isProvenEffect(effect, call))) return false;
  if (consultsWritten(command, call)) return false;
  if (onlyReads(own)) return true;
  if (consultsGit(command))
    return isForwardGit(command, call) && own.every((effect) => effect.do === "vcs" || isProvenEffect(effect, call));
  if (command.name === "chmod") return isMadeExecutable(command, call);
  return isEditor(command.name) && own.every((effect) => isProvenEffect(effect, call));
}

/** `chmod +x` on files of this session. */
const isMadeExecutable = ({ words, effects }: SubCommand, call: PolicyCall): boolean =>
  /^[ua]?\+x$/.test(words[1]?.value ?? "") &&
  effects.every(
    (effect) =>
      effect.do === "write" &&
      effect.as === "mode" &&
      !effect.recursive &&
      isEditable(effect.target, call) &&
      wasCreated(effect.target.path, call),
  );

/** A program that edits files and does nothing else. */
const isEditor = (name: string | null): boolean =>
  name !== null && programNamed(name)?.edits?.split(" ").includes(name) === true;

export function isProvenEffect(effect: Effect, call: PolicyCall): boolean {
  switch (effect.do) {
    case "read":
      return true; // credential stores were looked for already
    case "environment":
      return !effect.matters;
    case "write":
      return isProvenWrite(effect, call);
    case "delete":
      return (
        isEditable(effect.target, call) &&
        lookThrough(effect.target, effect, call) === "sound" &&
        (isMoved(effect.target, call) || isKnownDelete(effect, call))
      );
    default:
      return false;
  }
}

/** A name that `tar *` takes for an option, or a prompt for code. */
const SAYS_MORE = /\/-|\$\(|`|\p{Cc}/u;
/** What a hook that is handed names makes options or commands of (`… | xargs sed -i`). A dash by itself is no option. */
const PARTS_NAMES = /\s-\S|[;|&<>"']|\$\{/;

function isProvenWrite(effect: WriteEffect, call: PolicyCall): boolean {
  if (effect.as === "link" || effect.as === "hardlink" || effect.as === "mode") return false;
  if (!isEditable(effect.target, call) || isUnaccounted(effect.target.path, call)) return false;
  if (SAYS_MORE.test(effect.target.path) || PARTS_NAMES.test(belowRoots(effect.target.path, call))) return false;
  if (effect.from === undefined) return !effect.recursive;
  if (bringsSecret(effect, effect.from, call)) return false;
  return broughtTree(effect, effect.from, call) === "sound";
}

/** What would not be read by proof where it is, would be read by it under its new name. */
const bringsSecret = ({ recursive, as }: WriteEffect, target: Target, call: PolicyCall): boolean =>
  isUnproven({ do: "read", target, recursive: recursive || as === "move", content: true }, call);

/** What a copy or a move brings along, where it comes from and where it lands. */
export const broughtTree = ({ target, recursive, as }: WriteEffect, from: Target, call: PolicyCall) =>
  lookThrough(from, { recursive: recursive || as === "move", into: target.path }, call);

/** Inside the project or an additional directory, by name and by where links lead; nowhere that matters later. */
export function isEditable(target: Target, call: PolicyCall): boolean {
  if (target.certainty !== "exact") return false;
  const real = call.real(target.path);
  if (real.problem !== null || real.links.some((link) => call.memory.links.has(link))) return false;
  const found = call.world.lstat(real.path);
  if (found.kind === "other" || found.kind === "unreadable" || (found.kind === "file" && found.links > 1)) return false;
  return (
    isInRoots(target.path, call, (root) => root) &&
    isInRoots(real.path, call, (root) => call.real(root).path) &&
    protectionOf(target, call) === undefined &&
    startedWith(target.path, call) === undefined
  );
}

function isInRoots(path: string, call: PolicyCall, resolve: (root: string) => string): boolean {
  return rootsOf(call).some((root) => path !== resolve(root) && isInside(path, resolve(root)));
}

function rootsOf(call: PolicyCall): readonly string[] {
  const more = call.settings.additionalDirectories.map((dir) => absolutePath(dir, call.projectRoot, call.world));
  return [call.projectRoot, ...more.filter((dir) => isNarrow(dir, call))];
}

/** The names that are the call's own: what stands before them is where the session works. */
const belowRoots = (path: string, call: PolicyCall): string =>
  path.slice(Math.max(0, ...rootsOf(call).flatMap((root) => (isInside(path, root) ? [root.length] : []))));
