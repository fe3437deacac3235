/** What interpreters have in common: code on the command line, a script, standard input, or only a version. */
import type { Effect } from "../../contract/effect.ts";
import { reads, understood } from "../disk-makers.ts";
import { given, line, valuesOf } from "../makers.ts";
import type { ReadAnswer, Use } from "../spec.ts";

export const codeEffect = (use: Use, language: string, code: string | null): Effect => ({
  do: "run",
  program: use.program,
  what: "code",
  language,
  ...(code === null ? {} : { code }),
});

interface Interpreter {
  readonly language: string;
  /** Options whose value is code. */
  readonly code: string;
  /** Options that print and end, when nothing else is given. */
  readonly prints: string;
  /** Options that only look a script over. */
  readonly looks?: string;
  /** Options with which it finds its scripts itself, and runs nothing of standard input. */
  readonly finds?: string;
}

/** Others of the same entry may take the option otherwise. */
const LOOKERS: ReadonlySet<string> = new Set(["node", "nodejs", "php"]);
const FINDERS: ReadonlySet<string> = new Set(["node", "nodejs", "tsx"]);

export const interprets =
  (interpreter: Interpreter) =>
  (use: Use): ReadAnswer => {
    const { language, code } = interpreter;
    const [script] = use.operands;
    const codes = valuesOf(use, code);
    if (onlyPrints(interpreter, use)) return understood([]);
    if (codes.length > 0) return understood(codes.map((word) => codeEffect(use, language, word.value)));
    if (onlyLooks(interpreter, use)) return understood(use.operands.map((word) => reads(use.target(word))));
    if (script === undefined || script.value === "-")
      return understood(
        script === undefined && findsItself(interpreter, use) ? [] : [codeEffect(use, language, use.stdin)],
      );
    const { program } = use;
    return understood([
      { do: "run", program, what: "script", language, script: use.target(script), wording: line(use.operands) },
    ]);
  };

const onlyPrints = ({ prints }: Interpreter, use: Use): boolean =>
  given(use, prints) &&
  use.operands.length === 0 &&
  // `ts-node -vv` loads the project's compiler to ask for its version.
  [...use.options.values()].every((held) => held.length === 1) &&
  [...use.options.keys()].every((name) => prints.split(" ").includes(name));

const onlyLooks = ({ looks }: Interpreter, use: Use): boolean =>
  looks !== undefined && LOOKERS.has(use.program) && given(use, looks) && use.options.size === 1;

const findsItself = ({ finds }: Interpreter, use: Use): boolean =>
  finds !== undefined && FINDERS.has(use.program) && given(use, finds);
