/** `~` and where it counts. */
import { isLikely } from "./likely.ts";
import { parameter } from "./parameters.ts";
import { passwd } from "./printed.ts";
import type { ScriptPoint } from "./reader.ts";
import { text, UNKNOWN, type Value } from "./state.ts";

/** `~` and `~/…` at the start of a word; null for another person's home. */
export function tilde(point: ScriptPoint, written: string, value: string, more = false): string | null {
  if (!written.startsWith("~")) return value;
  const slash = written.indexOf("/");
  if (more && slash === -1 && isLikely(point)) return value;
  if ((more && slash === -1) || written.slice(0, slash === -1 ? undefined : slash).includes("\\")) return null;
  const user = /^~([^/]*)/.exec(written)?.[1] ?? "";
  const home = homeNamed(point, user);
  if (home.kind !== "text") return null;
  return home.text + value.slice(user.length + 1);
}

function homeNamed(point: ScriptPoint, user: string): Value {
  if (user === "") return parameter(point, "HOME", "quoted");
  if (user === "+") return parameter(point, "PWD", "quoted");
  if (!isLikely(point)) return UNKNOWN;
  if (user === "-") return parameter(point, "OLDPWD", "quoted");
  const line = passwd(point.reader.context.world)
    .split("\n")
    .find((one) => one.startsWith(`${user}:`));
  return text(line?.split(":")[5] ?? `/home/${user}`);
}

/** In an assignment a tilde counts after every colon too. */
export function tildes(point: ScriptPoint, written: string, value: string): string | null {
  if (!written.includes("~")) return value;
  if (written !== value) return null;
  const pieces = value.split(":").map((piece) => tilde(point, piece, piece));
  return pieces.includes(null) ? null : pieces.join(":");
}
