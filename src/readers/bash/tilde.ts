/** `~` and where it counts. */
import { parameter } from "./parameters.ts";
import type { ScriptPoint } from "./reader.ts";
import { UNKNOWN } from "./state.ts";

/** `~` and `~/…` at the start of a word; null for another person's home. */
export function tilde(point: ScriptPoint, written: string, value: string, more = false): string | null {
  if (!written.startsWith("~")) return value;
  const slash = written.indexOf("/");
  if ((more && slash === -1) || written.slice(0, slash === -1 ? undefined : slash).includes("\\")) return null;
  const user = /^~([^/]*)/.exec(written)?.[1] ?? "";
  const home =
    user === "" ? parameter(point, "HOME", "quoted") : user === "+" ? parameter(point, "PWD", "quoted") : UNKNOWN;
  if (home.kind !== "text") return null;
  return home.text + value.slice(user.length + 1);
}

/** In an assignment a tilde counts after every colon too. */
export function tildes(point: ScriptPoint, written: string, value: string): string | null {
  if (!written.includes("~")) return value;
  if (written !== value) return null;
  const pieces = value.split(":").map((piece) => tilde(point, piece, piece));
  return pieces.includes(null) ? null : pieces.join(":");
}
