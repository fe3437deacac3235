/**
 * Words of programs that no record accounts for, for rules that forbid editing: each that leads to a place may be what is written,
 * unless the program or its verb is known to look at what it is given, or the option says by its name that it does. What a script
 * of the project does with its words is the script's, which is read for itself.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, toTarget } from "../../machine/index.ts";
import { isChecker, isProjectTool, programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { saysLookedAt, saysMessage } from "./mentioned-places.ts";
import { isOpenEnded, optionValues } from "./option-values.ts";
import { isWriterNamed, type WrittenPlace } from "./written-words.ts";

const MAX_PLACES = 256;

/** Without a record, and they only look at the files they are given: viewers, validators, counters, players. */
const LOOKS: ReadonlySet<string> = new Set(
  [
    "code code-insiders cursor subl zed idea glow mdcat hexyl eza exa lsd delta dyff icdiff colordiff pygmentize chroma mediainfo ffprobe identify pandoc",
    "tflint tfsec checkov terrascan kics trivy snyk grype syft infracost kubeval kubeconform kube-linter kube-score conftest regal cfn-lint ansible-lint",
    "vale proselint textlint alex write-good cspell typos lychee htmlhint cppcheck cpplint pyflakes pycodestyle radon xenon cloc loc jsonlint check-jsonschema",
    "k6 locust newman hurl mdl",
    // Modules of Python's.
    "json.tool http.server pip build unittest doctest pdb timeit tokenize ast tabnanny dis inspect pyclbr",
  ].flatMap((names) => names.split(" ")),
);
/** A verb right behind the name with which a program looks. */
const LOOKS_BY_VERB =
  /^(?:validate|check|lint|test|tests|inspect|plan|show|view|list|ls|status|diff|verify|scan|audit|describe|get|info|stats?|count|analy[sz]e|explain|preview|cat|print|query|search|grep|find|read|help|version)$/;

/** What starts another program by its name, and the verb with which it does; null: without one. */
const STARTERS: readonly (readonly [name: RegExp, verb: RegExp | null])[] = [
  [/^(?:npx|bunx|pnpx|uvx)$/, null],
  [/^(?:npm|pnpm|yarn|bun)$/, /^(?:exec|x|dlx)$/],
  [/^(?:poetry|uv|pdm|hatch|rye|pipx)$/, /^run$/],
  [/^bundle$/, /^exec$/],
  [/^(?:python|pypy|py)[\d.]*$/, /^-m$/],
];

export function unaccountedWords(call: PolicyCall): readonly WrittenPlace[] {
  return (call.reading?.commands ?? [])
    .filter(isOpenEnded)
    .flatMap((command) => placesOf(command, call))
    .slice(0, MAX_PLACES);
}

function placesOf({ words, cwd }: SubCommand, { world, projectRoot }: PolicyCall): readonly WrittenPlace[] {
  const started = startedBy(words.map(({ value, prefix }) => value ?? prefix));
  if (started === undefined || isAccounted(started)) return [];
  const from = cwd.certainty === "exact" ? cwd.path : projectRoot;
  const isPlace = (text: string): boolean =>
    isPath(text) && (text.includes("/") || world.stat(absolutePath(text, from, world)).kind !== "absent");
  return optionValues(started)
    .filter(({ option }) => !looksByOption(option))
    .flatMap(({ value }) => [value, ...value.split(/[:,=]/).slice(1)])
    .filter(isPlace)
    .flatMap((text) => {
      const target = toTarget(text, from, world);
      // A directory is named for what is put into it.
      return [target, { ...target, path: `${target.path}/x` }].map((place) => ({ target: place, recursive: false }));
    });
}

/** The words from the name of what really runs; undefined where that is the project's own, or has a record. */
export function startedBy(values: readonly string[]): readonly string[] | undefined {
  const [first = "", ...rest] = values;
  const starter = STARTERS.find(([name]) => name.test(baseName(first)));
  if (starter === undefined) return first.includes("/") && !first.startsWith("/") ? undefined : values;
  const at = starter[1] === null ? 0 : rest.findIndex((word) => starter[1]?.test(word)) + 1;
  if (starter[1] !== null && at === 0) return undefined;
  const named = rest.slice(at).findIndex((word) => !word.startsWith("-"));
  return named < 0 ? undefined : rest.slice(at + named);
}

function isAccounted([program = "", verb = ""]: readonly string[]): boolean {
  const name = baseName(program).replace(/(?<=.)@[^@]*$/, "");
  return (
    programNamed(name) !== undefined ||
    isChecker(name) ||
    isProjectTool(name) ||
    LOOKS.has(name) ||
    LOOKS_BY_VERB.test(verb) ||
    // Their own row says when they write, and what.
    isWriterNamed(name)
  );
}

/** A letter says too little: but for the file, the settings and the input. */
const looksByOption = (option: string): boolean =>
  option !== "" && (saysMessage(option) || (/^-\w$/.test(option) ? /^-[cfiI]$/.test(option) : saysLookedAt(option)));

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const isPath = (text: string): boolean =>
  text !== "" && text.length <= 1_024 && !/[\s\0]|:\/\//.test(text) && !text.startsWith("-");
