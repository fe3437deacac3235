/** A simple command: its words, redirections and assignments. */
import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { assign, type Given, givenBy, shown } from "./assign.ts";
import type { Invocation } from "./command.ts";
import { expandWord } from "./expand.ts";
import { feedsOf, holds } from "./feeds.ts";
import type { Command } from "./parse.ts";
import type { CommandSpan, Point } from "./point.ts";
import { redirect } from "./redirect.ts";
import { invoke, noteEffects } from "./run.ts";
import { setVariable, textValue, type Value } from "./state.ts";

export function walkCommand(point: Point, node: Command): Value | null {
  const { reading } = point;
  const said = reading.secrets.length;
  const start = reading.commands.length;
  const words: KnownWord[] = node.name === undefined ? [] : [...expandWord(point, node.name)];
  const declared: Given[] = [];
  for (const item of node.suffix) {
    if (item.type === "Word") words.push(...expandWord(point, item));
    else if (item.type === "Assignment") declared.push(givenBy(point, item));
  }
  const { effects, input, output, moved } = redirect(point, node.redirects);
  const text = point.source.slice(node.pos, node.end);
  const assignments = assignmentsOf(point, node, words.length === 0);
  const fed = feedsOf(point, start, text);
  for (const { name } of [...declared, ...(words.length === 0 ? assignments : [])]) holds(point, name, fed);
  const secrets = reading.secrets.splice(said);
  if (words.length === 0) return bareAssignments(point, assignments, { effects, text, fed });
  const call: Invocation = {
    text,
    words: [...words, ...(DECLARES.has(words[0]?.value ?? "") ? declared.map(asWord) : [])],
    assignments: assignments.map(shown),
    redirections: effects,
    output,
    moved,
    input,
    secrets,
    fed,
  };
  takeNames(point, words, fed);
  return invokeDeclaring(point, call, declared);
}

/** A bare assignment is there for the next one in the same line. */
function assignmentsOf(point: Point, node: Command, isBare: boolean): readonly Given[] {
  return node.prefix.flatMap((item) => {
    if (item.type !== "Assignment") return [];
    const given = givenBy(point, item);
    if (isBare) point.state = setVariable(point.state, given.name, given.value);
    return [given];
  });
}

const DECLARES = new Set(["export", "declare", "typeset", "local", "readonly", "alias", "env", "sudo"]);

const asWord = ({ name, value }: Given): KnownWord => {
  const text = value.kind === "text" ? value.text : null;
  const written = `${name}=${text ?? "$…"}`;
  return { value: text === null ? null : written, text: written, glob: false, splits: false, prefix: `${name}=` };
};

/** `export A=1`, `local x=…`. */
function invokeDeclaring(point: Point, call: Invocation, declared: readonly Given[]): Value | null {
  const effects: readonly Effect[] = declared.flatMap((given) => assign(point, given));
  const name = call.words[0]?.value ?? "";
  if (/^(?:local|declare|typeset)$/.test(name)) for (const given of declared) point.reading.locals.add(given.name);
  const isExport = name === "export";
  return invoke(point, isExport ? call : { ...call, redirections: [...effects, ...call.redirections] });
}

/** Commands that put their input, or what their words hold, into the variables they name. */
const TAKES_INPUT = /^(?:read|mapfile|readarray|printf)$/;

function takeNames(point: Point, words: readonly KnownWord[], fed: readonly CommandSpan[]): void {
  if (!TAKES_INPUT.test(words[0]?.value ?? "")) return;
  for (const name of ["REPLY", "MAPFILE", ...words.slice(1).map(({ value }) => value ?? "")])
    if (/^[A-Za-z_]\w*$/.test(name)) holds(point, name, fed);
}

interface Bare {
  readonly effects: readonly Effect[];
  readonly text: string;
  readonly fed: readonly CommandSpan[];
}

function bareAssignments(point: Point, given: readonly Given[], { effects, text, fed }: Bare): Value | null {
  const all = [...effects, ...given.flatMap((one) => assign(point, one))];
  if (all.length > 0) noteEffects(point, text, all, fed);
  return effects.length === 0 ? textValue("") : null;
}
