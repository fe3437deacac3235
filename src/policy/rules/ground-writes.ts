/**
 * Directories that a program is told to go to before it does what nobody reads (`vim -c 'cd X' -c 'w! y'`, `tmux new -c X`): it may
 * write there, whatever it names. For places only the person may approve.
 */
import { exact, onlyReads } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath } from "../../machine/index.ts";
import { goesIn, groundsTold } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import type { WrittenPlace } from "./written-words.ts";

export const groundWrites = (call: PolicyCall, commands: readonly SubCommand[]): readonly WrittenPlace[] =>
  commands
    .filter(({ understood, effects }) => !(understood && onlyReads(effects)))
    .flatMap((command) => {
      const { name, words, input } = command;
      const values = words.slice(1).map(({ value, outline, prefix }) => value ?? outline ?? prefix);
      return groundsTold({ program: programOf(name), words: values, input })
        .map((ground) => absolutePath(ground, standsIn(command, call), call.world))
        .filter((path) => !WORK_TREE.test(path))
        .map((path) => ({ target: exact(`${path}/x`), recursive: false }));
    });

/** Where an agent keeps work trees of its own: what is started there works on the project. */
const WORK_TREE = /^(?:\/(?!\.claude\/)[^/]+)*\/\.claude\/worktrees(?:\/[^/.][^/]*)+$/;

const programOf = (name: string | null): string => (name ?? "").replace(/^.*\//s, "");

/** Where a command is started, or the project where nobody knows. */
export const standsIn = ({ cwd }: SubCommand, { projectRoot }: PolicyCall): string =>
  cwd.certainty === "exact" ? cwd.path : projectRoot;

/** Where code stands: where its program does, and wherever it goes. */
export const codeStands = (command: SubCommand, codes: readonly string[], call: PolicyCall): readonly string[] => {
  const from = standsIn(command, call);
  return [
    ...new Set([
      from,
      ...codes
        .flatMap((code) => goesIn(code, programOf(command.name)))
        .map((ground) => absolutePath(ground, from, call.world)),
    ]),
  ];
};
