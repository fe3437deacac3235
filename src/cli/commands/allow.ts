/** `sallyport allow`, `ask` and `deny`: a rule more in the person's own settings. */
import { gateOf, openGate, openStore } from "../../app/index.ts";
import { userSettingsPath } from "../../app/settings/index.ts";
import { callLine } from "../../contract/call-line.ts";
import { ok } from "../../contract/result.ts";
import {
  type Additions,
  readRules,
  restingOf,
  type TriedCall,
  tryRule,
  writeAdditions,
} from "../../evidence/suggest/index.ts";
import { memoryStore } from "../../memory/index.ts";
import type { List } from "../../policy/rules/index.ts";
import { type Command, command } from "../command.ts";
import type { CliIo } from "../io.ts";
import { flag } from "../options.ts";
import { agree } from "../prompt.ts";
import { refuse, tell } from "../style.ts";
import { notAgents } from "../terminal.ts";

const OPTIONS = { yes: flag("do not ask"), json: flag("for programs") };
const FREE = { ...OPTIONS, free: flag("what the rule covers runs without walls") };
const NOTES = "Exit: 0 done, 1 could not be done.";

export const allow: Command = command({
  name: "allow",
  about: "let what a rule covers run",
  usage: [
    ["sallyport allow 'Bash(npm test:*)'", "what it runs of the project runs inside walls, where they stand"],
    ["sallyport allow --free 'Bash(npm run e2e)'", "and without walls"],
    ["sallyport allow RULE RULE…", "several at once"],
  ],
  options: FREE,
  positionals: Number.POSITIVE_INFINITY,
  notes: NOTES,
  run: ({ options, words }, io) => add("allow", words, { ...options, more: options.free ? { free: words } : {} }, io),
});

const holding = (list: "ask" | "deny", about: string): Command =>
  command({
    name: list,
    about,
    usage: [[`sallyport ${list} 'Bash(git push:*)'`]],
    options: OPTIONS,
    positionals: Number.POSITIVE_INFINITY,
    notes: NOTES,
    run: ({ options, words }, io) => add(list, words, { ...options, more: {} }, io),
  });

export const ask = holding("ask", "be asked about what a rule covers");
export const deny = holding("deny", "refuse what a rule covers");

interface Adding {
  readonly yes: boolean;
  readonly json: boolean;
  readonly more: Additions;
}

async function add(list: List, texts: readonly string[], { yes, json, more }: Adding, io: CliIo): Promise<number> {
  const rules = readRules(texts, list);
  if (!rules.ok) return refuse(io, rules.error);
  const person = list === "allow" ? notAgents(io) : ok([]);
  if (!person.ok) return refuse(io, person.error);
  const file = userSettingsPath(io.env);
  if (file === null) return refuse(io, "there is no home directory to keep settings in");
  const resting = restingOf(rules.value);
  for (const { rule, why } of resting) tell(io, `in the mode auto ${rule} rests: it ${why}`);
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

/** Those of agents, newest first, and gates that only suppose. */
async function recordedCalls(io: CliIo) {
  const store = openStore(io);
  const { records } = await store.newest({ limit: LOOKED_AT, matches: ({ entry }) => entry.kind === "decision" });
  await store.close();
  const calls = records.flatMap(({ entry }): readonly TriedCall[] => {
    if (entry.kind !== "decision") return [];
    const { action, decision } = entry;
    const root = action.cwd ?? io.cwd;
    const { tool, input } = action;
    return [{ id: decision.id, tool, input, cwd: root, root, shown: callLine(action), was: decision.behavior }];
  });
  const gateFor = (projectRoot: string) =>
    gateOf(openGate(io, { projectRoot, store: memoryStore(), classifier: null, supposed: true }));
  return { calls: calls.reverse(), gateFor };
}

function describeWritten(texts: readonly string[], to: { readonly file: string; readonly changed: boolean }): string {
  const { file, changed } = to;
  const several = texts.length > 1;
  if (!changed) return `${file} had ${several ? "them" : "it"} already`;
  return `${texts.join(", ")} ${several ? "are" : "is"} now in ${file}`;
}
