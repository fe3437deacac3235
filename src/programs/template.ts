/**
 * The small language in which a row says what its program does: templates of effects, filled in with the words of one use.
 *
 * Words are named by their place (`wordsAt`): `0` the first operand, `1*` all from the second, `-o --out` the values of an
 * option, `--*` all behind the dashes, `in` the input, `=text` that text; `$` the word of `each`. In a place, `?` before
 * one means anything at or below it. In a text they stand in braces, beside `{words}` (all), `{own}` (behind the last sub-command), `{program}` and `{path}` (the last
 * sub-command); a text that is one of them alone is null where its value is not known.
 */
import type { ActId, ActIn } from "../contract/acts.ts";
import { act, type Effect, type Target, unknownTarget, type VcsEffect, type WorldAct } from "../contract/effect.ts";
import { HOLE, type KnownWord } from "../contract/reading.ts";
import { below, looks, network, reads, removes, through, writes } from "./places.ts";
import templates from "./rows/templates.json" with { type: "json" };
import type { Inner, Use } from "./spec.ts";
import type { Template } from "./template-shape.ts";
import { bareHost, carries, codeOfWords, given, hostOf, line, partOf, valuesOf, wordsAt } from "./words.ts";

/** Longer lines are not compared with patterns. */
const MAX_LINE = 2_000;
/** Texts for people are cut. */
const MAX_TEXT = 300;

/** What several rows say in the same words. */
const LOADED: unknown = templates;
const TEMPLATES = LOADED as Readonly<Record<string, readonly Template[]>>;

/** What a use does, and what it runs in turn. */
export interface Filled {
  readonly effects: Effect[];
  readonly inner: Inner[];
}

/** Code that knows a language in which a program takes its arguments, by the name rows give it. */
export type Languages = Readonly<Record<string, (use: Use) => Partial<Filled>>>;

/** One use, and the word of `each` where there is one. */
interface Scope {
  readonly use: Use;
  readonly languages: Languages;
  readonly word?: KnownWord;
}

/** All that the templates say of one use. */
export function fillIn(templates: readonly Template[], use: Use, languages: Languages): Filled {
  const filled: Filled = { effects: [], inner: [] };
  for (const template of templates) apply(template, { use, languages }, filled);
  return filled;
}

/** Answers whether its conditions held. */
function apply(template: Template, scope: Scope, filled: Filled): boolean {
  if (!holds(template, scope)) return false;
  const { each, match } = template;
  if (each === undefined) {
    put(template, scope, filled);
    return true;
  }
  let found = false;
  for (const word of wordsOf(scope, each)) {
    const groups = match === undefined ? [] : patternOf(match).exec(word.value ?? word.prefix);
    if (groups === null) continue;
    found = true;
    put(template, { ...scope, word: groups[1] === undefined ? word : partOf(word, groups[1]) }, filled);
  }
  return found;
}

function holds(template: Template, { use }: Scope): boolean {
  const { if: options, unless, says, by, least, most } = template;
  if (options !== undefined && !given(use, options)) return false;
  if (unless !== undefined && given(use, unless)) return false;
  if (by !== undefined && !by.split(" ").includes(use.program)) return false;
  if (says !== undefined && !valuesOf(use, says[0]).some(({ value }) => patternOf(says[1]).test(value ?? "?")))
    return false;
  const count = use.operands.length;
  if (count < (least ?? 0) || count > (most ?? count)) return false;
  return fitsLine(template, use);
}

function fitsLine({ line: pattern, not }: Template, { operands }: Use): boolean {
  if (pattern === undefined && not === undefined) return true;
  const text = operands
    .map(({ value }) => value ?? "?")
    .join(" ")
    .slice(0, MAX_LINE);
  return (pattern === undefined || patternOf(pattern).test(text)) && (not === undefined || !patternOf(not).test(text));
}

