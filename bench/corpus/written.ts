/** Whether a row names what its rule, the floor or a guarded place is about, literally, in a simple command. */
import { posix } from "node:path";
import type { Row } from "../../corpus/format.ts";
import { isProtectedPlace } from "./places.ts";
import { type PlainUse, usesIn } from "./words.ts";

const HOME = "/box/home";
const PROJECT = "/box/home/code/app";
/** Their words are text. */
const SAYS = /^(?:echo|printf|:|true|false|test|\[|export|local|declare|typeset|read|alias|set|unset|type|which)$/;
/** Nobody reads a literal place out of the code of another language. */
const FLOOR_PROGRAMS =
  /^(?:rm|rmdir|dd|mkfs(?:\..*)?|mke2fs|shred|wipefs|chmod|chown|chgrp|mv|truncate|blkdiscard|fdisk|sfdisk|parted|mkswap|tee|cp|find|srm|unlink)$/;
const FLOOR_PLACE =
  /^(?:\/|\/\*|\/box\/home\/?|\/box\/home\/\*|\/(?:etc|usr|bin|boot|lib|lib64|sbin|var|home|root|dev|sys|proc|opt)(?:\/\*?)?|\/dev\/(?:sd|nvme|vd|hd|xvd|mmcblk|disk|mem).*|of=\/dev\/(?:sd|nvme|vd|hd|xvd|mmcblk|mem).*|\/etc\/(?:passwd|shadow|sudoers|fstab))$/;

interface Rule {
  readonly tool: string;
  readonly what: string | undefined;
}

export function isWritten(row: Row, rules: readonly string[], step: string): boolean {
  const fill = (text: string): string =>
    text.replace(/@\{?(home|project|box)\}?/g, (_, name: string) =>
      name === "home" ? HOME : name === "project" ? PROJECT : "/box",
    );
  const command = commandOf(row);
  const cwd = fill(row.more?.cwd ?? PROJECT);
  if (command === undefined) return rules.map(parseRule).some((rule) => namedByTool(row, rule, { fill, cwd }));
  const uses = usesIn(fill(command), HOME);
  if (step === "floor")
    return uses.some((use) => !use.inner && isFloor(use)) && uses.every(({ words }) => !words.includes(null));
  if (step === "safetyCheck") return isPlain(uses) && uses.some((use) => namesPlace(use, cwd, isGuarded));
  return rules.map((rule) => parseRule(fill(rule))).some((rule) => uses.some((use) => namedBy(use, rule, cwd)));
}

const commandOf = ({ tool = "Bash", command, input }: Row): string | undefined => {
  if (command !== undefined) return command;
  return /^(?:Bash|run_shell_command|exec_command|shell|BashInput)$/.test(tool) && typeof input?.command === "string"
    ? input.command
    : undefined;
};

function parseRule(rule: string): Rule {
  const [, tool = rule, what] = /^([\w*]+)\((.*)\)$/s.exec(rule) ?? [];
  return { tool, what };
}

const isPlain = (uses: readonly PlainUse[]): boolean =>
  uses.every(({ words, name, inner }) => !inner && name !== null && !words.includes(null));

const isFloor = ({ name, words }: PlainUse): boolean =>
  name !== null && FLOOR_PROGRAMS.test(name) && words.some((word) => word !== null && FLOOR_PLACE.test(word));

function isGuarded(path: string): boolean {
  if (path.startsWith(`${PROJECT}/`)) return isProtectedPlace(path.slice(PROJECT.length + 1));
  return (
    path.startsWith(`${HOME}/`) &&
    /^\.(?:claude|codex|config\/sallyport|local\/state\/sallyport|bashrc|zshrc|profile|ssh|gitconfig)/.test(
      path.slice(HOME.length + 1),
    )
  );
}

function namedBy(use: PlainUse, { tool, what }: Rule, cwd: string): boolean {
  if (use.name === null) return false;
  if (tool === "Bash" && what !== undefined) return namesCommand(use, what);
  if (tool === "Bash") return true;
  if (SAYS.test(use.name) && !use.inner && use.words.length > 0 && tool === "Read") return false;
  if (tool === "WebFetch")
    return what !== undefined && use.words.some((word) => word !== null && namesHost(word, what));
  return what !== undefined && !SAYS.test(use.name) ? namesPlace(use, cwd, matcher(what)) : false;
}

/** Its program, and all words the rule has before its wildcard, in that order. */
function namesCommand({ name, words }: PlainUse, what: string): boolean {
  const tokens = what
    .replace(/:\*$/, "")
    .split(/\s+/)
    .filter((token) => token !== "");
  const known = tokens.slice(
    0,
    tokens.findIndex((token) => token.includes("*")) < 0
      ? tokens.length
      : tokens.findIndex((token) => token.includes("*")),
  );
  const [program, ...rest] = known;
  if (program === undefined || name !== posix.basename(program)) return false;
  let at = 0;
  return rest.every((token) => {
    at = words.indexOf(token, at) + 1;
    return at > 0;
  });
}

function namesHost(word: string, what: string): boolean {
  const host = what.replace(/^domain:/, "").replace(/^\*\./, "");
  return new RegExp(`(?:^|[/@.:=])${host.replaceAll(".", "\\.")}(?:[/:?#]|$)`, "i").test(word);
}

/** A rule's pattern as it speaks of absolute places. */
function matcher(what: string): (path: string) => boolean {
  const pattern = what.startsWith("//")
    ? what.slice(1)
    : what.startsWith("~/")
      ? HOME + what.slice(1)
      : posix.join(PROJECT, what.replace(/^\.?\//, ""));
  const loose = what.includes("/") ? pattern : posix.join(PROJECT, "**", what);
  const base = pattern.replace(/\/\*\*?(?:\/\*)?$/, "");
  const matches = [pattern, loose].map(globExpression);
  return (path) => path === base || matches.some((one) => one.test(path));
}

/** `**` between slashes is any folders, `*` and `?` stay within one name. */
function globExpression(glob: string): RegExp {
  const body = glob.replace(/\/\*\*(?=\/|$)|\*+|\?|[.+^${}()|\\[\]]/g, (one) => {
    if (one === "/**") return "(?:/.*)?";
    if (one === "?") return "[^/]";
    return one.startsWith("*") ? "[^/]*" : `\\${one}`;
  });
  return new RegExp(`^${body}$`);
}

function namesPlace({ words }: PlainUse, cwd: string, matches: (path: string) => boolean): boolean {
  return words.some((word) => {
    if (word === null || word === "") return false;
    const places = [word, word.replace(/^-{1,2}[\w-]+=/, ""), word.replace(/^\w+=/, ""), word.replace(/^-\w/, "")];
    return places.some((place) => place !== "" && matches(posix.resolve(cwd, place)));
  });
}

function namedByTool(
  { tool = "Bash", input = {} }: Row,
  { tool: ruled, what }: Rule,
  { fill, cwd }: { readonly fill: (text: string) => string; readonly cwd: string },
): boolean {
  if (what === undefined)
    return (
      ruled === tool || (ruled.endsWith("*") && tool.startsWith(ruled.slice(0, -1))) || tool.startsWith(`${ruled}__`)
    );
  const texts = Object.values(input)
    .filter((one): one is string => typeof one === "string")
    .map(fill);
  if (ruled === "WebFetch") return texts.some((text) => namesHost(text, what));
  return (
    /^(?:Read|Edit|Write|Grep|Glob)$/.test(ruled) &&
    texts.some((text) => text.length < 4_096 && matcher(fill(what))(posix.resolve(cwd, text)))
  );
}
