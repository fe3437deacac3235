/** `make TARGET`: the recipes of the target and of everything it needs. */
import { type CodeStep, type Definition, type Runner, unknownTask } from "./definition.ts";
import { exportWhys } from "./exports.ts";
import { firstThere, under } from "./files.ts";
import { closing, type Makefile, type MakeRule, readMakefile, shellCalls } from "./makefile.ts";
import { inside } from "./words.ts";

const MAX_TARGETS = 200;
const NAMES = ["GNUmakefile", "makefile", "Makefile"];
const FLAGS = new Set(
  "-B -k -s -i -w -e -n -r -R -S -t -q --no-print-directory --print-directory --keep-going --silent --quiet --always-make --dry-run --just-print --no-keep-going".split(
    " ",
  ),
);
/** What GNU make knows by itself. */
const BUILT_IN: Readonly<Record<string, string>> = {
  MAKE: "make",
  RM: "rm -f",
  CC: "cc",
  CXX: "g++",
  AR: "ar",
  LD: "ld",
  AS: "as",
  SHELL: "/bin/sh",
  INSTALL: "install",
};

interface Goal {
  readonly cwd: string;
  readonly file: string | null;
  readonly targets: readonly string[];
  readonly set: ReadonlyMap<string, string>;
}

export const make: Runner = (use) => {
  const goal = goalOf(use.words, use.cwd);
  if (goal === undefined) return undefined;
  if (typeof goal === "string") return unknownTask(`make ${goal}`);
  const path = goal.file ?? firstThere(use.files, goal.cwd, NAMES);
  if (path === undefined) return unknownTask(`there is no makefile in ${goal.cwd}`);
  const file = readMakefile(path, goal.cwd, use.files);
  for (const [name, value] of goal.set) file.variables.set(name, { text: value, sure: true });
  const missing = NAMES.map((name) => under(goal.cwd, name)).filter((name) => !file.files.includes(name));
  return collect(file, goal, use.files.names(goal.cwd) ?? [], goal.file === null ? missing : []);
};

/** What is asked for; undefined when nothing is made; the odd word where one is not known. */
function goalOf(words: readonly (string | null)[], from: string): Goal | string | undefined {
  const goal: GoalSoFar = { cwd: from, file: null, targets: [], set: new Map() };
  for (let i = 0; i < words.length; ) {
    const word = words[i] ?? null;
    if (word === null) return "a word that is not known";
    if (/^(?:--version|-v|--help|-h)$/.test(word)) return undefined;
    const took = takeWord(goal, word, words[i + 1]);
    if (typeof took === "string") return took;
    i += took;
  }
  return { ...goal, file: goal.file === null ? null : inside(goal.cwd, goal.file) };
}

interface GoalSoFar {
  cwd: string;
  file: string | null;
  readonly targets: string[];
  readonly set: Map<string, string>;
}

const WITH_VALUE = /^(-C|-f|-j|--directory|--file|--makefile|--jobs)(?:=?(.*))$/s;

/** How many words it took; the odd word where it is not known. */
function takeWord(goal: GoalSoFar, word: string, next: string | null | undefined): number | string {
  if (word.startsWith("-")) return takeOption(goal, word, next ?? null);
  const equals = /^[^=:]+:{0,3}=/.test(word) ? word.indexOf("=") : -1;
  if (equals < 0) goal.targets.push(word);
  else goal.set.set(word.slice(0, equals).replace(/:+$/, ""), word.slice(equals + 1));
  return 1;
}

function takeOption(goal: GoalSoFar, word: string, next: string | null): number | string {
  const [, name, attached = ""] = WITH_VALUE.exec(word) ?? [];
  if (name === undefined) return FLAGS.has(word) ? 1 : word;
  const [value, took] = attached === "" ? [next, 2] : [attached, 1];
  if (name === "-j" || name === "--jobs") return /^\d+$/.test(value ?? "") ? took : attached === "" ? 1 : word;
  return value === null ? word : (takeValue(goal, name, value) ?? took);
}

/** Why the value cannot be followed, if it cannot. */
function takeValue(goal: GoalSoFar, option: string, value: string): string | undefined {
  if (option === "-C" || option === "--directory") goal.cwd = inside(goal.cwd, value);
  else if (goal.file !== null) return "more than one makefile";
  else goal.file = value;
  return undefined;
}

