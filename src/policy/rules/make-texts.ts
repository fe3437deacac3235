/**
 * Files of the session that a makefile or a justfile takes in by itself, whatever they are called: behind `include`, `load`, `$(shell …)`,
 * `$(file <…)`, `!=` or a backtick, or as the value of a variable that programs act on. A list of sources is none of these.
 */
import { basename, dirname } from "node:path/posix";
import { isInside, NAMED_VARIABLES, PLACED_VARIABLES } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { namesAround, namesFile } from "./spelled-files.ts";

/** Bytes of a definition that are looked at; in a longer one every file is meant. */
const MAX_TEXT_BYTES = 256 * 1024;
/** How deep variables stand in each other, and how long a text may become by that. */
const MAX_ROUNDS = 4;
const MAX_CHARS = 1024 * 1024;

const MAKEFILE = /(?:^|\/)(?:GNU|BSD)?makefile[^/]*$|\.(?:mk|mak|make)$/i;
const JUSTFILE = /(?:^|\/)\.?justfile$|\.just$/i;

/** `file`, `fresh`: absolute. */
export function takenByMake(
  file: string,
  fresh: readonly string[],
  { world, projectRoot }: PolicyCall,
): string | undefined {
  const isMake = MAKEFILE.test(file);
  if (!(isMake || JUSTFILE.test(file)) || world.stat(file).kind !== "file") return undefined;
  const others = fresh.filter((path) => path !== file);
  if (others.length === 0) return undefined;
  const bytes = world.readFile(file, MAX_TEXT_BYTES);
  if (bytes === undefined) return others.find((path) => isInside(path, dirname(file)));
  const text = new TextDecoder().decode(bytes).replace(/\\\r?\n/g, " ");
  const bases = [...new Set([dirname(file), projectRoot])];
  const taken = isMake ? takenIn(text) : { run: backticks(text), included: [], set: exported(text, JUST_SETS) };
  return others.find(
    (path) =>
      taken.run.some((one) => namesFile(one, path, bases)) ||
      taken.set.some((one) => namesAround(one, path, bases)) ||
      taken.included.some((one) => namesFile(one, path, bases) || couldName(one, path, bases)),
  );
}

interface Taken {
  /** What makes text out of files. */
  readonly run: readonly string[];
  readonly included: readonly string[];
  /** Values of variables that programs act on. */
  readonly set: readonly string[];
}

function takenIn(text: string): Taken {
  const full = filledIn(text);
  return {
    run: [
      ...[...full.matchAll(/\$[({](?:shell|file|guile)\b/g)].map(({ index }) => callAt(full, index)),
      ...[...full.matchAll(/^[^#\n=]*!=(.*)$/gm)].map(([, value = ""]) => value),
    ],
    included: [...full.matchAll(/^[ \t]*(?:[-s]?include|-?load)[ \t]+(.*)$/gm)].flatMap(([, names = ""]) =>
      names.split(/[\s,]+/),
    ),
    set: exported(full, MAKE_SETS),
  };
}

const VARIABLE = /^[ \t]*(?:(?:export|override|private)[ \t]+)*([\w.-]+)[ \t]*(?:::?:?|\?|\+)?=[ \t]*(.*)$/gm;

/** Each `$(NAME)` by what the text says it is, the last word counting; what it does not say stays. */
function filledIn(text: string): string {
  const values = new Map([...text.matchAll(VARIABLE)].map(([, name = "", value = ""]) => [name, value]));
  let full = text;
  for (let round = 0; round < MAX_ROUNDS && full.length < MAX_CHARS; round++) {
    const next = full.replace(/\$[({]([\w.-]+)[)}]/g, (whole, name: string) => values.get(name) ?? whole);
    if (next === full) break;
    full = next;
  }
  return full;
}

/** From its `$(` to what closes it. */
function callAt(text: string, at: number): string {
  let open = 0;
  for (let i = at + 1; i < Math.min(text.length, at + MAX_CALL); i++) {
    if (/[({]/.test(text[i] ?? "")) open++;
    else if (/[)}]/.test(text[i] ?? "") && --open === 0) return text.slice(at, i);
  }
  return text.slice(at, at + MAX_CALL);
}
const MAX_CALL = 4_096;

const MAKE_SETS = VARIABLE;
const JUST_SETS = /^[ \t]*(?:export[ \t]+|set[ \t]+)?([\w-]+)[ \t]*:=[ \t]*(.*)$/gm;
/** A shell of its own is a variable of make's and a setting of just's. */
const ACTED_ON: ReadonlySet<string> = new Set([
  ...NAMED_VARIABLES,
  ...PLACED_VARIABLES,
  ..."PATH ENV SHELL .SHELLFLAGS MAKEFILES MAKEFLAGS shell windows-shell dotenv-path dotenv-filename".split(" "),
]);

const exported = (text: string, sets: RegExp): readonly string[] =>
  [...text.matchAll(sets)].flatMap(([, name = "", value = ""]) => (ACTED_ON.has(name) ? [value] : []));

const backticks = (text: string): readonly string[] => [
  ...[...text.matchAll(/`([^`]{1,4096})`/g)].map(([, code = ""]) => code),
  ...[...text.matchAll(/\b(?:shell|read)\(([^\n]*)/g)].map(([, code = ""]) => code),
];

/** Sources, which nothing includes though the list of what is included is made of their names. */
const SOURCE =
  /\.(?:c|cc|cpp|cxx|m|mm|s|S|asm|h|hh|hpp|hxx|inl|rs|go|java|kt|py|rb|[cm]?[jt]sx?|proto|tex|md|txt|json|ya?ml|toml|html?|s?css)$/;

/** A name of which a part is made: `$(D)/x`, `$(OBJ:.o=.d)`, `mk/%.d`. */
function couldName(name: string, path: string, bases: readonly string[]): boolean {
  if (!/[$%*?]/.test(name) || SOURCE.test(path) || /^\$[({][\w-]+$/.test(name)) return false;
  const parts = name
    .replace(/\$[({][^)}=]*=([^)}]*)[)}]/g, "**$1")
    .replace(/\$[({][^)}]*[)}]?|\$./g, "**")
    .replace(/[)}]+/g, "");
  const known = parts.replace(/[*%?./]+/g, "");
  if (known === "") return MADE_FOR.test(basename(path));
  const pattern = new RegExp(
    `^(?:.*/)?${parts
      .replace(/^\.\//, "")
      .split(/([*%?]+)/)
      .map(toPart)
      .join("")}$`,
  );
  return bases.some((base) => isInside(path, base) && pattern.test(path.slice(base.length + 1)));
}
/** Where nothing of the name is known: what is called like something to include. */
const MADE_FOR = /\.(?:mk|mak|make|inc|in|d|dep|P|so)$|^[^.]+$|makefile/i;

const toPart = (part: string): string => (/^[*%?]/.test(part) ? ".*" : part.replace(/[.+^$()|[\]{}\\]/g, "\\$&"));
