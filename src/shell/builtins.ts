/** Commands the shell runs itself, with what they do to its state. */
import type { Effect, Target } from "../effect.ts";
import { unknownTarget } from "../effect.ts";
import { arithmeticText } from "./arithmetic.ts";
import { assignTo, type Given } from "./assign.ts";
import { changeDirectory, popDirectory, printedDirectory, pushDirectory } from "./directory.ts";
import { asValue, opaque, type Scene, type Stdin } from "./reader.ts";
import type { KnownWord } from "./reading.ts";
import { type Flow, forget, type State, same, setVariable, text, UNKNOWN, type Value } from "./state.ts";
import { targetOf } from "./target.ts";
import { testEffects } from "./test-builtin.ts";

export interface Call {
  readonly name: string;
  /** After the name. */
  readonly words: readonly KnownWord[];
  /** `name=value` arguments of declarations, in order. */
  readonly declared: readonly Given[];
  readonly stdin: Stdin;
  /** Nothing but the words: no redirection, no assignment before it. */
  readonly plain: boolean;
}

export interface Answer {
  readonly flow: Flow;
  readonly effects: readonly Effect[];
  readonly unclear: readonly string[];
  /** Code that runs in this shell. */
  readonly script?: { readonly code: string; readonly via: string; readonly later?: true };
}

type Builtin = (scene: Scene, call: Call) => Answer;

const quiet = (scene: Scene, out: Value | null = null): Answer => ({
  flow: same(scene.state, out),
  effects: [],
  unclear: [],
});
const says = (flow: Flow, effects: readonly Effect[] = []): Answer => ({ flow, effects, unclear: [] });
const unclear = (scene: Scene, why: string, effects: readonly Effect[] = []): Answer => ({
  flow: same(scene.state),
  effects,
  unclear: [why],
});

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

const values = (words: readonly KnownWord[]): readonly string[] | null => {
  const out: string[] = [];
  for (const word of words) {
    if (word.value === null || word.splits || word.glob) return null;
    out.push(word.value);
  }
  return out;
};

/** The words name variables that get a value nobody knows. A subscript in such a name runs code. */
function fill(scene: Scene, names: readonly KnownWord[], value: Value = UNKNOWN): readonly string[] {
  const problems: string[] = [];
  for (const word of names) {
    if (word.value === null || word.splits || word.glob || !IDENTIFIER.test(word.value)) {
      opaque(scene, "a variable whose name is not known gets a value");
      scene.state = forget(scene.state);
    } else problems.push(...assignTo(scene, word.value, value));
  }
  return problems;
}

const print: Builtin = (scene, call) => {
  const [first, ...rest] = call.words;
  const noNewline = first?.value === "-n";
  const known = values(noNewline ? rest : call.words);
  if (known === null || (known[0]?.startsWith("-") ?? false)) return quiet(scene);
  // Some shells take escapes out.
  if (known.some((value) => value.includes("\\"))) return quiet(scene);
  return quiet(scene, text(known.join(" ") + (noNewline ? "" : "\n")));
};

const printf: Builtin = (scene, call) => {
  const known = values(call.words);
  const at = call.words.findIndex(
    (word) => word.value === "-v" || (word.value === null && mayDash(word)) || (word.value?.startsWith("-v") ?? false),
  );
  if (at === 0) {
    const name = call.words[0]?.value === "-v" ? call.words[1] : undefined;
    if (name === undefined) {
      opaque(scene, "printf that may assign a variable");
      scene.state = forget(scene.state);
    } else fill(scene, [name]);
    return quiet(scene);
  }
  if (known === null) return quiet(scene);
  const [format = "", ...args] = known[0] === "--" ? known.slice(1) : known;
  if (format === "%s\\n") return quiet(scene, text(args.map((arg) => `${arg}\n`).join("")));
  if (format === "%s") return quiet(scene, text(args.join("")));
  if (args.length > 0 || format.includes("%") || /\\[^nt\\]/.test(format)) return quiet(scene);
  return quiet(
    scene,
    text(format.replace(/\\([nt\\])/g, (_, c: string) => (c === "n" ? "\n" : c === "t" ? "\t" : "\\"))),
  );
};

const mayDash = (word: KnownWord): boolean => word.splits || word.prefix === "" || word.prefix.startsWith("-");

