/** Files that patterns in code find now, where the code changes or reads what it is handed: for rules that forbid that, and 3c. */
import { absolutePath, isInside, placesMatched } from "../../machine/index.ts";
import { changesListed, listedPatterns } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";

const MAX_FOUND = 128;
/** A pattern in quotes, and perl's own way to write one. */
const PATTERN = /(["'`])([\w./~-]*[*?][\w./*?~[\]-]*)\1|<([\w./~-]*[*?][\w./*?~[\]-]*)>/g;
/** A name or a pattern that is looked for at any depth, below a place that stands there or where the code is. */
const SOUGHT = /(?:(["'`])([^"'`\n]{0,300})\1\)*\s*\.)?\brglob\(\s*(["'`])([^"'`\n/]{1,300})\3/g;
/** Names that are held against those a walk comes by: each may be what it looks for. */
const WALKS =
  /\b(?:walk\w*|scandir|listdir|readdir\w*|iterdir)\b|\bfind(?:depth)?\s*\(?\s*(?:sub\b|\{|\\&)|\bFind\.find\b/;
const HELD_AGAINST = /(["'`/])([\w@+-][\w.@+-]*\.\w+)\$?\1/g;
/** A change to what a variable names; one to a name that stands in quotes is none. */
const CHANGES_VARIABLE =
  /\bopen\w*\(?\s*\w+\s*,\s*(?:\w+\s*=\s*)?["'][rb]*[wax+]|\b(?:[A-Za-z_]\w*\.(?:write_?(?:text|bytes)|unlink|touch|rename|replace|open\(["'][wa])|(?:un)?link\w*|delete\w*|remove\w*|rm\w*|rename\w*|replace|truncate\w*|chmod\w*|(?:write|append)File\w*|copy\w*|move)\s*\(?\s*(?:[A-Za-z_$][\w.$]*\s*[,)]|<|glob\b|\*?Dir\b|if\b)|\b[A-Za-z_]\w*\.(?:write_?(?:text|bytes)|unlink|touch)\(|["']\+?[>]{1,2}\s*["',]*\s*\$|inplace|\$\^I\b|\)\.(?:write_?(?:text|bytes)|unlink|touch|rename|replace)\(|\bcopy\w*\([^()]*,\s*[A-Za-z_]\w*\s*\)/;
const DEEP = /\bwalk\w*\b|recursive/;
/** What a variable names is opened or shown. */
const READS_VARIABLE = /\bread\w*\s*\(|\bopen\w*\s*\(|\bslurp\b|\bFile\.|\bfileinput\b|\bload\w*\s*\(/;

/** Absolute. */
export const globbedByCode = (code: string, from: string, call: PolicyCall): readonly string[] =>
  changesListed(code)
    ? foundByCode(code, from, call, listedPatterns(code))
    : CHANGES_VARIABLE.test(code)
      ? foundByCode(code, from, call)
      : [];

/** The same where it reads them. */
export const readByCode = (code: string, from: string, call: PolicyCall): readonly string[] =>
  READS_VARIABLE.test(code) ? soughtBy(code, from, call) : [];

function foundByCode(code: string, from: string, call: PolicyCall, listed: readonly string[] = []): readonly string[] {
  const patterns = [...code.replace(SOUGHT, " ").matchAll(PATTERN)].map(
    ([, , quoted, angled]) => quoted ?? angled ?? "",
  );
  const plain = [...patterns, ...listed]
    .flatMap((pattern) => (DEEP.test(code) ? [pattern, `**/${pattern}`] : [pattern]))
    .map((pattern) => (pattern.startsWith("/") ? pattern : `${from}/${pattern.replace(/^\.\//, "")}`));
  return [...plain.flatMap((pattern) => matchedNow(pattern, call)), ...soughtBy(code, from, call)].slice(0, MAX_FOUND);
}

const soughtBy = (code: string, from: string, call: PolicyCall): readonly string[] =>
  [...code.matchAll(SOUGHT), ...(WALKS.test(code) ? heldAgainst(code) : [])]
    .flatMap(([, , base = ".", , name = ""]) =>
      rootsBelow(absolutePath(base, from, call.world), call).flatMap((root) => matchedNow(`${root}/**/${name}`, call)),
    )
    .slice(0, MAX_FOUND);

/** In the order of what is sought: below which place, and by which name. */
const heldAgainst = (code: string): readonly (readonly (string | undefined)[])[] =>
  [...code.matchAll(HELD_AGAINST)].map(([, , name]) => ["", "", undefined, "", name?.replaceAll("\\", "")]);

/** Nobody looks through a whole home: of that the project, and what the gate and agents keep there. */
function rootsBelow(base: string, { world, places, projectRoot }: PolicyCall): readonly string[] {
  if (!isInside(world.home, base)) return [base];
  const agents = places.agentFiles.directories.map((name) => `${world.home}/${name}`);
  return [projectRoot, ...places.gateDirectories, ...places.gatePrograms, ...places.movedPlaces, ...agents];
}

const matchedNow = (pattern: string, { world }: PolicyCall): readonly string[] =>
  placesMatched(pattern, world, (directory) => !/\/(?:node_modules|\.git)$/.test(directory)) ?? [];
