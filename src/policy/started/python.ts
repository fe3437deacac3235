/**
 * Where Python looks modules up before its own: beside the script, in the directory it is started in, where a text says. Whoever
 * adds a name there stands in front of the module that was meant, and of those that module needs: no text names them.
 */
import { programNames } from "../../programs/index.ts";
import { UNKNOWN, type Words } from "./word.ts";

/** What a run of Python takes into its search: the directory it works in, that of a file, or a directory it is given. */
export interface PythonSearch {
  readonly from: "here" | "script" | "directory" | "program";
  /** As it is written; empty for the directory it works in. */
  readonly word: string;
  readonly names: "library" | "modules";
}

const INTERPRETERS: ReadonlySet<string> = new Set("python pythonw pypy ipython bpython py coverage uv".split(" "));
/** They load an application from where they work, and are told of it as a module. */
const SERVERS: ReadonlySet<string> = new Set(
  "uvicorn gunicorn hypercorn daphne flask fastapi celery streamlit chainlit waitress-serve".split(" "),
);
/** Interpreters that take the directory they work in even where nothing of the kind is said. */
const isPython = (word: string): boolean => programNames(word).some((name) => INTERPRETERS.has(name));
const isServer = (word: string): boolean => programNames(word).some((name) => SERVERS.has(name));

/** Leaves the directory out of the search (`-I`, `-P`). */
export const ISOLATED = /^-[bBdEiOqsSuvx]*[IP][bBdEiOqsSuvxIP]*[cm]?$/;
const MODULE = /^-[a-zA-Z]*m$/;
const JOINED_MODULE = /^-[bBdEiOqsSuvxIP]*m(\w[\w.]*)$/;
/** A value stands behind these. */
const VALUED = /^-[WX]$/;

/** The module that stands at `i` behind Python's `-m`. */
export function moduleAt(words: Words, i: number): string | undefined {
  if (!words.slice(Math.max(0, i - MAX_BEFORE), i).some(isPython)) return undefined;
  const word = words[i] ?? "";
  return MODULE.test(words[i - 1] ?? "") && /^\w[\w.]*$/.test(word) ? word : JOINED_MODULE.exec(word)?.[1];
}
const MAX_BEFORE = 8;

/** `python3 -m unittest tests.quick`: a module that the one behind `-m` is told to run. */
export const isModuleGiven = (words: Words, i: number): boolean =>
  /^\w+(?:\.\w+)*$/.test(words[i] ?? "") &&
  words.slice(0, i).some((_, at) => STARTS_OTHERS.has((moduleAt(words, at)?.split(".")[0] ?? "").toLowerCase()));

/** `a.b.c` loads `a` and `a.b` first. */
export function modulesAround(module: string): readonly string[] {
  const parts = module.split(".").filter(Boolean);
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}

/** Code that is run before `a.b.c`: of `a` and of `a.b`. */
export const packagesAround = (module: string): readonly string[] =>
  outerOf(module).map((outer) => `${outer}/__init__`);

/** That, and what would stand in its place. */
export const aroundModule = (module: string): readonly string[] => [
  ...packagesAround(module),
  ...outerOf(module).map((outer) => `${outer}.py`),
];

const outerOf = (module: string): readonly string[] => modulesAround(module).slice(0, -1);

/** `plain`: the code that stands in the text itself needs the standard library alone. */
export function pythonSearches(words: Words, plain: () => boolean): readonly PythonSearch[] {
  // Typed by a person some day, and not started by the text.
  const typed = words.includes("alias") || words.includes("abbr");
  return words.slice(0, MAX_PROGRAMS).flatMap((word, i) => {
    if (isServer(word)) return here(typed);
    if (/.\.pyw?$/.test(word)) return [{ from: "program", word, names: "modules" } as const];
    return isPython(word) ? searchOf(words.slice(i + 1), { typed, plain }) : [];
  });
}
const MAX_PROGRAMS = 64;

