/** `mise run TASK`: tasks of mise.toml and its kin, and file tasks. */
import { type CodeStep, type Definition, type Files, joinDefinitions, type Runner, unknownTask } from "./definition.ts";
import { exportWhys } from "./exports.ts";
import { under, upwards } from "./files.ts";
import { isShellCode, scriptAt } from "./script.ts";
import { isTable, parseToml, type Toml, type TomlTable } from "./toml.ts";
import { inside, take, withWords } from "./words.ts";

const MAX_TASKS = 60;
/** Nearest and strongest first. */
const CONFIGS = [
  "mise.local.toml",
  ".mise.local.toml",
  "mise.toml",
  ".mise.toml",
  "mise/config.toml",
  ".mise/config.toml",
  ".config/mise.toml",
  ".config/mise/config.toml",
];
const TASK_DIRECTORIES = ["mise-tasks", ".mise-tasks", "mise/tasks", ".mise/tasks", ".config/mise/tasks"];
const FLAGS =
  "-q --quiet -S --silent -n --dry-run -f --force -v --verbose -y --yes -r --raw -i --interleave -p --prefix";
/** Sub-commands of mise itself. */
const OTHERS = new Set(
  "activate alias a backends b cache completion config cfg current deactivate direnv doctor dr en env e exec x fmt generate gen help implode install i latest link ln list ls ls-remote mcp outdated plugins p prune registry reshim search self-update set settings shell sh sync tasks test-tool tool trust uninstall un unset unuse rm upgrade up use u version v watch w where which completions hook-env --version -V --help -h".split(
    " ",
  ),
);

export const mise: Runner = (use) => {
  const [verb, ...rest] = use.words;
  if (verb === undefined || verb === null || verb === "") return undefined;
  const runs = verb === "run" || verb === "r";
  if (!runs && (OTHERS.has(verb) || verb.startsWith("-"))) return undefined;
  const taken = take(
    runs ? rest : use.words,
    { flags: FLAGS, values: "-j --jobs -o --output", directory: "-C --cd" },
    "first operand",
  );
  if (taken.odd !== null) return unknownTask(`mise run ${taken.odd}`);
  const cwd = taken.directory === null ? use.cwd : inside(use.cwd, taken.directory);
  const configs = configsAbove(use.files, cwd);
  if (taken.operands.length === 0) return undefined;
  const done = new Set<string>();
  const tasks = groupsOf(taken.operands).flatMap(([name, ...args]) => {
    if (name === undefined) return [];
    return name === null
      ? [unknownTask("the name of the task is not known")]
      : [taskOf(use.files, configs, { name, args, done })];
  });
  return joinDefinitions([configs.definition, ...tasks]);
};

/** `a x ::: b y`: the words of each task. */
function groupsOf(words: readonly (string | null)[]): readonly (readonly (string | null)[])[] {
  const groups: (string | null)[][] = [[]];
  for (const word of words)
    if (word === ":::") groups.push([]);
    else groups.at(-1)?.push(word);
  return groups;
}

interface Config {
  readonly dir: string;
  readonly path: string;
  readonly tasks: TomlTable;
}

interface Configs {
  readonly list: readonly Config[];
  readonly dirs: readonly string[];
  readonly definition: Definition;
}

/** Every configuration from here upwards; what they set up besides tasks is said. */
function configsAbove(files: Files, cwd: string): Configs {
  const list: Config[] = [];
  const seen: string[] = [];
  const unknown: string[] = [];
  const dirs = upwards(cwd);
  for (const dir of dirs)
    for (const name of CONFIGS) {
      const path = under(dir, name);
      const read = files.text(path);
      if (read.kind === "absent") continue;
      seen.push(path);
      const table = read.kind === "text" ? parseToml(read.text) : undefined;
      unknown.push(...besidesTasks(table).map((what) => `${path} ${what}`));
      if (table !== undefined) list.push({ dir, path, tasks: isTable(table.tasks) ? table.tasks : {} });
    }
  return { list, dirs, definition: { steps: [], effects: [], files: seen, unknown } };
}

function besidesTasks(table: TomlTable | undefined): readonly string[] {
  if (table === undefined) return ["cannot be understood"];
  const { hooks, watch_files, env, task_config, plugins } = table;
  return [
    ...(hooks !== undefined || watch_files !== undefined ? ["has hooks"] : []),
    ...(env === undefined ? [] : environmentWhys(env)),
    ...(task_config !== undefined || plugins !== undefined ? ["loads more"] : []),
  ];
}

/** `_` takes in files and scripts; what is no table is not understood. */
const environmentWhys = (env: Toml): readonly string[] => [
  ...(isTable(env) && env._ === undefined ? [] : ["loads an environment"]),
  ...(isTable(env) ? exportWhys(Object.keys(env).filter((name) => name !== "_")) : []),
];

