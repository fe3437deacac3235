/**
 * What git prints of files out of its own store. A rule that forbids reading a file of the work tree means its
 * contents, and every version of them lies there under other names.
 */
import { type Effect, exact, type Target } from "../../contract/effect.ts";
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { bareWords } from "./bare-commands.ts";
import { hiddenCode } from "./hidden-code.ts";

/** Sub-commands that print contents unless they are told to print less. */
const SHOWS =
  /^(?:show|diff|blame|annotate|archive|range-diff|format-patch|grep|difftool|fast-export|unpack-file|merge-tree|bundle)$/;
/** Those that print contents when asked for, or tell by what they list whether contents match. */
const ASKED = /^(?:log|whatchanged|reflog|rev-list|stash show|diff-tree|diff-index|diff-files|request-pull)$/;
const PATCH =
  /^(?:-[a-z]?[pucW]|-[ULGS].*|--(?:patch|pickaxe-all|pickaxe-regex|find-object|unified|cc|dd|word-diff|color-words|binary|function-context|remerge-diff|diff-merges|stdin).*)$/;
const LESS =
  /^(?:-s|--(?:stat|shortstat|numstat|dirstat|name-only|name-status|summary|no-patch|raw|quiet|check|compact-summary)(?:=.*)?)$/;
/** Those whose words are objects and never paths of the work tree. */
const OF_OBJECTS = /^(?:cat-file|unpack-file|merge-tree|bundle|range-diff|stash)$/;
/** Options without a value: the word behind one of them is a word of its own. */
const ALONE =
  /^(?:-[pusw]|--(?:patch|stat|oneline|all|cached|staged|name-only|name-status|no-color|no-patch|numstat|follow))$/;
/** A commit, whatever else is called like it: any other name may be that of a file's contents. */
const COMMIT = /^(?:HEAD|@)(?:[~^]\d*)*$/;
const HASH = /^[0-9a-f]{4,64}$/i;

/** Reads of the work tree that stand for what the git commands of a call print of its history. */
export function historyReads(call: PolicyCall): readonly Effect[] {
  const commands = [...(call.reading?.commands ?? []), ...hiddenCode(call).commands];
  return commands.flatMap((command) => (isGit(command) ? printed(command, call) : []));
}

const isGit = ({ name, words }: SubCommand): boolean => name === "git" || /(?:^|\/)git$/.test(words[0]?.value ?? "");

function printed(command: SubCommand, call: PolicyCall): readonly Effect[] {
  const ways = bareWords(command, command.words.map(spelled)).filter(printsContents);
  if (ways.length === 0) return [];
  const [way] = ways;
  const confined = ways.length === 1 && way !== undefined ? placesNamed(way, command, call) : undefined;
  const places = confined ?? [exact(call.projectRoot)];
  return places.map((target) => ({ do: "read", target, recursive: true, content: true }));
}

function printsContents([, name = "", ...words]: readonly string[]): boolean {
  if (name === "cat-file") return !words.some((word) => /^-[tse]$/.test(word));
  if (name === "status") return words.some((word) => /^-v+$|^--verbose$/.test(word));
  const patch = words.some((word) => PATCH.test(word));
  if (ASKED.test(name === "stash" ? `${name} ${words[0]}` : name)) return patch;
  // An object given by its hash may be a file, which is printed whatever else is said.
  return SHOWS.test(name) && (patch || !words.some((word) => LESS.test(word)) || words.some((word) => HASH.test(word)));
}

/** The places the command confines itself to, or undefined where it does not surely do so. */
function placesNamed(way: readonly string[], { words, cwd }: SubCommand, call: PolicyCall): Places {
  const elsewhere = words.some(({ value }) => value === null || /^-C|^--(?:git-dir|work-tree)/.test(value));
  if (cwd.certainty !== "exact" || elsewhere) return undefined;
  const [, name = "", ...rest] = way;
  const paths = pathsNamed(name, rest, (path) => {
    return call.world.lstat(absolutePath(path, cwd.path, call.world)).kind !== "absent";
  });
  if (paths.length === 0 || paths.some((path) => path === "" || /[*?[\\:]/.test(path))) return undefined;
  return paths.flatMap((path) =>
    [cwd.path, call.projectRoot].map((base) => exact(absolutePath(path, base, call.world))),
  );
}

type Places = readonly Target[] | undefined;

/** The paths among the words; none where a word may stand for more than a path. */
function pathsNamed(name: string, words: readonly string[], stands: (path: string) => boolean): readonly string[] {
  const isOperand = (at: number): boolean => {
    const before = words[at - 1] ?? "";
    return !before.startsWith("-") || ALONE.test(before) || before.includes("=");
  };
  const dashes = words.findIndex((word, at) => word === "--" && isOperand(at));
  const front = dashes < 0 ? words : words.slice(0, dashes);
  const operands = front.filter((word, at) => !word.startsWith("-") && isOperand(at));
  const inside = operands.filter(isInRevision).map((word) => word.slice(word.lastIndexOf(":") + 1));
  const lines = front.flatMap((word) => /^-L.*:([^:]+)$/.exec(word)?.[1] ?? []);
  const others = operands.filter((word) => !isInRevision(word));
  if (OF_OBJECTS.test(name)) return others.every((word) => word === "blob") && dashes < 0 ? inside : [];
  if (dashes >= 0) {
    const isSure = name !== "show" || others.every((word) => COMMIT.test(word));
    return isSure ? [...words.slice(dashes + 1), ...inside] : [];
  }
  return others.every(stands) || (lines.length > 0 && name === "log")
    ? [...others.filter(stands), ...inside, ...lines]
    : [];
}

/** `HEAD:path`, `:path` and `:0:path`; neither a search for a message (`:/x`, `^{/x}`) nor magic (`:(glob)x`, `:!x`). */
const isInRevision = (value: string): boolean => /^[^-:{][^:{]*:[^:]+$|^:(?:[0-3]:)?[\w.][^:]*$/.test(value);
const spelled = ({ value, text }: KnownWord): string => value ?? text;
