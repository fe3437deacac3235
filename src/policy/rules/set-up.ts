/**
 * What one command sets up for those behind it, for rules that forbid: settings of git that are written by its own commands or into
 * its files, hidden files of settings, variables that say whom to contact.
 */
import { exact, type Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo } from "../../machine/git/index.ts";
import { absolutePath } from "../../machine/index.ts";
import { isCoreReader } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { gitFront, isGit } from "./git-base.ts";
import { standsIn } from "./ground-writes.ts";

/** How much of one word is looked at, in characters. */
const MAX_WORD = 4_096;

/** Sub-commands of git that keep addresses and names of files for later. */
const KEEPS = /^(?:config|remote|submodule|bundle-uri)$/;
/** Hidden files and the system's own are settings of programs; what a project says of its checks is none. */
const SETTINGS = /\/\.(?!\.|github\/|gitignore$|gitattributes$|vscode\/|idea\/)|^\/etc\//;
const GIT_SETTINGS = /\/\.?git(?:\/modules\/.*)?\/config(?:\.worktree)?$|\/\.git(?:config|modules)$/;
/** An account, which is no place anybody connects to. */
const MAIL = /^[^\s@/:]+@[^\s@/:]+$/;

const wordsOf = ({ words, input }: SubCommand): readonly string[] =>
  [...words.slice(1).map(({ value, outline, prefix }) => value ?? outline ?? prefix), input ?? ""]
    .flatMap((text) => text.slice(0, MAX_WORD).split(/(?:\\[nrt]|[\s"'=])+/))
    .filter((word) => word !== "" && !word.startsWith("-"));

const commandsOf = ({ reading, likely }: PolicyCall): readonly SubCommand[] =>
  [reading, ...likely()].flatMap((one) => one?.commands ?? []);

const keepsByGit = (command: SubCommand): boolean => isGit(command) && KEEPS.test(gitFront(command)?.sub ?? "");
const writesInto = ({ effects }: SubCommand, files: RegExp): boolean =>
  effects.some((effect) => effect.do === "write" && files.test(effect.target.path));

/** Words of settings that are written by the call; one with a scheme from there on (`url.https://host/.insteadOf`). */
export const addressesSet = (call: PolicyCall): readonly string[] =>
  commandsOf(call)
    .filter((command) => keepsByGit(command) || writesInto(command, SETTINGS))
    .flatMap(wordsOf)
    .filter((word) => !MAIL.test(word))
    .flatMap((word) => {
      const [, address] = /[^a-z+]([a-z][a-z+]{1,15}:\/\/.*)$/is.exec(word) ?? [];
      return address === undefined ? [word] : [word, address];
    });

/** Variables by whose names a program knows whom to contact. */
const TELLS_WHOM =
  /(?:^|_)(?:[a-z]+_?proxy|host(?:s|name)?|ur[il]s?|addr(?:ess(?:es)?)?|endpoints?(?:_\w+)?|servers?|registry|remote|index|mirror|goproxy|brokers?|origin|dsn|api)$/i;

/** Values of such variables, set for a command or from here on, where something is started that may follow them. */
export function addressesInVariables(call: PolicyCall): readonly string[] {
  const started = commandsOf(call).filter(({ name, words }) => words.length > 0 && !SHOWS.test(name ?? ""));
  if (started.every(({ name }) => isCoreReader(name ?? ""))) return [];
  const set = call.effects.flatMap((effect) =>
    effect.do === "environment" ? [{ name: effect.name, value: effect.value }] : [],
  );
  return [...set, ...started.flatMap(({ assignments }) => assignments)].flatMap(({ name, value }) =>
    TELLS_WHOM.test(name) && value !== null && value !== undefined ? [value] : [],
  );
}
/** What only sets or says something. */
const SHOWS = /^(?:export|declare|typeset|local|readonly|unset|echo|printf|cd|true|:)$/;

/** Files that settings of git name: from where it stands, from its own directory and from home, as the file of settings has it. */
export const filesSet = (call: PolicyCall): readonly Target[] =>
  commandsOf(call)
    .filter((command) => keepsByGit(command) || writesInto(command, GIT_SETTINGS))
    .flatMap((command) => {
      const from = standsIn(command, call);
      const git = findRepo(from, call.world)?.gitDir;
      const bases = [from, ...(git === undefined ? [] : [git]), `${from}/.git`, call.world.home];
      return wordsOf(command)
        .filter((word) => /[/.]/.test(word) && !/:\/\//.test(word))
        .flatMap((word) => bases.map((base) => exact(absolutePath(word, base, call.world))));
    });