/** What one template adds, its conditions aside. */
function put(template: Template, scope: Scope, filled: Filled): void {
  const { does, first, language, use: name } = template;
  for (const one of does ?? []) apply(one, scope, filled);
  for (const one of name === undefined ? [] : (TEMPLATES[name] ?? [])) apply(one, scope, filled);
  first?.some((one) => apply(one, scope, filled));
  filled.effects.push(...effectsOf(template, scope));
  if (template.inner !== undefined || template.shell !== undefined) filled.inner.push(...innerOf(template, scope));
  const read = language === undefined ? undefined : scope.languages[language];
  if (read === undefined) return;
  const { effects = [], inner = [] } = read(scope.use);
  filled.effects.push(...effects);
  filled.inner.push(...inner);
}

function effectsOf(template: Template, scope: Scope): readonly Effect[] {
  const { run, net, contact, vcs } = template;
  if (run !== undefined) return [runOf(template, run, scope)];
  if (vcs !== undefined) return [vcsOf(template, vcs, scope)];
  if (net !== undefined || contact !== undefined) return networkOf(template, scope);
  if (template.act !== undefined) return [actOn(template.act, template, scope)];
  return onPlaces(template, scope);
}

function actOn(id: ActId, { on, text }: Template, scope: Scope): Effect {
  const object = on === undefined ? undefined : textOf(scope, on);
  const told = text === undefined ? {} : { wording: textOf(scope, text) ?? "" };
  if (id.startsWith("secret."))
    return { do: "secret", act: id as ActIn<"secret">, ...(typeof object === "string" ? { on: object } : {}) };
  if (id.startsWith("unknown.")) return { do: "unknown", act: id as ActIn<"unknown">, ...told };
  return act(id as WorldAct, { ...told, ...(object === undefined ? {} : { on: object }) });
}

function runOf(template: Template, what: NonNullable<Template["run"]>, scope: Scope): Effect {
  const { act: id, code, script, task, speaks, text } = template;
  const [file] = script === undefined ? [] : placesOf(scope, script);
  const known = code === undefined ? null : textOf(scope, code, Number.POSITIVE_INFINITY);
  const { use } = scope;
  return {
    do: "run",
    ...(id === undefined ? {} : { act: id as ActIn<"run"> }),
    program: (template.program === undefined ? undefined : textOf(scope, template.program)) ?? use.program,
    what,
    ...(known === null ? {} : { code: known }),
    ...(speaks === undefined ? {} : { language: textOf(scope, speaks) ?? use.program }),
    ...(file === undefined ? {} : { script: file }),
    ...(task === undefined ? {} : { task: (textOf(scope, task) ?? "").trim() }),
    ...(text === undefined ? {} : { wording: textOf(scope, text) ?? "" }),
  };
}

function vcsOf(template: Template, op: VcsEffect["op"], scope: Scope): Effect {
  const { remote, branch, text } = template;
  const isSo = (said: true | string | undefined): boolean =>
    said === true || (said !== undefined && given(scope.use, said));
  return {
    do: "vcs",
    op,
    ...(template.act === undefined ? {} : { act: template.act as ActIn<"vcs"> }),
    ...(remote === undefined ? {} : { remote: textOf(scope, remote) }),
    ...(branch === undefined ? {} : { branch: textOf(scope, branch) }),
    ...(text === undefined ? {} : { wording: textOf(scope, text) ?? "" }),
    ...(isSo(template.forced) ? { forced: true } : {}),
    ...(isSo(template.deletes) ? { deletes: true } : {}),
  };
}

/** A host by its name, or those that words name; `?` is one that is not known. */
function networkOf({ net, contact, sends, method, act: id }: Template, scope: Scope): readonly Effect[] {
  const to = (host: string | null, carried: boolean): Effect => ({
    ...network(host, sends === true || carried, id as ActIn<"network"> | undefined),
    ...(method === undefined ? {} : { method }),
  });
  if (contact === undefined) return [to(net === "?" ? null : (net ?? null), false)];
  return wordsOf(scope, contact).map((word) => to(hostOf(word) ?? bareHost(word), carries(word)));
}

