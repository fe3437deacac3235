/**
 * Sixty planted faults, a closed list: each is one check of the core left out, inverted or widened, written down by somebody who knew the
 * contract and not the code. [file below src/core, what stands there once, what is put there].
 */

export interface Fault {
  readonly name: string;
  readonly edits: readonly (readonly [file: string, find: string, put: string])[];
}

const fault = (name: string, ...edits: Fault["edits"]): Fault => ({ name, edits });

const READER: readonly Fault[] = [
  fault("backticks inside double quotes", [
    "text.ts",
    '((?:[^"$`\\\\]|\\\\[^"$`\\\\\\n])*)"/y',
    '((?:[^"$\\\\]|\\\\[^"$`\\\\\\n])*)"/y',
  ]),
  fault("a comment in the middle of a word", [
    "text.ts",
    "new Cursor(text, context)",
    'new Cursor(text.replace(/#[^\\n]*/g, ""), context)',
  ]),
  fault(
    "the single ampersand",
    ["text.ts", "const BOUNDARY = /(?=[ \\t\\n;|&<>]|$)/y", "const BOUNDARY = /(?=[ \\t\\n;|<>]|&&|$)/y"],
    ["text.ts", "const BARE = /[A-Za-z0-9_./,:@%+=-]+/y", "const BARE = /(?:[A-Za-z0-9_./,:@%+=-]|&(?!&))+/y"],
  ),
  fault("a word behind >&", ["text.ts", "const BOTH = /2>&1/y", "const BOTH = /[12]?>&[ \\t]*[A-Za-z0-9_./-]+/y"]),
  fault(
    "the body of an unquoted here-document",
    ["text.ts", "(?:'([A-Za-z_]+)'|\"([A-Za-z_]+)\")/y", "(?:'([A-Za-z_]+)'|\"([A-Za-z_]+)\"|([A-Za-z_]+))/y"],
    ["text.ts", 'document[1] ?? document[2] ?? ""', 'document[1] ?? document[2] ?? document[3] ?? ""'],
  ),
  fault("the end behind <<-", ["text.ts", "const DOCUMENT = /<<[ \\t]*", "const DOCUMENT = /<<-?[ \\t]*"]),
  fault("braces", ["text.ts", "const BARE = /[A-Za-z0-9_./,:@%+=-]+/y", "const BARE = /[A-Za-z0-9_./,:@%+={}-]+/y"]),
  fault("a dollar before a single quote", ["text.ts", "const SINGLE = /'", "const SINGLE = /\\$?'"]),
  fault(
    "process substitution",
    ["text.ts", "|<(?![<>&(])/y", "|<(?![<>&])/y"],
    ["text.ts", "(?![>&|(])", "(?![>&|])"],
    ["text.ts", "const BARE = /[A-Za-z0-9_./,:@%+=-]+/y", "const BARE = /[A-Za-z0-9_./,:@%+=()-]+/y"],
  ),
  fault(
    "a glob that yields options",
    ["places/globs.ts", "  !/\\/-/.test(path.slice(base.length)) &&\n", ""],
    [
      "text.ts",
      "const PATTERN = /(?:\\.\\/|[A-Za-z0-9_./,:@%])[A-Za-z0-9",
      "const PATTERN = /(?:\\.\\/|[A-Za-z0-9_./,:@%])?[A-Za-z0-9",
    ],
  ),
];

const TABLE: readonly Fault[] = [
  fault("a cluster of short options", [
    "programs/sort.ts",
    "for (let i = 1; i < text.length; i += 1) {\n    const name",
    "for (let i = 1; i < 2; i += 1) {\n    const name",
  ]),
  fault("an option that is not in the row", [
    "programs/sort.ts",
    "  if (names === undefined || own === undefined || (own.only",
    '  if (own === undefined && name.startsWith("--")) return 0;\n  if (names === undefined || own === undefined || (own.only',
  ]),
  fault(
    "a value that is glued on",
    [
      "programs/sort.ts",
      "    const rest = i + 1 < text.length ? partOf(word, i + 1) : null;\n",
      "    const rest = i + 1 < text.length ? partOf(word, i + 1) : null;\n    if (own === undefined && rest !== null) return 0;\n",
    ],
    [
      "programs/sort.ts",
      "  if (names === undefined || own === undefined || (own.only",
      "  if (own === undefined && rest !== null) return 0;\n  if (names === undefined || own === undefined || (own.only",
    ],
  ),
  fault("options after operands", [
    "programs/sort.ts",
    'if (word.value.startsWith("-")) {',
    'if (word.value.startsWith("-") && found.length === 0) {',
  ]),
  fault("the pattern given by an option", [
    "programs/sort.ts",
    "all.given.some(({ first }) => first) ? (row.operands ?? []).slice(1) : (row.operands ?? [])",
    "row.operands ?? []",
  ]),
  fault("flags of sed's s", ["programs/forms.ts", "[gpI0-9]*`)", "[A-Za-z0-9 .]*`)"]),
  fault("the operand that is not written", [
    "shell/touches.ts",
    "if (row.alone === undefined || isNamed || (fed && row.unlessFed)) return NOTHING;",
    "if (row.alone === undefined || row.operands !== undefined) return NOTHING;",
  ]),
  fault("a second operand that is written", [
    "programs/files.json",
    '"operands": ["read"],\n    "most": 1,\n    "alone": "input",\n    "options": {\n      "-c --count"',
    '"operands": ["read"],\n    "alone": "input",\n    "options": {\n      "-c --count"',
  ]),
  fault("xargs", [
    "programs/git.json",
    '  "rtk": {',
    '  "xargs": { "holds": ["own"], "wraps": ["cat", "sort", "head", "wc"] },\n  "rtk": {',
  ]),
];

