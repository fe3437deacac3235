/**
 * Where a shell that lives on may stand: every directory that texts typed earlier in the session have led to. Which process a text is
 * typed into nobody knows, so what is typed later is read from each of them. For what finds, and never proves.
 */
import type { ShellReading } from "../contract/reading.ts";
import { ANYWHERE, type Memory } from "../contract/session.ts";
import { absolutePath } from "../machine/index.ts";
import type { PolicyCall } from "./call.ts";

/** Directories a typed text may begin in, beside that of the call. */
export const typedFrom = ({ shell }: Pick<Memory, "shell">): readonly string[] =>
  (shell?.directories ?? []).filter((one) => one !== ANYWHERE);

/** It was led to a place that was not told. */
export const standsAnywhere = ({ memory }: Pick<PolicyCall, "memory">): boolean =>
  memory.shell?.directories?.includes(ANYWHERE) === true;

/** It lives on: one that is typed into, or whatever a tool nobody declared runs its commands with. */
export const livesOn = ({ spec }: Pick<PolicyCall, "spec">): boolean =>
  spec.keepsState === true || spec.anyField === true;

/** Where the call may leave such a shell, its own directory apart. */
export function directoriesLeft(call: PolicyCall): readonly string[] {
  if (!livesOn(call)) return [];
  const { reading, readShell, cwd, projectRoot, world } = call;
  const typed = reading === undefined || !MOVES.test(reading.command) ? [] : [reading.command];
  const readings = [
    ...typed.map((text) => readShell(text, { cwd, projectRoot, world, written: new Set(), likely: 0 })),
    ...call.likely(),
  ];
  const moving = readings.filter(({ command, commands }) => MOVES.test(command) || commands.some(isElsewhere(call)));
  if (moving.length === 0) return [];
  const texts = [...new Set(moving.map(({ command }) => command))];
  const told = [...moving.flatMap(directoriesIn), ...texts.flatMap((text) => directoriesInCode(text, call))];
  const dirs = told.filter((dir) => dir !== call.cwd && call.world.stat(dir).kind !== "absent");
  return [...new Set([...dirs, ...(texts.some((text) => movesUntold(text, call)) ? [ANYWHERE] : [])])];
}

/** Words with which shells and languages change their directory. */
const MOVES =
  /(?<![\w.-])(?:cd|chdir|pushd|popd|z|zi|j|autojump|sl|setwd|Set-Location|Push-Location|Pop-Location)(?![\w-])|chdir/i;
const isElsewhere =
  ({ cwd }: PolicyCall) =>
  (one: ShellReading["commands"][number]): boolean =>
    one.under === undefined && one.cwd.path !== cwd;

const directoriesIn = ({ commands, cwdAfter }: ShellReading): readonly string[] =>
  [cwdAfter, ...commands.flatMap(({ under, cwd }) => (under === undefined ? [cwd] : []))].flatMap(
    ({ path, certainty }) => (certainty === "exact" ? [path] : []),
  );

/** `os.chdir('x')`, `process.chdir("x")`, `setwd("x")`, `Set-Location x`. */
const IN_CODE = /(?:chdir|setwd|enterDir|(?:Set|Push)-Location|\bsl)\s*\(?\s*(?:'([^']+)'|"([^"]+)"|([\w./~-]+))/gi;
const directoriesInCode = (text: string, { cwd, world, memory }: PolicyCall): readonly string[] =>
  [...text.matchAll(IN_CODE)].flatMap(([, one, other, bare]) =>
    [cwd, ...typedFrom(memory)].map((from) => absolutePath(one ?? other ?? bare ?? ".", from, world)),
  );

/** Programs that go where only they know. */
const UNTOLD = /(?:^|[;&|\n(])\s*(?:z|zi|j|autojump)(?=\s|$|[;&|\n)])/;
/** Back to where it stood before, which is remembered. */
const GOES_BACK = /\bpopd\b(?:\s+[-+]\w+)*|\b(?:cd|pushd)\s+(?:--\s+)?[-+]\d*(?=\s*(?:$|[;&|\n)]))/g;

/** Read as it stands, without what is most likely, the end is not known. */
function movesUntold(text: string, { cwd, projectRoot, world, readShell }: PolicyCall): boolean {
  if (!MOVES.test(text)) return false;
  if (UNTOLD.test(text)) return true;
  const plain = text.replace(GOES_BACK, "cd .").replace(/\bpushd\b/g, "cd");
  const { cwdAfter, failed } = readShell(plain, { cwd, projectRoot, world, written: new Set() });
  return failed === undefined && cwdAfter.certainty !== "exact";
}
