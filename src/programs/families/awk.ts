/** awk: its program is code, proven or refused by `awkProblem`. */
import type { Effect } from "../../contract/effect.ts";
import { unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { known, opening, reads, refused, shows, understood, writes } from "../disk-makers.ts";
import { given, network, valuesOf } from "../makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";
import type { AwkProblem } from "./awk-script.ts";
import { awkProblem } from "./awk-script.ts";

const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const REACHES_FURTHER = /^(?:ARGV|ARGC|ENVIRON|PROCINFO|SYMTAB|FUNCTAB)=/;

function readAwk(use: Use): ReadAnswer {
  const programs = use.operands.slice(0, 1);
  const operands = use.operands.slice(1);
  const effects = operands.flatMap((operand) => inputOf(use, operand));
  if (given(use, "-f")) return refused("the program is in a file", [...effects, CODE]);
  if (programs.length === 0) return refused("no program", effects);
  const assigned = [...valuesOf(use, "-v"), ...operands].some((word) => REACHES_FURTHER.test(opening(word)));
  if (assigned) return refused("an assignment reaches further files", effects);
  const text = programs.map(known);
  if (text.some((part) => part === undefined)) return refused("the program is not known", [...effects, CODE]);
  const problem = awkProblem(text.join("\n"));
  return problem === undefined
    ? understood(effects)
    : refused(problem.why, [...effects, effectOf(problem, text.join("\n"))]);
}

const CODE: Effect = { do: "run", program: "awk", what: "code", language: "awk" };

function effectOf(problem: AwkProblem, code: string): Effect {
  if (problem.kind === "write") return writes(unknownTarget());
  if (problem.kind === "read") return reads(unknownTarget());
  if (problem.kind === "secret") return shows("secret.environment");
  return { do: "run", program: "awk", what: "code", language: "awk", code };
}

/** A file, an assignment, or one of gawk's network files. */
function inputOf(use: Use, operand: KnownWord): readonly Effect[] {
  const start = opening(operand);
  if (ASSIGNMENT.test(start) || start === "-") return [];
  if (start.startsWith("/inet")) return [network(null, true)];
  return [reads(use.target(operand))];
}

export const awk: ProgramFamily = () => [
  {
    names: "awk gawk mawk nawk original-awk",
    reader: true,
    launcher: true,
    style: "posix",
    flags: "--posix --sandbox --csv --re-interval --version --help",
    // Not here: gawk's long options with a value, and -e. Other awks pass over them, and their value is the program.
    values: { text: "-F -v", read: "-f" },
    runsCode: "-i --include -l --load -E --exec -D --debug",
    read: readAwk,
    safe: [
      "awk '{print $1}' a",
      "awk -F: '$3 > 100 {print $1, $3}' a",
      "awk 'NR>=10 && NR<=20' a",
      `awk -F'|' '{print $2 "|" $3}' a`,
      "awk '/foo|bar/ {n++} END {print n/NR}' a",
      "awk '{ if ($1 > max) max = $1 } END { print max }' a",
      "awk -v n=\"$N\" 'NR==n' a",
      "awk '{sum+=$1} END {print sum}' FS=, a",
      "awk '/^[[:space:]]*[a-z|>]+/ {print}' a",
    ],
    unsafe: [
      ["awk 'BEGIN{system(\"id\")}'", ["run.code", "unknown.use"]],
      ["awk '{print | \"sh\"}' a", ["file.read", "run.code", "unknown.use"]],
      ["awk '{print > \"out\"}' a", ["file.read", "file.write", "unknown.use"]],
      ["awk '{print $1 >> \"out\"}' a", ["file.read", "file.write", "unknown.use"]],
      ["awk '{\"id\" | getline x; print x}'", ["run.code", "unknown.use"]],
      ["awk 'BEGIN{while((getline l < \"/etc/shadow\") > 0) print l}'", ["file.read", "unknown.use"]],
      ["awk 'BEGIN{print ENVIRON[\"TOKEN\"]}'", ["secret.environment", "unknown.use"]],
      ["awk 'BEGIN{ARGV[1]=\"/etc/shadow\";ARGC=2}{print}'", ["file.read", "unknown.use"]],
      ["awk -f prog.awk a", ["file.read", "run.code", "unknown.use"]],
      ["awk -esafe 'BEGIN{system(\"id\")}'", ["run.code", "unknown.use", "unknown.use"]],
      [
        "awk --field-separator 'BEGIN{system(\"id\")}' '{print}' a",
        ["file.read", "file.read", "run.code", "unknown.use", "unknown.use"],
      ],
      ['awk "$X" a', ["file.read", "run.code", "unknown.use", "unknown.use"]],
      ['awk -- "$X" a', ["file.read", "run.code", "unknown.use"]],
      ["gawk '@load \"x\"' a", ["file.read", "run.code", "unknown.use"]],
      ["gawk -i inplace '{print}' a", ["run.helper", "file.read", "file.read"]],
      ["awk '{print}' /inet/tcp/0/x.example/80", ["network.send"]],
      ["awk '{print-1system(\"id\")}' a", ["file.read", "run.code", "unknown.use"]],
      ["awk '{print 1esystem(\"id\")}' a", ["file.read", "run.code", "unknown.use"]],
      // `/` after `)` may divide or begin an expression: the quote in it must not hide what follows.
      ['awk \'{ if (x) /"/; print "a" | "sh"; y = "" }\' a', ["file.read", "run.code", "unknown.use"]],
      ['awk \'/["/]/ {print | "sh"}\' a', ["file.read", "run.code", "unknown.use"]],
      ["awk '{print (1) > \"out\"}' a", ["file.read", "file.write", "unknown.use"]],
    ],
  },
];
