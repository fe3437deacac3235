/** Definitions and sources that the programs of a command evaluate by themselves, and where they may lie. */
import { basename, dirname } from "node:path/posix";
import { absolutePath, foldPath, isInside } from "../../machine/index.ts";
import {
  type EvaluatedFiles,
  filePatterns,
  filesStarted,
  hasDefinitions,
  isLauncherPrefix,
  isProjectTool,
  programNamed,
  programNames,
} from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { entriesAt } from "./listing.ts";
import { addDefined, type Named } from "./named.ts";
import type { Started } from "./resolve.ts";
import { rootsOf } from "./roots.ts";
import { readText } from "./sources.ts";
import { UNKNOWN, type Words } from "./word.ts";

/** A task of packages wherever they lie. */
export const goesThroughPackages = (words: Words): boolean => words.some((word) => PACKAGES.test(word));
const PACKAGES =
  /^(?:--workspaces?(?:=.*)?|-ws?|-r|--recursive|--filter(?:=.*)?|-F|workspaces?|foreach|turbo|nx|lerna|rush|lage|moon|wireit|wsrun|ultra)$/;

/** What start texts of home hold is typed some day, in whatever directory: there only what is in the tables counts. */
const definitionsOf = (words: Words, { home }: Started): readonly EvaluatedFiles[] => {
  const programs = words.slice(0, MAX_PROGRAMS);
  return [
    ...filesStarted(programs),
    ...(home === true ? [] : unknownRunners(programs)),
    ...programs.flatMap((word, i) => (programNames(word).includes("cargo") ? cargoRuns(words.slice(i + 1)) : [])),
  ];
};
const MAX_PROGRAMS = 64;

/** Of a program that no table knows, told to do a task: what is called like a definition, and what carries its name. */
function unknownRunners(given: Words): readonly EvaluatedFiles[] {
  // The key of a server's settings that stands between.
  const words = given.filter((word) => word !== "args");
  if (words.some((word) => NOT_HERE.test(word))) return [];
  return words.flatMap((word, i) => {
    const [name = ""] = programNames(word);
    if (!(TASK.test(words[i + 1] ?? "") && !TASK.test(name) && isProgramAt(words, i) && /^[a-z][\w-]+$/.test(name)))
      return [];
    const known = programNamed(name) !== undefined || isProjectTool(name) || hasDefinitions(name);
    return known ? [] : [{ by: name, files: `${name}.* .${name}.* ${name}file* ${LIKE_DEFINITIONS}`, leads: /(?:)/ }];
  });
}

/** Fetched from elsewhere, or typed some day by the person. */
const NOT_HERE = /^(?:uvx|pipx|dlx|-y|--yes|alias|abbr)$/;
const TASK =
  /^(?:run|build|test|check|lint|start|dev|serve|exec|task|compile|generate|watch|deploy|bundle|make|fmt|format|ci)$/;
const isProgramAt = (words: Words, i: number): boolean => {
  const before = words[i - 1] ?? "command";
  if (/^(?:command|exec|time|then|do|if|!|-[a-z]*c)$/.test(before)) return true;
  // Others take a sub-command of their own there.
  return isLauncherPrefix([before]) && programNamed(before)?.launches === undefined;
};
/** A closed list of visible names: sources of the project are not among them. */
const LIKE_DEFINITIONS = [
  "*.config.js *.config.cjs *.config.mjs *.config.ts *.config.cts *.config.mts *.config.json package.json deno.json deno.jsonc",
  "Makefile GNUmakefile *.mk Rakefile Justfile Taskfile* Procfile* Jenkinsfile* Gruntfile* gulpfile* Snakefile Vagrantfile CMakeLists.txt *.cmake",
  "setup.py setup.cfg conf.py noxfile.py tasks.py dodo.py pyproject.toml Cargo.toml build.rs go.mod pom.xml build.py build.js build.mjs build.xml build.y*ml build.json build.toml build.zig BUILD BUILD.* WORKSPACE MODULE.bazel *.bzl",
  "*.gradle *.gradle.kts *.csproj *.fsproj *.vbproj *.sln *.props *.targets Package.swift mix.exs *.cabal *.gemspec Gemfile *.nix *.sbt meson.build",
].join(" ");