const PLACES: readonly Fault[] = [
  fault("a new file behind a linked directory", [
    "places/roots.ts",
    "isInside(path, root) && real ===",
    'isInside(path, root) && (scene.disk.lstat(path).kind === "absent" ? path : real) ===',
  ]),
  fault("inside by prefix", [
    "places/real.ts",
    'path === dir || path.startsWith(dir.endsWith("/") ? dir : `${dir}/`);',
    "path.startsWith(dir);",
  ]),
  fault("two dots taken out before links", [
    "places/real.ts",
    "      if (plain === 0 && i > 0) return undefined;\n",
    "",
  ]),
  fault("a secret behind the last link", ["places/look.ts", "return waysOf(path, real).some(", "return [path].some("]),
  fault("stores that have moved", ["places/look.ts", '  ["XDG_CONFIG_HOME", "/.config"],\n', ""]),
  fault("a walk that ends at its bound", [
    "places/search.ts",
    "    if (entries === undefined || left < 0) return false;\n",
    "    if (left < 0) return true;\n    if (entries === undefined) return false;\n",
  ]),
  fault("searches that follow links", [
    "programs/searches.json",
    '"-r --recursive": {',
    '"-r -R --recursive --dereference-recursive": {',
  ]),
  fault("which mount a path lies on", [
    "places/mounts.ts",
    "const place = at.replace(/\\\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));",
    "const place = at;",
  ]),
];

const GIT: readonly Fault[] = [
  fault("a directory that is itself a repository", [
    "git/repository.ts",
    'return mayBeBare(dir, disk) ? undefined : "none";',
    'return "none";',
  ]),
  fault("git -C", [
    "shell/git.ts",
    "  let cwd: string | undefined = start;\n",
    "  let cwd: string | undefined = start;\n  if (options.length >= 0) return start;\n",
  ]),
  fault("includes", [
    "git/harmless.json",
    '"core.repositoryformatversion ',
    '"include.path includeif.*.path core.repositoryformatversion ',
  ]),
  fault(
    "the hook of what refreshes the index",
    ["git/git.json", '"status": "post-index-change"', '"status": ""'],
    ["git/git.json", '"diff": "post-index-change"', '"diff": ""'],
  ),
  fault("hooks of a linked work tree", ["git/hooks.ts", "[`${repo.commonDir}/hooks`]", "[`${repo.gitDir}/hooks`]"]),
  fault("a work tree that does not lead back", ["git/repository.ts", " && leadsBack\n", "\n"]),
  fault("one list of keys for all sub-commands", [
    "git/harmless.json",
    '"diff.*.xfuncname ',
    '"diff.* diff.*.xfuncname ',
  ]),
  fault("a new name that hides another", [
    "git/newname.ts",
    'const LOOKED_UP = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"];',
    'const LOOKED_UP = ["refs/tags/"];',
  ]),
  fault("repositories within", [
    "git/prove.ts",
    "  return populatedSubmodules(repo, scene.disk)?.every((place) => isQuietInside(place, scene)) ?? false;",
    "  return true;",
  ]),
  fault("promisors", [
    "git/harmless.json",
    '"remote.*.url ',
    '"remote.*.promisor remote.*.partialclonefilter extensions.partialclone remote.*.url ',
  ]),
  fault("patterns that git expands itself", ["git/use.ts", "const PATTERN = /[*?[\\\\]/;", "const PATTERN = /(?!)/;"]),
];

const PROCESS: readonly Fault[] = [
  fault("empty and relative entries of PATH", [
    "shell/process.ts",
    "of pathOf(process) ?? disk.path) {",
    'of (pathOf(process) ?? disk.path).filter((one) => one.startsWith("/"))) {',
  ]),
  fault("being that program", [
    "shell/process.ts",
    "  return isNamed === true && (isOfSystem(real, scene) || !isScript(real, scene));",
    "  return isNamed !== null;",
  ]),
  fault("a name of the shell's own", ["shell/process.ts", "  if (scene.process?.names.has(name)) return false;\n", ""]),
  fault("assignments before a command", ["prove.ts", "  if (command.assignments.length > 0) return undefined;\n", ""]),
  fault("an assignment that stands alone", [
    "text.ts",
    "new Cursor(text, context)",
    'new Cursor(text.replace(/^\\w+=[^\\s;&]*[ \\t]*(?:;|&&|\\n)/, ""), context)',
  ]),
  fault(
    "not told",
    [
      "shell/process.ts",
      "  if (process === undefined) return variables.length === 0 || untold;",
      "  if (process === undefined) return variables.length >= 0 || untold;",
    ],
    [
      "git/prove.ts",
      'if (process === undefined || disk.platform === "win32") return false;',
      "if (process === undefined) return disk !== undefined;",
    ],
  ),
  fault("files the shell itself reads", ["shell/process.ts", "BASHOPTS BASH_ENV ZDOTDIR", "BASHOPTS ZDOTDIR"]),
];

