/**
 * Calls made of rows and worlds. Everything that is plain is paired by a covering array; what is odd (a word that is for something else, a
 * world in which something lies in wait) stands alone in a call whose other parts are plain, so that nothing else refuses it first.
 */
import type { JsonObject } from "../../src/contract/action.ts";
import { coverPairs, type Random, seededRandom } from "./array.ts";
import { commandOf, type Part, type Use } from "./uses.ts";
import { ODD_FORMS, PLAIN_FORMS, TEXTS } from "./words.ts";
import type { World } from "./world.ts";

export interface Call {
  /** The row it is made for, or "texts". */
  readonly row: string;
  readonly world: World;
  readonly text: string;
  /** No text of a shell: a tool of a host with these fields. */
  readonly tool?: { readonly name: string; readonly input: JsonObject };
}

export interface Plan {
  readonly plain: readonly World[];
  readonly odd: readonly World[];
  /** Every pair, or each level of each factor once. */
  readonly whole: boolean;
  readonly seed: number;
  /** Of this row alone. */
  readonly row?: string | undefined;
}

const LEAST_RUNS = 20;
/** Besides what is needed for each level once, so many are made of a row that is to be run twenty times. */
const SPARE = 12;

export function callsOf(uses: readonly Use[], plan: Plan): readonly Call[] {
  const calls = [
    ...uses.flatMap((use) => callsFor(use, plan)),
    ...(plan.row === undefined ? [...textCalls(plan), ...[...plan.plain, ...plan.odd].flatMap(toolCalls)] : []),
  ];
  const known = new Set<string>();
  return calls.filter(({ row, world, text }) => {
    const id = `${row}\0${world.id}\0${text}`;
    return !known.has(id) && known.add(id).size > 0;
  });
}

const NONE: Part = { text: "", plain: true };
const inForm = (form: string, command: string): string => form.replaceAll("@", () => command);

function callsFor(use: Use, plan: Plan): readonly Call[] {
  const random = seededRandom([...use.name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), plan.seed) >>> 0);
  const isGit = use.program === "git" || use.name === "gh pr view";
  const worlds = plan.plain.filter(({ of }) => of !== "git" || isGit);
  const call = (world: World, text: string): Call => ({ row: use.name, world, text });
  return [
    ...plainCalls(use, { worlds, random, whole: plan.whole }).map(([world, text]) => call(world, text)),
    ...oddWords(use, { worlds, random, whole: plan.whole }).map(([world, text]) => call(world, text)),
    ...plan.odd
      .filter(
        (world, i) =>
          mattersTo(use, world, isGit) && (plan.whole || use.turn < 0 || !isOfProcess(world) || i % 4 === use.turn % 4),
      )
      .flatMap((world) => inOddWorld(use, world, { random, whole: plan.whole }).map((text) => call(world, text))),
  ];
}

const isOfProcess = ({ factor }: World): boolean => /^(?:program|variables|names)$/.test(factor);
const mattersTo = ({ program }: Use, { of, words }: World, isGit: boolean): boolean =>
  (of !== "git" || isGit) &&
  (of !== "search" || /^(?:grep|rg)$/.test(program)) &&
  (program !== "gh" || words === undefined);

interface Making {
  readonly worlds: readonly World[];
  readonly random: Random;
  readonly whole: boolean;
}

type Made = readonly (readonly [World, string])[];

function plainCalls(use: Use, { worlds, random, whole }: Making): Made {
  const options = [...(use.words && use.name === "test" ? [] : [NONE]), ...use.options.filter(({ plain }) => plain)];
  const operands = use.operands.filter(({ plain }) => plain);
  const factors = [options.length, operands.length, worlds.length, PLAIN_FORMS.length, options.length];
  const rows = whole ? coverPairs(factors, random) : coverLevels(factors, random);
  return rows.map(([option = 0, operand = 0, world = 0, form = 0, second = 0]) => {
    // A second option beside the first, each third time.
    const given = [options[option], (option + operand) % 3 === 0 ? options[second] : undefined];
    const command = commandOf(
      use,
      given.map((one) => one?.text ?? ""),
      operands[operand]?.text ?? "",
    );
    return [worldAt(worlds, world), inForm(PLAIN_FORMS[form] ?? "@", command)];
  });
}

function worldAt(worlds: readonly World[], at: number): World {
  const found = worlds[at];
  if (found === undefined) throw new Error("no world");
  return found;
}

/** Each level of each factor once, and at least so many rows as a row is to be run. */
function coverLevels(factors: readonly number[], random: Random): readonly (readonly number[])[] {
  const count = Math.max(LEAST_RUNS + SPARE, ...factors);
  const starts = factors.map((levels) => random(levels));
  // Steps that share nothing with the number of levels, so that the same levels do not always meet.
  return Array.from({ length: count }, (_, i) =>
    factors.map((levels, at) => ((starts[at] ?? 0) + i + Math.floor(i / levels) * at) % levels),
  );
}

