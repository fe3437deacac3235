/** `sallyport allow`, `ask` and `deny`: a rule more in the person's own settings. */
import { userSettingsPath } from "../../app/settings/index.ts";
import { type Additions, writeAdditions } from "../../evidence/suggest/index.ts";
import { ruleToolNames } from "../../hosts/index.ts";
import { type List, parseRule, type Rule, suspendedBecause } from "../../policy/rules/index.ts";
import { BUILT_IN_TOOLS } from "../../policy/tools/index.ts";
import { type Command, command } from "../command.ts";
import type { CliIo } from "../io.ts";
import { nearest } from "../nearest.ts";
import { flag } from "../options.ts";
import { confirm } from "../prompt.ts";
import { refuse, tell } from "../style.ts";

const OPTIONS = { yes: flag("do not ask") };
const FREE = { ...OPTIONS, free: flag("what the rule covers runs without walls") };
const NOTES = "Exit: 0 done, 1 could not be done.";

export const allow: Command = command({
  name: "allow",
  about: "let what a rule covers run",
  usage: [
    ["sallyport allow 'Bash(npm test:*)'", "what it runs of the project runs inside walls, where they stand"],
    ["sallyport allow --free 'Bash(npm run e2e)'", "and without walls"],
  ],
  options: FREE,
  positionals: 1,
  notes: NOTES,
  run: ({ options, words: [rule = ""] }, io) =>
    add("allow", rule, { ...options, more: options.free ? { free: [rule] } : {} }, io),
});

const holding = (list: "ask" | "deny", about: string): Command =>
  command({
    name: list,
    about,
    usage: [[`sallyport ${list} 'Bash(git push:*)'`]],
    options: OPTIONS,
    positionals: 1,
    notes: NOTES,
    run: ({ options, words: [rule = ""] }, io) => add(list, rule, { ...options, more: {} }, io),
  });

export const ask = holding("ask", "be asked about what a rule covers");
export const deny = holding("deny", "refuse what a rule covers");

interface Adding {
  readonly yes: boolean;
  readonly more: Additions;
}

async function add(list: List, text: string, { yes, more }: Adding, io: CliIo): Promise<number> {
  const rule = parseRule(text, list, "the rule", ruleToolNames);
  if (!rule.ok) return refuse(io, text === "" ? `say which rule: sallyport ${list} 'Bash(npm test)'` : rule.error);
  if (!rule.value.known) return refuse(io, unknownTool(rule.value));
  const file = userSettingsPath(io.env);
  if (file === null) return refuse(io, "there is no home directory to keep settings in");
  const resting = suspendedBecause(rule.value, { classifyAllShell: false, strictSuspension: false, suspendAlso: [] });
  if (resting !== undefined) tell(io, `in the mode auto this rule rests: ${resting}`);
  if (!yes) {
    if (io.stdin.isTTY !== true) return refuse(io, "nobody is there to agree; use --yes");
    if (!(await confirm(`Add ${text} to permissions.${list} in ${file}?`, io)))
      return refuse(io, "nothing was written");
  }
  const written = writeAdditions(file, { ...more, [list]: [text] });
  if (!written.ok) return refuse(io, written.error);
  tell(io, written.value.changed ? `${text} is now in ${file}` : `${file} had it already`);
  return 0;
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
