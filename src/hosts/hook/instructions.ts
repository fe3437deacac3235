/**
 * The instructions of a project as they were when the session began: what the agent writes into them later is not shown to the
 * classifier. They are untrusted in any case: they may tighten, never consent.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { stateLayout } from "../../contract/state-dir.ts";
import { MAX_INSTRUCTIONS_CHARACTERS } from "../../judge/index.ts";
import { readTextFile } from "../../machine/index.ts";
import type { Host } from "../host.ts";

const placeOf = (stateDir: string, session: string): string =>
  join(stateLayout(stateDir).instructions, `${createHash("sha256").update(session).digest("hex")}.md`);

export interface KeptAt extends InstructionsAt {
  readonly stateDir: string;
  readonly session: string;
}

/** Kept once a session, empty where there are none. Never throws: without them the classifier is shown none. */
export function keepInstructions(host: Pick<Host, "reads" | "folder">, { stateDir, session, ...at }: KeptAt): void {
  const place = placeOf(stateDir, session);
  try {
    if (existsSync(place)) return;
    mkdirSync(stateLayout(stateDir).instructions, { recursive: true, mode: 0o700 });
    writeFileSync(place, instructionsFor(host, at), { flag: "wx", mode: 0o600 });
  } catch {
    return;
  }
}

/** What the host's own files say, each under its name; what is too much is left out at the end, and said. */
export function instructionsFor(host: Pick<Host, "reads" | "folder">, at: InstructionsAt): string {
  const text = instructionFiles(host, at)
    .filter((file) => file.text !== "")
    .map((file) => `[${file.name}]\n${file.text}`)
    .join("\n\n");
  if (text.length <= MAX_INSTRUCTIONS_CHARACTERS) return text;
  const note = (left: number): string => `\n[${left} more characters of instructions are not shown]`;
  const kept = text.slice(0, MAX_INSTRUCTIONS_CHARACTERS - note(text.length).length);
  return `${kept}${note(text.length - kept.length)}`;
}

/** Null where none were kept. */
export function readInstructions(stateDir: string, session: string): string | null {
  try {
    return readFileSync(placeOf(stateDir, session), "utf8") || null;
  } catch {
    return null;
  }
}

// The files of instructions a host reads, found as the host finds them: the machine's, the person's, those of the project and
// above it, and those further down. A link that leads out of where a file belongs is not followed: the text goes to a model,
// and might be anybody's file. Bounded, and never throws.

const MAX_FILE_BYTES = 1_000_000;
const MAX_ABOVE = 16;
const MAX_DEPTH = 5;
const MAX_DIRECTORIES = 3_000;
const MAX_NESTED = 40;
const MAX_IMPORTS = 20;
/** What is not the project's own. */
const NOT_OWN = /^(?:\..*|node_modules|vendor|third_party|dist|build|out|target|venv|__pycache__|site-packages)$/;

interface InstructionsAt {
  /** What the agent was started with: its own folder may be elsewhere. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Null where nobody may look there. */
  readonly home: string | null;
  readonly projectRoot: string;
}

interface InstructionFile {
  /** As the person would name it. */
  readonly name: string;
  readonly text: string;
}

/** A file, and the directory it must not lead out of. */
interface Candidate {
  readonly path: string;
  readonly within: string;
}