function oddWords(use: Use, { worlds, random, whole }: Making): Made {
  const usual = use.operands.find(({ plain }) => plain)?.text ?? "";
  const world = worldAt(
    worlds,
    worlds.findIndex(({ name }) => name === "a repository with changes"),
  );
  const options = whole ? ["", ...plainOptions(use)] : [""];
  const unlisted = use.unlisted.flatMap((one) => [
    `${use.name} ${one}`,
    `${commandOf(use, [], usual)} ${one}`,
    commandOf(use, [one], usual),
  ]);
  const values = use.options.filter(({ plain }) => !plain);
  const odd = [
    ...use.operands
      .filter(({ plain }) => !plain)
      .flatMap(({ text }) => options.map((option) => commandOf(use, [option], text))),
    ...values
      .filter((_, i) => whole || i % 2 === values.length % 2 || i < MOST_VALUES)
      .map(({ text }) => commandOf(use, [text], usual)),
    ...unlisted,
    ...ODD_FORMS.filter((_, i) => whole || i % 3 === random(3)).map((form) => inForm(form, commandOf(use, [], usual))),
  ];
  return odd.map((text) => [world, text]);
}

/** Odd values of a row's options beyond these: each second one. */
const MOST_VALUES = 12;

const plainOptions = (use: Use): readonly string[] => use.options.filter(({ plain }) => plain).map(({ text }) => text);
const pick = (all: readonly string[], random: Random): string => all[random(Math.max(1, all.length))] ?? "";

/** In a slice, a use that is like others has two of a world's words, by turns; one that is like no other has more. */
function inOddWorld(use: Use, world: World, { random, whole }: Omit<Making, "worlds">): readonly string[] {
  const plain = use.operands.filter(({ plain: is }) => is).map(({ text }) => text);
  const words = world.words ?? [];
  const from = random(Math.max(1, words.length));
  const tried = whole ? words : [...words, ...words].slice(from, from + Math.min(use.alone ? 4 : 2, words.length));
  const named = tried.flatMap((word) => use.naming(quotedName(word)));
  // What is named in it alone is nothing to a row without places.
  if (words.length > 0 && named.length === 0) return [];
  const operands = named.length > 0 ? named : [plain[random(Math.max(1, plain.length))] ?? ""];
  const turning = use.options.filter(({ turns, first, plain: is }) => turns && !first && is).map(({ text }) => text);
  if (whole)
    return operands.flatMap((operand) => ["", ...plainOptions(use)].map((option) => commandOf(use, [option], operand)));
  const first = use.options.find((one) => one.first)?.text;
  const behind =
    first === undefined
      ? []
      : tried.flatMap((word) => use.naming(quotedName(word), true)).map((one) => commandOf(use, [first], one));
  const others = named.length > 0 ? turning : [pick(plainOptions(use), random)];
  return [
    ...["", ...others].flatMap((option) => operands.map((operand) => commandOf(use, [option], operand))),
    ...behind,
  ];
}

const quotedName = (word: string): string => (/[ ü]/.test(word) && !word.startsWith("'") ? `'${word}'` : word);

function textCalls({ plain, odd, whole }: Plan): readonly Call[] {
  const worlds = whole
    ? plain
    : plain.filter(({ name }) => /^(?:a plain directory|a repository with changes|a linked)/.test(name));
  return [
    ...worlds.flatMap((world) => TEXTS.map((text) => ({ row: "texts", world, text }))),
    ...odd.flatMap((world) => (world.texts ?? []).map((text) => ({ row: "texts", world, text }))),
  ];
}

/** Each tool that reads, searches or edits, with each word of the world; and patches that move a file there. */
function toolCalls(world: World): readonly Call[] {
  const words = world.of === "git" ? [] : (world.words ?? (world.plain ? ["a.txt", "made.txt", "src"] : []));
  const path = (word: string): string => word.replace(/^'|'$/g, "");
  const patch = (head: string, body: string): string => `*** Begin Patch\n${head}\n${body}\n*** End Patch`;
  return words.map(path).flatMap((word) => {
    const tools: readonly (readonly [string, JsonObject])[] = [
      ["Read", { file_path: word }],
      ["Write", { file_path: word, content: "x\n" }],
      ["Edit", { file_path: word, old_string: "foo", new_string: "x" }],
      ["Grep", { pattern: "foo", path: word }],
      ["Patch", { patch: patch(`*** Add File: ${word}`, "+x") }],
      ["Patch", { patch: patch("*** Update File: README.md", `*** Move to: ${word}\n@@\n-# foo\n+x`) }],
      [
        "Patch",
        {
          patch: patch(`*** Update File: README.md\n@@\n-# foo\n+x\n*** Delete File: ${word}`, "").replace(
            "\n\n",
            "\n",
          ),
        },
      ],
    ];
    return tools.map(
      ([name, input]): Call => ({
        row: "tools",
        world,
        text: `${name} ${JSON.stringify(input)}`,
        tool: { name, input },
      }),
    );
  });
}
