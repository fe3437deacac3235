/** Conditions that need more than one field of an effect. */
import type { Target } from "../../contract/effect.ts";
import { isInside } from "../../machine/index.ts";
import { isLocalHost } from "./hosts.ts";
import { objectOf, targetOf } from "./row.ts";
import type { Scene, Subject } from "./scene.ts";
import { isAt } from "./where.ts";

/** Directories that a build, an installation or a test run makes anew. */
const REBUILT =
  /(?:^|\/)(?:node_modules|\.venv|venv|dist|build|out|target|coverage|\.next|\.nuxt|\.turbo|\.cache|\.parcel-cache|\.vite|\.svelte-kit|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|__pycache__|\.gradle|\.terraform|bin|obj|tmp|temp|vendor|\.angular|\.output|\.nyc_output|htmlcov|playwright-report|test-results|\.eggs|[^/]*\.egg-info|[^/]*\.(?:pyc|pyo|o|class|log|tmp|bak|swp|DS_Store|tsbuildinfo|snap))(?:\/|$|\*)|^\.DS_Store$/;

export const isRebuilt = (path: string): boolean => REBUILT.test(path);

const inProject = (target: Target, scene: Scene): boolean => isInside(fixedPart(target), scene.projectRoot);

/** A pattern up to its first wildcard. */
const fixedPart = ({ path }: Target): string => path.split(/\/[^/]*[*?[{]/)[0] ?? path;

const at = (place: Parameters<typeof isAt>[0], target: Target, scene: Scene): boolean =>
  isAt(place, target, scene.look, scene.home);

/** `/`, a top directory of the system, home or what holds homes; itself, or all that is in it. */
export function holdsSystem(subject: Subject, scene: Scene): boolean {
  const target = targetOf(subject);
  if (target === undefined || target.path === "" || target.certainty === "unknown") return false;
  return scene.look(target).ways.some((way) => {
    const last = way.at(-1) ?? "";
    const whole = /^(?:\*+|\.\*|\.\[!\.\]\*|\{.*\*.*\})$/.test(last) ? way.slice(0, -1) : way;
    const path = `/${whole.join("/")}`;
    if (path === "/") return true;
    const folded = scene.home.toLowerCase();
    if (isInside(folded, path)) return true;
    return WHOLE.test(path);
  });
}
const WHOLE =
  /^\/(?:etc|bin|sbin|lib|lib32|lib64|boot|usr|var|opt|srv|proc|sys|dev|root|home|users|system|library|applications|private|c|usr\/(?:bin|sbin|lib|lib64|local|share|include|libexec)|var\/(?:lib|log|spool|db)|etc\/(?:init\.d|systemd|pam\.d)|private\/(?:etc|var)|home\/[^/*]+|users\/[^/*]+|c\/(?:windows|users|program files)(?:\/system32)?)$/;

/** `/`, a top directory of the system, or the person's own home and what holds it. */
export function holdsMachine(subject: Subject, scene: Scene): boolean {
  const path = targetOf(subject)?.path.replace(/\/\*$/, "") ?? "";
  if (!holdsSystem(subject, scene)) return false;
  return path.split("/").length <= 2 || isInside(scene.home, path);
}

/** A local thing outside the project and the places for throw-away files, that this session did not make. */
export function isForeign(subject: Subject, scene: Scene): boolean {
  const target = targetOf(subject);
  if (target === undefined || target.path === "") return false;
  if (inProject(target, scene) || scene.isOwn(target.path) || at("temp", target, scene) || at("cache", target, scene))
    return false;
  return !/^\/dev\/(?:null|stdout|stderr|stdin|tty|fd|zero|full|u?random|tcp|udp)/.test(target.path);
}

export const isUnknownPlace = (subject: Subject): boolean => targetOf(subject)?.path === "";

/** Everything directly in a directory that all share. */
export function sweepsTemp(subject: Subject, scene: Scene): boolean {
  const target = targetOf(subject);
  if (target === undefined || !at("temp", target, scene)) return false;
  return (
    /^\/(?:private\/)?(?:var\/)?(?:tmp|dev\/shm)(?:\/(?:\*|\.\*|\{?\*\.?\w*))?$/.test(target.path) ||
    (target.certainty !== "exact" && /^\/(?:private\/)?(?:var\/)?tmp\/?$/.test(fixedPart(target)))
  );
}

/** In the project, and nothing that is made anew or was made here. */
export function losesWork(subject: Subject, scene: Scene): boolean {
  const target = targetOf(subject);
  if (target === undefined || target.path === "" || !inProject(target, scene)) return false;
  return !isRebuilt(target.path) && !scene.isOwn(target.path);
}

export const exists = (subject: Subject, scene: Scene): boolean => {
  const target = targetOf(subject);
  return target !== undefined && scene.world.lstat(target.path).kind !== "absent";
};

/** Contacted, and not this machine or its neighbours. */
export const isOutside = (subject: Subject): boolean => {
  const host = subject.do === "network" ? subject.host : objectOf(subject);
  return host === null || !isLocalHost(host);
};

/** Takes away what was there: emptied, replaced, linked elsewhere; not appended to. */
export const replaces = (subject: Subject): boolean =>
  subject.do === "delete" ||
  (subject.do === "write" && (subject.as ?? "") !== "append" && subject.as !== "mode" && subject.as !== "directory");
