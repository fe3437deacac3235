/** What the words of a use are for: an option's value, an operand, and what the program does to it. */
import { type Effect, type Target, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord, ReadContext } from "../../contract/reading.ts";
import {
  type CommandSpec,
  type Names,
  type OperandSpec,
  type Role,
  rolesOf,
  type Sorted,
  through,
} from "../../programs/index.ts";
import { isHarmlessPlace, targetOf } from "./places.ts";
import { knownWord } from "./point.ts";

/** Whose words they are, and where. */
interface Whose {
  readonly program: string;
  readonly context: ReadContext;
  readonly names: Names;
}

interface Applied {
  readonly effects: Effect[];
  readonly unclear: string[];
  cwd: Target;
}

/** A word with its role; the option it belongs to, if it is the value of one. */
interface RoleWord {
  readonly role: Role;
  readonly word: KnownWord;
  readonly option: string | null;
}

/** Option values first, directories among them before all others: they say where the rest is. */
export function applyValues(whose: Whose, { values }: Sorted, from: Target): Applied {
  const applied: Applied = { effects: [], unclear: [], cwd: from };
  for (const { word, role } of values) if (role === "cwd") applied.cwd = targetOf(word, applied.cwd);
  for (const value of values) applyRole(whose, applied, value);
  return applied;
}

interface OperandsOf {
  readonly spec: CommandSpec;
  readonly sorted: Sorted;
  readonly cwd: Target;
}

export function applyOperands(whose: Whose, { spec, sorted, cwd }: OperandsOf): Applied {
  const applied: Applied = { effects: [], unclear: [], cwd };
  const { program } = whose;
  const { operands } = sorted;
  const override = [...rolesOf(spec.roleWhen)].find(([name]) => sorted.options.has(name))?.[1];
  const rules: OperandSpec =
    typeof spec.operands === "string" ? { rest: spec.operands } : (spec.operands ?? { max: 0 });
  applied.unclear.push(...miscounted(whose, rules, operands));
  if (operands.length === 0 && rules.none !== undefined)
    applyRole(whose, applied, { role: override ?? rules.none.role, word: knownWord(rules.none.path), option: null });
  operands.forEach((word, index) => {
    const last = index === operands.length - 1 && operands.length > 1 ? rules.last : undefined;
    const role = override ?? rules.first?.[index] ?? last ?? rules.rest;
    if (role === undefined) applied.unclear.push(`${program}: ${word.text}`);
    else applyRole(whose, applied, { role, word, option: null });
  });
  return applied;
}

/** Why the operands are not as many as the entry understands, or nobody can count them. */
function miscounted(whose: Whose, rules: OperandSpec, operands: readonly KnownWord[]): readonly string[] {
  const { program } = whose;
  const { min, max, first, last } = rules;
  const isCounted = min !== undefined || max !== undefined || first !== undefined || last !== undefined;
  const why: string[] = [];
  if (isCounted && operands.some((word, index) => shifts(whose, rules, { word, index, count: operands.length })))
    why.push(`${program}: a word that may be several`);
  if (operands.length < (min ?? 0)) why.push(`${program}: too few words`);
  if (max !== undefined && operands.length > max) why.push(`${program}: more words than are known`);
  return why;
}

interface PlacedWord {
  readonly word: KnownWord;
  readonly index: number;
  readonly count: number;
}

/** A word that may be several puts the others out of their places. A pattern does so only where places are counted. */
function shifts({ names }: Whose, { first, last, max }: OperandSpec, { word, index, count }: PlacedWord): boolean {
  if (!word.glob) return word.splits;
  const isCounted = index < (first?.length ?? 0) || max !== undefined || (last !== undefined && index === count - 1);
  return isCounted && names.several(word);
}

type PlaceRole = Extract<
  Role,
  | "read"
  | "readTree"
  | "readThrough"
  | "look"
  | "lookTree"
  | "write"
  | "writeTree"
  | "makeDir"
  | "delete"
  | "deleteTree"
