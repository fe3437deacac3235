import { runs } from "./makers.ts";
import type { EffectMaker } from "./spec.ts";

export const editor = runs("helper", "an editor is opened");
const openEditor: Readonly<Record<string, readonly EffectMaker[]>> = Object.fromEntries(
  ["-e", "--edit", "-i", "--interactive", "-p", "--patch", "-c", "--reedit-message", "--edit-todo"].map((name) => [
    name,
    [editor],
  ]),
);
export const editorFor = (names: string): Record<string, readonly EffectMaker[]> =>
  Object.fromEntries(names.split(" ").map((name) => [name, openEditor[name] ?? [editor]]));
