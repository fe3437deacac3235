/** `declare`, `export`, `local`, `readonly`, `typeset`: names that are declared, with or without a value. */

import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { mattersToPrograms } from "../../machine/index.ts";
import { assignTo, type GivenAssignment } from "./assign.ts";
import { attributesWith, without } from "./attributes.ts";
import { type Builtin, IDENTIFIER, quiet, says, unclear } from "./builtin.ts";
import { isLikely } from "./likely.ts";
import { opaque, type ScriptPoint } from "./reader.ts";
import { forget, same, setVariable, text, UNKNOWN } from "./state.ts";
import { changes } from "./variables.ts";

/** Attributes that only say how a variable is kept or shown. */
const PLAIN_ATTRIBUTES = /^[-+][aAgprtxfF]*$/;

export const declare: Builtin = (point, call) => {
  const options = call.words.filter((word) => /^[-+]/.test(word.value ?? ""));
  const rest = call.words.filter((word) => !options.includes(word) && word.value !== "--");
  const flags = options.map((word) => word.value ?? "").join("");
  if (call.words.some((word) => word.value === null || word.splits)) {
    opaque(point, `${call.name} of a name that is not known`);
    point.state = forget(point.state);
    return quiet(point);
  }
  if (call.name === "export" && /[fF]/.test(flags)) return unclear(point, "export -f");
  const plain = call.name === "export" ? /^[-+npx]*$/ : PLAIN_ATTRIBUTES;
  if (!options.every((word) => plain.test(word.value ?? "")))
    opaque(point, "a variable whose values are changed, evaluated or another one's");
  if (/[fF]/.test(flags)) {
    // To zsh `-F` is a number, and what is assigned to it is evaluated.
    if (call.declared.length > 0 || !rest.every((word) => /^[\w.:+@/-]+$/.test(word.value ?? "")))
      opaque(point, `${call.name} of a name that could run code`);
    return quiet(point);
  }
  if (rest.length + call.declared.length === 0)
    return says(same(point.state), [{ do: "secret", act: "secret.environment" }]);
  const declaring = declaringOf(point, call.name, flags);
  giveAttributes(point, declaring, [...rest.map(({ value }) => value ?? ""), ...call.declared.map(({ name }) => name)]);
  for (const word of rest) declareWord(point, declaring, word);
  for (const given of call.declared) declareGiven(point, declaring, given);
  return says(same(point.state), declaring.effects);
};

/** One use of `declare`, `export`, `local`, `readonly` or `typeset`. */
interface Declaring {
  readonly builtin: string;
  readonly flags: string;
  readonly local: boolean;
  readonly exported: boolean;
  /** Outside a function `local` sets nothing in bash, and a plain sh has no `declare`. */
  readonly sure: boolean;
  readonly effects: Effect[];
}

function declaringOf(point: ScriptPoint, builtin: string, flags: string): Declaring {
  const inFunction = point.reader.calls.length > 0;
  return {
    builtin,
    flags,
    local: inFunction && !flags.includes("g") && /^(?:local|declare|typeset)$/.test(builtin),
    exported: builtin === "export" ? !flags.includes("n") : flags.includes("x"),
    sure: isLikely(point) || (builtin === "local" ? inFunction : /^(?:export|readonly)$/.test(builtin)),
    effects: [],
  };
}

/** `name`, `name=value`, `name+=value`. */
function declareWord(point: ScriptPoint, declaring: Declaring, word: KnownWord): void {
  const { builtin, flags, local, exported, sure } = declaring;
  const [, name = "", append = "", value] = /^([^=+]*)(\+?)(?:=(.*))?$/s.exec(word.value ?? "") ?? [];
  if (!IDENTIFIER.test(name) || word.glob) opaque(point, `${builtin} of a name that could run code`);
  else if (value !== undefined) {
    const powerful = assignTo(point, name, append === "" && sure ? text(value) : UNKNOWN);
    noteDeclared(point, declaring, { name, value, powerful });
  } else {
    noteDeclared(point, declaring, { name, value: null, powerful: exported ? [name] : [] });
    if (flags.includes("A")) point.state = setVariable(point.state, `${name}[]`, text(""));
    else if (local) point.state = setVariable(point.state, name, text(""));
  }
}

function declareGiven(point: ScriptPoint, declaring: Declaring, given: GivenAssignment): void {
  const { name } = given;
  if (declaring.flags.includes("A")) point.state = setVariable(point.state, `${name}[]`, text(""));
  noteDeclared(point, declaring, { name, value: given.shown(point), powerful: given.assign(point) });
  if (!declaring.sure) point.state = setVariable(point.state, name, UNKNOWN);
}

/** How the names keep what they are given from now on; what is `local` begins anew. */
function giveAttributes(point: ScriptPoint, { builtin, local, flags }: Declaring, words: readonly string[]): void {
  if (!isLikely(point) || builtin === "export") return;
  const { attributes: before, ...state } = point.state;
  const names = words.map((word) => /^\w*/.exec(word)?.[0] ?? "");
  const kept = local ? without(before, names) : before;
  const attributes = names.reduce((all, name) => attributesWith(all, name, flags), kept);
  point.state = attributes === undefined ? state : { ...state, attributes };
}

interface DeclaredName {
  readonly name: string;
  readonly value: string | null;
  /** Names among it that change what programs do. */
  readonly powerful: readonly string[];
}

function noteDeclared(point: ScriptPoint, declaring: Declaring, { name, value, powerful }: DeclaredName): void {
  if (declaring.local) point.reader.locals.at(-1)?.add(name);
  if (declaring.exported) declaring.effects.push({ do: "environment", name, value, matters: mattersToPrograms(name) });
  else declaring.effects.push(...changes(powerful, value));
}