>;

/** What is done to a place. */
const ON_PLACE: Readonly<Record<PlaceRole, (target: Target) => Effect>> = {
  read: (target) => ({ do: "read", target, recursive: false, content: true }),
  readTree: (target) => ({ do: "read", target, recursive: true, content: true }),
  readThrough: (target) => ({ do: "read", target, recursive: true, content: true }),
  look: (target) => ({ do: "read", target, recursive: false, content: false }),
  lookTree: (target) => ({ do: "read", target, recursive: true, content: false }),
  write: (target) => ({ do: "write", target, recursive: false }),
  writeTree: (target) => ({ do: "write", target, recursive: true }),
  makeDir: (target) => ({ do: "write", target, recursive: false, as: "directory" }),
  delete: (target) => ({ do: "delete", target, recursive: false }),
  deleteTree: (target) => ({ do: "delete", target, recursive: true }),
};

function applyRole(whose: Whose, applied: Applied, { role, word, option }: RoleWord): void {
  const { program, context } = whose;
  switch (role) {
    case "text":
      // Where options end at the first operand, what looks like the value of a later one is a file.
      if (option !== null && context.world.platform !== "linux" && /^[/~.]|\.\.\//.test(word.value ?? word.prefix))
        applyPlace(whose, applied, "read", word);
      return;
    case "cwd":
      return;
    case "number":
      if (word.value === null || !/^[-+]?\d+$/.test(word.value))
        applied.unclear.push(`${program} ${option ?? ""} ${word.text}`.replace("  ", " "));
      return;
    case "url":
      applied.effects.push(contact(applied.cwd, word));
      return;
    case "host":
      applied.effects.push({ do: "network", host: hostName(word), sends: word.value === null });
      return;
    case "code": {
      const code = word.value === null ? {} : { code: word.value };
      applied.effects.push({ do: "run", program, what: "code", language: program, ...code });
      return;
    }
    case "program": {
      const words = `${program} ${option ?? ""}`.trim();
      applied.effects.push({ do: "run", program: word.value ?? "?", what: "helper", wording: words });
      return;
    }
    case "never":
      applied.unclear.push(`${program} ${option ?? word.text}`);
      return;
    default:
      applyPlace(whose, applied, role, word);
  }
}

function applyPlace({ context }: Whose, applied: Applied, role: PlaceRole, word: KnownWord): void {
  if (word.value === "-") return;
  const target = targetOf(word, applied.cwd);
  const effect = ON_PLACE[role](role === "readThrough" ? through(target, context.world) : target);
  if (!isNothing(effect)) applied.effects.push(effect);
}

/** Reading or filling a device that keeps nothing. Taking it away, or putting something else there, is not nothing. */
export const isNothing = (effect: Effect): boolean =>
  (effect.do === "read" ||
    (effect.do === "write" && (effect.as === undefined || effect.as === "append" || effect.as === "copy"))) &&
  isHarmlessPlace(effect.target);

const ADDRESS = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#@]*)(?=[/:?#]|$)/i;

function contact(cwd: Target, word: KnownWord): Effect {
  const known = word.value ?? word.prefix;
  const match = ADDRESS.exec(known);
  if (match?.[1]?.toLowerCase() === "file") {
    const file = word.value === null ? unknownTarget() : targetOf(knownWord(known.slice(7)), cwd);
    return { do: "read", target: file, recursive: false, content: true };
  }
  const isWhole = match !== null && (word.value !== null || known.length > match[0].length);
  const host = isWhole ? (match[2] ?? "").toLowerCase() : match === null ? hostName(word) : null;
  return { do: "network", host: host === "" ? null : host, method: "GET", sends: word.value === null };
}

function hostName(word: KnownWord): string | null {
  if (word.value === null || word.glob) return null;
  const bare = word.value.replace(/^[^@/]*@/, "").replace(/[:/?#].*$/s, "");
  return /^[A-Za-z0-9.-]+$/.test(bare) ? bare.toLowerCase() : null;
}
