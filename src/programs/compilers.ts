/**
 * C compilers: their options do not follow getopt, so their words are sorted here, as a closed world. What a source
 * includes can be any file, and is shown.
 */
import { type Effect, unknownTarget } from "../contract/effect.ts";
import type { KnownWord } from "../contract/reading.ts";
import type { ProgramSpec, ReadAnswer, Use } from "./spec.ts";

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

function compiles(use: Use): ReadAnswer {
  const effects: Effect[] = [];
  const unclear: string[] = [];
  const sources: KnownWord[] = [];
  let named = false;
  const read = (word: KnownWord): void =>
    void effects.push({ do: "read", target: use.target(word), recursive: false, content: true });
  for (let index = 0; index < use.operands.length; index += 1) {
    const word = use.operands[index];
    const next = use.operands[index + 1];
    const value = word?.value ?? null;
    if (word === undefined) continue;
    if (value === null || word.glob || value.startsWith("@")) {
      if (value !== null && !value.startsWith("@") && !word.prefix.startsWith("-") && word.prefix !== "")
        sources.push(word);
      else unclear.push(word.text);
    } else if (!value.startsWith("-") || value === "-") sources.push(word);
    else if (PLAIN.some((pattern) => pattern.test(value))) continue;
    else if (WRITES.test(value) && next !== undefined) {
      named = true;
      index += 1;
      effects.push({ do: "write", target: use.target(next), recursive: false });
    } else if (/^-o./s.test(value)) {
      named = true;
      effects.push({
        do: "write",
        target: use.target({ ...word, value: value.slice(2), prefix: value.slice(2) }),
        recursive: false,
      });
    } else if (READS.test(value) && next !== undefined) {
      read(next);
      index += 1;
    } else if (READS_ATTACHED.test(value)) {
      const path = READS_ATTACHED.exec(value)?.[1] ?? "";
      read({ ...word, value: path, prefix: path });
    } else if (TAKES_TEXT.test(value) && next !== undefined) index += 1;
    else unclear.push(word.text);
  }
  const words = use.operands.map((word) => word.value ?? "");
  for (const source of sources) read(source);
  if (sources.length > 0) effects.push({ do: "read", target: unknownTarget(), recursive: false, content: true });
  const prints =
    words.some((word) => ONLY_PRINTS.test(word)) || (sources.length === 0 && words.some((word) => ENDS.test(word)));
  if (!prints && !named) effects.push({ do: "write", target: use.cwd, recursive: true });
  if (unclear.length === 0) return { understood: true, effects };
  const loads: Effect = {
    do: "run",
    program: use.program,
    what: "helper",
    wording: `options that may load or start something: ${unclear.join(" ")}`,
  };
  return { understood: false, why: `${use.program} … ${unclear.join(" ")}`, effects: [...effects, loads] };
}

export const compilers: readonly ProgramSpec[] = [
  {
    names: ["gcc", "g++", "cc", "c++", "clang", "clang++"],
    style: "words",
    operands: "text",
    read: compiles,
    examples: {
      safe: ["gcc --version", "gcc -fsyntax-only -Wall -Iinclude src/a.c", "clang -v", "gcc -E a.c"],
      unsafe: [
        ["gcc -o /tmp/x a.c -Wall -O2", ["file.write", "file.read", "file.read"]],
        ["gcc a.c", ["file.read", "file.read", "file.write"]],
        ["gcc -fplugin=/tmp/x.so -fsyntax-only a.c", ["file.read", "file.read", "run.helper", "unknown.use"]],
        ["gcc -B/tmp/x -fsyntax-only a.c", ["file.read", "file.read", "run.helper", "unknown.use"]],
        ["gcc -wrapper sh,-c a.c", ["file.read", "file.read", "file.read", "file.write", "run.helper", "unknown.use"]],
        ["gcc -shared -fPIC -o x.so a.c -ldl", ["file.write", "file.read", "file.read"]],
        ["gcc @options", ["file.write", "run.helper", "unknown.use"]],
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
  },
];