const read: Builtin = (scene, call) => {
  const names: KnownWord[] = [];
  let i = 0;
  for (; i < call.words.length; i += 1) {
    const word = call.words[i];
    if (word?.value === null || word?.splits === true || word === undefined) {
      opaque(scene, "read into a variable whose name is not known");
      return quiet(scene);
    }
    const value = word.value ?? "";
    if (!value.startsWith("-") || value === "--") break;
    if (/^-[ers]*a$/.test(value)) {
      i += 1;
      const name = call.words[i];
      if (name !== undefined) names.push(name);
    } else if (/^-[ersE]*[dinNptu]$/.test(value)) i += 1;
    else if (!/^-[ersE]+$/.test(value) && !/^-[ers]*[dinNptu].+$/.test(value)) return unclear(scene, `read ${value}`);
  }
  names.push(...call.words.slice(i).filter((word) => word.value !== "--"));
  if (names.length === 0) scene.state = setVariable(scene.state, "REPLY", UNKNOWN);
  const problems = fill(scene, names);
  return { flow: same(scene.state), effects: [], unclear: problems };
};

const mapfile: Builtin = (scene, call) => {
  const known = values(call.words);
  if (known === null || known.some((value) => value.startsWith("-") && !/^-(?:t|[dnOsu].*)$/.test(value))) {
    opaque(scene, "mapfile that may run a callback");
    return quiet(scene);
  }
  const names = call.words.filter(
    (word, i) => !word.value?.startsWith("-") && !/^-[dnOsu]$/.test(call.words[i - 1]?.value ?? ""),
  );
  const problems = fill(
    scene,
    names.length > 0 ? names : [{ value: "MAPFILE", text: "MAPFILE", glob: false, splits: false, prefix: "MAPFILE" }],
  );
  return { flow: same(scene.state), effects: [], unclear: problems };
};

const declare: Builtin = (scene, call) => {
  const options = call.words.filter((word) => word.value?.startsWith("-") || word.value?.startsWith("+"));
  const rest = call.words.filter((word) => !options.includes(word));
  const flags = options.map((word) => word.value ?? "").join("");
  if (call.words.some((word) => word.value === null || word.splits)) {
    opaque(scene, `${call.name} of a name that is not known`);
    return quiet(scene);
  }
  if (/n/.test(flags) && call.name !== "export") opaque(scene, "a variable that stands for another");
  if (/i/.test(flags)) opaque(scene, "a variable whose values are evaluated");
  if (/f/i.test(flags) && call.name === "export") return unclear(scene, "export -f");
  if (/[fF]/.test(flags)) return quiet(scene);
  const local = scene.reader.calls.length > 0 && !/g/.test(flags) && /^(?:local|declare|typeset)$/.test(call.name);
  const exported = call.name === "export" ? !flags.includes("n") : /x/.test(flags);
  const effects: Effect[] = [];
  const problems: string[] = [];
  if (call.words.length + call.declared.length === options.length) {
    return says(same(scene.state), [{ do: "secret", source: "environment" }]);
  }
  for (const word of rest) {
    const value = word.value ?? "";
    const equals = value.indexOf("=");
    const name = equals === -1 ? value : value.slice(0, equals).replace(/\+$/, "");
    if (!IDENTIFIER.test(name) || word.glob) {
      opaque(scene, `${call.name} of a name that could run code`);
      continue;
    }
    if (local) scene.reader.locals.at(-1)?.add(name);
    if (equals !== -1)
      problems.push(
        ...assignTo(scene, name, value.slice(0, equals).endsWith("+") ? UNKNOWN : text(value.slice(equals + 1))),
      );
    else if (flags.includes("A")) scene.state = setVariable(scene.state, `${name}[]`, text(""));
    else if (call.name === "local") scene.state = setVariable(scene.state, name, text(""));
    if (exported) effects.push(environment(name, equals === -1 ? null : value.slice(equals + 1)));
  }
  for (const given of call.declared) {
    if (flags.includes("A")) scene.state = setVariable(scene.state, `${given.name}[]`, text(""));
    if (local) scene.reader.locals.at(-1)?.add(given.name);
    problems.push(...given.assign(scene));
    const odd = /[ulac]/i.test(flags.replace(/[aA]/g, ""));
    if (odd) scene.state = setVariable(scene.state, given.name, UNKNOWN);
    if (exported) effects.push(environment(given.name, given.shown(scene)));
  }
  return { flow: same(scene.state), effects, unclear: problems };
};

function environment(name: string, value: string | null): Effect {
  return { do: "environment", name, value, matters: mattersWhenExported(name) };
}

