/** `sallyport suggest`: the rules and environment entries that would have saved the most prompts. */
import { openWorld } from "../../app/index.ts";
import { userSettingsPath } from "../../app/settings/index.ts";
import { all, fail, ok, type Result } from "../../contract/result.ts";
import {
  type Additions,
  heldCalls,
  suggestEnvironment,
  suggestRules,
  writeAdditions,
} from "../../evidence/suggest/index.ts";
import { memoryStore } from "../../memory/index.ts";
import { command, type GivenArguments } from "../command.ts";
import { flag, parseWhole, text } from "../options.ts";
import { type FoundSuggestions, formatSuggestions } from "../suggest/format.ts";
import { gateAt, sessionsFrom } from "../suggest/sessions.ts";
import type { CliIo } from "../terminal/io.ts";
import { notAgents } from "../terminal/person.ts";
import { agree } from "../terminal/prompt.ts";
import { pageOf, refuse, wrap } from "../terminal/style.ts";

const OPTIONS = {
  least: text("N", "a rule must save so many prompts (default 2)"),
  most: text("N", "at most so many rules (default 12)"),
  write: flag("adds them to your settings, after asking"),
  only: text("N,N", "of the numbered list, only these"),
  yes: flag("do not ask"),
  settings: text("X", "a settings file, or JSON, in force while trying"),
  json: flag("for programs"),
};

export type SuggestFlags = GivenArguments<typeof OPTIONS>["options"];

const MAX_RULES = 100;

export const suggest = command({
  name: "suggest",
  about: "rules that would have saved you the most prompts",
  usage: [
    ["sallyport suggest", "from Sallyport's own ledger"],
    ["sallyport suggest REPLAY.json", "from a replay (sallyport replay --json > REPLAY.json)"],
    ["sallyport suggest FILE…", "from session files, replayed offline"],
  ],
  help: `Each allow rule was tried on the gate: how many calls it lets pass, what they do, and what else it would let pass. Rules that rest in auto mode, or that cover something you refused, are not proposed.`,
  options: OPTIONS,
  positionals: Number.POSITIVE_INFINITY,
  notes: "Exit: 0 done, 1 could not be done.",
  run: async ({ options, words }, io) => {
    const found = await findSuggestions(options, words, io);
    if (!found.ok) return refuse(io, found.error);
    const chosen = choose(found.value, options);
    if (!chosen.ok) return refuse(io, chosen.error);
    const { suggestions, environment } = found.value;
    if (!options.json) io.stdout.write(formatSuggestions(found.value, pageOf(io.stdout, io.env)));
    const written = options.write ? await write(chosen.value, options, io) : null;
    if (written !== null && !written.ok) return refuse(io, written.error);
    if (options.json)
      io.stdout.write(`${JSON.stringify({ ...suggestions, environment, written: written?.value ?? null })}\n`);
    else if (suggestions.rules.length + environment.length > 0)
      io.stdout.write(`\n${wrap(describeEnd(written?.value), io.stdout.columns).join("\n")}\n`);
    return 0;
  },
});

async function findSuggestions(
  options: SuggestFlags,
  files: readonly string[],
  io: CliIo,
): Promise<Result<FoundSuggestions>> {
  const bounds = all({
    least: parseWhole("least", options.least, { from: 1, fallback: 2 }),
    most: parseWhole("most", options.most, { from: 1, to: MAX_RULES, fallback: 12 }),
  });
  if (!bounds.ok) return bounds;
  const sessions = await sessionsFrom(options, files, io);
  if (!sessions.ok) return sessions;
  const held = heldCalls(sessions.value, openWorld(io));
  const gateFor = (root: string) => gateAt(root, options, io, memoryStore());
  const suggestions = await suggestRules({ held, gateFor, ...bounds.value });
  return ok({ suggestions, environment: suggestEnvironment(held, bounds.value) });
}

/** Rules come first in the numbering, then environment entries. */
function choose({ suggestions, environment }: FoundSuggestions, options: SuggestFlags): Result<Additions> {
  const rules = suggestions.rules.map(({ rule }) => rule);
  const entries = environment.map(({ entry }) => entry);
  if (options.only === undefined) return ok({ allow: rules, environment: entries });
  const numbers = options.only.split(",").map((text) => Number(text.trim()));
  if (numbers.some((one) => !Number.isInteger(one) || one < 1 || one > rules.length + entries.length))
    return fail(`--only takes numbers from 1 to ${rules.length + entries.length}`);
  const has = (at: number): boolean => numbers.includes(at + 1);
  return ok({ allow: rules.filter((_, i) => has(i)), environment: entries.filter((_, i) => has(rules.length + i)) });
}

interface WrittenEntries {
  readonly file: string;
  readonly entries: number;
  readonly changed: boolean;
}

async function write(chosen: Additions, options: SuggestFlags, io: CliIo): Promise<Result<WrittenEntries>> {
  const file = userSettingsPath(io.env);
  if (file === null) return fail("there is no home directory to keep settings in");
  const entries = (chosen.allow ?? []).length + (chosen.environment ?? []).length;
  if (entries === 0) return fail("there is nothing to write");
  const person = notAgents(io);
  if (!person.ok) return person;
  const agreed = options.yes ? ok(true) : await agree(`Add ${countEntries(entries)} to ${file}?`, io);
  const written = agreed.ok ? writeAdditions(file, chosen) : agreed;
  return written.ok ? ok({ file, entries, changed: written.value.changed }) : written;
}

/** The last line: what has become of the settings. */
function describeEnd(written: WrittenEntries | undefined): string {
  if (written === undefined) return "Nothing was changed. --write adds them to your settings; --only N,N chooses.";
  const { file, entries, changed } = written;
  if (!changed) return `${file} had them already.`;
  return `${countEntries(entries)} ${entries === 1 ? "is" : "are"} now in ${file}.`;
}

const countEntries = (count: number): string => (count === 1 ? "1 entry" : `${count} entries`);
