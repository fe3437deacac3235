/**
 * Words with which code runs, or loads as code, what it was given as data: a file it only reads becomes code behind one of them. One
 * closed list for each language; of a language without one, those of all.
 */
const JAVASCRIPT =
  /\beval\b|\bFunction\s*\(|\bnode:vm\b|\bvm\s*\.|["']vm["']|\bchild_process\b|(?<!\.)\bexec(?:File)?(?:Sync)?\s*\(|\b(?:exec(?:File)?Sync|execFile|spawn(?:Sync)?|execa\w*|dlopen|runIn\w*Context)\b|\bfork\s*\(|\bshelljs\b|["']zx["']|\bDeno\s*\.\s*(?:Command|run)\b|\bBun\s*\.\s*(?:spawn|\$)|\bWorker\s*\(|\bWebAssembly\b|\bprocess\s*\.\s*binding\b|\b(?:deserialize|unserialize)\b|\b_compile\b/;
const PYTHON =
  /(?<!\.)\b(?:eval|exec|compile|execfile)\s*\(|\bos\s*\.\s*(?:system|popen|exec\w*|spawn\w*|posix_spawn\w*|startfile)|\bfrom\s+(?:os|pty)\s+import\b|\b(?:subprocess|popen|Popen|getoutput|getstatusoutput|create_subprocess_\w+|pty|pexpect)\b|\b(?:c?[pP]ickle|dill|cloudpickle|joblib|shelve|marshal|jsonpickle|read_pickle|allow_pickle)\b|\btorch\s*\.\s*load|\byaml\s*\.\s*(?:load|load_all|unsafe_load\w*|full_load\w*)\s*\(|\b(?:fileConfig|dictConfig|import[_]module|__import__|runpy|ctypes|CDLL|cffi|exec_module|InteractiveConsole)\b/;
const RUBY =
  /\b(?:\w*eval|system|exec|spawn|popen\w*|Open3|fork|load|require\w*|autoload|syscall|constantize|const_get|Marshal|ERB|YAML\s*\.\s*(?:load|unsafe_load)\w*)\b|\b(?:public_)?send\b|%x|`/;
const PERL =
  /\b(?:eval|do|require|use\s+lib|system|exec|qx|readpipe|Storable|retrieve|fork)\b|`|\bopen\b[^;]*\||\/\w*e\w*\s*;/;
const PHP =
  /\b(?:eval|include\w*|require\w*|system|exec|shell_exec|passthru|proc_open|popen|pcntl_exec|unserialize|assert|create_function|call_user_func\w*|FFI|dl)\b|`/;
const LUA = /\b(?:dofile|loadfile|load|loadstring|loadlib|require|execute|popen)\b/;
const AWK = /\bsystem\s*\(|\|\s*(?:getline|"|&)|"\s*\||\|/;
const ANY = new RegExp(
  [JAVASCRIPT, PYTHON, RUBY, PERL, PHP, LUA].map(({ source }) => source).join("|") +
    String.raw`|\bsource\b|\brun\b|\bparse\b`,
);

const WORDS: Readonly<Record<string, RegExp>> = {
  javascript: JAVASCRIPT,
  typescript: JAVASCRIPT,
  python: PYTHON,
  ruby: RUBY,
  perl: PERL,
  php: PHP,
  lua: LUA,
  awk: AWK,
};

export const runsData = (code: string, language: string): boolean =>
  (Object.hasOwn(WORDS, language) ? (WORDS[language] ?? ANY) : ANY).test(code);

const ENDINGS: readonly (readonly [ending: RegExp, language: string])[] = [
  [/\.[cm]?[jt]sx?$/, "javascript"],
  [/\.pyw?$/, "python"],
  [/\.rb$/, "ruby"],
  [/\.p[lm]$/, "perl"],
  [/\.php$/, "php"],
  [/\.lua$/, "lua"],
];

/** Of a file, by its name; "": nobody knows. */
export const languageOf = (path: string): string => ENDINGS.find(([ending]) => ending.test(path))?.[1] ?? "";