import { mattersToPrograms } from "./environment.ts";

const mattersWhenExported = (name: string): boolean => mattersToPrograms(name);

const unset: Builtin = (scene, call) => {
  const known = values(call.words);
  if (known === null) {
    opaque(scene, "unset of a name that is not known");
    scene.state = forget(scene.state);
    return quiet(scene);
  }
  const names = known.filter((value) => !/^-[vfn]$/.test(value));
  for (const name of names) {
    if (!IDENTIFIER.test(name)) opaque(scene, "unset of a name that could run code");
    else scene.state = setVariable(scene.state, name, name === "IFS" ? UNKNOWN : UNKNOWN);
  }
  const functions = new Map(scene.state.functions);
  for (const name of names) {
    const entry = functions.get(name);
    if (entry !== undefined) functions.set(name, { ...entry, sure: false });
  }
  scene.state = { ...scene.state, functions };
  const matters = names.filter((name) => POWER.has(name));
  return says(
    same(scene.state),
    matters.map((name) => environment(name, null)),
  );
};

const POWER = new Set(["PATH", "HOME", "IFS", "LD_PRELOAD", "LD_LIBRARY_PATH"]);

const HARMLESS_SET =
  /^(?:[-+][abefhkmnuvxBCEHPT]*(?:o)?|errexit|nounset|pipefail|xtrace|verbose|noglob|noclobber|errtrace|functrace|monitor|noexec|physical|braceexpand|allexport|hashall|nolog|notify|onecmd|keyword|ignoreeof|interactive-comments|emacs|vi|privileged|nohistory|history)$/;

const set: Builtin = (scene, call) => {
  if (call.words.length === 0) return says(same(scene.state), [{ do: "secret", source: "environment" }]);
  const known = values(call.words);
  if (known === null) {
    const dashes = call.words[0]?.value === "--";
    if (!dashes) opaque(scene, "set with words that are not known");
    scene.state = { ...scene.state, args: null };
    return quiet(scene);
  }
  const end = known.findIndex(
    (value) => value === "--" || value === "-" || (!/^[-+]/.test(value) && !HARMLESS_SET.test(value)),
  );
  const options = end === -1 ? known : known.slice(0, end);
  if (end !== -1)
    scene.state = {
      ...scene.state,
      args: known.slice(known[end] === "--" || known[end] === "-" ? end + 1 : end).map(text),
    };
  if (options.includes("posix") || options.includes("history")) opaque(scene, "set changes how the shell reads");
  if (
    options.some((value) => /^[-+].*[akpPrt]/.test(value) && !/^[-+]o$/.test(value)) ||
    options.some((value) => /^(allexport|keyword|privileged|physical|onecmd)$/.test(value))
  ) {
    return unclear(scene, `set ${options.join(" ")}`);
  }
  return options.every((value) => HARMLESS_SET.test(value)) ? quiet(scene) : unclear(scene, `set ${options.join(" ")}`);
};

const HARMLESS_SHOPT = new Set(
  "nullglob failglob dotglob globstar nocaseglob nocasematch inherit_errexit checkwinsize cmdhist lithist histappend globasciiranges xpg_echo extquote direxpand huponexit gnu_errfmt localvar_inherit".split(
    " ",
  ),
);

const shopt: Builtin = (scene, call) => {
  const known = values(call.words);
  if (known === null) {
    opaque(scene, "shopt with words that are not known");
    return quiet(scene);
  }
  const names = known.filter((value) => !value.startsWith("-"));
  const sets = known.some((value) => /^-.*[su]/.test(value));
  if (!sets) return quiet(scene);
  const odd = names.filter((name) => !HARMLESS_SHOPT.has(name) && name !== "extglob");
  if (odd.length > 0 || known.some((value) => value.includes("o") && value.startsWith("-")))
    opaque(scene, "shopt changes how the shell reads");
  return quiet(scene);
};

const evaluate: Builtin = (scene, call) => {
  const known = values(call.words);
  if (known === null) {
    opaque(scene, "eval of text that is not known");
    scene.state = forget({ ...scene.state, pathChanged: true });
    return says(same(scene.state), [{ do: "run", program: "eval", what: "code", language: "bash" }]);
  }
  const code = (known[0] === "--" ? known.slice(1) : known).join(" ");
  return { ...quiet(scene), script: { code, via: "eval" } };
};

