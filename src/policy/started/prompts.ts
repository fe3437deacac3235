/**
 * Texts that an agent is given: instructions, rules, commands, skills, descriptions of agents and styles. What stands in them as a
 * command is run when one is called, and what they name with an `@` is read as if it stood there: whoever writes that, instructs.
 */
import { dirname } from "node:path/posix";
import { absolutePath, foldPath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { promptFiles } from "./prompt-files.ts";
import { rootsOf } from "./roots.ts";
import { commandsOf, readText, startingPart } from "./sources.ts";
import type { Words } from "./word.ts";
import { commandsIn } from "./words.ts";

/** As Claude Code follows them. */
const MAX_IMPORTS_DEEP = 5;
/** Texts that were looked into. */
const MAX_IMPORTED = 128;
/** Names, and commands, in one text. */
const MAX_NAMES = 192;
/** Paths that were followed through links, of one batch. */
const MAX_PATHS = 2_048;

interface GivenText {
  readonly file: string;
  /** What stands before the text, where hooks are. */
  readonly head: readonly Words[];
  readonly commands: readonly Words[];
  /** Both as they are written. */
  readonly run: string;
}

interface GivenTexts {
  readonly texts: readonly GivenText[];
  /** Folded paths of what is read as a part of such a text, whatever it is. */
  readonly imported: ReadonlySet<string>;
}

export function promptsOf(call: PolicyCall): GivenTexts {
  const search: ImportSearch = { texts: [], imported: new Set(), seen: new Set(), call };
  for (const batch of promptFiles(call)) followImports(batch, search);
  return search;
}

interface ImportSearch {
  readonly texts: GivenText[];
  readonly imported: Set<string>;
  readonly seen: Set<string>;
  readonly call: PolicyCall;
}

function followImports(batch: readonly string[], search: ImportSearch): void {
  const { seen, imported } = search;
  const mostTexts = seen.size + batch.length + MAX_IMPORTED;
  const mostPaths = imported.size + MAX_PATHS;
  let level = batch;
  for (let depth = 0; depth <= MAX_IMPORTS_DEEP && level.length > 0; depth++)
    level = level.flatMap((file) => {
      if (seen.has(file) || seen.size >= mostTexts || imported.size >= mostPaths) return [];
      return takeIn(file, { first: depth === 0 }, search);
    });
}

/** What it imports is returned. */
function takeIn(file: string, { first }: { readonly first: boolean }, search: ImportSearch): readonly string[] {
  const { texts, imported, seen, call } = search;
  seen.add(file);
  const text = readText(file, call);
  const head = first && text.startsWith("---") ? commandsOf(file, text, call) : [];
  const runs = runsIn(text);
  const places = { root: call.projectRoot, home: call.world.home };
  texts.push({
    file,
    head,
    commands: runs.flatMap((run) => commandsIn(run, places)),
    run: [...runs, ...(head.length > 0 ? [startingPart(file, text)] : [])].join("\n"),
  });
  const imports = importsOf(file, text, call);
  for (const path of imports) for (const way of [path, call.real(path).path]) imported.add(foldPath(way));
  return imports;
}

/** Claude Code and OpenCode write a command as !`…` or as a block, Gemini CLI and Qwen Code as !{…}. */
const RUN =
  /!`([^`]{1,4096})`|!\{((?:[^{}]|\{(?:[^{}]|\{[^{}]{0,128}\}){0,128}\}){1,4096})\}|^[ \t]*(?:```|~~~)!([\s\S]{1,8192}?)(?:```|~~~)/gm;

function runsIn(text: string): readonly string[] {
  if (!text.includes("!")) return [];
  return [...text.matchAll(RUN)].slice(0, MAX_NAMES).map(([, ticks, braces, block]) => ticks ?? braces ?? block ?? "");
}

/** `@path` with blanks escaped, `@{path}`, `@"path"`; VS Code's `#file:path`, Kiro's `#[[file:path]]`, Cursor's `(mdc:path)`. */
const IMPORT =
  /(?<![\w.])@(?:\{([^}\n]{1,512})\}|"([^"\n]{1,512})"|'([^'\n]{1,512})'|((?:\\.|[^\s\\]){1,512}))|#(?:\[\[)?file:((?:\\.|[^\s\\\]]){1,512})|\]\(mdc:([^)\n]{1,512})\)/g;
/** GitHub's and VS Code's texts take in what they link to. */
const LINK = /\]\(([^)\n]{1,512})\)/g;

function importsOf(file: string, text: string, call: PolicyCall): readonly string[] {
  const links = /\/\.(?:github|vscode|copilot)\//i.test(file) ? [...text.matchAll(LINK)] : [];
  const names = [...text.matchAll(IMPORT), ...links]
    .slice(0, MAX_NAMES)
    .flatMap(([, ...groups]) => spellingsOf(groups.find((group) => group !== undefined) ?? ""));
  const bases = [...new Set([dirname(file), dirname(call.real(file).path), ...rootsOf(call)])];
  return [...new Set(names.flatMap((name) => bases.map((base) => absolutePath(name, base, call.world))))];
}

/** What belongs to the name and what to the sentence around it, each reader says differently. */
function spellingsOf(raw: string): readonly string[] {
  const name = raw.replace(/\\(.)/g, "$1").replace(/^(?:file:(?:\/\/)?|mdc:)/, "");
  const ways = [name, name.replace(/[.,;:!?)\]}>'"`*_]+$/, ""), name.replace(/[`"'<>()[\]{},;*|].*$/s, "")];
  return [...new Set([...ways, ...ways.map((way) => way.replace(/[#:].*$/s, ""))])].filter((way) => /[^./~]/.test(way));
}