interface Collecting {
  readonly file: Makefile;
  readonly cwd: string;
  readonly here: readonly string[];
  readonly steps: CodeStep[];
  readonly unknown: string[];
  readonly done: Set<string>;
}

function collect(file: Makefile, goal: Goal, here: readonly string[], missing: readonly string[]): Definition {
  const c: Collecting = { file, cwd: goal.cwd, here, steps: [], unknown: [...file.unknown], done: new Set() };
  for (const code of file.atOnce) c.steps.push({ code: expandText(c, code, {}), cwd: goal.cwd, via: "make, $(shell)" });
  // Words of the command that set variables are handed on too.
  c.unknown.push(...exportWhys([...file.exported, ...goal.set.keys()]));
  const shell = file.variables.get("SHELL");
  if (shell !== undefined && !(shell.sure && USUAL_SHELL.test(shell.text.trim())))
    c.unknown.push("recipes run in another shell");
  const flags = file.variables.get(".SHELLFLAGS");
  if (flags !== undefined && !(flags.sure && /^(?:-[a-z]+\s+|pipefail\s+)*-[a-z]*c$/.test(flags.text.trim())))
    c.unknown.push("recipes run with other options of the shell");
  // Make first brings its own files up to date.
  for (const own of file.files)
    if (file.rules.some(({ targets }) => targets.some((target) => inside(goal.cwd, target) === own))) {
      c.unknown.push(`${own} is itself made`);
      need(c, own.slice(own.lastIndexOf("/") + 1));
    }
  const first = file.rules.flatMap(({ targets }) => targets).find((name) => !/^\.|%/.test(name) || name.includes("/"));
  const standard = file.variables.get(".DEFAULT_GOAL")?.text.trim() ?? first;
  const goals = goal.targets.length > 0 ? goal.targets : standard === undefined ? [] : [standard];
  if (goals.length === 0) c.unknown.push("nothing says what to make");
  for (const target of goals) need(c, target);
  return { steps: c.steps, effects: [], files: [...file.files, ...missing], unknown: [...new Set(c.unknown)] };
}

const USUAL_SHELL = /^(?:(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/bin\/)?(?:env\s+)?(?:ba|da)?sh$/;

function need(c: Collecting, target: string): void {
  if (c.done.has(target)) return;
  c.done.add(target);
  if (c.done.size > MAX_TARGETS) {
    c.unknown.push("more targets than are followed");
    return;
  }
  const rules = c.file.rules.filter(({ targets }) => targets.includes(target));
  for (const rule of rules) for (const prerequisite of rule.prerequisites) need(c, prerequisite);
  const recipes = rules.filter(({ recipe }) => recipe.length > 0);
  const all = rules.flatMap(({ prerequisites }) => prerequisites);
  for (const { recipe } of recipes) addRecipe(c, target, all, recipe);
  if (recipes.length === 0) implicit(c, target, rules);
}

/** No recipe of its own: a pattern, a suffix or a rule that make brings along may have one. */
function implicit(c: Collecting, target: string, rules: readonly MakeRule[]): void {
  const phony = c.file.rules.some(
    (rule) => rule.targets.includes(".PHONY") && rule.prerequisites.includes(target) && rules.length > 0,
  );
  if (phony) return;
  const pattern = c.file.rules.find(({ targets }) => targets.some((one) => one.includes("%") && fits(one, target)));
  if (pattern !== undefined) {
    c.unknown.push(`${target} is made by a pattern`);
    addRecipe(c, target, pattern.prerequisites, pattern.recipe);
    return;
  }
  const known = c.here.includes(target) || target.includes("/");
  const like = c.here.some((name) => name.startsWith(`${target}.`) || name === "RCS" || name === "SCCS");
  if (like || (rules.length === 0 && !known) || c.file.rules.some(({ targets }) => targets.some(isSuffixes)))
    c.unknown.push(`how ${target} is made is not written out`);
}

const isSuffixes = (target: string): boolean => /^\.[^./]+(?:\.[^./]+)?$/.test(target) && !/^\.[A-Z_]+$/.test(target);

const fits = (pattern: string, target: string): boolean => {
  const [before = "", after = ""] = pattern.split("%");
  return target.length >= before.length + after.length && target.startsWith(before) && target.endsWith(after);
};

function addRecipe(c: Collecting, target: string, needs: readonly string[], recipe: readonly string[]): void {
  const automatic = {
    "@": target,
    "<": needs[0] ?? "",
    "^": needs.join(" "),
    "+": needs.join(" "),
    "?": needs.join(" "),
  };
  const lines = recipe.map((line) => expandText(c, line.replace(/^[@+\-\s]+/, ""), automatic));
  const whole = c.file.rules.some(({ targets }) => targets.includes(".ONESHELL"));
  for (const code of whole ? [lines.join("\n")] : lines)
    if (code.trim() !== "") c.steps.push({ code, cwd: c.cwd, via: `make ${target}` });
}

/** A recipe as the shell gets it; a value that is not known becomes a variable nobody set. */
function expandText(c: Collecting, text: string, automatic: Readonly<Record<string, string>>, depth = 0): string {
  let out = "";
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char !== "$") {
      out += char;
      continue;
    }
    const next = text.charAt(i + 1);
    if (next === "(" || next === "{") {
      const end = closing(text, i + 2, next === "(" ? ")" : "}");
      out += reference(c, text.slice(i + 2, end), automatic, depth);
      i = end;
    } else {
      out += next === "$" ? "$" : reference(c, next, automatic, depth);
      i += 1;
    }
  }
  return out;
}

