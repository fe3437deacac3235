/** Where a field of a tool's input leads, in every reading that a host could have of it. */
import type { JsonObject } from "../contract/action.ts";
import { placeOf } from "./places/index.ts";
import type { Proof, Scene, Touch } from "./types.ts";

/** What else the call's host could open for the text of a path; null: one that nobody can say. All of it must be proven. */
export type Opens = (text: string) => readonly (string | null)[];

export interface ToolCall {
  readonly scene: Scene;
  readonly opens: Opens;
}

/** What is proven of a call, without its kind. Undefined: nothing. */
export type ToolFinding = Pick<Proof, "touches" | "saves"> | undefined;

export const HARMLESS: ToolFinding = { touches: [], saves: [] };

export const textOf = (input: JsonObject, field: string): string => {
  const value = input[field];
  return typeof value === "string" ? value : "";
};

/** An address, or alternatives that may climb: hosts could make a path of it that is not the one written. */
const ODD_PATH = /^\s*[a-z][a-z\d+.-]+:|[{}].*\.\.|\.\..*[{}]/i;

/** Every place a text may mean to the host: as written, without blanks around it, `~` as home and as a name, and what the host says. */
export function placesOf(
  text: string,
  { scene, opens }: ToolCall,
  cwd = scene.call.cwd,
): readonly string[] | undefined {
  if (text === "" || ODD_PATH.test(text)) return undefined;
  const texts = [text, text.trim(), ...opens(text)].flatMap((one) =>
    one !== null && /^~(?:\/|$)/.test(one) ? [one, `./${one}`] : [one],
  );
  const places = [...new Set(texts)].map((one) => (one === null ? undefined : placeOf(one, cwd, scene.disk)));
  const known = places.filter((place) => place !== undefined);
  return known.length < places.length ? undefined : [...new Set(known)];
}

export function look(
  role: Touch["role"],
  places: readonly string[] | undefined,
  { scene }: ToolCall,
  may: (path: string, scene: Scene) => boolean,
): ToolFinding {
  if (places === undefined || !places.every((path) => may(path, scene))) return undefined;
  return { touches: places.map((path) => ({ role, path })), saves: [] };
}
