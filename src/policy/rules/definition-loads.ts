/**
 * Code of this session that a program takes in because a definition which was there says so: plugins in its settings, the backend of a
 * build that lies in the tree, what a definition in a language of programs requires.
 */
import { dirname } from "node:path/posix";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import { programNames } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { startsBuilt } from "./built-fresh.ts";
import { changedPaths } from "./changed-paths.ts";
import { followLoads } from "./loaded-fresh.ts";
import { shadowsLibrary } from "./shadowed-fresh.ts";

const MAX_BYTES = 256 * 1024;
/** How far behind what starts it a program's name is looked for. */
const MAX_STARTS = 8;

interface LoadingRow {
  readonly by: RegExp;
  readonly files: string;
  /** Behind what the names of modules and files stand, up to the end of a list. */
  readonly names?: RegExp;
  /** Behind what directories stand, all of whose code counts. */
  readonly dirs?: RegExp;
  /** It is code itself: what it loads counts. */
  readonly code?: true;
}

/** The value of a key in TOML, INI or Python: a list, or lines that are indented. */
const LIST = String.raw`\s*[=:]\s*(\[[^\]]*\]|\([^)]*\)|[^\n]*(?:\n[ \t]+[^\n]*)*)`;
const key = (names: string): RegExp => new RegExp(String.raw`^[ \t]*["']?(?:${names})["']?${LIST}`, "gm");

