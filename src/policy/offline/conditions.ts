/** Conditions that need more than one field of an effect. */
import { fixedPart, type Target } from "../../contract/effect.ts";
import { defaultBranch, findRepo, withoutUserinfo } from "../../machine/git/index.ts";
import { isInside } from "../../machine/index.ts";
import { redact } from "../../machine/secrets/index.ts";
import { pushTarget } from "../../programs/index.ts";
import { type CallView, type EffectOrFlow, lineOf } from "./call-view.ts";
import type { CallCommand } from "./flow.ts";
import { isLocalHost } from "./hosts.ts";
import { isAt, storeAt } from "./known-places.ts";
import { objectOf, targetOf } from "./subject.ts";

/** Directories that a build, an installation or a test run makes anew. */
const REBUILT =
  /(?:^|\/)(?:node_modules|\.venv|venv|dist|build|out|target|coverage|\.next|\.nuxt|\.turbo|\.cache|\.parcel-cache|\.vite|\.svelte-kit|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|__pycache__|\.gradle|\.terraform|bin|obj|tmp|temp|vendor|\.angular|\.output|\.nyc_output|htmlcov|playwright-report|test-results|\.eggs|[^/]*\.egg-info|[^/]*\.(?:pyc|pyo|o|class|log|tmp|bak|swp|DS_Store|tsbuildinfo|snap))(?:\/|$|\*)|^\.DS_Store$/;

export const isRebuilt = (path: string): boolean => REBUILT.test(path);

const inProject = (target: Target, view: CallView): boolean => isInside(fixedPart(target), view.projectRoot);

const at = (place: Parameters<typeof isAt>[0], target: Target, view: CallView): boolean =>
  isAt(place, target, view.look, view.home);

