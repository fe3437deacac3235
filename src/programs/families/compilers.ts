/**
 * C compilers: their options do not follow getopt, so their words are sorted here, as a closed world. What a source
 * includes can be any file, and is shown.
 */
import { type Effect, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { reads, refused, understood, writes } from "../disk-makers.ts";
import type { ProgramSpec, ReadAnswer, Use } from "../spec.ts";

/** Words that only choose warnings, language, target or debug information. */
const PLAIN: readonly RegExp[] = [
  /^-(?:c|S|v|s|w|g\w*|pipe|pthread|shared|static|rdynamic|nostdlib|nostdinc|pedantic|pedantic-errors|ansi|E|M|MM|P|C|H|dumpversion|dumpmachine|static-libgcc|static-libstdc\+\+)$/,
  /^--(?:version|help)$/,
  /^-W(?!l,|a,|p,)[\w+=-]*$/,
  /^-O[0-3sgz]?(?:fast)?$/,
  /^-(?:D|U)\w+(?:=.*)?$/s,
  /^-(?:std|march|mtune|mcpu|mabi|mfpu|mfloat-abi|stdlib|arch)=[\w+.-]+$/,
  /^-m(?:32|64|avx\w*|sse[\w.]*|thumb|arm|fma|bmi2?|popcnt)$/,
  /^-[lL].+$/s,
  /^-f(?:syntax-only|PIC|pic|PIE|pie|no-[a-z-]+|sanitize=[a-z,]+|exceptions|rtti|permissive|diagnostics-color(?:=\w+)?|color-diagnostics|stack-protector(?:-\w+)?|omit-frame-pointer|strict-aliasing|visibility=\w+|lto(?:=\w+)?|openmp|short-enums|signed-char|unsigned-char|max-errors=\d+|wrapv|fast-math|unroll-loops|data-sections|function-sections|coroutines|concepts|analyzer)$/,
];
/** Options with a value in the next word, or behind the letters. */
const READS = /^-(?:I|isystem|iquote|idirafter|include|imacros|iprefix|isysroot)$/;
const READS_ATTACHED = /^(?:-I|-isystem|-iquote|--sysroot=)(.+)$/s;
const TAKES_TEXT = /^-(?:x|D|U|L|l|arch|target|framework|u|z|MT|MQ)$/;
const WRITES = /^-(?:o|MF)$/;
/** Nothing but standard output is written. */
const ONLY_PRINTS = /^(?:-fsyntax-only|-E|-M|-MM)$/;
const ENDS = /^(?:--version|--help|-v|-dumpversion|-dumpmachine)$/;

interface Compiling {
  readonly use: Use;
  readonly effects: Effect[];
  readonly unclear: string[];
  readonly sources: KnownWord[];
  /** Where the result goes was said. */
  named: boolean;
}

const readFile = ({ use, effects }: Compiling, word: KnownWord): void => void effects.push(reads(use.target(word)));

function writeFile(compiling: Compiling, word: KnownWord): void {
  compiling.named = true;
  compiling.effects.push(writes(compiling.use.target(word)));
}

const attachedTo = (word: KnownWord, value: string): KnownWord => ({ ...word, value, prefix: value });

/** Answers how many words it took. */
function takeWord(compiling: Compiling, word: KnownWord, next: KnownWord | undefined): number {
  const { value } = word;
  if (value === null || word.glob || value.startsWith("@")) {
    const isSource = value !== null && !value.startsWith("@") && !word.prefix.startsWith("-") && word.prefix !== "";
    if (isSource) compiling.sources.push(word);
    else compiling.unclear.push(word.text);
    return 1;
  }
  if (!value.startsWith("-") || value === "-") {
    compiling.sources.push(word);
    return 1;
  }
  return takeOption(compiling, word, value, next);
}

function takeOption(compiling: Compiling, word: KnownWord, value: string, next: KnownWord | undefined): number {
  const attached = READS_ATTACHED.exec(value)?.[1];
  if (PLAIN.some((pattern) => pattern.test(value))) return 1;
  if (WRITES.test(value) && next !== undefined) {
    writeFile(compiling, next);
    return 2;
  }
  if (READS.test(value) && next !== undefined) {
    readFile(compiling, next);
    return 2;
  }
  if (/^-o./s.test(value)) writeFile(compiling, attachedTo(word, value.slice(2)));
  else if (attached !== undefined) readFile(compiling, attachedTo(word, attached));
  else if (TAKES_TEXT.test(value) && next !== undefined) return 2;
  else compiling.unclear.push(word.text);
  return 1;
}

function compiles(use: Use): ReadAnswer {
  const compiling: Compiling = { use, effects: [], unclear: [], sources: [], named: false };
  for (let i = 0; i < use.operands.length; ) {
    const word = use.operands[i];
    i += word === undefined ? 1 : takeWord(compiling, word, use.operands[i + 1]);
  }
  const { effects, unclear, sources, named } = compiling;
  const words = use.operands.map((word) => word.value ?? "");
  for (const source of sources) readFile(compiling, source);
  if (sources.length > 0) effects.push(reads(unknownTarget()));
  const prints =
    words.some((word) => ONLY_PRINTS.test(word)) || (sources.length === 0 && words.some((word) => ENDS.test(word)));
  if (!prints && !named) effects.push(writes(use.cwd, { recursive: true }));
  if (unclear.length === 0) return understood(effects);
  const loads: Effect = {
    do: "run",
    program: use.program,
    what: "helper",
    wording: `options that may load or start something: ${unclear.join(" ")}`,
  };
  return refused(`${use.program} … ${unclear.join(" ")}`, [...effects, loads]);
}

export const compilers: readonly ProgramSpec[] = [
  {
    names: "gcc g++ cc c++ clang clang++",
    style: "words",
    operands: "text",
    read: compiles,
    safe: ["gcc --version", "gcc -fsyntax-only -Wall -Iinclude src/a.c", "clang -v", "gcc -E a.c"],
    unsafe: [
      ["gcc -o /tmp/x a.c -Wall -O2", ["file.write", "file.read", "file.read"]],
      ["gcc a.c", ["file.read", "file.read", "file.write"]],
      ["gcc -fplugin=/tmp/x.so -fsyntax-only a.c", ["file.read", "file.read", "run.helper", "unknown.use"]],
      ["gcc -B/tmp/x -fsyntax-only a.c", ["file.read", "file.read", "run.helper", "unknown.use"]],
      ["gcc -wrapper sh,-c a.c", ["file.read", "file.read", "file.read", "file.write", "run.helper", "unknown.use"]],
      ["gcc -shared -fPIC -o x.so a.c -ldl", ["file.write", "file.read", "file.read"]],
      ["gcc @options", ["file.write", "run.helper", "file.read", "file.read", "unknown.use"]],
      ["gcc -fsyntax-only -fdump-tree-original=/tmp/x a.c", ["file.read", "file.read", "run.helper", "unknown.use"]],
      ["gcc -MD a.c", ["file.read", "file.read", "file.write", "run.helper", "unknown.use"]],
      ["gcc -fsyntax-only -Wp,-MD,/tmp/x a.c", ["file.read", "file.read", "run.helper", "unknown.use"]],
      [
        "clang -fsyntax-only -Xclang -load -Xclang /tmp/x.so a.c",
        ["file.read", "file.read", "file.read", "run.helper", "unknown.use"],
      ],
      ["gcc -specs=/tmp/x -fsyntax-only a.c", ["file.read", "file.read", "run.helper", "unknown.use"]],
    ],
  },
];
