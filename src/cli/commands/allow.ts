/** `sallyport allow`, `ask` and `deny`: a rule more in the person's own settings. */
import { userSettingsPath } from "../../app/settings/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { type Additions, writeAdditions } from "../../evidence/suggest/index.ts";
import { ruleToolNames } from "../../hosts/index.ts";
import { type List, parseRule, type Rule, suspendedBecause } from "../../policy/rules/index.ts";
import { BUILT_IN_TOOLS } from "../../policy/tools/index.ts";
import { type Command, command } from "../command.ts";
import type { CliIo } from "../io.ts";
import { nearest } from "../nearest.ts";
import { flag } from "../options.ts";
import { agree } from "../prompt.ts";
import { refuse, tell } from "../style.ts";

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
  const file = userSettingsPath(io.env);
  if (file === null) return refuse(io, "there is no home directory to keep settings in");
  const resting = restingOf(rules.value);
  for (const { rule, why } of resting) tell(io, `in the mode auto ${rule} rests: it ${why}`);
  const agreed = yes ? ok(true) : await agree(`Add ${texts.join(", ")} to permissions.${list} in ${file}?`, io);
  const written = agreed.ok ? writeAdditions(file, { ...more, [list]: texts }) : agreed;
  if (!written.ok) return refuse(io, written.error);
  const { changed } = written.value;
  if (json) io.stdout.write(`${JSON.stringify({ list, rules: texts, file, changed, resting })}\n`);
  else tell(io, describeWritten(texts, { file, changed }));
  return 0;
}

function restingOf(rules: readonly Rule[]): readonly { readonly rule: string; readonly why: string }[] {
  return rules.flatMap((rule) => {
    const why = suspendedBecause(rule, { classifyAllShell: false, strictSuspension: false, suspendAlso: [] });
    return why === undefined ? [] : [{ rule: rule.text, why }];
  });
}

function describeWritten(texts: readonly string[], to: { readonly file: string; readonly changed: boolean }): string {
  const { file, changed } = to;
  const several = texts.length > 1;
  if (!changed) return `${file} had ${several ? "them" : "it"} already`;
  return `${texts.join(", ")} ${several ? "are" : "is"} now in ${file}`;
}

function readRules(texts: readonly string[], list: List): Result<readonly Rule[]> {
  const rules: Rule[] = [];
  for (const text of texts) {
    const rule = parseRule(text, list, "the rule", ruleToolNames);
    if (!rule.ok) return rule;
    if (!rule.value.known) return fail(unknownTool(rule.value));
    rules.push(rule.value);
  }
  return rules.length === 0 ? fail(`say which rule: sallyport ${list} 'Bash(npm test)'`) : ok(rules);
}

/** A rule for it would never speak of a call, and whoever wrote it would think it did. */
function unknownTool({ tool, list }: Rule): string {
  const names = BUILT_IN_TOOLS.map(({ name }) => name);
  const sameLetters = names.find((name) => name.toLowerCase() === tool.toLowerCase());
  const meant = sameLetters ?? nearest(tool, names);
  return `no tool is called ${JSON.stringify(tool)}${list === "allow" ? ", and an allow rule wants the exact name" : ""}${
    meant === undefined ? "" : `; did you mean ${meant}?`
  } Nothing was written; a harness's own tool goes into the settings file by hand`;
}