const PYTHON_SETTINGS = "pyproject.toml setup.cfg tox.ini";
const ROWS: readonly LoadingRow[] = [
  {
    by: /^(?:pip|pipx|uv|uvx|poetry|pdm|hatch|rye|flit|build|pyproject-build|tox|nox|easy_install|maturin|python)$/,
    files: "pyproject.toml",
    dirs: key("backend-path"),
  },
  { by: /^(?:pip|pipx|uv|easy_install|tox)$/, files: "setup.py hatch_build.py", code: true },
  { by: /^(?:d?mypy|stubgen|stubtest)$/, files: `mypy.ini .mypy.ini ${PYTHON_SETTINGS}`, names: key("plugins") },
  {
    by: /^(?:pylint|epylint|pyreverse)$/,
    files: `.pylintrc pylintrc pylintrc.toml .pylintrc.toml ${PYTHON_SETTINGS}`,
    names: key("load-plugins|load_plugins|init-hook"),
  },
  {
    by: /^(?:flake8|pycodestyle)$/,
    files: ".flake8 setup.cfg tox.ini",
    names: key("extension|report|paths|[A-Z]+\\d*"),
  },
  { by: /^(?:coverage|pytest|py\.test)$/, files: `.coveragerc ${PYTHON_SETTINGS}`, names: key("plugins") },
  {
    by: /^(?:pytest|py\.test|tox|nox)$/,
    files: `pytest.ini .pytest.ini pytest.toml ${PYTHON_SETTINGS}`,
    names: /(?:^|[\s"',=[])-p(?:["',\s]+|(?=\w))([\w.]+)/gm,
  },
  {
    by: /^(?:pytest|py\.test)$/,
    files: "conftest.py tests/conftest.py test/conftest.py",
    names: key("pytest_plugins"),
  },
  { by: /^sphinx-(?:build|autobuild)$/, files: "conf.py docs/conf.py docs/source/conf.py", names: key("extensions") },
  { by: /^mkdocs$/, files: "mkdocs.yml", names: /^\s*(?:-|hooks:)\s*(\S+\.py)/gm },
  { by: /^(?:rake|drake)$/, files: "Rakefile rakefile Rakefile.rb rakefile.rb", code: true },
  { by: /^(?:bundle|thor|cap|guard|rspec|rubocop)$/, files: "Gemfile Thorfile Capfile Guardfile .rspec", code: true },
  {
    by: /^(?:gulp|grunt|jake)$/,
    files: "gulpfile.js gulpfile.mjs gulpfile.cjs gulpfile.ts Gruntfile.js Jakefile.js Jakefile",
    code: true,
  },
  { by: /^(?:nox|inv|invoke|fab|doit)$/, files: "noxfile.py tasks.py fabfile.py dodo.py", code: true },
];

/** Code of the session that a command takes in though nothing it runs names it. */
export const loadsUnnamed = (command: SubCommand, call: PolicyCall): string | undefined =>
  shadowsLibrary(command, call) ?? startsBuilt(command, call) ?? loadsByDefinition(command, call);

/** The first such file, absolute. */
function loadsByDefinition(command: SubCommand, call: PolicyCall): string | undefined {
  const { cwd, words, effects } = command;
  if (call.memory.written.size === 0 || cwd.certainty !== "exact" || effects.length === 0) return undefined;
  const fresh = [...changedPaths(call, command)].filter((path) => isInside(path, call.projectRoot) && CODE.test(path));
  if (fresh.length === 0) return undefined;
  const programs = words.slice(0, MAX_STARTS).flatMap(({ value }) => programNames(value ?? ""));
  const dirs = [...new Set([cwd.path, call.projectRoot, ...placesGiven(command, call)])];
  for (const row of ROWS.filter(({ by }) => programs.some((name) => by.test(name))))
    for (const dir of dirs)
      for (const file of row.files.split(" ")) {
        const found = loadedBy(row, `${dir}/${file}`, { command, call, fresh });
        if (found !== undefined) return found;
      }
  return undefined;
}
const CODE = /\.(?:py[cdo]?|so|rb|[cm]?[jt]sx?|rake)$/;

/** Directories among its words: `pip install ./sub`. */
const placesGiven = ({ words, cwd }: SubCommand, { world, projectRoot }: PolicyCall): readonly string[] =>
  words
    .slice(1)
    .flatMap(({ value }) => (value === null || !/[./]/.test(value) ? [] : [absolutePath(value, cwd.path, world)]))
    .filter((path) => isInside(path, projectRoot) && world.stat(path).kind === "directory");

interface Scene {
  readonly command: SubCommand;
  readonly call: PolicyCall;
  readonly fresh: readonly string[];
}

function loadedBy(
  { names, dirs, code }: LoadingRow,
  file: string,
  { command, call, fresh }: Scene,
): string | undefined {
  const bytes = call.world.stat(file).kind === "file" ? call.world.readFile(file, MAX_BYTES) : undefined;
  if (bytes === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  const bases = [...new Set([dirname(file), command.cwd.path, call.projectRoot])];
  const places = dirs === undefined ? [] : placesIn(text, dirs, bases, call);
  const inside = fresh.find((path) => places.some((place) => isInside(path, place)));
  if (inside !== undefined) return inside;
  const modules = names === undefined ? [] : modulesIn(text, names, bases);
  const named = modules.find((path) => fresh.includes(path));
  if (named !== undefined) return named;
  const scripts = modules.filter((path) => call.world.stat(path).kind === "file");
  const codes = code === true ? [text] : [];
  const at = { ...command, cwd: { path: dirname(file), certainty: "exact" as const }, text };
  return followLoads({ scripts, codes, language: "" }, at, call);
}

const wordsBehind = (text: string, names: RegExp): readonly string[] =>
  [...text.matchAll(names)].flatMap(([, value = ""]) => value.match(/[\w./@-]+/g) ?? []);

const placesIn = (text: string, dirs: RegExp, bases: readonly string[], { world }: PolicyCall): readonly string[] =>
  wordsBehind(text, dirs).flatMap((dir) => bases.map((base) => absolutePath(dir, base, world)));

/** `tools.plug`, `tools/plug.py`: as a file or a package, from the project or its `src`. */
const modulesIn = (text: string, names: RegExp, bases: readonly string[]): readonly string[] =>
  [...new Set(wordsBehind(text, names))].flatMap((name) => {
    const path = name.endsWith(".py") ? name.slice(0, -3) : name.replaceAll(".", "/");
    return bases
      .flatMap((base) => [`${base}/${path}`, `${base}/src/${path}`])
      .flatMap((place) => [`${place}.py`, `${place}.so`, `${place}/__init__.py`]);
  });
