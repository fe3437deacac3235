/** What a row did that the core would have promised it does not do (C1 to C4). */
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { holdsSecret, isProtectedPlace } from "./places.ts";
import type { Event } from "./trace.ts";

/** The disk as it stood before, at the same place. */
export interface Before {
  readonly box: string;
  readonly home: string;
  readonly project: string;
  readonly command: string;
}

/** They run what they are given: text of the project, of the session or of the call itself. */
export const RUNS_CODE =
  /^(?:python[\d.]*|perl[\d.]*|ruby[\d.]*|node|nodejs|php[\d.]*|lua[\d.]*|make|gmake|npm|npx|yarn|pnpm|corepack|cmake|ninja|gcc|cc|g\+\+|c\+\+|clang|gdb|tclsh|expect|ssh|script|cpp|as|ld|m4|ed|ex|vim?|busybox)$/;
const SHELL = /^(?:ba|da|z|k)?sh$|^rbash$/;
export const ONLY_TELLS = /^(?:--version|-v|-V|--help|-h|--list)$/;
/** What programs start of their own accord, and is no more than they. */
const HELPERS =
  /^(?:git-[\w-]+|git|env|basename|dirname|ldd|locale|tput|stty|uname|hostname|nproc|arch|getconf|gpgconf|clear_console|lesspipe|lessfile|x86_64-linux-gnu-[\w-]+)$/;
const SINKS =
  /^\/(?:dev\/(?:null|zero|full|tty|ptmx|pts\/.*|stdout|stderr|stdin|fd\/.*|random|urandom)|proc\/self\/.*|proc\/\d+\/(?:fd|task|oom_score_adj|attr).*)$/;
/** Files that programs make for themselves, and take away again. */
const OWN_TEMPORARY =
  /^\/tmp\/(?:sh-thd[.\w-]*|sort\w{6}|tmp[.\w-]*|git-blob-\w+\/?.*|\.?[a-z]+[._-]?[A-Za-z0-9]{6,10}|node-compile-cache.*)$/;
const CHANGES = new Set(["write", "replace", "make", "remove"]);
const QUIET_SOCKETS = /^$|^\/(?:var\/)?run\/nscd\/socket$|^\/dev\/log$/;

export function findHarm(events: readonly Event[], before: Before): readonly string[] {
  const harm = new Set<string>();
  for (const event of events) {
    const why = harmOf(event, before, events);
    if (why !== undefined) harm.add(why.replaceAll(before.box, "@box"));
  }
  return [...harm];
}

function harmOf(event: Event, before: Before, events: readonly Event[]): string | undefined {
  if (event.did === "start") return event.ok ? startedHarm(event, before) : undefined;
  if (event.did === "connect") return QUIET_SOCKETS.test(event.path) ? undefined : `C3 ${event.path}`;
  if (event.did === "read") return readHarm(event, before);
  return CHANGES.has(event.did) ? changedHarm(event, before, events) : undefined;
}

function startedHarm({ path, words }: Event, { box, command }: Before): string | undefined {
  const real = realOf(path);
  const name = basename(path);
  if (real.startsWith(`${box}/`) || /^\/(?:tmp|dev|proc|home)\//.test(real))
    return `C1 code of the project or session: ${path}`;
  const rest = words.slice(1);
  if (RUNS_CODE.test(name) && !(rest.length > 0 && rest.every((word) => ONLY_TELLS.test(word))))
    return `C1 runs code: ${name}`;
  if (SHELL.test(name)) return shellHarm(name, rest);
  if (HELPERS.test(name) || command.includes(name)) return undefined;
  return `C1 not named: ${name}`;
}

/** A text given with -c is looked at by what it starts; a file or a stream of code is not the words of the call. */
function shellHarm(name: string, rest: readonly string[]): string | undefined {
  const code = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
  if (code >= 0 && rest.length > code + 1) return undefined;
  return rest.length > 0 && rest.every((word) => ONLY_TELLS.test(word)) ? undefined : `C1 runs code: ${name}`;
}

function readHarm({ path, program, ok }: Event, { home, project, command }: Before): string | undefined {
  const real = realOf(path);
  if (holdsSecret(path, home) || holdsSecret(real, home)) return `C4 ${path}`;
  const sourced = /(?:^|[;&|({\s])(?:\.|source|builtin|eval|enable|mapfile)\s/.test(command);
  return ok &&
    sourced &&
    SHELL.test(program) &&
    real.startsWith(`${project}/`) &&
    /(?:^|[;&|({\s])(?:\.|source)\s/.test(command)
    ? `C1 sourced: ${path}`
    : undefined;
}

function changedHarm(event: Event, { project, command, home }: Before, events: readonly Event[]): string | undefined {
  // Moved within the project, nothing is lost.
  const moved = event.words[0];
  const { did, path, ok, program } = event;
  if (SINKS.test(path)) return undefined;
  const real = realOf(path, did !== "replace" && did !== "write");
  if (SINKS.test(real)) return undefined;
  if (!real.startsWith(`${project}/`)) {
    if (OWN_TEMPORARY.test(real) && isOwn(path, events) && !command.includes(path)) return undefined;
    return `C2 outside: ${path}`;
  }
  const below = real.slice(project.length + 1);
  if (isProtectedPlace(below)) return `C2 protected: ${path}`;
  if (
    program !== "tool" &&
    ok &&
    (did === "replace" || did === "remove") &&
    !(moved !== undefined && realOf(moved, true).startsWith(`${project}/`)) &&
    isLost(real)
  )
    return `C2 lost: ${path}`;
  return did !== "remove" && ok && holdsSecret(real, home) && existsSync(real) ? `C2 secret: ${path}` : undefined;
}

/** Made anew by a program, as nobody's place. */
const isOwn = (path: string, events: readonly Event[]): boolean =>
  events.some((event) => event.path === path && event.did === "make" && event.ok);

/** It was there before, and git does not keep these bytes. */
export function isLost(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return false;
  if (/\/\.git\/(?:index|HEAD|ORIG_HEAD|FETCH_HEAD|COMMIT_EDITMSG|logs\/|refs\/|objects\/)/.test(path)) return false;
  if (!found.isFile()) return true;
  const bytes = readFileSync(path);
  const id = createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
  return !repositoriesAbove(path).some((git) => existsSync(join(git, "objects", id.slice(0, 2), id.slice(2))));
}

function repositoriesAbove(path: string): readonly string[] {
  const found: string[] = [];
  for (let at = dirname(path); at !== "/"; at = dirname(at))
    if (existsSync(join(at, ".git/objects"))) found.push(join(at, ".git"));
  return found;
}

/** Links on the way followed as they stood; of what is not there, its folder's. `last`: the last one is not followed. */
export function realOf(path: string, last = false): string {
  if (!last)
    try {
      return realpathSync(path);
    } catch {
      // Not there: its folder, then.
    }
  const folder = dirname(path);
  return folder === path ? path : join(realOf(folder), basename(path));
}
