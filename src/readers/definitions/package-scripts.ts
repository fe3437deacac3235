/** Scripts of package.json: `npm run x`, `pnpm x`, `yarn x`, `bun run x`, with their hooks. */

import { parseStrictJson } from "../../contract/strict-json.ts";
import {
  type Definition,
  type Files,
  joinDefinitions,
  type Runner,
  type RunnerUse,
  unknownTask,
} from "./definition.ts";
import { envFileWhys } from "./exports.ts";
import { under, upwards } from "./files.ts";
import { choosePackages } from "./package-choice.ts";
import { inside, optionValue, type Taken, take, withWords } from "./words.ts";
import { chosenDirectories } from "./workspaces.ts";

const FLAGS =
  "-s --silent -q --quiet -d --verbose --if-present --foreground-scripts --no-color --color --no-progress --progress --offline --prefer-offline --no-audit --no-fund -y --yes --bun -b --no-install";
const OPTIONS = {
  flags: FLAGS,
  values:
    "--loglevel --reporter --workspace-concurrency --resume-from --changed-files-ignore-pattern --test-pattern --elide-lines",
  directory: "--prefix -C --cwd --dir",
};

/** Sub-commands that run the script of their own name. */
const NAMED: Readonly<Record<string, string>> = { test: "test", t: "test", tst: "test", start: "start", stop: "stop" };
const RUNS = new Set(["run", "run-script", "rum", "urn"]);

/** Scripts of the project that other sub-commands run on their way. */
const INSTALL = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
const LIFECYCLE: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries("install i in ci clean-install install-clean add".split(" ").map((name) => [name, INSTALL])),
  ...Object.fromEntries("it cit install-test install-ci-test".split(" ").map((name) => [name, [...INSTALL, "test"]])),
  rebuild: ["preinstall", "install", "postinstall"],
  pack: ["prepack", "prepare", "postpack"],
  publish: ["prepublishOnly", "prepack", "prepare", "postpack", "publish", "postpublish"],
  version: ["preversion", "version", "postversion"],
};

/** Sub-commands of their own, so that a word that is no script is not taken for one. */
const OTHERS: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: new Set(),
  pnpm: new Set("exec dlx create import link list ls outdated remove rm update up why audit store env".split(" ")),
  yarn: new Set("exec dlx create import link list outdated remove upgrade up why audit cache config info".split(" ")),
  bun: new Set("test x create link pm outdated remove rm update upgrade build init repl exec".split(" ")),
};

