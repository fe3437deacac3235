/** Shells: `-c CODE name args…`, a script with its words, or code on standard input. */
import type { Effect } from "../../contract/effect.ts";
import { HOLE } from "../../contract/reading.ts";
import { reads } from "../places.ts";
import type { Inner, Use } from "../spec.ts";
import type { Filled } from "../template.ts";
import { given, line, valuesOf } from "../words.ts";

export function shell(use: Use): Partial<Filled> {
  const { program } = use;
  const script = (at: Effect & { readonly do: "run" }): Effect => ({ ...at, what: "script", language: "shell" });
  const startup = valuesOf(use, "--rcfile --init-file").map((file) =>
    script({ do: "run", program, what: "script", script: use.target(file) }),
  );
  const [first, ...rest] = use.operands;
  const onlyChecks = given(use, "-n") && !given(use, "-i +");
  if (first === undefined && given(use, "--version --help")) return { effects: startup };
  if (given(use, "-c")) {
    if (first === undefined) return { effects: startup };
    return onlyChecks ? { effects: startup } : codeOf(use, startup, { ...first, zero: rest[0], args: rest.slice(1) });
  }
  if (first === undefined || given(use, "-s") || first.value === "-") {
    const { stdin: value, stdinOutline: outline } = use;
    return codeOf(use, startup, { value, outline, args: use.operands });
  }
  if (onlyChecks) return { effects: [...startup, reads(use.target(first))] };
  const run: Effect = { do: "run", program, what: "script", script: use.target(first), wording: line(use.operands) };
  return { effects: [...startup, script(run)] };
}

interface ShellCode extends Partial<Pick<Extract<Inner, { readonly kind: "script" }>, "zero" | "args">> {
  readonly value: string | null;
  readonly outline?: string | undefined;
}

const LIKE_BASH = /^(?:bash|sh|dash|ash)$/;
/** What zsh and ksh may take otherwise than bash. */
const DIFFERS = /[(){}[\]=^#~<`]|\$\W/;

function codeOf(use: Use, before: readonly Effect[], { value, outline = HOLE, zero, args = [] }: ShellCode): Filled {
  const { program } = use;
  const opaque: Effect = {
    do: "run",
    program,
    what: "code",
    language: "shell",
    ...(value === null ? {} : { code: value }),
  };
  const code = value ?? outline;
  const isPlain = value !== null && (LIKE_BASH.test(program) || !DIFFERS.test(value));
  const inner: Inner[] =
    code.replaceAll(HOLE, "").trim() === "" ? [] : [{ kind: "script", code, via: `${program} -c`, zero, args }];
  return { effects: isPlain ? [...before] : [...before, opaque], inner };
}

/** The commands of a table of cron's, times taken off; a percent sign there is the end of a line. */
export const crontabCode = (table: string): string =>
  table.replace(/^[ \t]*(?:@\w+|(?:[^\s#=]+[ \t]+){4}[^\s#=]+)[ \t]+/gm, "").replace(/(?<!\\)%/g, "\n");

/** What a program keeps of its input to run it later. */
export function keptJobs(use: Use): Partial<Filled> {
  const input = use.stdin ?? use.stdinOutline;
  if (input === undefined || !/\S/.test(input)) return {};
  const code = use.program.endsWith("crontab") ? crontabCode(input) : input;
  return { inner: [{ kind: "script", code, via: use.program }] };
}
