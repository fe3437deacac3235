/** Directories that interpreters are told to look names up in, and modules that they are told to load. */
import { programNames } from "../../programs/index.ts";
import type { SearchedNames } from "./named.ts";
import { isModuleGiven, moduleAt, modulesAround } from "./python.ts";
import type { Words } from "./word.ts";

/** Behind these stand directories that an interpreter looks names up in. */
const SEARCHES: readonly { readonly by: RegExp; readonly names: SearchedNames }[] = [
  { by: /^PYTHONPATH\+?$/, names: "modules" },
  { by: /^PERL(?:5LIB|LIB)\+?$/, names: "perl" },
  { by: /^(?:RUBYLIB|GEM_PATH|GEM_HOME)\+?$/, names: "ruby" },
  { by: /^NODE_PATH\+?$/, names: "node" },
  { by: /^LUA_C?PATH\+?$/, names: "lua" },
  { by: /^JULIA_LOAD_PATH\+?$/, names: "julia" },
  { by: /^(?:CLASSPATH\+?|-cp|-classpath|--class-path)$/, names: "java" },
  { by: /^PSModulePath\+?$/, names: "powershell" },
  { by: /^(?:LD|DYLD)_LIBRARY_PATH\+?$/, names: "native" },
];

interface SearchedBy {
  /** As they are written. */
  readonly dirs: readonly string[];
  readonly names: SearchedNames;
}

export function searchedBy(words: Words): readonly SearchedBy[] {
  return words.flatMap((word, i) => {
    const row = SEARCHES.find(({ by }) => by.test(words[i - 1] ?? ""));
    if (row !== undefined) return [{ dirs: word.split(":"), names: row.names }];
    if (programNames(word).includes("java")) return [{ dirs: ["."], names: "java" as const }];
    const joined = /^-I(.*)$/.exec(word)?.[1];
    const names = joined === undefined ? undefined : languageBefore(words, i);
    return names === undefined ? [] : [{ dirs: [joined || (words[i + 1] ?? "")], names }];
  });
}

/** Of those that take `-I` for a directory of code, and a module joined to its option. */
function languageBefore(words: Words, i: number): "perl" | "ruby" | undefined {
  const before = words.slice(Math.max(0, i - MAX_BEFORE), i).flatMap(programNames);
  if (before.some((name) => /^(?:perl|prove|perl5opt)$/.test(name))) return "perl";
  return before.some((name) => /^(?:j?ruby|rspec|rubyopt)$/.test(name)) ? "ruby" : undefined;
}

/** `celery -A proj`. */
const isApplication = (words: Words, i: number): boolean =>
  /^(?:-A|--app)$/.test(words[i - 1] ?? "") &&
  /^\w+(?:\.\w+)*$/.test(words[i] ?? "") &&
  words
    .slice(Math.max(0, i - MAX_BEFORE), i)
    .flatMap(programNames)
    .some((name) => /^(?:celery|flask|quart|rq|dramatiq)$/.test(name));

/** Behind Python's `-m`, and in Perl's and Ruby's `-MFoo::Bar`, `-rfoo`. */
export function loadedModules(words: Words, i: number): readonly string[] {
  const module = moduleAt(words, i);
  if (module !== undefined) return modulesAround(module);
  if (isModuleGiven(words, i)) return modulesAround(words[i] ?? "");
  if (isApplication(words, i))
    return [...modulesAround(words[i] ?? ""), `${modulesAround(words[i] ?? "").at(-1)}/celery`];
  const joined = /^-[Mmr]((?:\.{1,2}\/)*[A-Za-z][\w:./-]*)$/.exec(words[i] ?? "")?.[1];
  return joined !== undefined && languageBefore(words, i) !== undefined ? [joined.replaceAll("::", "/")] : [];
}

const MAX_BEFORE = 8;
