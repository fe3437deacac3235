/**
 * Gemini CLI's own rules. Its hook comes before its policy, which then judges the rewritten text. A rule for the whole
 * tool binds that text as well; one for a command would be escaped, so it is applied to the original, and one whose
 * meaning cannot be put into a rule of ours keeps the call as it is.
 */
import type { Json, JsonObject } from "../../contract/action.ts";
import type { List, Rule } from "../../rules/index.ts";
import { isList, isObject, objectIn, parseObject } from "../json.ts";
import { filesIn, type OwnRules, ownRule, type RulesPlace, readSettingsFile, textsIn, upwards } from "../own-rules.ts";
import { parsePolicies } from "./policy-file.ts";

const SHELL = "run_shell_command";
const SYSTEM = ["/etc/gemini-cli", "/Library/Application Support/GeminiCli"];
/** Flags and variables that bring rules from elsewhere, or a sandbox. */
const ELSEWHERE = /^(?:--policy|--admin-policy|--exclude-tools|--sandbox|-s)(?:=|$)/;
const ELSEWHERE_VARIABLES = [
  "GEMINI_CLI_HOME",
  "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
  "GEMINI_SANDBOX",
  "SEATBELT_PROFILE",
];

const keep = (why: string): OwnRules => ({ rules: [], keep: why });

export function geminiRules(at: RulesPlace): OwnRules {
  const { agent, home, projectRoot } = at;
  if (agent === undefined)
    return keep(
      "the command line that gemini was started with cannot be read: start gemini yourself, as the user who set Sallyport up",
    );
  const odd = [
    ...agent.words.filter((word) => ELSEWHERE.test(word)),
    ...ELSEWHERE_VARIABLES.filter((name) => name in agent.env),
  ];
  if (odd.length > 0) return keep(`rules or a sandbox may come from ${odd[0]}`);
  const places = [
    `${home}/.gemini`,
    ...[...upwards(projectRoot), ...upwards(agent.cwd)].map((each) => `${each}/.gemini`),
    ...SYSTEM,
  ];
  const rules: Rule[] = [];
  for (const place of new Set(places)) {
    const own = rulesBelow(place);
    if (own === undefined) return keep(`rules below ${place} cannot be put into ours`);
    rules.push(...own);
  }
  return { rules, keep: null };
}

/** Undefined where something there cannot be read, or means what our rules cannot say. */
function rulesBelow(place: string): readonly Rule[] | undefined {
  const policies = filesIn(`${place}/policies`, ".toml");
  const extensions = filesIn(`${place}/extensions`, "");
  if (policies === null || extensions === null) return undefined;
  const brought = extensions.map((extension) => filesIn(`${extension}/policies`, ".toml"));
  if (brought.includes(null)) return undefined;
  const found = [
    ...[...policies, ...brought.flatMap((some) => some ?? [])].map(policyRules),
    ...["settings.json", "system-defaults.json"].map((name) => settingsRules(`${place}/${name}`)),
  ];
  return found.includes(undefined) ? undefined : found.flatMap((some) => some ?? []);
}

function policyRules(file: string): readonly Rule[] | undefined {
  const policy = readSettingsFile(file, parsePolicies);
  if (policy === undefined) return [];
  if (policy === null) return undefined;
  const rules = isList(policy.rule) ? policy.rule : [];
  const found = rules.map((rule) => policyRule(isObject(rule) ? rule : {}, file));
  return found.includes(undefined) ? undefined : found.flatMap((some) => some ?? []);
}

function policyRule(rule: JsonObject, file: string): readonly Rule[] | undefined {
  const list: List | undefined = rule.decision === "deny" ? "deny" : rule.decision === "ask_user" ? "ask" : undefined;
  if (list === undefined || !speaksOfShell(rule.toolName)) return [];
  if (rule.commandRegex !== undefined || rule.argsPattern !== undefined) return undefined;
  if (rule.commandPrefix === undefined) return [];
  const prefixes = typeof rule.commandPrefix === "string" ? [rule.commandPrefix] : textsIn(rule.commandPrefix);
  return prefixes?.map((prefix) => ownRule(`Bash(${prefix.trim()}:*)`, list, file));
}

const speaksOfShell = (name: Json | undefined): boolean =>
  name === undefined ||
  (isList(name) ? name : [name]).some((one) => typeof one !== "string" || one === SHELL || one.includes("*"));

/** `tools.exclude` and its older name; `tools.sandbox` keeps everything as it is. */
function settingsRules(file: string): readonly Rule[] | undefined {
  const settings = readSettingsFile(file, (text) => parseObject(text.replace(/^\s*\/\/.*$/gm, "")));
  if (settings === undefined) return [];
  if (settings === null) return undefined;
  const tools = objectIn(settings, "tools") ?? {};
  const sandbox = tools.sandbox ?? settings.sandbox;
  const elsewhere = [settings.policyPaths, settings.adminPolicyPaths].some((value) => value !== undefined);
  const excluded = [textsIn(tools.exclude), textsIn(settings.excludeTools)];
  if ((sandbox !== undefined && sandbox !== false) || elsewhere || excluded.includes(undefined)) return undefined;
  return excluded.flatMap((texts) =>
    (texts ?? []).flatMap((text) => {
      const [, command] = /^(?:run_shell_command|ShellTool)\((.*)\)$/.exec(text) ?? [];
      return command === undefined ? [] : [ownRule(`Bash(${command}:*)`, "deny", file)];
    }),
  );
}
