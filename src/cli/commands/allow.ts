/** `sallyport allow`, `ask` and `deny`: a rule more in the person's own settings, or one fewer. */
import { openStore } from "../../app/index.ts";
import { loadSettings, userSettingsPath } from "../../app/settings/index.ts";
import { callLine } from "../../contract/action.ts";
import { ok, type Result } from "../../contract/result.ts";
import { describeReach } from "../../contract/settling.ts";
import {
  type Additions,
  readRules,
  restingOf,
  type TriedCall,
  tryRule,
  writeAdditions,
  writeRemoval,
} from "../../evidence/suggest/index.ts";
import type { LoggedRecord } from "../../memory/index.ts";
import type { List, Rule } from "../../rules/index.ts";
import { type Command, command } from "../command.ts";
import { flag } from "../options.ts";
import { describeDead, restsBecause, supposingGate } from "../rules/without-effect.ts";
import type { CliIo } from "../terminal/io.ts";
import { notAgents } from "../terminal/person.ts";
import { agree } from "../terminal/prompt.ts";
import { refuse, tell } from "../terminal/style.ts";

const OPTIONS = {
  remove: flag("take the rule out again"),
  yes: flag("do not ask", "y"),
  json: flag("for programs"),
};
const FREE = { ...OPTIONS, free: flag("what the rule covers runs without walls") };
const NOTES = "Exit: 0 done, 1 could not be done.";

export const allow: Command = command({
  name: "allow",
  about: "let what a rule covers run",
  usage: [
    ["sallyport allow 'Bash(npm test:*)'", "what it runs of the project runs inside walls, where they stand"],
    ["sallyport allow --free 'Bash(npm run e2e)'", "and without walls"],
    ["sallyport allow RULE RULE…", "several at once"],
    ["sallyport allow --remove RULE", "takes it out again"],
  ],
  options: FREE,
  positionals: Number.POSITIVE_INFINITY,
  notes: NOTES,
  run: ({ options, words }, io) =>
    options.remove
      ? takeOut("allow", words, options, io)
      : add("allow", words, { ...options, more: options.free ? { free: words } : {} }, io),
});

const holding = (list: "ask" | "deny", about: string): Command =>
  command({
    name: list,
    about,
    usage: [
      [`sallyport ${list} 'Bash(git push:*)'`],
      [`sallyport ${list} --remove 'Bash(git push:*)'`, "takes it out again"],
    ],
    options: OPTIONS,
    positionals: Number.POSITIVE_INFINITY,
    notes: NOTES,
    run: ({ options, words }, io) =>
      options.remove ? takeOut(list, words, options, io) : add(list, words, { ...options, more: {} }, io),
  });

export const ask = holding("ask", "be asked about what a rule covers");
export const deny = holding("deny", "refuse what a rule covers");

interface Agreeing {
  readonly yes: boolean;
  readonly json: boolean;
}

interface Adding extends Agreeing {
  readonly more: Additions;
}

async function takeOut(list: List, texts: readonly string[], { yes, json }: Agreeing, io: CliIo): Promise<number> {
  if (texts.length === 0) return refuse(io, `say which rule: sallyport ${list} --remove 'Bash(npm test)'`);
  const file = userSettingsPath(io.env);
  if (file === null) return refuse(io, "there is no home directory to keep settings in");
  const standing = standingRules(list, io);
  if (!standing.ok) return refuse(io, standing.error);
  const other = texts.find((text) => !standing.value.some((rule) => rule.source === file && rule.text === text));
  if (other !== undefined) return refuse(io, describeAbsent({ list, text: other, file }, standing.value));
  const agreed = yes ? ok(true) : await agree(`Take ${texts.join(", ")} out of permissions.${list} in ${file}?`, io);
  if (!agreed.ok) return refuse(io, agreed.error);
  for (const text of texts) {
    const written = writeRemoval(file, list, text);
    if (!written.ok) return refuse(io, written.error);
  }
  if (json) io.stdout.write(`${JSON.stringify({ list, rules: texts, file, changed: true })}\n`);
  else tell(io, `${texts.join(", ")} ${texts.length > 1 ? "are" : "is"} no longer in ${file}`);
  return 0;
}