const source: Builtin = (scene, call) => {
  const word = call.words[0]?.value === "--" ? call.words[1] : call.words[0];
  const bare = word?.value !== null && word !== undefined && !word.value?.includes("/");
  const script: Target =
    word === undefined || bare || scene.state.dirs.length !== 1
      ? bareScript(scene, word)
      : targetOf(word, scene.state.dirs[0] ?? unknownTarget(), scene.reader.context.world);
  if (scene.state.touched || script.path.startsWith("/dev/") || script.path.startsWith("/proc/")) {
    opaque(scene, "a script that an earlier command may have written");
  }
  scene.state = forget({ ...scene.state, pathChanged: true });
  return says(same(scene.state), [{ do: "run", program: call.name, what: "script", language: "bash", script }]);
};

const bareScript = (scene: Scene, word: KnownWord | undefined): Target => {
  const dir = scene.state.dirs[0];
  if (word === undefined || dir === undefined || scene.state.dirs.length !== 1) return unknownTarget();
  return targetOf(word, dir, scene.reader.context.world);
};

const trap: Builtin = (scene, call) => {
  const known = values(call.words);
  if (known === null) {
    opaque(scene, "a trap whose code is not known");
    scene.state = { ...forget(scene.state), unsteady: true };
    return quiet(scene);
  }
  const words = known[0] === "--" ? known.slice(1) : known;
  if (words.length === 0 || /^-[lpP]$/.test(words[0] ?? "")) return quiet(scene);
  const [code = "", ...signals] = words;
  if (code === "-" || code === "" || /^\d+$/.test(code) || signals.length === 0) return quiet(scene);
  if (signals.some((signal) => !/^(EXIT|0)$/.test(signal))) {
    scene.state = { ...scene.state, unsteady: true, dirs: [unknownTarget()] };
  }
  return { ...quiet(scene), script: { code, via: "trap", later: true } };
};

const alias: Builtin = (scene, call) => {
  if (
    call.declared.length > 0 ||
    call.words.some((word) => word.value === null || word.splits || word.value.includes("="))
  ) {
    opaque(scene, "an alias changes how later text is read");
  }
  return quiet(scene);
};

const leave: Builtin = (scene, call) => {
  const sure =
    call.plain &&
    call.words.length <= 1 &&
    call.words.every((word) => !word.splits && !word.glob && /^\d+$/.test(word.value ?? "0"));
  const loops = call.name === "break" || call.name === "continue";
  if (call.name !== "exit") for (const escapes of scene.reader.escapes) escapes.push(scene.state);
  if (
    !sure ||
    (loops && scene.reader.escapes.length === 0) ||
    (call.name === "return" && scene.reader.calls.length === 0)
  )
    return quiet(scene);
  return says({ ok: null, fail: null, out: null });
};

const let_: Builtin = (scene, call) => {
  for (const word of call.words) {
    const value = asValue(word);
    if (value.kind === "text" && !word.splits) {
      const name = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)(.*)$/s.exec(value.text);
      arithmeticText(scene, name === null ? value.text.replace(/\+\+|--/g, "") : (name[2] ?? ""));
      for (const target of value.text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [])
        scene.state = setVariable(scene.state, target, { kind: "number" });
    } else opaque(scene, "let of text that is not known");
  }
  return quiet(scene);
};

const getopts: Builtin = (scene, call) => {
  const [, name] = call.words;
  scene.state = setVariable(setVariable(scene.state, "OPTARG", UNKNOWN), "OPTIND", { kind: "number" });
  return { flow: same(scene.state), effects: [], unclear: name === undefined ? [] : fill(scene, [name]) };
};

const lookups: Builtin = (scene, call) => {
  const bad = call.words.some((word) => word.value === null && mayDash(word));
  return bad ? unclear(scene, `${call.name} with words that are not known`) : quiet(scene);
};

/** A number or nothing shows it; every other use changes, empties or moves the record of what was run. */
const history: Builtin = (scene, call) => {
  const known = values(call.words);
  if (known?.every((value) => /^\d*$/.test(value)) === true) return quiet(scene);
  return unclear(scene, ["history", ...call.words.map((word) => word.text)].join(" "), [
    { do: "security", op: "delete", detail: "changes the shell's record of commands" },
  ]);
};

/** Only words from this list: anything else the builtin can do is not understood. */
const onlyWith =
  (pattern: RegExp, effects: readonly Effect[] = []): Builtin =>
  (scene, call) => {
    const known = values(call.words);
    if (known === null || !known.every((value) => pattern.test(value)))
      return unclear(scene, [call.name, ...call.words.map((word) => word.text)].join(" "), effects);
    return says(same(scene.state), effects);
  };