const NOT_KNOWN = "$UNKNOWN_VALUE";

function reference(c: Collecting, name: string, automatic: Readonly<Record<string, string>>, depth: number): string {
  if (--c.file.room.left < 0) {
    if (c.file.room.left === -1) c.unknown.push("values that grow too long");
    return NOT_KNOWN;
  }
  if (Object.hasOwn(automatic, name)) return automatic[name] ?? "";
  if (!/^[\w.-]+$/.test(name)) return followFunction(c, name, automatic, depth);
  if (name === "CURDIR") return c.cwd;
  const variable = c.file.variables.get(name);
  if (variable === undefined) return BUILT_IN[name] ?? (/^[A-Za-z_]\w*$/.test(name) ? `$${name}` : NOT_KNOWN);
  if (depth >= 8) return NOT_KNOWN;
  const value = expandText(c, variable.text, automatic, depth + 1);
  return variable.sure ? value : perhaps(value);
}

/** Not known, and this if nothing else: only what finds takes it for a value. */
const perhaps = (value: string): string => (PLAIN.test(value) ? `\${UNKNOWN_VALUE:-${value}}` : NOT_KNOWN);
const PLAIN = /^(?:[\w./*~@%+-]|\$\w+|\$\{UNKNOWN_VALUE:-[^{}]*\})+$/;

/** A function: its value is not worked out, but what it runs is followed. */
function followFunction(
  c: Collecting,
  text: string,
  automatic: Readonly<Record<string, string>>,
  depth: number,
): string {
  if (/^(?:info|warning|error)\s/.test(text)) return "";
  if (/^(?:eval|call|foreach|guile|load|file|let)\s/.test(text)) c.unknown.push(`$(${text.slice(0, 24)}…)`);
  if (depth > 8) return NOT_KNOWN;
  for (const code of shellCalls(`$(${text})`)) {
    const step = { code: expandText(c, code, automatic, depth + 1), cwd: c.cwd, via: "make, $(shell)" };
    if (!c.steps.some((one) => one.code === step.code)) c.steps.push(step);
  }
  const [, place] = SAME_PLACE.exec(text) ?? [];
  const [, changed] = /^([A-Za-z_]\w*):[^=]*=/.exec(text) ?? [];
  if (place !== undefined) return perhaps(expandText(c, place.trim(), automatic, depth + 1));
  return changed === undefined ? NOT_KNOWN : perhaps(reference(c, changed, automatic, depth + 1));
}

/** What they make of a place leads to it, or to what lies there. */
const SAME_PLACE =
  /^(?:abspath|realpath|strip|wildcard|(?:or|if|addsuffix|addprefix|patsubst|subst|filter-out)\s.*,)\s*([^,]*)$/s;
