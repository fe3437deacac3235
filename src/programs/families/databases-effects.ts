/** What database clients have in common. */
import { act, type Effect } from "../../contract/effect.ts";
import type { Use } from "../spec.ts";
import type { SqlOp } from "./sql.ts";

/** Words of SQL, or of a client, that take tables, databases or everything away. */
const SWEEPS = /drop|truncate|delete|reset|flush|volumes|everything|machine|database/i;

/** What a query or a command of a client does; `text` is it, as far as it is known. */
export const database = (op: SqlOp, text: string, on: string | null = null): Effect =>
  act(op === "delete" && !SWEEPS.test(text) ? "database.remove" : `database.${op}`, { wording: text, on });

export const shellEscape = (use: Use): Effect => ({
  do: "run",
  program: use.program,
  what: "code",
  language: "sql",
  wording: "commands of the client may run programs or touch files",
});
