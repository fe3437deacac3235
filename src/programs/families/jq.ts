/** jq and yq: filters over documents. A filter can show the environment or pull in other files. */
import type { Effect } from "../../contract/effect.ts";
import { unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { known, mayNameOption, opening, reads, refused, shows, understood, writes } from "../disk-makers.ts";
import { given } from "../makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";

const JQ_SHORT_FLAGS = /^-[nrjasScCMeRbhV]+$/;
const JQ_FLAGS: ReadonlySet<string> = new Set(
  (
    "--null-input --raw-output --raw-output0 --join-output --ascii-output --slurp --sort-keys --compact-output --color-output " +
    "--monochrome-output --exit-status --raw-input --tab --unbuffered --stream --stream-errors --seq --binary --args --jsonargs " +
    "--help --version --build-configuration"
  ).split(" "),
);
/** Options with further words: how many, and which of them is a file. */
const JQ_VALUES: ReadonlyMap<string, { words: number; file?: number }> = new Map([
  ["--arg", { words: 2 }],
  ["--argjson", { words: 2 }],
  ["--indent", { words: 1 }],
  ["--slurpfile", { words: 2, file: 1 }],
  ["--rawfile", { words: 2, file: 1 }],
]);

interface JqWords {
  readonly use: Use;
  readonly effects: Effect[];
  /** The filter and the files. */
  readonly plain: KnownWord[];
  /** Options are over. */
  ended: boolean;
  /** What follows the filter are values, not files. */
  argumentsOnly: boolean;
}

/** jq's own rule: options anywhere until `--`, the first other word is the filter, the rest are files. */
function readJq(use: Use): ReadAnswer {
  const words: JqWords = { use, effects: [], plain: [], ended: false, argumentsOnly: false };
  const { effects } = words;
  for (let i = 0; i < use.operands.length; ) {
    const took = takeJqWord(words, i);
    if (typeof took === "string") return refused(took, effects);
    i += took;
  }
  const [filter, ...files] = words.plain;
  if (!words.argumentsOnly)
    effects.push(...files.filter((file) => known(file) !== "-").map((file) => reads(use.target(file))));
  return filter === undefined ? understood(effects) : judge(filter, effects, jqReaches);
}

/** How many words were taken, or why one is not understood. */
function takeJqWord(words: JqWords, at: number): number | string {
  const { use, plain } = words;
  const word = use.operands[at];
  if (word === undefined) return 1;
  const text = opening(word);
  const value = known(word);
  if (words.ended || (text !== "" && !text.startsWith("-")) || value === "-") plain.push(word);
  else if (value === "--") words.ended = true;
  else if (JQ_FLAGS.has(value ?? "")) words.argumentsOnly ||= text === "--args" || text === "--jsonargs";
  else if (JQ_VALUES.has(value ?? "")) return takeJqValues(words, at, text);
  else if (value === "" || (word.glob && text === "" && plain.length > 0 && !mayNameOption(use, word)))
    plain.push(word);
  else if (!JQ_SHORT_FLAGS.test(value ?? "")) return `${word.text} is not known`;
  return 1;
}

function takeJqValues({ use, effects }: JqWords, at: number, option: string): number | string {
  const { words, file } = JQ_VALUES.get(option) ?? { words: 0 };
  const values = use.operands.slice(at + 1, at + 1 + words);
  if (values.length < words || values.some((value) => value.splits || value.glob))
    return `${option} without its values`;
  const source = file === undefined ? undefined : values[file];
  if (source !== undefined) effects.push(reads(use.target(source)));
  return 1 + words;
}

function judge(
  filter: KnownWord,
  effects: readonly Effect[],
  reaches: (program: string) => Effect | undefined,
): ReadAnswer {
  const program = known(filter);
  if (program === undefined) return refused("the filter is not known", effects);
  const found = reaches(program);
  return found === undefined
    ? understood(effects)
    : refused("the filter reaches beyond its input", [...effects, found]);
}

/**
 * `env`, `$ENV`, `import` and `include` outside of strings. Strings are set aside only where neither interpolation nor
 * comments could make a quote mean something else. A name behind a dot is a field.
 */
function jqReaches(program: string): Effect | undefined {
  const code = /\\\(|#/.test(program) ? program : program.replace(/"(?:[^"\\]|\\[\s\S])*"/g, '""');
  if (/\$\s*(?:ENV|__prog)/.test(code) || /(?<![.\w$])(?:\w+::)?env\b(?!\s*:[^:])/.test(code))
    return shows("secret.environment");
  if (/(?<![.\w$])(?:import|include|modulemeta|get_search_list|input_filename_of)\b/.test(code))
    return reads(unknownTarget());
  return undefined;
}

/** Whether a filter, also one that stands in a file, reaches beyond its input. */
export const filterReaches = (program: string, text: string): boolean =>
  (program === "yq" ? yqReaches(text) : jqReaches(text)) !== undefined;

/** yq has two families; what either would do with the expression counts. */
function yqReaches(program: string): Effect | undefined {
  if (/env|ENV/.test(program)) return shows("secret.environment");
  if (/load|import|include|system|split_doc|eval/.test(program)) return reads(unknownTarget());
  return undefined;
}

const YQ_SUBCOMMANDS: ReadonlySet<string> = new Set(["e", "ea", "eval", "eval-all"]);

function readYq(use: Use): ReadAnswer {
  const named = YQ_SUBCOMMANDS.has(known(use.operands[0]) ?? "");
  const operands = named ? use.operands.slice(1) : use.operands;
  const [filter, ...rest] = operands;
  const inPlace = given(use, "-i --inplace --in-place");
  // A lone operand may be the file itself.
  const files = rest.length === 0 && filter !== undefined ? [filter] : rest;
  const effects = files.flatMap((file): Effect[] => {
    const target = use.target(file);
    return inPlace ? [reads(target), writes(target)] : [reads(target)];
  });
  return filter === undefined ? understood(effects) : judge(filter, effects, yqReaches);
}

export const jq: ProgramFamily = () => [
  {
    names: "jq gojq jaq",
    reader: true,
    style: "words",
    read: readJq,
    safe: [
      "jq . a.json",
      "jq -r '.[] | .name' a b",
      "jq -rc 'select(.x == \"env\")'",
      "jq --arg v \"$V\" '.a = $v' a",
      "jq -n --slurpfile a f '$a'",
      "jq '.env.PATH' a",
      "jq '{env: .environment}' a",
      "jq -s 'map(.id) | add' a",
    ],
    unsafe: [
      ["jq -n env", ["secret.environment", "unknown.use"]],
      ["jq -n '$ENV.TOKEN'", ["secret.environment", "unknown.use"]],
      ["jq -n '\"\\(env)\"'", ["secret.environment", "unknown.use"]],
      ['jq -n \'"\\(1)" + env.A + "x"\'', ["secret.environment", "unknown.use"]],
      ["jq '. # \"\n| env # \"'", ["secret.environment", "unknown.use"]],
      ["jq 'import \"a\" as $a; .'", ["file.read", "unknown.use"]],
      ["jq -f prog.jq a", ["unknown.use"]],
      ['jq "$P" a', ["unknown.use"]],
      ["jq $F . a", ["unknown.use"]],
      ["jq -L . 'include \"m\"; x'", ["unknown.use"]],
    ],
  },
  {
    names: "yq",
    reader: true,
    flags:
      "-r -j -P -C -M -e -n -N -s -c -y -Y -0 -v --unwrapScalar --raw-output --prettyPrint --colors --no-colors --exit-status --null-input " +
      "--no-doc --compact-output --slurp --yaml-output --help --version -h -V -i --inplace --in-place",
    values: { text: "-o -p -I --output-format --input-format --indent" },
    attached: { text: "--unwrapScalar" },
    // mikefarah's -s splits the output into files.
    when: { "-s": [(use) => [writes(use.cwd.certainty === "exact" ? unknownTarget(use.cwd.path) : unknownTarget())]] },
    read: readYq,
    safe: ["yq .a.b f.yaml", "yq -r '.jobs | keys' f.yml", "yq eval .x f.yaml", "yq -o=json . f.yaml"],
    unsafe: [
      ["yq -i '.a = 1' f.yaml", ["file.read", "file.write"]],
      ["yq 'env(TOKEN)' f", ["file.read", "secret.environment", "unknown.use"]],
      ["yq 'load(\"x\")' f", ["file.read", "file.read", "unknown.use"]],
      ["yq -s .name f.yaml", ["file.write", "file.read"]],
    ],
  },
];
