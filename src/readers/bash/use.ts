/** Applies what is known of a program to one use of it. */
import type { Effect, Target } from "../../contract/effect.ts";
import { unknownTarget } from "../../contract/effect.ts";
import type { KnownWord, ReadContext } from "../../contract/reading.ts";
import {
  type CommandSpec,
  type EffectMaker,
  type Inner,
  type Names,
  type OperandSpec,
  type ProgramSpec,
  type Role,
  type Sorted,
  sortWords,
  type Use,
} from "../../programs/index.ts";
import { knownWord, type Stdin } from "./reader.ts";
import { isHarmlessPlace, targetOf } from "./target.ts";

export interface UseOf {
  readonly spec: ProgramSpec;
  readonly program: string;
  /** After the program's name. */
  readonly words: readonly KnownWord[];
  readonly stdin: Stdin;
  readonly cwd: Target;
  readonly context: ReadContext;
  readonly names: Names;
}

export interface UseAnswer {
  readonly effects: readonly Effect[];
  readonly inner: readonly Inner[];
  /** Why it is not understood; empty when it is. */
  readonly unclear: readonly string[];
  readonly runsCodeByOption: boolean;
  /** Where it works in the end: an option may lead elsewhere (`git -C`, `npm --prefix`). */
  readonly cwd: Target;
}

const MAX_SUBCOMMANDS = 6;

/** The key of a sub-command table for words it does not list. */
const ANY_OTHER = "*";

/** A declared task is what the command is for, not what an option adds. */
const runsCode = (effect: Effect): boolean => effect.do === "run" && effect.what !== "task";

export function applyUse(use: UseOf): UseAnswer {
  const path: string[] = [];
  const effects: Effect[] = [];
  const unclear: string[] = [];
  let spec: CommandSpec = use.spec;
  let words = use.words;
  let cwd = use.cwd;
  let byOption = false;
  let launcher = false;
  for (;;) {
    launcher = launcher || spec.launcher === true;
    const sorted = sortWords(spec, words, use.names);
    const roles = applyRoles(use, sorted, cwd);
    cwd = roles.cwd;
    effects.push(...roles.effects);
    unclear.push(
      ...roles.unclear,
      ...sorted.unaccounted.map((word) => `${[use.program, ...path].join(" ")} … ${word.text}`),
    );
    byOption = byOption || sorted.running.length > 0 || sorted.unaccounted.length > 0;
    for (const name of sorted.running) effects.push({ do: "run", program: use.program, what: "helper", words: name });
    if (spec.commands === undefined || sorted.commandAt === -1) {
      const done = finish(use, spec, sorted, path, words, cwd);
      const all = [...effects, ...done.effects];
      const runs = done.inner.length > 0 || done.effects.some(runsCode);
      return {
        effects: all,
        inner: done.inner,
        unclear: [...unclear, ...done.unclear],
        runsCodeByOption: byOption || (runs && !launcher),
        cwd,
      };
    }
    const found = optionEffects(useFor(use, sorted, path, words, cwd), spec, sorted);
    effects.push(...found.always, ...found.when);
    byOption = byOption || found.when.some(runsCode);
    const name = words[sorted.commandAt]?.value ?? "";
    const listed = Object.hasOwn(spec.commands, name);
    const next = listed ? spec.commands[name] : spec.commands[ANY_OTHER];
    if (listed) path.push(name);
    if (next === undefined || path.length > MAX_SUBCOMMANDS) {
      const unclearName = [use.program, ...path, ...(listed ? [] : [name])].join(" ");
      return { effects, inner: [], unclear: [...unclear, unclearName], runsCodeByOption: true, cwd };
    }
    words = words.slice(sorted.commandAt + (listed ? 1 : 0));
    spec = next;
  }
}

interface Part {
  readonly effects: readonly Effect[];
  readonly unclear: readonly string[];
  readonly inner: readonly Inner[];
}

