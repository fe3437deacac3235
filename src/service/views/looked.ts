/** Scripts and definitions that were looked through: what they held then, while they still hold it, and whether they changed. */
import { readScripts, type ShownScript } from "../../app/index.ts";
import type { LookedThrough } from "../../contract/session.ts";
import type { LookedFile } from "../api.ts";

export const lookedFiles = (looked: readonly LookedThrough[]): readonly LookedFile[] =>
  readScripts({ looked }).map(lookedFile);

/** Whole, for it is what a person approves. Where there was no file and is none, nothing changed. */
const lookedFile = ({ path, text }: ShownScript): LookedFile => ({
  path,
  changed: text === undefined,
  text: text ?? null,
});