/** Places where a package manager is told to run scripts by another shell, or with other options. */
const CONFIGURES =
  /^[ \t]*["']?(?:script-shell|shell|node-options|nodeOptions|ignore-scripts|scriptShell|shellEmulator|injectEnvironmentFiles|env)["']?\s*(?:[=:]|$)/im;
/** Taken in without being asked for. */
const ENVIRONMENTS: Readonly<Record<string, readonly string[]>> = {
  bun: [
    "",
    ".local",
    ".development",
    ".development.local",
    ".production",
    ".production.local",
    ".test",
    ".test.local",
  ].map((end) => `.env${end}`),
  yarn: [".env.yarn"],
};

export const packageScripts: Runner = (use) => {
  const manager = use.program.replace(/^yarnpkg$/, "yarn");
  const choice = choosePackages(manager, use.words);
  if (choice === undefined) return tasksAt(use, manager, null);
  const from = take(choice.words, OPTIONS).directory;
  const cwd = from === null ? use.cwd : inside(use.cwd, from);
  const places = chosenDirectories({ ...use, cwd }, choice);
  const parts = places.flatMap((at) => {
    const part = tasksAt({ ...use, words: choice.words }, manager, at);
    return part === undefined ? [] : [{ ...part, steps: part.steps.map((step) => ({ ...step, of: at })) }];
  });
  const isOther = manager === "npm" && tasksAt({ ...use, words: choice.words }, manager, cwd) === undefined;
  if (parts.length === 0 && isOther) return undefined;
  const chosen = use.words.filter((word) => !choice.words.includes(word)).map((word) => word ?? "…");
  return { ...joinDefinitions(parts), unknown: [`${use.program} ${chosen.join(" ")}: in which packages it runs`] };
};

/** `node --run x`: the script alone, of the nearest package. */
export const nodeRun: Runner = (use) => {
  const name = optionValue(use.words, "--run");
  if (name === undefined) return undefined;
  const end = use.words.indexOf("--");
  const args = end < 0 ? [] : use.words.slice(end + 1);
  return taskNamed({ use, manager: "node", at: use.cwd, fixed: true }, "run", [name, ...args]);
};

/** `fixed`: the package, where the words do not say it; null where they do. */
function tasksAt(use: RunnerUse, manager: string, fixed: string | null): Definition | undefined {
  const before = take(use.words, OPTIONS, "first operand");
  const [name, ...rest] = before.operands;
  const at = fixed ?? (before.directory === null ? use.cwd : inside(use.cwd, before.directory));
  const found = name === undefined ? undefined : taskNamed({ use, manager, at, fixed: fixed !== null }, name, rest);
  return before.odd === null ? found : oddly(found, `${use.program} ${before.odd}`);
}

/** What was found, and that there may be more to it. */
const oddly = (found: Definition | undefined, why: string): Definition =>
  joinDefinitions([...(found === undefined ? [] : [found]), unknownTask(why)]);

function taskNamed(place: Place, name: string | null, rest: readonly (string | null)[]): Definition | undefined {
  const { manager } = place;
  if (name === null) return unknownTask("the name of the task is not known");
  if (RUNS.has(name)) return runNamed(place, name, rest);
  if (name === "restart") return restarts(behindOf(place, rest).place, rest);
  if (Object.hasOwn(NAMED, name) && manager !== "bun") return runStandard(place, name, rest);
  const { place: there } = manager === "npm" ? behindOf(place, rest) : { place };
  if (Object.hasOwn(LIFECYCLE, name)) return hooksOf(there.use, there.at, LIFECYCLE[name] ?? [], name);
  if (manager === "npm" || (OTHERS[manager] ?? new Set()).has(name)) return undefined;
  return isDeclared(place.use, place.at, name) ? scriptsOf(place, [name], rest) : undefined;
}

/** One use of a package manager, and the directory it works in. */
interface Place {
  readonly use: RunnerUse;
  readonly manager: string;
  readonly at: string;
  /** Whatever directory the words name. */
  readonly fixed: boolean;
}

/** npm's own options stand anywhere; those of others end at the script's name. */
function behindOf(place: Place, words: readonly (string | null)[]): Taken & { readonly place: Place } {
  const taken = take(words, OPTIONS, place.manager === "npm" ? "end" : "first operand");
  const moved = taken.directory !== null && !place.fixed;
  return { ...taken, place: moved ? { ...place, at: inside(place.at, taken.directory ?? "") } : place };
}

/** `npm run x`. */
function runNamed(place: Place, verb: string, words: readonly (string | null)[]): Definition | undefined {
  const behind = behindOf(place, words);
  const [script, ...args] = behind.operands;
  const found =
    script === undefined
      ? undefined
      : script === null
        ? unknownTask("the name of the script is not known")
        : scriptsOf(behind.place, [script], args);
  return behind.odd === null ? found : oddly(found, `${place.use.program} ${verb} ${behind.odd}`);
}

/** `npm test`. */
function runStandard(place: Place, name: string, words: readonly (string | null)[]): Definition {
  const behind = behindOf(place, words);
  const found = scriptsOf(behind.place, [NAMED[name] ?? name], behind.odd === null ? behind.operands : words);
  return behind.odd === null || place.manager !== "npm"
    ? found
    : oddly(found, `${place.use.program} ${name} ${behind.odd}`);
}

function isDeclared(use: RunnerUse, at: string, name: string): boolean {
  const manifest = manifestAt(use.files, at);
  return typeof manifest !== "string" && Object.hasOwn(manifest.scripts, name);
}

function restarts(place: Place, args: readonly (string | null)[]): Definition {
  const own = isDeclared(place.use, place.at, "restart");
  return scriptsOf(place, own ? ["restart"] : ["prerestart", "stop", "start", "postrestart"], args);
}

interface Manifest {
  readonly dir: string;
  readonly path: string;
  readonly scripts: Readonly<Record<string, string>>;
}

/** The package a directory belongs to, or why it is not known. */
function manifestAt(files: Files, from: string): Manifest | string {
  for (const dir of upwards(from)) {
    const path = under(dir, "package.json");
    const found = files.text(path);
    if (found.kind === "unknown") return `${path}: ${found.why}`;
    if (found.kind === "text") {
      const scripts = scriptsIn(found.text);
      return scripts === undefined ? `${path} cannot be understood` : { dir, path, scripts };
    }
    if (files.names(under(dir, "node_modules")) !== undefined) return `${dir} has modules and no package.json`;
  }
  return "there is no package.json to be read";
}

function scriptsIn(text: string): Readonly<Record<string, string>> | undefined {
  const parsed = parseStrictJson(text.replace(/^\uFEFF/, ""));
  const value = parsed.ok ? parsed.value : undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const scripts: unknown = "scripts" in value ? value.scripts : {};
  if (typeof scripts !== "object" || scripts === null) return undefined;
  return Object.fromEntries(
    Object.entries(scripts).flatMap(([name, code]) => (typeof code === "string" ? [[name, code]] : [])),
  );
}

function scriptsOf(
  { use, manager, at }: Place,
  names: readonly string[],
  args: readonly (string | null)[],
): Definition {
  const manifest = manifestAt(use.files, at);
  if (typeof manifest === "string") return unknownTask(manifest);
  const parts = names.map((name) => withHooks(use, manifest, name, args));
  const missing = names.filter((name) => !Object.hasOwn(manifest.scripts, name));
  const alone = names.length === 1 && missing.length === 1;
  const served = alone && names[0] === "start" && manager !== "bun" ? server(use, manifest) : undefined;
  if (served !== undefined) return joinDefinitions([served, readSettings(use, manifest)]);
  // Without such a script, package managers print the environment.
  if (alone && names[0] === "env")
    return { steps: [], effects: [{ do: "secret", act: "secret.environment" }], files: [manifest.path], unknown: [] };
  if (alone) return unknownTask(`${manifest.path} has no script ${JSON.stringify(missing[0])}`, [manifest.path]);
  return joinDefinitions([...parts, readSettings(use, manifest)]);
}

/** Without a start script, npm starts server.js. */
function server(use: RunnerUse, manifest: Manifest): Definition | undefined {
  const path = under(manifest.dir, "server.js");
  if (use.files.text(path).kind === "absent") return undefined;
  return {
    steps: [{ code: "node server.js", cwd: manifest.dir, via: "npm start" }],
    effects: [],
    files: [manifest.path],
    unknown: [],
  };
}

function withHooks(use: RunnerUse, manifest: Manifest, name: string, args: readonly (string | null)[]): Definition {
  const runs = [`pre${name}`, name, `post${name}`].filter((each) => Object.hasOwn(manifest.scripts, each));
  return {
    steps: runs.map((each) => ({
      code: withWords(manifest.scripts[each] ?? "", each === name ? args : []),
      cwd: manifest.dir,
      via: `${use.program} run ${each}`,
      path: upwards(manifest.dir).map((dir) => under(dir, "node_modules/.bin")),
    })),
    effects: [],
    files: [manifest.path],
    unknown: [],
  };
}

function hooksOf(use: RunnerUse, at: string, hooks: readonly string[], name: string): Definition | undefined {
  const manifest = manifestAt(use.files, at);
  if (typeof manifest === "string") return undefined;
  const parts = hooks
    .filter((hook) => Object.hasOwn(manifest.scripts, hook))
    .map((hook) => {
      const { steps, ...part } = withHooks(use, { ...manifest, scripts: pick(manifest.scripts, hook) }, hook, []);
      return { ...part, steps: steps.map((step) => ({ ...step, via: `${use.program} ${name}, ${hook}` })) };
    });
  return parts.length === 0 ? undefined : joinDefinitions(parts);
}

const pick = (scripts: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> => ({
  [name]: scripts[name] ?? "",
});

/** A package manager's own settings in the project can change the shell of scripts. */
function readSettings(use: RunnerUse, manifest: Manifest): Definition {
  const paths = [".npmrc", ".yarnrc.yml", ".yarnrc", "pnpm-workspace.yaml", "bunfig.toml"].map((name) =>
    under(manifest.dir, name),
  );
  const odd = paths.filter((path) => {
    const found = use.files.text(path);
    return found.kind === "unknown" || (found.kind === "text" && CONFIGURES.test(found.text));
  });
  const environments = (ENVIRONMENTS[use.program.replace(/^yarnpkg$/, "yarn")] ?? []).map((name) =>
    under(manifest.dir, name),
  );
  return {
    steps: [],
    effects: [],
    files: [...paths, ...environments],
    unknown: [
      ...odd.map((path) => `${path} says how scripts are run`),
      ...environments.flatMap((path) => envFileWhys(path, use.files)),
    ],
  };
}