/** `/`, a top directory of the system, home or what holds homes; itself, or all that is in it. */
export function holdsSystem(subject: EffectOrFlow, view: CallView): boolean {
  const target = targetOf(subject);
  if (target === undefined || target.path === "" || target.certainty === "unknown") return false;
  return view.look(target).some((way) => {
    const last = way.at(-1) ?? "";
    const whole = /^(?:\*+|\.\*|\.\[!\.\]\*|\{.*\*.*\})$/.test(last) ? way.slice(0, -1) : way;
    const path = `/${whole.join("/")}`;
    if (path === "/") return true;
    const folded = view.home.toLowerCase();
    if (isInside(folded, path)) return true;
    return WHOLE.test(path);
  });
}
const WHOLE =
  /^\/(?:etc|bin|sbin|lib|lib32|lib64|boot|usr|var|opt|srv|proc|sys|dev|root|home|users|system|library|applications|private|c|usr\/(?:bin|sbin|lib|lib64|local|share|include|libexec)|var\/(?:lib|log|spool|db)|etc\/(?:init\.d|systemd|pam\.d)|private\/(?:etc|var)|home\/[^/*]+|users\/[^/*]+|c\/(?:windows|users|program files)(?:\/system32)?)$/;

/** `/`, a top directory of the system, or the person's own home and what holds it. */
export function holdsMachine(subject: EffectOrFlow, view: CallView): boolean {
  const path = targetOf(subject)?.path.replace(/\/\*$/, "") ?? "";
  if (!holdsSystem(subject, view)) return false;
  return path.split("/").length <= 2 || isInside(view.home, path);
}

/** A local thing outside the project and the places for throw-away files, that this session did not make. */
export function isForeign(subject: EffectOrFlow, view: CallView): boolean {
  const target = targetOf(subject);
  if (target === undefined || target.path === "") return false;
  if (inProject(target, view) || view.isOwn(target.path) || at("temp", target, view) || at("cache", target, view))
    return false;
  return !/^\/dev\/(?:null|stdout|stderr|stdin|tty|fd|zero|full|u?random|tcp|udp)/.test(target.path);
}

export const isUnknownPlace = (subject: EffectOrFlow): boolean => targetOf(subject)?.path === "";

/** Everything directly in a directory that all share. */
export function sweepsTemp(subject: EffectOrFlow, view: CallView): boolean {
  const target = targetOf(subject);
  if (target === undefined || !at("temp", target, view)) return false;
  return (
    /^\/(?:private\/)?(?:var\/)?(?:tmp|dev\/shm)(?:\/(?:\*|\.\*|\{?\*\.?\w*))?$/.test(target.path) ||
    (target.certainty !== "exact" && /^\/(?:private\/)?(?:var\/)?tmp\/?$/.test(fixedPart(target)))
  );
}

/** In the project, and nothing that is made anew or was made here. */
export function losesWork(subject: EffectOrFlow, view: CallView): boolean {
  const target = targetOf(subject);
  if (target === undefined || target.path === "" || !inProject(target, view)) return false;
  return !isRebuilt(target.path) && !view.isOwn(target.path);
}

export const exists = (subject: EffectOrFlow, view: CallView): boolean => {
  const target = targetOf(subject);
  return target !== undefined && view.world.lstat(target.path).kind !== "absent";
};

/** Contacted, and not this machine or its neighbours. */
export const isOutside = (subject: EffectOrFlow): boolean => {
  const host = subject.do === "network" ? subject.host : objectOf(subject);
  return host === null || !isLocalHost(host);
};

/** It names a host that is neither this machine nor a neighbour. */
export const contactsOther = (command: CallCommand | undefined): boolean =>
  command?.effects.some((effect) => effect.do === "network" && effect.host !== null && isOutside(effect)) === true;

/** All logs of the machine at once. */
export const holdsAllLogs = (subject: EffectOrFlow): boolean =>
  /^\/(?:private\/)?var\/(?:log|adm)(?:\/\*)?$/.test(targetOf(subject)?.path ?? "");

/** Takes away what was there: emptied, replaced, linked elsewhere; not appended to. */
export const replaces = (subject: EffectOrFlow): boolean =>
  subject.do === "delete" ||
  (subject.do === "write" && (subject.as ?? "") !== "append" && subject.as !== "mode" && subject.as !== "directory");

/** To an address, or to a remote that was not there when the session began or was changed here. */
export function isForeignPush(subject: EffectOrFlow, view: CallView): boolean {
  if (subject.do !== "vcs" || subject.op !== "push") return false;
  const { remote } = subject;
  if (remote === undefined || remote === null) return false;
  if (/^(?:https?|ssh|git|file):\/\/|^[\w.-]+@[\w.-]+:|^\.{0,2}\//.test(remote))
    return (
      view.remotes?.some(({ urls, pushUrls }) =>
        [...urls, ...pushUrls].map(withoutUserinfo).includes(withoutUserinfo(remote)),
      ) !== true
    );
  const changed = view.commands.some(({ effects }) =>
    effects.some((effect) => effect.do === "vcs" && effect.op === "remote-change" && effect.remote === remote),
  );
  return changed || (view.remotes !== undefined && !view.remotes.some(({ name }) => name === remote));
}

/** The branch its repository begins with, by whatever name; or all that the settings of a push name. */
export function namesDefault(
  subject: EffectOrFlow,
  { world, cwd }: CallView,
  command: CallCommand | undefined,
): boolean {
  if (subject.do !== "vcs") return false;
  const place = command?.cwd?.path ?? cwd;
  if (subject.branch == null) return subject.remote == null && pushTarget(place, world).isWide;
  const repo = findRepo(place, world);
  return repo !== undefined && defaultBranch(repo, world)?.name === subject.branch;
}

/** The same command puts a file with secrets under version control. */
export const addsSecret = (view: CallView): boolean =>
  view.commands.some(
    (command) =>
      command.effects.some((effect) => effect.do === "vcs" && effect.op === "add") &&
      /(?:^|[ /])(?:\.env(?!\.(?:example|sample|template|dist))(?:\.\w+)?|id_(?:rsa|ed25519|ecdsa)|\.npmrc|\.netrc|credentials\.json)(?: |$)/.test(
        lineOf(command),
      ),
  );

/** Something in the text looks like a key, a token or a password of its own. */
export const holdsSecret = (text: string): boolean =>
  redact(text) !== text || /[?&=/]sk-[a-z]+-[A-Za-z0-9]{10,}/.test(text);

/** The store a read reaches. */
export function storeOf(subject: EffectOrFlow, { look, home }: CallView): string | undefined {
  if (subject.do !== "read" || subject.target.path === "") return undefined;
  return storeAt(look(subject.target), subject.recursive && subject.content, home);
}

/** What a search looks for. */
export const searchedName = (command: CallCommand | undefined): string =>
  command?.words.find((_, i, words) => /^-i?(?:name|path|regex)$/.test(words[i - 1]?.value ?? ""))?.value ?? "";