/** As they are in force here, those of other files too. */
function standingRules(list: List, { env, cwd }: CliIo): Result<readonly Rule[]> {
  const loaded = loadSettings({ projectRoot: cwd, env });
  return loaded.ok ? ok(loaded.value.settings.rules.filter((rule) => rule.list === list)) : loaded;
}

interface AbsentRule {
  readonly list: List;
  readonly text: string;
  readonly file: string;
}

/** Where it stands instead, or what stands there. */
function describeAbsent({ list, text, file }: AbsentRule, rules: readonly Rule[]): string {
  const elsewhere = rules.find((rule) => rule.text === text);
  if (elsewhere !== undefined) return `${text} does not stand in ${file} but in ${elsewhere.source}: take it out there`;
  const own = rules.filter(({ source }) => source === file).map((rule) => rule.text);
  const there = own.length === 0 ? "there is none" : `there ${own.length === 1 ? "is" : "are"} ${own.join(", ")}`;
  return `permissions.${list} in ${file} has no rule ${text}; ${there}`;
}

async function add(list: List, texts: readonly string[], { yes, json, more }: Adding, io: CliIo): Promise<number> {
  const rules = readRules(texts, list);
  if (!rules.ok) return refuse(io, rules.error);
  const person = list === "allow" ? notAgents(io) : ok([]);
  if (!person.ok) return refuse(io, person.error);
  const file = userSettingsPath(io.env);
  if (file === null) return refuse(io, "there is no home directory to keep settings in");
  const resting = restingOf(rules.value);
  for (const { rule, why } of resting)
    tell(io, `${rule} ${restsBecause(why)}. There its calls are judged one by one; in other modes it lets them pass`);
  if (list === "allow")
    for (const text of texts) tell(io, `${text} lets pass ${describeReach([text]).replace(/^with it /, "")}`);
  for (const said of await describeDead(rules.value, io)) tell(io, said);
  for (const said of await describeTrials(list, texts, io)) tell(io, said);
  const agreed = yes ? ok(true) : await agree(`Add ${texts.join(", ")} to permissions.${list} in ${file}?`, io);
  const written = agreed.ok ? writeAdditions(file, { ...more, [list]: texts }) : agreed;
  if (!written.ok) return refuse(io, written.error);
  const { changed } = written.value;
  if (json) io.stdout.write(`${JSON.stringify({ list, rules: texts, file, changed, resting })}\n`);
  else tell(io, describeWritten(texts, { file, changed }));
  return 0;
}

const LOOK_MS = 1_500;
const LOOKED_AT = 500;

/** What the rules would have changed among the calls recorded last, and what an allow rule would let pass besides. */
async function describeTrials(list: List, rules: readonly string[], io: CliIo): Promise<readonly string[]> {
  const said: string[] = [];
  for (const rule of rules) {
    const trial = await tryRule({ list, rule, remove: false, ...(await recordedCalls(io)), maxMs: LOOK_MS });
    if (!trial.ok || trial.value.counted === 0) continue;
    const { counted, examined, lets } = trial.value;
    said.push(`${rule} would have changed ${counted} of the last ${examined} calls on record`);
    if (lets.length > 0) said.push(`${rule} would also let pass: ${lets.join("  ·  ")}`);
  }
  return said;
}

const isAgents = ({ entry, byHand }: LoggedRecord): boolean => entry.kind === "decision" && !byHand;

/** Those of agents, newest first, and gates that only suppose. */
async function recordedCalls(io: CliIo) {
  const store = openStore(io);
  const { records } = await store.newest({ limit: LOOKED_AT, matches: isAgents });
  await store.close();
  const calls = records.flatMap(({ entry }): readonly TriedCall[] => {
    if (entry.kind !== "decision") return [];
    const { action, decision } = entry;
    const root = action.cwd ?? io.cwd;
    const { tool, input } = action;
    return [{ id: decision.id, tool, input, cwd: root, root, shown: callLine(action), was: decision.behavior }];
  });
  return { calls: calls.reverse(), gateFor: supposingGate(io) };
}

function describeWritten(texts: readonly string[], to: { readonly file: string; readonly changed: boolean }): string {
  const { file, changed } = to;
  const several = texts.length > 1;
  if (!changed) return `${file} had ${several ? "them" : "it"} already`;
  return `${texts.join(", ")} ${several ? "are" : "is"} now in ${file}`;
}