interface TaskUse {
  readonly name: string;
  readonly args: readonly (string | null)[];
  /** Names of tasks that were read already. */
  readonly done: Set<string>;
}

function taskOf(files: Files, configs: Configs, { name, args, done }: TaskUse): Definition {
  if (done.has(name)) return joinDefinitions([]);
  done.add(name);
  if (done.size > MAX_TASKS) return unknownTask("more tasks than are followed");
  if (/[*?{]/.test(name)) return unknownTask(`a pattern of tasks: ${name}`);
  for (const { dir, path, tasks } of configs.list) {
    const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
    if (task !== undefined)
      return joinDefinitions([readDeclared(files, configs, { dir, path, name, task, args, done })]);
  }
  return fileTask(files, configs, name, args) ?? unknownTask(`there is no task ${JSON.stringify(name)} to be read`);
}

interface DeclaredTask {
  readonly dir: string;
  readonly path: string;
  readonly name: string;
  readonly task: Toml;
  readonly args: readonly (string | null)[];
  readonly done: Set<string>;
}

/** What is written in a task and read here; anything else may change what is run. */
const FIELDS =
  /^(?:run|depends|depends_post|wait_for|description|alias|sources|outputs|hide|quiet|silent|dir|file|raw|env)$/;

function readDeclared(files: Files, configs: Configs, { dir, path, name, task, args, done }: DeclaredTask): Definition {
  const table: TomlTable = isTable(task) ? task : { run: task };
  const unknown = Object.keys(table)
    .filter((field) => !FIELDS.test(field))
    .map((field) => `${path}: ${name} has ${field}`);
  if (table.env !== undefined) unknown.push(...environmentWhys(table.env).map((why) => `${path}: ${name}: ${why}`));
  const at = typeof table.dir === "string" ? table.dir : "";
  if (/[{$~]/.test(at) || (table.dir !== undefined && typeof table.dir !== "string"))
    unknown.push(`${path}: where ${name} runs`);
  const cwd = inside(dir, at === "" ? "." : at);
  const via = `mise run ${name}`;
  const codes = texts(table.run);
  if (codes === undefined) unknown.push(`${path}: ${name} is not made of commands`);
  const steps = (codes ?? []).map(
    (code, index, all): CodeStep => ({
      code: withWords(hideTemplates(code), index === all.length - 1 ? args : []),
      cwd,
      via,
    }),
  );
  if (steps.some(({ code }) => !isShellCode(code))) unknown.push(`${path}: ${name} is code of another language`);
  const needs = [table.depends, table.depends_post].flatMap(
    (each): readonly (string | null)[] => texts(each) ?? [null],
  );
  const others = needs.map((need) => {
    const [other = "", ...more] = need?.split(/\s+/) ?? [];
    return need === null || other === ""
      ? unknownTask(`${path}: what ${name} depends on`)
      : taskOf(files, configs, { name: other, args: more, done });
  });
  const file =
    typeof table.file === "string" ? scriptAt({ files, path: inside(dir, table.file), args, cwd, via }) : undefined;
  return joinDefinitions([
    ...others,
    { steps, effects: [], files: [path], unknown },
    ...(file === undefined ? [] : [file]),
  ]);
}

/** What a template would put in place is not known. */
function hideTemplates(code: string): string {
  let out = "";
  for (let at = 0; ; ) {
    const open = code.indexOf("{{", at);
    const close = open < 0 ? -1 : code.indexOf("}}", open);
    if (close < 0) return out + code.slice(at);
    out += `${code.slice(at, open)}$UNKNOWN_VALUE`;
    at = close + 2;
  }
}

const texts = (value: Toml | undefined): readonly string[] | undefined => {
  if (value === undefined) return [];
  if (typeof value === "string") return [value];
  return Array.isArray(value) && value.every((item) => typeof item === "string")
    ? (value as readonly string[])
    : undefined;
};

/** An executable file in one of the directories for tasks; `a:b` is `a/b`. */
function fileTask(
  files: Files,
  configs: Configs,
  name: string,
  args: readonly (string | null)[],
): Definition | undefined {
  for (const dir of configs.dirs)
    for (const place of TASK_DIRECTORIES) {
      const parts = name.split(":");
      const parent = under(dir, [place, ...parts.slice(0, -1)].join("/"));
      const names = files.names(parent) ?? [];
      const found = names.find((one) => one === parts.at(-1) || one.replace(/\.[^.]*$/, "") === parts.at(-1));
      if (found !== undefined)
        return scriptAt({ files, path: under(parent, found), args, cwd: dir, via: `mise run ${name}` });
    }
  return undefined;
}
