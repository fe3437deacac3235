/**
 * Hooks of git's that are changed without being named: where they are taken from is moved (`git config core.hooksPath`), or new
 * repositories get them from elsewhere (`--template`, `init.templateDir`), by whatever way git is told (3c).
 */
import { actOf } from "../contract/effect.ts";
import type { SubCommand } from "../contract/reading.ts";
import { absolutePath, toTarget } from "../machine/index.ts";
import type { PolicyCall } from "./call.ts";
import { protectionOf } from "./protection.ts";
import { isGit } from "./rules/index.ts";

/** Where hooks are taken from is moved to a place that everybody may write. */
export const movesHooks = (call: PolicyCall): boolean =>
  [call.reading, ...call.likely()]
    .flatMap((one) => one?.commands ?? [])
    .some(
      (command) =>
        isGit(command) &&
        (hookPlaces(command, call).some((place) => isOpen(place, command, call)) ||
          includedFiles(command).some((file) => mayHoldHooks(file, command, call)) ||
          renamesToRun(command) ||
          editsByProgram(command, call)),
    );

const valuesOf = ({ words }: SubCommand): readonly string[] => words.map(({ value, prefix }) => value ?? prefix);

/** Variables of the command, and of the call. */
const toldOf = ({ assignments }: SubCommand, { effects }: PolicyCall) => [
  ...assignments,
  ...effects.flatMap((effect) => (effect.do === "environment" ? [effect] : [])),
];

/** `GIT_EDITOR="sed -i …" git config -e`: a program is told to write what it likes into git's settings. */
function editsByProgram(command: SubCommand, call: PolicyCall): boolean {
  const values = valuesOf(command);
  return (
    values.includes("config") &&
    values.some((value) => /^(?:-e|--edit|edit)$/.test(value)) &&
    (toldOf(command, call).some(({ name }) => EDITORS.test(name)) ||
      values.some((value) => /^core\.editor=/i.test(value)))
  );
}
const EDITORS = /^(?:GIT_EDITOR|VISUAL|EDITOR)$/;

const HOOK_SETTING = /^(?:core\.(?:hookspath|fsmonitor)|init\.templatedir)$/i;
/** A setting for one command, by which what it makes keeps hooks from there. */
const TEMPLATE_SETTING = /^init\.templatedir=(.*)$/is;

/** `git config core.hooksPath X`, `git init --template=X`, and the same by `-c` and by a variable. */
function hookPlaces(command: SubCommand, call: PolicyCall): readonly string[] {
  const values = valuesOf(command);
  const sets = command.effects.some((effect) => actOf(effect) === "git.setting-runs");
  const set = sets ? values.filter((_, i) => HOOK_SETTING.test(values[i - 1] ?? "")) : [];
  return [...set, ...(values.some((value) => MAKES.test(value)) ? templatesOf(values, toldOf(command, call)) : [])];
}

/** They make a repository. */
const MAKES = /^(?:(?:.*\/)?git-)?(?:init|init-db|clone|submodule)$/;

interface Told {
  readonly name: string;
  readonly value: string | null;
}

/** A variable whose value nobody knows may name any place. */
const NOWHERE_KNOWN = "?";

function templatesOf(values: readonly string[], told: readonly Told[]): readonly string[] {
  const named = values.flatMap((value, i) => {
    const option = /^--templ?a?t?e?=(.*)$/s.exec(value)?.[1] ?? (values[i - 1] === "--template" ? value : undefined);
    const setting = TEMPLATE_SETTING.exec(value.replace(/^--config=/, ""))?.[1];
    const byVariable = /^--config-env=init\.templatedir=/i.test(value) ? NOWHERE_KNOWN : undefined;
    return option ?? setting ?? byVariable ?? [];
  });
  const byKey = told.some(
    ({ name, value }) => GIT_KEYS.test(name) && /^init\.templatedir$|'init\.templatedir'?=/i.test(value ?? ""),
  );
  return [
    ...named,
    ...told.flatMap(({ name, value }) => (name === "GIT_TEMPLATE_DIR" ? [value ?? NOWHERE_KNOWN] : [])),
    ...(byKey ? [NOWHERE_KNOWN] : []),
  ];
}
const GIT_KEYS = /^GIT_CONFIG_(?:KEY_\d+|PARAMETERS)$/;

/** `git config --rename-section foo core`: settings that were harmless under their old name. */
function renamesToRun(command: SubCommand): boolean {
  const values = valuesOf(command);
  const at = values.findIndex((value) => /^(?:--)?rename-section$/.test(value));
  if (at < 0 || !values.includes("config")) return false;
  const names = values.slice(at + 1).filter((value) => !value.startsWith("-"));
  return names.some((name, i) => i > 0 && (name === "" || /^(?:core|init|include|includeif)(?:\.|$)/i.test(name)));
}

/** Files that git is to take settings from (`git config include.path X`). */
function includedFiles(command: SubCommand): readonly string[] {
  const values = valuesOf(command);
  if (!values.includes("config")) return [];
  return values.filter((_, i) => /^include(?:if\..+)?\.path$/i.test(values[i - 1] ?? ""));
}

const MAX_CONFIGURATION_BYTES = 64 * 1024;

/** It is not there to be read, or says where hooks are; from then on writing it is looked at like git's own settings. */
function mayHoldHooks(file: string, { cwd }: SubCommand, { world, projectRoot }: PolicyCall): boolean {
  const from = cwd.certainty === "exact" ? cwd.path : projectRoot;
  // A file counts from where the settings lie: of a repository from its `.git`.
  const texts = [from, `${projectRoot}/.git`].flatMap((dir) => {
    const path = absolutePath(file, dir, world);
    const bytes = world.stat(path).kind === "file" ? world.readFile(path, MAX_CONFIGURATION_BYTES) : undefined;
    return bytes === undefined ? [] : [new TextDecoder().decode(bytes)];
  });
  return texts.length === 0 || texts.some((text) => /hookspath|fsmonitor|templatedir|\[\s*include/i.test(text));
}

/** Nothing is started from there, or what is put there is looked at when it is written. */
function isOpen(place: string, { cwd }: SubCommand, call: PolicyCall): boolean {
  if (/^(?:|true|false|\/dev\/null)$/.test(place)) return false;
  const from = cwd.certainty === "exact" ? cwd.path : call.projectRoot;
  return protectionOf(toTarget(place, from, call.world), call) === undefined;
}