const here = (onlyLibrary: boolean): readonly PythonSearch[] => [
  { from: "here", word: "", names: onlyLibrary ? "library" : "modules" },
];

interface Given {
  readonly typed: boolean;
  readonly plain: () => boolean;
}

/** Its options up to the first that says what it runs. */
function searchOf(behind: Words, given: Given): readonly PythonSearch[] {
  const at = behind.findIndex((word, i) => SAYS.test(word) && !VALUED.test(behind[i - 1] ?? ""));
  const options = behind.slice(0, at < 0 ? behind.length : at + 1);
  if (options.some((word) => ISOLATED.test(word))) return [];
  return at < 0 ? here(true) : searchFor(behind.slice(at), given);
}
/** Code, a module, standard input, or any word that is no option. */
const SAYS = /^-[a-zA-Z]*[cm]$|^-[bBdEiOqsSuvxIP]*m\w|^-$|^(?!run$)[^-]/;

function searchFor([word = "", next]: Words, { typed, plain }: Given): readonly PythonSearch[] {
  const module = JOINED_MODULE.exec(word)?.[1] ?? (MODULE.test(word) ? next : undefined);
  if (module !== undefined) return here(typed || isLibrary(module));
  const input = (): readonly PythonSearch[] => here(typed || plain());
  return word.startsWith("-") ? input() : givenWord(word, input);
}

/** A word that is no path is a directory, or where the text for its input ends. */
function givenWord(word: string, input: () => readonly PythonSearch[]): readonly PythonSearch[] {
  if (word === UNKNOWN) return [];
  if (/[/.]/.test(word)) return [{ from: "script", word, names: "modules" }];
  return [{ from: "directory", word, names: "modules" }, ...input()];
}

/** Every import that stands in these commands is of the standard library, and none of what loads others by their names. */
export const needsOnlyLibrary = (commands: readonly Words[]): boolean =>
  commands.every(
    (words) => importedIn(words).every(isLibrary) && !words.some((word) => /__import__|\bimport[_]module/.test(word)),
  );

function importedIn(words: Words): readonly string[] {
  const from = words.indexOf("from");
  const at = words.indexOf("import");
  if (from >= 0 && from < at) return words.slice(from + 1, from + 2);
  if (at < 0) return [];
  const behind = words.slice(at + 1);
  return behind.filter((word, i) => word !== "as" && behind[i - 1] !== "as");
}

function isLibrary(module: string): boolean {
  const top = (module.split(".")[0] ?? "").toLowerCase();
  return isLibraryName(top) && !STARTS_OTHERS.has(top);
}

/** `name`: folded. What the library is made of itself begins with `_`; what it tries to load of others is in the list. */
export const isLibraryName = (name: string): boolean => name.startsWith("_") || LIBRARY.has(name);

/** Of the library, what runs or loads modules that it is told of. */
const STARTS_OTHERS: ReadonlySet<string> = new Set(
  "runpy pdb bdb trace cprofile profile timeit unittest doctest pydoc zipapp ensurepip idlelib imp importlib pkgutil code site zoneinfo modulefinder lib2to3 distutils multiprocessing".split(
    " ",
  ),
);

/** Of all versions since 3.6; and what parts of it try to load (`copy` asks for `org`). */
const LIBRARY: ReadonlySet<string> = new Set(
  [
    "abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii binhex bisect builtins bz2",
    "calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg cprofile crypt csv ctypes curses",
    "dataclasses datetime dbm decimal difflib dis distutils doctest dummy_threading email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools",
    "gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword",
    "lib2to3 linecache locale logging lzma macpath macurl2path mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers",
    "opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat",
    "queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3",
    "sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit",
    "tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref",
    "xdrlib xml xmlrpc xxlimited xxlimited_35 xxsubtype zipapp zipfile zipimport zlib zoneinfo sitecustomize usercustomize org java tzdata vms_lib gdbm",
  ].flatMap((names) => names.split(" ")),
);