const DIRECTORIES: readonly Fault[] = [
  fault("behind || and ;", [
    "shell/directories.ts",
    "const either = to === cwd ? [cwd] : [to, cwd];",
    "const either = [cwd];",
  ]),
  fault("two dots after cd through a link", [
    "shell/place-at.ts",
    "  const text = value.startsWith",
    '  if (value.startsWith("../")) return cwd.replace(/\\/[^/]*$/, "") + value.slice(2);\n  const text = value.startsWith',
  ]),
  fault("CDPATH", [
    "shell/directories.ts",
    '  if (process?.variables.has("CDPATH")) return true;\n',
    '  if (process?.variables.has("CDPATH")) return false;\n',
  ]),
  fault("cd that is not first", [
    "shell/directories.ts",
    '  if (commands.some(({ words }, i) => i > 0 && words[0]?.value === "cd")) return undefined;\n',
    "",
  ]),
];

const SERVICES: readonly Fault[] = [
  fault("a method that is not written", [
    "programs/services.json",
    '"--paginate": {},',
    '"--paginate": {}, "-f --raw-field": { "value": "text" }, "-F --field": { "value": "text" }, "--input": { "value": "text" },',
  ]),
  fault("paths of the API", [
    "programs/forms.ts",
    "/^\\/?repos\\/(?!.*\\.\\.)[A-Za-z0-9_.-]+\\/[A-Za-z0-9_.-]+(?:\\/[A-Za-z0-9_./-]+)?(?:\\?[A-Za-z0-9_=&.+-]*)?$/",
    "/^\\/?repos\\/[A-Za-z0-9_.{}%-]+\\/[A-Za-z0-9_.{}%-]+(?:\\/[A-Za-z0-9_./{}%-]+)?$/",
  ]),
  fault("loopback by prefix", [
    "programs/loopback.ts",
    "  if (whole === undefined || at > MOST_PORT",
    "  if (/^http:\\/\\/(?:127\\.0\\.0\\.1|localhost)/.test(address)) return true;\n  if (whole === undefined || at > MOST_PORT",
  ]),
  fault("where docker's daemon is", ["programs/services.json", '["DOCKER_*", "http_proxy"', '["http_proxy"']),
];

const EDITS: readonly Fault[] = [
  fault("the second hard link", [
    "edits.ts",
    'if (kind !== "file" || links > 1) return undefined;',
    'if (kind !== "file" || links > 2) return undefined;',
  ]),
  fault("clean by its date", [
    "git/tracked.ts",
    "return oid === entry.oid && holdsObject(repo, { oid, bytes }, disk) && !mayConvert",
    "return (oid === entry.oid || bytes.length === entry.size) && !mayConvert",
  ]),
  fault(
    "a saving that failed",
    [
      "edits.ts",
      "  paths.length === 0 || call.canSave(paths) ? { saves: paths } : undefined;",
      '  call.cwd === "" ? undefined : { saves: paths };',
    ],
    ["prove.ts", "  if (saves.length > 0 && !scene.call.canSave(saves)) return undefined;\n", ""],
  ),
  fault("what a move replaces", [
    "edits.ts",
    "return save([...source.saves, ...target.saves], scene);",
    "return save([...source.saves], scene);",
  ]),
  fault("two changes in one line", [
    "shell/step.ts",
    '  sorted.does === "edits" || command.writes.some(({ value }) => value !== "/dev/null");',
    '  sorted.does === "edits" && command.words.length > 0;',
  ]),
  fault("where a patch moves to", [
    "tools.ts",
    'mayBring(place, target, "move", scene)',
    'mayChange(place, "move", scene)',
  ]),
  fault(
    "protected places deeper down",
    [
      "places/protected.ts",
      "const all = table().find(segments, homesOf(segments, ownHome));",
      "const all = table().find(segments, homesOf(segments, ownHome)).filter(({ name }) => /^[~/]/.test(name) || way.slice(projectRoot.length + 1).startsWith(name));",
    ],
    ["edits.ts", '    !below.split("/").some(isUnknownDot) &&\n', "    isUnknownDot !== undefined &&\n"],
  ),
];

export const FAULTS: readonly Fault[] = [
  ...[...READER, ...TABLE, ...PLACES, ...GIT],
  ...[...PROCESS, ...DIRECTORIES, ...SERVICES, ...EDITS],
];