function onPlaces(template: Template, scope: Scope): readonly Effect[] {
  const { read, look, write, delete: gone, as, from, tree, follows, contents } = template;
  const recursive = tree === true || (tree !== undefined && given(scope.use, tree));
  const source = from === undefined ? undefined : placesOf(scope, from)[0];
  const text = contents === undefined ? null : textOf(scope, contents, Number.POSITIVE_INFINITY);
  const more = {
    ...(as === undefined ? {} : { as }),
    ...(source === undefined ? {} : { from: source }),
    ...(text === null ? {} : { contents: text }),
  };
  const led = (at: Target): Target =>
    follows !== undefined && given(scope.use, follows) ? through(at, scope.use.context.world) : at;
  const each = (ref: string | undefined, make: (at: Target) => Effect): readonly Effect[] =>
    ref === undefined ? [] : placesOf(scope, ref).map(make);
  return [
    ...each(read, (at) => reads(led(at), recursive)),
    ...each(look, (at) => looks(at, recursive)),
    ...each(write, (at) => writes(at, { recursive, ...more })),
    ...each(gone, (at) => removes(at, recursive)),
  ];
}

/** Commands that are read in turn: words as they are, or words that a shell gets joined. */
function innerOf({ inner, shell, via, elsewhere, more }: Template, scope: Scope): readonly Inner[] {
  const by = via === undefined ? scope.use.program : (textOf(scope, via) ?? scope.use.program);
  const words = wordsOf(scope, inner ?? shell ?? "*");
  if (words.length === 0) return [];
  if (inner === undefined) return [{ kind: "script", code: codeOfWords(words) ?? HOLE, via: by }];
  return [{ kind: "words", words, via: by, moreWords: more === true, ...(elsewhere === true ? { elsewhere } : {}) }];
}

const wordsOf = (scope: Scope, ref: string): readonly KnownWord[] =>
  ref === "$" ? (scope.word === undefined ? [] : [scope.word]) : wordsAt(scope.use, ref);

function placesOf(scope: Scope, ref: string): readonly Target[] {
  if (ref === "?") return [unknownTarget()];
  if (ref.startsWith("?")) return placesOf(scope, ref.slice(1)).map(below);
  if (ref === "cwd") return [scope.use.cwd];
  const home = scope.use.context.world.home;
  return wordsOf(scope, ref.replace(/^=~/, `=${home}`))
    .filter(({ value }) => value !== "-")
    .map((word) => scope.use.target(word));
}

/** Null: it is one word alone, and that is not known or not there. */
function textOf(scope: Scope, text: string, most = MAX_TEXT): string | null {
  const alone = /^\{([^{}]*)\}$/.exec(text)?.[1];
  if (alone !== undefined) return knownText(scope, alone)?.slice(0, most) ?? null;
  return text.replace(/\{([^{}]*)\}/g, (_, ref: string) => spokenOf(scope, ref)).slice(0, most);
}

function knownText(scope: Scope, ref: string): string | null {
  const { use } = scope;
  if (ref === "words") return line([...use.path.map(plain), ...use.words]);
  if (ref === "own") return line(use.words);
  if (ref === "program") return use.program;
  if (ref === "path") return use.path.at(-1) ?? null;
  if (ref === "object") return use.operands.map(({ value }) => value).findLast(isNamed) ?? null;
  if (ref.endsWith("*")) return line(wordsOf(scope, ref));
  return wordsOf(scope, ref)[0]?.value ?? null;
}

const isNamed = (value: string | null): boolean => value !== null && !value.startsWith("-");

function spokenOf(scope: Scope, ref: string): string {
  const value = knownText(scope, ref);
  return value ?? (/^[\d$i-]/.test(ref) ? (wordsOf(scope, ref)[0]?.text ?? "") : "");
}

const plain = (value: string): KnownWord => ({ value, text: value, glob: false, splits: false, prefix: value });

const patterns = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  const kept = patterns.get(source);
  if (kept !== undefined) return kept;
  const insensitive = source.startsWith("(?i)");
  const pattern = new RegExp(insensitive ? source.slice(4) : source, insensitive ? "is" : "s");
  patterns.set(source, pattern);
  return pattern;
}