function finish(
  of: UseOf,
  spec: CommandSpec,
  sorted: Sorted,
  path: readonly string[],
  words: readonly KnownWord[],
  cwd: Target,
): Part {
  const use = useFor(of, sorted, path, words, cwd);
  const unclear: string[] = [];
  const found = optionEffects(use, spec, sorted);
  const effects: Effect[] = [...found.always, ...found.when];
  if (
    spec.commands !== undefined &&
    spec.read === undefined &&
    spec.operands === undefined &&
    spec.always === undefined &&
    spec.when === undefined
  ) {
    unclear.push(`${[of.program, ...path].join(" ")} without a command`);
  }
  if (spec.stdin === "code" && of.stdin.kind !== "inherited") {
    effects.push({
      do: "run",
      program: of.program,
      what: "code",
      language: of.program,
      ...(of.stdin.kind === "text" ? { code: of.stdin.text } : {}),
      words: "standard input",
    });
  }
  if (spec.read !== undefined) {
    const answer = spec.read(use);
    effects.push(...(answer.effects ?? []).filter((effect) => !isNothing(effect)));
    if (!answer.understood) unclear.push(answer.why);
    return { effects, unclear, inner: answer.inner ?? [] };
  }
  const operands = applyOperands(of, spec, sorted, cwd);
  return { effects: [...effects, ...operands.effects], unclear: [...unclear, ...operands.unclear], inner: [] };
}

function useFor(of: UseOf, sorted: Sorted, path: readonly string[], words: readonly KnownWord[], cwd: Target): Use {
  return {
    program: of.program,
    path,
    words,
    options: sorted.options,
    operands: sorted.operands,
    unaccounted: sorted.unaccounted,
    stdin: of.stdin.kind === "text" ? of.stdin.text : null,
    context: of.context,
    cwd,
    names: of.names,
    target: (word) => targetOf(word, cwd, of.context.world),
  };
}

interface OptionEffects {
  readonly always: readonly Effect[];
  readonly when: readonly Effect[];
}

function optionEffects(use: Use, spec: CommandSpec, sorted: Sorted): OptionEffects {
  const make = (makers: readonly EffectMaker[] | undefined): readonly Effect[] =>
    (makers ?? []).flatMap((maker) => (typeof maker === "function" ? maker(use) : [maker]));
  const always = make(spec.always);
  const { when } = spec;
  if (when === undefined) return { always, when: [] };
  const given = Object.keys(when).filter((name) => name !== "" && sorted.options.has(name));
  return { always, when: given.length === 0 ? make(when[""]) : given.flatMap((name) => make(when[name])) };
}

interface Applied {
  readonly effects: Effect[];
  readonly unclear: string[];
  cwd: Target;
}

/** Option values first, directories among them before all others: they say where the rest is. */
function applyRoles(of: UseOf, sorted: Sorted, from: Target): Applied {
  const applied: Applied = { effects: [], unclear: [], cwd: from };
  for (const { word, role } of sorted.values)
    if (role === "cwd") applied.cwd = targetOf(word, applied.cwd, of.context.world);
  for (const { option, word, role } of sorted.values) applyRole(of, applied, role, word, option);
  return applied;
}

function applyOperands(of: UseOf, spec: CommandSpec, sorted: Sorted, cwd: Target): Applied {
  const applied: Applied = { effects: [], unclear: [], cwd };
  const override = Object.entries(spec.roleWhen ?? {}).find(([name]) => sorted.options.has(name))?.[1];
  const rules: OperandSpec =
    typeof spec.operands === "string" ? { rest: spec.operands } : (spec.operands ?? { max: 0 });
  const { operands } = sorted;
  if (
    operands.some((word, index) => shifts(of, rules, word, index, operands.length)) &&
    (rules.min !== undefined || rules.max !== undefined || rules.first !== undefined || rules.last !== undefined)
  ) {
    applied.unclear.push(`${of.program}: a word that may be several`);
  }
  if (operands.length < (rules.min ?? 0)) applied.unclear.push(`${of.program}: too few words`);
  if (rules.max !== undefined && operands.length > rules.max)
    applied.unclear.push(`${of.program}: more words than are known`);
  if (operands.length === 0 && rules.none !== undefined) {
    applyRole(of, applied, override ?? rules.none.role, knownWord(rules.none.path), null);
  }
  operands.forEach((word, index) => {
    const last = index === operands.length - 1 && operands.length > 1 ? rules.last : undefined;
    const role = override ?? rules.first?.[index] ?? last ?? rules.rest;
    if (role === undefined) applied.unclear.push(`${of.program}: ${word.text}`);
    else applyRole(of, applied, role, word, null);
  });
  return applied;
}

