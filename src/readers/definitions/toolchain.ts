/** What cargo, go and python run of the project besides themselves. */
import { type Effect, exact } from "../../contract/effect.ts";
import {
  type CodeStep,
  type Definition,
  type Files,
  joinDefinitions,
  type Runner,
  type RunnerUse,
  unknownTask,
} from "./definition.ts";
import { under, upwards } from "./files.ts";
import { isTable, parseToml } from "./toml.ts";
import { inside, withWords } from "./words.ts";

const MAX_DIRECTORIES = 400;
const MAX_GENERATED = 60;

const nothing = (files: readonly string[]): Definition => ({ steps: [], effects: [], files, unknown: [] });

const BUILDS = new Set(
  "build b check c test t bench run r doc d clippy fix rustc rustdoc nextest install publish package".split(" "),
);
const BUILT_IN = new Set([
  ...BUILDS,
  ..."fmt add remove rm clean new init search info login logout owner yank update vendor fetch generate-lockfile metadata tree pkgid locate-project read-manifest verify-project version help report config".split(
    " ",
  ),
]);

/** Build scripts, aliases, and programs that the project's settings put between cargo and the compiler. */
export const cargo: Runner = (use) => {
  const at = use.words.findIndex((word) => word === null || !/^[-+]/.test(word));
  const verb = use.words[at] ?? null;
  if (at < 0 || verb === null) return undefined;
  if (!BUILT_IN.has(verb)) return alias(use, verb, use.words.slice(at + 1));
  return BUILDS.has(verb) ? joinDefinitions([buildScript(use), wrappers(use)]) : undefined;
};

const CONFIGS = [".cargo/config.toml", ".cargo/config"];

function cargoConfigs(use: RunnerUse): readonly (readonly [path: string, text: string | null])[] {
  const dirs = [...upwards(use.cwd), use.home];
  return dirs.flatMap((dir) =>
    CONFIGS.flatMap((name): readonly (readonly [string, string | null])[] => {
      const path = under(dir, name);
      const read = use.files.text(path);
      return read.kind === "absent" ? [] : [[path, read.kind === "text" ? read.text : null]];
    }),
  );
}

function alias(use: RunnerUse, name: string, rest: readonly (string | null)[]): Definition {
  for (const [path, text] of cargoConfigs(use)) {
    const table = text === null ? undefined : parseToml(text);
    if (table === undefined) return unknownTask(`${path} cannot be understood`, [path]);
    const { alias: aliases } = table;
    const found = isTable(aliases) && Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (found === undefined) continue;
    const words = typeof found === "string" ? found.trim().split(/\s+/) : Array.isArray(found) ? found.map(String) : [];
    const step: CodeStep = { code: withWords("cargo", [...words, ...rest]), cwd: use.cwd, via: `cargo ${name}` };
    return { steps: [step], effects: [], files: [path], unknown: [] };
  }
  return unknownTask(`cargo ${name} is neither known nor an alias`);
}

function buildScript(use: RunnerUse): Definition {
  const dir = upwards(use.cwd).find((each) => use.files.text(under(each, "Cargo.toml")).kind !== "absent");
  if (dir === undefined) return unknownTask("there is no Cargo.toml to be read");
  const manifest = under(dir, "Cargo.toml");
  const read = use.files.text(manifest);
  const table = read.kind === "text" ? parseToml(read.text) : undefined;
  if (table === undefined) return unknownTask(`${manifest} cannot be understood`, [manifest]);
  const members = table.workspace === undefined ? [] : [`${manifest} is a workspace: its members are built too`];
  const { package: own } = table;
  const named = isTable(own) ? own.build : undefined;
  const path = under(dir, typeof named === "string" ? named : "build.rs");
  const there = named !== false && use.files.text(path).kind !== "absent";
  const effects: Effect[] = there
    ? [{ do: "run", program: "cargo", what: "script", language: "rust", script: exact(path), wording: "build script" }]
    : [];
  return { steps: [], effects, files: [manifest, path], unknown: members };
}

/** `rustc-wrapper`, `runner`, `linker`: programs named in the settings. */
function wrappers(use: RunnerUse): Definition {
  const configs = cargoConfigs(use);
  const effects = configs.flatMap(([path, text]): readonly Effect[] => {
    if (
      text !== null &&
      !/\b(?:rustc|rustc-wrapper|rustc-workspace-wrapper|runner|linker|rustdoc|credential)\b/.test(text)
    )
      return [];
    return [{ do: "run", program: "cargo", what: "helper", wording: `${path} names programs` }];
  });
  return { ...nothing(configs.map(([path]) => path)), effects };
}

