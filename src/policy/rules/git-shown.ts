/**
 * What git may print of secrets and nobody can tell: contents of any object, of commits that no name leads to, of a history too long to
 * look through, and of what another command of the same call brings first.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo, type HistoryAsked, secretsShown } from "../../machine/git/index.ts";
import type { PolicyCall } from "../call.ts";
import { type GitFront, gitFront, gitStands, isGit } from "./git-base.ts";

/** With these it is never told by the names that are given; a rule that means them spells them. */
const ANY_OBJECT =
  /^(?:-[a-zA-Z]*g|--(?:batch|batch-command|batch-all-objects|walk-reflogs|reflog|stdin|glob|bisect|merge|alternate-refs|exclude|no-walk|boundary|not)(?:=.*)?|--format(?:=.*raw.*)?)$/s;

/** `fixed`: the words the rule spells out. */
export function showsUntold(command: SubCommand, fixed: readonly string[], call: PolicyCall): boolean {
  const front = isGit(command) ? gitFront(command) : undefined;
  if (front === undefined) return false;
  if (!command.effects.some((effect) => effect.do === "unknown" && effect.act === "unknown.shown"))
    return isShownLater(command, call) && bringsSecret(command, front, call);
  if (front.sub === null || !fixed.includes(front.sub)) return true;
  return front.rest.some(({ value }) => value === null || (ANY_OBJECT.test(value) && !fixed.includes(value)));
}

/** Sub-commands that print contents unless they are told to print less, and those that do where they are told to. */
const SHOWS = /^(?:diff|show|format-patch|range-diff|archive|blame|annotate|grep)$/;
const MAY_SHOW = /^(?:log|whatchanged|reflog|stash|commit|diff-(?:tree|index|files))$/;
const TELLS_LESS =
  /^(?:-s|--(?:stat|shortstat|numstat|name-only|name-status|summary|raw|dirstat|no-patch|quiet)(?:=.*)?)$/;
const TOLD_TO =
  /^(?:-[a-zA-Z]*[pucvUL]\S*|--(?:patch|unified|cc|binary|verbose|word-diff|color-words|remerge-diff).*)$/;
/** Commands after which the index, the work tree and HEAD have what another commit has. */
const BRINGS = /^(?:cherry-pick|revert|merge|pull|rebase|checkout|switch|reset|restore|read-tree|stash)$/;

/** What it brings is printed by a later command of the call, which says what it prints by what is there now. */
function isShownLater(command: SubCommand, { reading }: PolicyCall): boolean {
  const commands = reading?.commands ?? [];
  return commands.slice(commands.indexOf(command) + 1).some((later) => {
    const front = isGit(later) ? gitFront(later) : undefined;
    const says = (wanted: RegExp): boolean => front?.rest.some(({ value }) => wanted.test(value ?? "-p")) === true;
    return (MAY_SHOW.test(front?.sub ?? "") && says(TOLD_TO)) || (SHOWS.test(front?.sub ?? "") && !says(TELLS_LESS));
  });
}

function bringsSecret(command: SubCommand, { sub, rest }: GitFront, { world }: PolicyCall): boolean {
  if (!BRINGS.test(sub ?? "") || (sub === "stash" && !/^(?:pop|apply|branch)$/.test(rest[0]?.value ?? "")))
    return false;
  const from = gitStands(command, world);
  const repo = from === undefined ? undefined : findRepo(from, world);
  if (repo === undefined) return from === undefined;
  const ends = rest.findIndex(({ value }) => value === "--");
  const words = (ends < 0 ? rest : rest.slice(0, ends)).map(({ value }) => value?.replace(/^(?:-s|--source=)/, ""));
  const names =
    sub === "stash" ? ["stash@{0}"] : words.flatMap((word) => (/^[^-]/.test(word ?? "") ? [word ?? ""] : []));
  return names.some((name) => {
    const since: HistoryAsked = {
      ...{ places: [], revisions: ["HEAD", name] },
      shown: { show: "difference", cached: false, meeting: false },
    };
    const own: HistoryAsked = { places: [], revisions: [name], shown: { show: "named", merges: "each" } };
    // A name that leads nowhere is a new branch's, or a file's.
    return [since, own].some((question) => secretsShown(repo, question, world).paths.length > 0);
  });
}