/** A word that may be several puts the others out of their places. A pattern does so only where places are counted. */
function shifts(of: UseOf, rules: OperandSpec, word: KnownWord, index: number, count: number): boolean {
  if (!word.glob) return word.splits;
  const counted =
    index < (rules.first?.length ?? 0) || rules.max !== undefined || (rules.last !== undefined && index === count - 1);
  return counted && of.names.several(word);
}

function applyRole(of: UseOf, applied: Applied, role: Role, word: KnownWord, option: string | null): void {
  const target = (): Target => targetOf(word, applied.cwd, of.context.world);
  const place = (make: (target: Target) => Effect): void => {
    if (word.value === "-") return;
    const effect = make(target());
    if (!isNothing(effect)) applied.effects.push(effect);
  };
  switch (role) {
    case "text":
      // Where options end at the first operand, what looks like the value of a later one is a file.
      if (option !== null && of.context.world.platform !== "linux" && /^[/~.]|\.\.\//.test(word.value ?? word.prefix)) {
        place((at) => ({ do: "read", target: at, recursive: false, content: true }));
      }
      return;
    case "cwd":
      return;
    case "number":
      if (word.value === null || !/^[-+]?\d+$/.test(word.value))
        applied.unclear.push(`${of.program} ${option ?? ""} ${word.text}`.replace("  ", " "));
      return;
    case "read":
    case "readTree":
      place((at) => ({ do: "read", target: at, recursive: role === "readTree", content: true }));
      return;
    case "look":
    case "lookTree":
      place((at) => ({ do: "read", target: at, recursive: role === "lookTree", content: false }));
      return;
    case "write":
    case "writeTree":
      place((at) => ({ do: "write", target: at, recursive: role === "writeTree" }));
      return;
    case "makeDir":
      place((at) => ({ do: "write", target: at, recursive: false, as: "directory" }));
      return;
    case "delete":
    case "deleteTree":
      place((at) => ({ do: "delete", target: at, recursive: role === "deleteTree" }));
      return;
    case "url":
      applied.effects.push(...contact(of, word));
      return;
    case "host":
      applied.effects.push({ do: "network", host: hostName(word), sends: word.value === null });
      return;
    case "code":
      applied.effects.push({
        do: "run",
        program: of.program,
        what: "code",
        language: of.program,
        ...(word.value === null ? {} : { code: word.value }),
      });
      return;
    case "program":
      applied.effects.push({
        do: "run",
        program: word.value ?? "?",
        what: "helper",
        words: `${of.program} ${option ?? ""}`.trim(),
      });
      return;
    case "never":
      applied.unclear.push(`${of.program} ${option ?? word.text}`);
  }
}

/** Reading or filling a device that keeps nothing. Taking it away, or putting something else there, is not nothing. */
const isNothing = (effect: Effect): boolean =>
  (effect.do === "read" ||
    (effect.do === "write" && (effect.as === undefined || effect.as === "append" || effect.as === "copy"))) &&
  isHarmlessPlace(effect.target);

const ADDRESS = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#@]*)(?=[/:?#]|$)/i;

function contact(of: UseOf, word: KnownWord): readonly Effect[] {
  const known = word.value ?? word.prefix;
  const match = ADDRESS.exec(known);
  if (match?.[1]?.toLowerCase() === "file")
    return [
      {
        do: "read",
        target: word.value === null ? unknownTarget() : targetOf(knownWord(known.slice(7)), of.cwd, of.context.world),
        recursive: false,
        content: true,
      },
    ];
  const settled = match !== null && (word.value !== null || known.length > match[0].length);
  const host = settled ? (match[2] ?? "").toLowerCase() : match === null ? hostName(word) : null;
  return [{ do: "network", host: host === "" ? null : host, method: "GET", sends: word.value === null }];
}

function hostName(word: KnownWord): string | null {
  if (word.value === null || word.glob) return null;
  const bare = word.value.replace(/^[^@/]*@/, "").replace(/[:/?#].*$/s, "");
  return /^[A-Za-z0-9.-]+$/.test(bare) ? bare.toLowerCase() : null;
}