const opaqueUnless =
  (pattern: RegExp, why: string): Builtin =>
  (scene, call) => {
    const known = values(call.words);
    if (known === null || !known.every((value) => pattern.test(value))) {
      opaque(scene, why);
      scene.state = { ...scene.state, pathChanged: true };
    }
    return quiet(scene);
  };

const test: Builtin = (scene, call) => {
  const words = call.name === "[" ? call.words.slice(0, -1) : call.words;
  if (call.name === "[" && (call.words.at(-1)?.value !== "]" || call.words.at(-1)?.glob === true))
    return unclear(scene, "[ without ]");
  return says(same(scene.state), testEffects(scene, words));
};

const always: Builtin = (scene) => says({ ok: scene.state, fail: null, out: text("") });
const never: Builtin = (scene) => says({ ok: null, fail: scene.state, out: text("") });

const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  [":", always],
  ["true", always],
  ["false", never],
  ["echo", print],
  ["printf", printf],
  ["cd", changeDirectory],
  ["pushd", pushDirectory],
  ["popd", popDirectory],
  ["pwd", printedDirectory],
  ["dirs", onlyWith(/^-[lpv]$/)],
  ["read", read],
  ["mapfile", mapfile],
  ["readarray", mapfile],
  ["export", declare],
  ["declare", declare],
  ["typeset", declare],
  ["local", declare],
  ["readonly", declare],
  ["unset", unset],
  ["set", set],
  ["shopt", shopt],
  ["eval", evaluate],
  ["source", source],
  [".", source],
  ["trap", trap],
  ["alias", alias],
  ["unalias", onlyWith(/^(?:-a|[\w-]+)$/)],
  ["exit", leave],
  ["return", leave],
  ["break", leave],
  ["continue", leave],
  ["logout", leave],
  ["let", let_],
  ["getopts", getopts],
  ["type", lookups],
  ["test", test],
  ["[", test],
  [
    "shift",
    (scene, call) => {
      const by = call.words.length === 0 ? "1" : (values(call.words)?.[0] ?? "");
      const { args } = scene.state;
      const enough = args !== null && /^\d$/.test(by) && Number(by) <= args.length;
      scene.state = { ...scene.state, args: enough ? args.slice(Number(by)) : null };
      return quiet(scene);
    },
  ],
  ["wait", onlyWith(/^(?:-n|-f|%?\d+|%[%+-])$/)],
  ["jobs", onlyWith(/^-[lnprs]+$/)],
  ["times", onlyWith(/^$/)],
  ["caller", onlyWith(/^\d*$/)],
  ["umask", onlyWith(/^(?:-[Sp]|[0-7]+|[ugoa]*[-+=][rwx]*(?:,[ugoa]*[-+=][rwx]*)*)$/)],
  ["ulimit", onlyWith(/^(?:-[SHabcdefiklmnpqrstuvxPRT]+|\d+|unlimited|hard|soft)$/)],
  ["hash", opaqueUnless(/^-[rlt]$|^[\w.-]+$/, "hash changes what a name runs")],
  ["enable", opaqueUnless(/^-[aps]$/, "enable changes what a name runs")],
  ["bind", opaqueUnless(/^-[lpPsSvV]$/, "bind gives keys commands to run")],
  ["complete", opaqueUnless(/^-p$/, "complete gives words commands to run")],
  ["compgen", opaqueUnless(/^(?:-[abcdefgjksuv]|[\w./][\w./-]*)$/, "compgen may run code")],
  ["compopt", opaqueUnless(/^$/, "compopt changes completion")],
  ["history", history],
  ["fc", opaqueUnless(/^-l$/, "fc runs earlier commands")],
  ["help", lookups],
  ["disown", onlyWith(/^(?:-[ahr]|%?\d+)$/, [{ do: "process", op: "change", detail: "leaves a process running" }])],
  ["bg", onlyWith(/^%?[\w+-]*$/, [{ do: "process", op: "change", detail: "goes on in the background" }])],
  ["fg", onlyWith(/^%?[\w+-]*$/, [{ do: "process", op: "change", detail: "goes on in the foreground" }])],
  ["suspend", onlyWith(/^-f$/, [{ do: "process", op: "stop", detail: "stops the shell" }])],
]);

export const builtinNamed = (name: string): Builtin | undefined => BUILTINS.get(name);

export type { State };