/** `cargo run` runs a package with all that lies in it. */
function cargoRuns(words: Words): readonly EvaluatedFiles[] {
  if (!words.some((word) => /^(?:run|r|xtask)$/.test(word))) return [];
  const named = words.flatMap((word, i) => {
    const before = words[i - 1] ?? "";
    if (before === "-p" || before === "--package") return [word];
    return before === "--manifest-path" && word.includes("/") ? [dirname(word)] : [];
  });
  const packages = words.includes("xtask") ? [...named, "xtask"] : named;
  const trees = packages.map((name) => `${name.replace(/^\.\//, "")}/**`);
  return [{ by: "cargo run", files: trees.length === 0 ? "src/** build.rs" : trees.join(" ") }];
}

/** A file that a started program evaluates, as far as it is known by its name. */
export interface NamedDefinition {
  readonly name: string;
  /** Where it is looked for. */
  readonly place: string;
}

/** All that the programs of a command evaluate goes into `named`; what is known by its whole name is returned, to be read. */
export function nameDefinitions(
  words: Words,
  started: Started,
  named: Named,
  call: PolicyCall,
): readonly NamedDefinition[] {
  const rows = definitionsOf(words, started);
  if (rows.length === 0) return [];
  const packages = goesThroughPackages(words);
  const given = placesIn(words, started.bases, call);
  const roots = rootsOf(call);
  const add = (dirs: readonly string[], files: string, deep: boolean): void => {
    for (const dir of dirs) addDefined({ dir: foldPath(dir), files, deep }, named);
  };
  return rows.flatMap((row) => {
    const everywhere = started.bases.includes("") || (packages && row.files.includes("package.json"));
    const { places, definitions } = whereLooked(row, started.bases, given, call);
    add(places, row.files, false);
    for (const file of definitions) named.any.add(foldPath(file));
    if (everywhere || row.everywhere === true || leadFurther(row, definitions, call)) add(roots, row.files, true);
    if (row.sources !== undefined && runsSources(row, words, started))
      add(everywhere ? roots : places, row.sources, true);
    const names = row.files.split(" ").filter((name) => name !== "" && !name.includes("*"));
    return places.flatMap((place) => names.map((name) => ({ name, place })));
  });
}

interface Looked {
  readonly places: readonly string[];
  /** That are there, or are named. */
  readonly definitions: readonly string[];
}

/** Where it works and where its words lead; some look only there (`pip install -r requirements.txt`). */
function whereLooked(
  { where, files }: EvaluatedFiles,
  bases: readonly string[],
  given: GivenPlaces,
  call: PolicyCall,
): Looked {
  if (files === "" || files === "**")
    return { places: where === "named" ? [] : bases.filter(Boolean), definitions: [] };
  const { here } = filePatterns(files);
  const named = given.files.filter((file) => here.test(basename(file)) || where === "named");
  const around = [...bases.filter(Boolean), ...given.directories, ...given.files.map((file) => dirname(file))];
  const places = [...new Set(where === "named" ? given.directories : around)];
  const there = places.flatMap((place) =>
    entriesAt(place, call)
      .filter(({ name, kind }) => kind !== "directory" && here.test(name))
      .map(({ name }) => `${place}/${name}`),
  );
  return { places, definitions: [...named, ...there] };
}

/** Start texts of home hold what the person will type some day, in whatever directory. */
const runsSources = ({ elsewhere }: EvaluatedFiles, words: Words, { home }: Started): boolean =>
  home !== true &&
  !words.some((word) => word === "alias" || word === "abbr" || (!word.startsWith("-") && elsewhere?.test(word)));

/** Directories and files of the project that words name (`-f sub/pom.xml`). What is not there yet may become a directory. */
function placesIn(words: Words, bases: readonly string[], call: PolicyCall): GivenPlaces {
  const given = words.slice(0, MAX_PROGRAMS).filter((word) => !(NO_PATH.test(word) || word.includes(UNKNOWN)));
  const roots = rootsOf(call);
  const paths = given
    .flatMap((word) => bases.filter(Boolean).map((base) => absolutePath(word, base, call.world)))
    .filter((path) => roots.some((root) => isInside(path, root)));
  const found = [...new Set(paths)].slice(0, MAX_PLACES).map((path) => ({ path, kind: call.world.stat(path).kind }));
  const ofKinds = (...kinds: readonly string[]) =>
    found.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path);
  return { directories: ofKinds("directory", "absent"), files: ofKinds("file") };
}
const NO_PATH = /^-|[*?$@\0]|:\/\//;
const MAX_PLACES = 64;

interface GivenPlaces {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/** A definition says that there are others further down. */
const leadFurther = ({ leads }: EvaluatedFiles, definitions: readonly string[], call: PolicyCall): boolean =>
  leads !== undefined && definitions.slice(0, MAX_READ).some((file) => leads.test(readText(file, call)));
const MAX_READ = 16;
