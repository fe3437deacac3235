/**
 * Names that git knows because its configuration says so. Where a call moves or adds to that configuration, a sub-command that
 * is none of git's own may be any of them: rules that forbid or ask cover what may be.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { aliasMeanings } from "../../machine/git/index.ts";
import { programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { bareWords } from "./bare-commands.ts";
import { gitStands } from "./git-base.ts";

/** Variables that say where git finds its configuration and its own programs, or are a part of it. */
const MOVES =
  /^(?:GIT_CONFIG(?:_\w+)?|GIT_DIR|GIT_COMMON_DIR|GIT_EXEC_PATH|HOME|USERPROFILE|HOMEDRIVE|HOMEPATH|XDG_CONFIG_HOME)$/;
/** Options before the sub-command, and what is set by them. */
const TELLS = /^(?:--config-env|--git-dir|--exec-path)(?:=|$)|^include(?:if\..*)?\.path(?:=|$)/i;

/** Git's own sub-commands that have no row of their own among the programs: no alias can take their names. */
const BUILTIN =
  /^(?:bugreport|check-mailmap|check-ref-format|cherry|column|commit-graph|credential[\w-]*|diagnose|env--helper|fetch-pack|fmt-merge-msg|for-each-repo|fsck[\w-]*|fsmonitor--daemon|get-tar-commit-id|help|hook|http-[a-z]+|imap-send|index-pack|init-db|interpret-trailers|mailinfo|mailsplit|merge-[a-z-]+|mktag|multi-pack-index|name-rev|notes|pack-[a-z]+|patch-id|pickaxe|prune-packed|quiltimport|receive-pack|remote-[a-z]+|request-pull|send-email|send-pack|sh-i18n[\w-]*|shell|show-[a-z]+|sparse-checkout|stripspace|submodule--helper|svn|subtree|unpack-[a-z]+|update-server-info|upload-[\w-]+|verify-[a-z]+|version|web--browse)$/;

/** A use of a sub-command that is none of git's own, and what stands behind its name. */
interface AliasUse {
  readonly name: string;
  readonly rest: readonly string[];
}

function aliasUses(command: SubCommand): readonly AliasUse[] {
  if (command.name !== "git") return [];
  const commands = programNamed("git")?.commands ?? {};
  const values = command.words.map(({ value, text }) => value ?? text);
  return bareWords(command, values).flatMap(([, name = "", ...rest]) =>
    /^[\w.-]+$/.test(name) && !Object.hasOwn(commands, name) && !BUILTIN.test(name) ? [{ name, rest }] : [],
  );
}

/** What the configuration on disk has for the names a command uses, as shell code. */
export function aliasTexts(command: SubCommand, { world }: Pick<PolicyCall, "world">): readonly string[] {
  const from = gitStands(command, world);
  if (from === undefined) return [];
  return aliasUses(command).flatMap(({ name, rest }) =>
    aliasMeanings(from, name, world).map((meaning) =>
      `${meaning.startsWith("!") ? meaning.slice(1) : `git ${meaning}`} ${rest.map(quoted).join(" ")}`.trim(),
    ),
  );
}

const quoted = (word: string): string => (/^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

export function usesMovedAlias(
  command: SubCommand,
  { effects, reading }: Pick<PolicyCall, "effects" | "reading">,
): boolean {
  if (aliasUses(command).length === 0) return false;
  return (
    command.assignments.some(({ name }) => MOVES.test(name)) ||
    effects.some((effect) => effect.do === "environment" && MOVES.test(effect.name)) ||
    [command, ...(reading?.commands.filter(({ name }) => name === "git") ?? [])].some(({ words }) =>
      words.some(({ value }) => TELLS.test(value ?? "")),
    )
  );
}
