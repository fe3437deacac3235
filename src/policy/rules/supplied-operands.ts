/**
 * Commands that an option or a variable gives to a program which puts names of its own behind them: `git difftool -x 'sed -i s/a/b/'
 * -- F`. For rules that forbid, each is written out with the paths that the program is told of.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath } from "../../machine/index.ts";
import { quoteWord } from "../../readers/definitions/index.ts";
import type { PolicyCall } from "../call.ts";
import { gitFront, isGit } from "./git-base.ts";

/** Where git runs a command for each file that differs. */
const FOR_EACH = /^(?:diff\w*|show|log|mergetool|whatchanged|stash|blame|grep|format-patch)$/;
const HELPERS =
  /^(?:diff\.external|(?:diff|merge)tool\..+\.cmd|diff\..+\.(?:command|textconv)|merge\..+\.driver|filter\..+\.(?:clean|smudge))=(.+)$/is;
const EDITS_FILE = /^(?:sudoedit|visudo|vipw|virsh|vidir|crontab|edit|sensible-editor|select-editor)$/;

export function suppliedTexts(command: SubCommand, call: PolicyCall): readonly string[] {
  if (isGit(command)) return [...behindGit(command, call), ...inSubmodules(command)];
  const values = command.words.map(({ value, prefix }) => value ?? prefix);
  const operands = values.slice(1).filter((value) => !value.startsWith("-"));
  if (/^(?:rg|rga)$/.test(command.name ?? "")) return withOperands(valuesOf(values, /^--pre$/), operands);
  const asEditor = EDITS_FILE.test(command.name ?? "") || values.includes("-e");
  return asEditor ? withOperands(assigned(command, call, /^(?:SUDO_EDITOR|VISUAL|EDITOR)$/), operands) : [];
}

const withOperands = (codes: readonly string[], operands: readonly string[]): readonly string[] =>
  codes.map((code) => [code, ...operands.map(quoteWord)].join(" "));

/** `--option VALUE`, `--option=VALUE`. */
const valuesOf = (values: readonly string[], option: RegExp): readonly string[] =>
  values.flatMap((value, i) => {
    const [, name = "", attached = ""] = /^(--?[\w-]+)=(.+)$/s.exec(value) ?? [];
    return option.test(name) ? [attached] : option.test(values[i - 1] ?? "") ? [value] : [];
  });

const assigned = (command: SubCommand, call: PolicyCall, name: RegExp): readonly string[] => [
  ...command.assignments.flatMap((one) => (name.test(one.name) ? (one.value ?? []) : [])),
  ...call.effects.flatMap((effect) =>
    effect.do === "environment" && name.test(effect.name) ? (effect.value ?? []) : [],
  ),
];

/** Behind `--`, or what stands there: any file that git knows where neither says which. */
function behindGit(command: SubCommand, call: PolicyCall): readonly string[] {
  const front = gitFront(command);
  if (front === undefined || !FOR_EACH.test(front.sub ?? "")) return [];
  const rest = front.rest.map(({ value, prefix }) => value ?? prefix);
  const codes = [
    ...valuesOf(rest, /^(?:-x|--extcmd)$/),
    ...front.options.flatMap(({ name, value }) => (name === "-c" ? (HELPERS.exec(value ?? "")?.[1] ?? []) : [])),
    ...assigned(command, call, /^GIT_EXTERNAL_DIFF$/),
  ];
  if (codes.length === 0) return [];
  const from = command.cwd.certainty === "exact" ? command.cwd.path : call.projectRoot;
  const isThere = (value: string): boolean => call.world.lstat(absolutePath(value, from, call.world)).kind !== "absent";
  const dashes = rest.indexOf("--");
  const paths = dashes >= 0 ? rest.slice(dashes + 1) : rest.filter((value) => !value.startsWith("-") && isThere(value));
  const named = paths.map(quoteWord).join(" ");
  return codes.map((code) => (named === "" ? `git ls-files | xargs ${code}` : `${code} ${named}`));
}

/** In a submodule a path that climbs leads into the tree above. */
function inSubmodules(command: SubCommand): readonly string[] {
  const values = command.words.map(({ value, prefix }) => value ?? prefix);
  const at = values.indexOf("foreach");
  if (at < 0 || !values.includes("submodule")) return [];
  const code = values
    .slice(at + 1)
    .filter((value) => !/^--/.test(value))
    .join(" ");
  return [code.replace(/(?:\.\.\/)+|"?\$\{?toplevel\}?"?\//g, "")];
}
