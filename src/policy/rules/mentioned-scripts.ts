/**
 * Scripts that a command names and may start, by whatever runner: profilers, debuggers, modules, programs nobody has a record of. Each as
 * the plain command that would start it, for deny and ask rules. Programs that look at what they are given, and editors, start nothing.
 */

import type { SubCommand } from "../../contract/reading.ts";
import { inQuotes } from "../../contract/shell-word.ts";
import { absolutePath } from "../../machine/index.ts";
import { isChecker, programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { importsIn } from "../started/imports.ts";
import { optionValues } from "./option-values.ts";
import { startedBy } from "./unaccounted-words.ts";
import { isWriterNamed } from "./written-words.ts";

/** How many files of one command are looked at, how many words lead to them, and how much of a file tells its language, in bytes. */
const MAX_FILES = 24;
const MAX_WORDS = 256;
const MAX_HEAD = 256;
/** How long code may be that is looked through for files, in characters. */
const MAX_CODE = 65_536;

/** Programs that show, change, count or carry what they are given, and modules of Python's that do. */
const LOOKS: ReadonlySet<string> = new Set(
  [
    "code code-insiders cursor subl zed idea vi vim nvim view ex nano pico emacs emacsclient micro hx kak joe ed gedit kate open xdg-open less more most bat batcat glow",
    "hexyl eza exa lsd delta dyff icdiff colordiff difft pygmentize chroma highlight cloc loc scc tokei ctags typos codespell cspell vale tflint tfsec checkov trivy",
    "snyk grype semgrep gitleaks trufflehog cppcheck cpplint radon xenon vulture bandit jscpd ast-grep sg comby dos2unix unix2dos",
    "scp sftp rsync rclone docker podman kubectl gh glab git hg svn jj aws gcloud gsutil az terraform zip 7z tar pbcopy xclip xsel wl-copy",
    "py_compile compileall json.tool tokenize ast tabnanny dis inspect pyclbr pip pipx venv http.server zipfile tarfile build pickletools symtable base64",
  ].flatMap((names) => names.split(" ")),
);
const LOOKS_BY_VERB =
  /^(?:check|lint|format|fmt|view|list|ls|show|diff|scan|audit|inspect|add|rm|remove|grep|search|help|version)$/;
/** Options with which it only looks. */
const ONLY_LOOKS = /^--?(?:check|diff|dry-run|list(?:-\S*)?|lint|syntax-check|help|version)$/;

const LANGUAGES: readonly (readonly [ending: RegExp, interpreter: RegExp, start: string])[] = [
  [/\.(?:sh|bash|zsh|ksh|bats)$/i, /(?:^|\/)(?:ba|da|z|k|mk|a)?sh\b/, "."],
  [/\.pyw?$/i, /python|pypy/, "python3"],
  [/\.[cm]?[jt]sx?$/i, /node|deno|bun|tsx/, "node"],
  [/\.rb$/i, /ruby/, "ruby"],
  [/\.(?:pl|pm|t)$/i, /perl/, "perl"],
  [/\.php$/i, /php/, "php"],
  [/\.lua$/i, /lua/, "lua"],
];
/** Without an ending, and no script: definitions are read by what evaluates them. */
const NO_SCRIPT = /^(?:[A-Z]\w+|\.\w+|\w+file)$/;

type ScriptCall = Pick<PolicyCall, "world" | "reading">;

export function scriptTexts(command: SubCommand, call: ScriptCall): readonly string[] {
  const { cwd, words, wrappers } = command;
  const values = words.map(({ value, outline, prefix }) => value ?? outline ?? prefix);
  if (cwd.certainty !== "exact" || onlyLooks(command, values)) return [];
  const isFed = wrappers.some((wrapper) => /^(?:xargs|parallel)$/.test(wrapper));
  const given = [...placesGiven(values), ...(isFed ? listedBy(command, call) : [])].slice(0, MAX_WORDS);
  const files = given.flatMap((word) => formsOf(word, values)).map((form) => absolutePath(form, cwd.path, call.world));
  return [...new Set(files)]
    .filter((file) => call.world.stat(file).kind === "file")
    .slice(0, MAX_FILES)
    .flatMap((file) => startOf(file, isFed && SHELL.test(values[0] ?? ""), call));
}

const SHELL = /^(?:\.|source|(?:[a-z]*\/)*(?:ba|da|z|k|mk|a)?sh)$/;

function onlyLooks(command: SubCommand, values: readonly string[]): boolean {
  const [program = "", verb = ""] = startedBy(values) ?? values;
  const name = program.slice(program.lastIndexOf("/") + 1).replace(/(?<=.)@[^@]*$/, "");
  const runs = command.effects.some((effect) => effect.do === "run" && effect.what !== "helper");
  return (
    (!runs && (command.understood || programNamed(name) !== undefined)) ||
    isChecker(name) ||
    isWriterNamed(name) ||
    LOOKS.has(name) ||
    LOOKS_BY_VERB.test(verb) ||
    values.some((value) => ONLY_LOOKS.test(value))
  );
}

/** Words in code that run what stands in a file. */
const RUNS =
  /\b(?:exec\w*|eval|run_path|run_module|import\w*|__import__|require\w*|load\w*|source|compile|do|include\w*)\b/;

/** Words, values of options, and of code that runs files its strings and the modules it takes in. */
function placesGiven(values: readonly string[]): readonly string[] {
  const code = values.slice(1).filter((value) => value.length <= MAX_CODE && /[\s(]/.test(value) && RUNS.test(value));
  return [
    ...optionValues(values).map(({ value }) => value),
    ...code.flatMap((text) => [...text.matchAll(/["'`]([^"'`\s]{1,256})["'`]/g)].map(([, name = ""]) => name)),
    ...code.flatMap(importsIn).map(([, name = ""]) => name.replaceAll(".", "/")),
  ].filter((word) => word !== "" && word.length <= 1_024 && !/[\s\0]/.test(word));
}

/** The words of what may have made its own. */
const listedBy = (command: SubCommand, { reading }: ScriptCall): readonly string[] => [
  ...(reading?.commands ?? [])
    .filter((one) => one !== command)
    .flatMap(({ words }) => words.map((word) => word.value ?? "")),
  ...(command.input ?? "").split(/\s+/),
];

/** What is a module or a directory stands for the file in it that is run. */
function formsOf(word: string, values: readonly string[]): readonly string[] {
  const module = /^\w+(?:\.\w+)*$/.test(word) ? word.replaceAll(".", "/") : word;
  const takesModules =
    values.some((value) => /^-\w*m$/.test(value) || /[\s(]/.test(value)) || /^py|thon/.test(values[0] ?? "");
  const packages = [`${word}/__main__.py`, `${word}/index.js`];
  return takesModules
    ? [word, ...packages, `${module}.py`, `${module}/__init__.py`, `${module}/__main__.py`, `${word}.js`, `${word}.rb`]
    : [word, ...packages];
}

/** As it would be started by itself; none where it is no script. */
function startOf(file: string, isShell: boolean, { world }: ScriptCall): readonly string[] {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const bytes = world.readFile(file, MAX_HEAD);
  const head = bytes === undefined ? "" : new TextDecoder().decode(bytes);
  const [shebang = ""] = /^#!.*/.exec(head) ?? [];
  const language = LANGUAGES.find(
    ([ending, interpreter]) => ending.test(name) || (shebang !== "" && interpreter.test(shebang)),
  );
  const isPlain = isShell || (!name.includes(".") && !NO_SCRIPT.test(name) && !head.includes("\0"));
  const start = isShell ? "." : (language?.[2] ?? (isPlain ? "." : undefined));
  return start === undefined ? [] : [`${start} ${inQuotes(file)}`];
}