/** `go generate` runs what comments of the sources say; `go run` runs a file or a package. */
export const go: Runner = (use) => {
  const chdir = use.words[0] === "-C" ? use.words[1] : undefined;
  if (chdir === null) return unknownTask("the directory is not known");
  const cwd = chdir === undefined ? use.cwd : inside(use.cwd, chdir);
  const [verb, ...rest] = chdir === undefined ? use.words : use.words.slice(2);
  if (verb === "generate") return readGenerate(use.files, cwd, rest);
  if (verb !== "run") return undefined;
  const named = rest.find((word) => word === null || !word.startsWith("-"));
  if (named === undefined || named === null) return unknownTask("what is run is not known");
  if (/^[^./][^/]*\.[^/]+\/|@/.test(named)) return unknownTask(`${named} comes from elsewhere`);
  const sources = sourcesAt(use.files, inside(cwd, named));
  return {
    ...nothing(sources),
    effects: sources.map((path) => ({ do: "run", program: "go", what: "script", language: "go", script: exact(path) })),
  };
};

const MAX_SOURCES = 16;

/** A file, or a directory and what it holds besides its tests. */
function sourcesAt(files: Files, place: string): readonly string[] {
  const names = place.endsWith(".go") ? undefined : files.names(place);
  const sources = (names ?? []).filter((name) => name.endsWith(".go") && !name.endsWith("_test.go"));
  return [place, ...sources.slice(0, MAX_SOURCES).map((name) => under(place, name))];
}

const GENERATE = /^\/\/go:generate[ \t]+(.+)$/gm;

/** What was found in the sources so far. */
interface Generating {
  readonly files: Files;
  readonly cwd: string;
  readonly todo: string[];
  readonly found: { readonly steps: CodeStep[]; readonly files: string[]; readonly unknown: string[] };
  /** How many names may still be looked at. */
  left: number;
}

function readGenerate(files: Files, cwd: string, words: readonly (string | null)[]): Definition {
  const named = words.filter((word) => word === null || !word.startsWith("-"));
  if (words.some((word) => word === null || /^-(?:run|skip|exec|toolexec|overlay|modfile)/.test(word)))
    return unknownTask("go generate with options that are not followed");
  const todo = (named.length === 0 ? ["."] : named).map((word) => word ?? "");
  const found = { steps: [], files: [], unknown: [] };
  const generating: Generating = { files, cwd, todo, found, left: MAX_DIRECTORIES };
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) readSources(generating, next);
  const { steps, unknown } = generating.found;
  if (generating.left < 0 || steps.length > MAX_GENERATED) unknown.push("more sources than are looked through");
  return { ...generating.found, steps: steps.slice(0, MAX_GENERATED), effects: [] };
}

/** A file, a directory, or with `...` a directory and all below. */
function readSources(generating: Generating, named: string): void {
  const { files, cwd, todo, found } = generating;
  const isDeep = named === "..." || named.endsWith("/...");
  const place = isDeep ? named.slice(0, -3).replace(/\/$/, "") || "." : named;
  if (place.endsWith(".go")) {
    comments(files, inside(cwd, place), found);
    return;
  }
  if (!place.startsWith(".")) {
    found.unknown.push(`${place} is a package whose place is not known`);
    return;
  }
  for (const name of files.names(inside(cwd, place)) ?? []) {
    if (--generating.left < 0) break;
    if (name.endsWith(".go")) comments(files, inside(cwd, `${place}/${name}`), found);
    else if (isDeep && !/^[._]|^(?:testdata|vendor)$|\./.test(name)) todo.push(`${place}/${name}/...`);
  }
}

function comments(
  files: Files,
  path: string,
  out: { readonly steps: CodeStep[]; readonly files: string[]; readonly unknown: string[] },
): void {
  const read = files.text(path);
  if (read.kind !== "text") {
    out.unknown.push(`${path} cannot be read`);
    return;
  }
  for (const [, code = ""] of read.text.matchAll(GENERATE)) {
    out.files.push(path);
    if (code.startsWith("-command")) out.unknown.push(`${path} gives a command another name`);
    out.steps.push({ code: code.trim(), cwd: path.slice(0, path.lastIndexOf("/")), via: "go generate" });
  }
}

/** `python -m pkg`: the current directory comes first where modules are looked for. */
export const python: Runner = (use) => {
  const at = use.words.indexOf("-m");
  const name = at < 0 ? undefined : use.words[at + 1];
  if (name === undefined || name === null || !/^[\w.]+$/.test(name)) return undefined;
  if (!use.words.slice(0, at).every((word) => word !== null && /^-[a-zA-Z]+$/.test(word))) return undefined;
  const base = inside(use.cwd, name.replaceAll(".", "/"));
  const script = [`${base}/__main__.py`, `${base}.py`].find((path) => use.files.text(path).kind !== "absent");
  if (script === undefined) return undefined;
  return {
    ...nothing([script]),
    effects: [{ do: "run", program: use.program, what: "script", language: "python", script: exact(script) }],
  };
};
