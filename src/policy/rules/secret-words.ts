/**
 * The name of a file that holds secrets, among the words of a command: a member of an archive, a key of something else. An open rule
 * covers it where the rule spells it out, where it is left out or only used, or where the program is known to do nothing but name it,
 * write it or take it away.
 */
import { basename } from "node:path/posix";
import type { Effect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, foldSegment, secretFile, touched } from "../../machine/index.ts";
import { isChecker } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { type OptionValue, optionValues } from "./option-values.ts";

/** Their words are read for themselves, each in its place. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set(
  "git ssh scp sftp rsync ssh-add ssh-copy-id sshfs mosh autossh ssh-keygen openssl".split(" "),
);
/** Options by whose names a file is used and not shown, or left out, and those with words for people. */
const USES =
  /conf|key|cert|ca-?bundle|cacert|ident|cred|auth|netrc|pass|home|env|var-file|values|exclude|ignore|skip|prune|^-[xXImbtd]$|message|body|title|notes?|^-i?name$|^-i?path$|^--include/i;

interface RuleWords {
  /** The words behind those the rule spells out, and the last of these. */
  readonly rest: readonly string[];
  /** Every word of the rule. */
  readonly spelled: readonly string[];
}

export function namesSecretFile(command: SubCommand, { rest, spelled }: RuleWords, call: PolicyCall): boolean {
  const { name, understood, effects } = command;
  if (READ_ELSEWHERE.has(name ?? "") || isChecker(name ?? "")) return false;
  if (understood && effects.every(showsNothing)) return false;
  return optionValues(rest).some(
    (word) =>
      !USES.test(word.option) &&
      isSecretName(word.value, command, call) &&
      !spelled.some((one) => one.includes(basename(word.value))) &&
      !isAccounted(word, command, call),
  );
}

const showsNothing = (effect: Effect): boolean =>
  effect.do === "environment" ||
  effect.do === "write" ||
  effect.do === "delete" ||
  (effect.do === "read" && !effect.content);

/** A bare word is more often a name of something else: it counts where such a file is there. */
function isSecretName(value: string, { cwd }: SubCommand, { world }: PolicyCall): boolean {
  if (value.length > MAX_NAME || /[\s]|:\/\//.test(value)) return false;
  const name = basename(value.split(/[=,:]/).at(-1) ?? "");
  if (name === "" || secretFile(foldSegment(name)) === undefined) return false;
  return /[./]/.test(value) || world.stat(absolutePath(value, cwd.path, world)).kind === "file";
}
const MAX_NAME = 1_000;

/** It is known what happens at that place, and that is not showing it. */
function isAccounted({ value }: OptionValue, { effects, cwd, understood }: SubCommand, { world }: PolicyCall): boolean {
  const path = absolutePath(value, cwd.path, world);
  const there = effects.filter((effect) => touched(effect)?.target.path === path);
  return understood && there.length > 0 && there.every(showsNothing);
}

const UNPACKS_TO_SHOW: Readonly<Record<string, RegExp>> = {
  tar: /^(?:-?[a-zA-Z]*O[a-zA-Z]*|--to-stdout|--to-command.*)$/,
  bsdtar: /^(?:-?[a-zA-Z]*O[a-zA-Z]*|--to-stdout)$/,
  gtar: /^(?:-?[a-zA-Z]*O[a-zA-Z]*|--to-stdout|--to-command.*)$/,
  unzip: /^-[a-zA-Z]*[pc][a-zA-Z]*$/,
  "7z": /^-so$/,
};

/** An archive of this session is shown, and what of it is not said by plain names. */
export function showsArchive({ name, words, cwd }: SubCommand, call: PolicyCall): boolean {
  const shows = Object.hasOwn(UNPACKS_TO_SHOW, name ?? "") ? UNPACKS_TO_SHOW[name ?? ""] : undefined;
  const values = words.slice(1).map(({ value, prefix }) => value ?? prefix);
  if (shows === undefined || !values.some((value) => shows.test(value))) return false;
  const paths = values.map((value) => absolutePath(value.replace(/^--file=/, ""), cwd.path, call.world));
  const archive = paths.findIndex((path) => call.memory.written.has(path));
  if (archive < 0) return false;
  const members = words.slice(archive + 2).filter(({ value }) => !/^-/.test(value ?? ""));
  return members.length === 0 || members.some(({ value, glob }) => value === null || glob || /[*?[]/.test(value));
}

/** A filter that takes in other files by itself. */
export const importsFiles = ({ name, words, understood }: SubCommand): boolean =>
  !understood &&
  /^(?:jq|gojq|jaq)$/.test(name ?? "") &&
  words.some(({ value, prefix }) => /(?<![.\w$])(?:import|include|modulemeta|get_search_list)\b/.test(value ?? prefix));
