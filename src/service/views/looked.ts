/** Scripts and definitions that were looked through: what they held then, while they still hold it, and whether they changed. */
import { readScripts, type ShownScript } from "../../app/index.ts";
import type { LookedThrough } from "../../contract/session.ts";
import type { LookedFile } from "../api.ts";

const MAX_SHOWN_CHARACTERS = 200_000;

export const lookedFiles = (looked: readonly LookedThrough[]): readonly LookedFile[] =>
  readScripts({ looked }).map(lookedFile);

/** Where there was no file and is none, nothing changed. */
const lookedFile = ({ path, text }: ShownScript): LookedFile => ({
  path,
  changed: text === undefined,
  text: typeof text === "string" ? text.slice(0, MAX_SHOWN_CHARACTERS) : null,
});
