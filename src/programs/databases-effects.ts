/** What database clients have in common. */
import type { Effect } from "../contract/effect.ts";
import type { Use } from "./spec.ts";

export const database = (
  op: "read" | "create" | "change" | "delete" | "run",
  detail: string,
  on: string | null = null,
): Effect => ({ do: "database", op, detail, on });

export const shellEscape = (use: Use): Effect => ({
  do: "run",
  program: use.program,
  what: "code",
  language: "sql",
  detail: "commands of the client may run programs or touch files",
});