export function instructionFiles(
  { reads, folder }: Pick<Host, "reads" | "folder">,
  { home, projectRoot, env = {} }: InstructionsAt,
): readonly InstructionFile[] {
  /** Below home, or where a variable has moved the host's own folder to. */
  const ofPerson = (path: string, within: string): Candidate => {
    const [usual, now] = [folder({ home: within, env: {} }), folder({ home: within, env })];
    return usual === now || !path.startsWith(`${usual}/`)
      ? { path, within }
      : { path: join(now, relative(usual, path)), within: now };
  };
  const groups: readonly (readonly Candidate[])[] = [
    ...(reads.machine ?? []).map((path) => [{ path, within: dirname(path) }]),
    ...(home === null ? [] : reads.user.map((group) => group.map((name) => ofPerson(join(home, name), home)))),
    ...[...directoriesAbove(projectRoot, reads.above), projectRoot].flatMap((directory) =>
      reads.project.map((group) => group.map((name) => ({ path: join(directory, name), within: directory }))),
    ),
    ...(reads.folders ?? []).flatMap((folder) => filesIn(join(projectRoot, folder), projectRoot)),
    ...nestedFiles(projectRoot, reads.nested),
  ];
  const seen = new Set<string>();
  const nameOf = (path: string): string => {
    if (path.startsWith(`${projectRoot}/`)) return relative(projectRoot, path);
    return home !== null && path.startsWith(`${home}/`) ? `~/${relative(home, path)}` : path;
  };
  return groups.flatMap((group) => {
    const found = group.map((one) => readInside(one)).find((one) => one !== undefined);
    if (found === undefined || seen.has(found.real)) return [];
    seen.add(found.real);
    const imported = reads.imports === true ? importsOf(found, seen) : [];
    return [found, ...imported].map(({ path, text }) => ({ name: nameOf(path), text }));
  });
}

interface FoundFile extends Candidate {
  readonly real: string;
  readonly text: string;
}

function readInside({ path, within }: Candidate): FoundFile | undefined {
  try {
    const [root, real] = [realpathSync(within), realpathSync(path)];
    const isLink = real !== join(root, relative(within, path));
    if (!real.startsWith(root === "/" ? "/" : `${root}/`) || (isLink && !isInstructions(real))) return undefined;
    return { path, within, real, text: readTextFile(real, MAX_FILE_BYTES).trim() };
  } catch {
    return undefined;
  }
}

/** A link may lead to another file of instructions, as it often does, and to no other. */
const isInstructions = (path: string): boolean => /\.(?:md|mdc|txt|markdown)$/i.test(path);

/** `@docs/style.md`, as a word of its own and not in code. */
const IMPORT = /(?:^|\s)@((?:\.{1,2}\/)?[\w][\w./-]*\.(?:md|mdc|txt|markdown))(?=$|[\s,;:.)])/g;

function importsOf(file: FoundFile, seen: Set<string>): readonly FoundFile[] {
  const text = file.text.replace(/```[\s\S]*?```|`[^`\n]*`/g, "");
  const named = [...text.matchAll(IMPORT)].slice(0, MAX_IMPORTS).flatMap(([, path]) => path ?? []);
  return named.flatMap((path) => {
    const found = readInside({ path: join(dirname(file.path), path), within: file.within });
    if (found === undefined || seen.has(found.real) || seen.size > MAX_IMPORTS * 4) return [];
    seen.add(found.real);
    return [found, ...importsOf(found, seen)];
  });
}

/** Outermost first, the directory itself left out. */
function directoriesAbove(directory: string, until: Host["reads"]["above"]): readonly string[] {
  const above: string[] = [];
  for (let at = directory; above.length < MAX_ABOVE && dirname(at) !== at; at = dirname(at)) {
    if (until === "repository" && existsSync(join(at, ".git"))) return above;
    above.unshift(dirname(at));
  }
  // Outside a repository there is nothing above that would belong to it.
  return until === "repository" ? [] : above;
}

const filesIn = (folder: string, within: string): readonly (readonly Candidate[])[] =>
  namesIn(folder)
    .filter((name) => isInstructions(name))
    .slice(0, MAX_NESTED)
    .map((name) => [{ path: join(folder, name), within }]);

function nestedFiles(root: string, names: readonly string[]): readonly (readonly Candidate[])[] {
  const found: Candidate[][] = [];
  let level = names.length === 0 ? [] : [root];
  let looked = 0;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && looked < MAX_DIRECTORIES; depth++) {
    looked += level.length;
    const below = level.slice(0, MAX_DIRECTORIES).flatMap(subdirectories);
    for (const directory of below)
      for (const name of names)
        if (found.length < MAX_NESTED && existsSync(join(directory, name)))
          found.push([{ path: join(directory, name), within: root }]);
    level = below;
  }
  return found;
}

function subdirectories(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !NOT_OWN.test(entry.name))
      .map(({ name }) => join(directory, name))
      .sort();
  } catch {
    return [];
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
