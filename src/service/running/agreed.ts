/** Whether hooks start the service: the person agreed to it at set-up, told it to stop since, or the last try came to nothing. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { oneLine } from "../../contract/escape.ts";
import { serviceLayout } from "../folder.ts";

const MAX_WHY_CHARS = 300;

export type Starting =
  /** Nobody agreed to it. */
  | { readonly kind: "never" }
  /** The next hook that finds none starts it. */
  | { readonly kind: "next" }
  | { readonly kind: "stopped" }
  | { readonly kind: "rests"; readonly why: string };

/** Never throws: what cannot be read was not agreed to. */
export function startingAt(stateDir: string): Starting {
  const { agreed, stopped, rests } = serviceLayout(stateDir);
  if (!existsSync(agreed)) return { kind: existsSync(stopped) ? "stopped" : "never" };
  try {
    return { kind: "rests", why: oneLine(readFileSync(rests, "utf8"), MAX_WHY_CHARS) };
  } catch {
    return { kind: "next" };
  }
}

/** The files that say so. */
export function startingPlaces(stateDir: string): readonly string[] {
  const { agreed, stopped, rests } = serviceLayout(stateDir);
  return [agreed, stopped, rests];
}

/** Hooks may start one: asked again where one begins to serve. */
export const mayStart = (stateDir: string): boolean => existsSync(serviceLayout(stateDir).agreed);

/** The person said yes. Throws where it cannot be written. */
export function agreeToStart(stateDir: string): void {
  const { agreed, stopped, rests } = serviceLayout(stateDir);
  mkdirSync(dirname(agreed), { recursive: true, mode: 0o700 });
  writeFileSync(agreed, "", { mode: 0o600 });
  for (const path of [stopped, rests]) rmSync(path, { force: true });
}

/** The person said no, or leaves. */
export function neverStart(stateDir: string): void {
  for (const path of startingPlaces(stateDir)) rmSync(path, { force: true });
}

/** What the person ended stays ended. Nothing where they never agreed to it. */
export function stopStarting(stateDir: string): void {
  const { agreed, stopped } = serviceLayout(stateDir);
  if (existsSync(agreed)) renameSync(agreed, stopped);
}

/** They started one themselves: hooks may again. */
export function startAgain(stateDir: string): void {
  const { agreed, stopped, rests } = serviceLayout(stateDir);
  if (existsSync(stopped)) renameSync(stopped, agreed);
  rmSync(rests, { force: true });
}

/** Why there is none: said in `status` and `doctor`, and not tried again at every call. */
export const restWith = (stateDir: string, why: string): void =>
  writeFileSync(serviceLayout(stateDir).rests, `${why}\n`, { mode: 0o600 });

export const forgetRest = (stateDir: string): void => rmSync(serviceLayout(stateDir).rests, { force: true });
