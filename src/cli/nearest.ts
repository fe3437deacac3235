/** What to say of a name nobody knows. */
import { nearest } from "../contract/nearest.ts";
import { HOST_NAMES } from "../hosts/index.ts";

/** What to say of a host nobody knows. */
export function unknownHost(name: string): string {
  if (name === "") return `say which host: ${HOST_NAMES.join(", ")}`;
  const meant = nearest(name.toLowerCase(), HOST_NAMES);
  return `there is no host ${JSON.stringify(name)}${meant === undefined ? "." : `; did you mean ${meant}?`} There are ${HOST_NAMES.join(", ")}`;
}
