/**
 * Gemini CLI's own rules. Its hook comes before its policy, which then judges the rewritten text. A rule for the whole
 * tool binds that text as well; one for a command would be escaped, so it is applied to the original, and one whose
 * meaning cannot be put into a rule of ours keeps the call as it is.
 */
import type { Json, JsonObject } from "../../contract/action.ts";
import type { List } from "../../rules/index.ts";
import { isList, isObject, objectIn, parseObject } from "../json.ts";
import {
  filesIn,
  keepAsIs,
  type OwnRules,
  ownRule,
  type RulesPlace,
  type RuleText,
  readSettingsFile,
  textsIn,
  upwards,
} from "../own-rules.ts";

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

export function geminiRules(at: RulesPlace): OwnRules {
  const { agent, home, projectRoot } = at;
  if (agent === undefined)
    return keepAsIs(
      "the command line that gemini was started with cannot be read: start gemini yourself, as the user who set Sallyport up",
    );
  const odd = [
    ...agent.words.filter((word) => ELSEWHERE.test(word)),
    ...ELSEWHERE_VARIABLES.filter((name) => name in agent.env),
  ];
  if (odd.length > 0) return keepAsIs(`rules or a sandbox may come from ${odd[0]}`);
  const places = [
    `${home}/.gemini`,
    ...[...upwards(projectRoot), ...upwards(agent.cwd)].map((each) => `${each}/.gemini`),
    ...SYSTEM,
  ];
  const rules: RuleText[] = [];
  for (const place of new Set(places)) {
    const own = rulesBelow(place);
    if (own === undefined) return keepAsIs(`rules below ${place} cannot be put into ours`);
    rules.push(...own);
  }
  return { rules: rules.map((rule) => ownRule(rule, at.toolNames)), keep: null };
}

/** Undefined where something there cannot be read, or means what our rules cannot say. */
function rulesBelow(place: string): readonly RuleText[] | undefined {
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

function policyRules(file: string): readonly RuleText[] | undefined {
  const policy = readSettingsFile(file, parsePolicies);
  if (policy === undefined) return [];
  if (policy === null) return undefined;
  const rules = isList(policy.rule) ? policy.rule : [];
  const found = rules.map((rule) => policyRule(isObject(rule) ? rule : {}, file));
  return found.includes(undefined) ? undefined : found.flatMap((some) => some ?? []);
}

function policyRule(rule: JsonObject, file: string): readonly RuleText[] | undefined {
  const list: List | undefined = rule.decision === "deny" ? "deny" : rule.decision === "ask_user" ? "ask" : undefined;
  if (list === undefined || !speaksOfShell(rule.toolName)) return [];
  if (rule.commandRegex !== undefined || rule.argsPattern !== undefined) return undefined;
  if (rule.commandPrefix === undefined) return [];
  const prefixes = typeof rule.commandPrefix === "string" ? [rule.commandPrefix] : textsIn(rule.commandPrefix);
  return prefixes?.map((prefix) => ({ text: `Bash(${prefix.trim()}:*)`, list, source: file }));
}

const speaksOfShell = (name: Json | undefined): boolean =>
  name === undefined ||
  (isList(name) ? name : [name]).some((one) => typeof one !== "string" || one === SHELL || one.includes("*"));

/** `tools.exclude` and its older name; `tools.sandbox` keeps everything as it is. */
function settingsRules(file: string): readonly RuleText[] | undefined {
  const settings = readSettingsFile(file, (text) => parseObject(text.replace(/^\s*\/\/.*$/gm, "")));
  if (settings === undefined) return [];
  if (settings === null) return undefined;
  const tools = objectIn(settings, "tools") ?? {};
  const sandbox = tools.sandbox ?? settings.sandbox;
  const elsewhere = [settings.policyPaths, settings.adminPolicyPaths].some((value) => value !== undefined);
  const excluded = [textsIn(tools.exclude), textsIn(settings.excludeTools)];
  if ((sandbox !== undefined && sandbox !== false) || elsewhere || excluded.includes(undefined)) return undefined;
  return excluded.flatMap((texts) =>
    (texts ?? []).flatMap((text): readonly RuleText[] => {
      const [, command] = /^(?:run_shell_command|ShellTool)\((.*)\)$/.exec(text) ?? [];
      return command === undefined ? [] : [{ text: `Bash(${command}:*)`, list: "deny", source: file }];
    }),
  );
}

// The rules in a policy file of Gemini CLI: `[[rule]]` and behind it keys with texts, lists of texts, numbers, yes or no.

const KEY = /^([\w-]+)\s*=\s*(.*)$/s;
const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"|'[^'\n]*'`;
const VALUE = new RegExp(
  String.raw`^(?:(${TEXT})|(true|false)|([+-]?\d[\d_]*(?:\.\d+)?)|(\[\s*(?:(?:${TEXT})\s*(?:,\s*|(?=\])))*\]))\s*(?:#[^\n]*)?$`,
);

/** Undefined where anything is written otherwise: then nobody here knows what the file says. */
function parsePolicies(text: string): { readonly rule: readonly JsonObject[] } | undefined {
  const rule: { [key: string]: Json }[] = [];
  let table: { [key: string]: Json } = {};
  for (const line of entriesOf(text)) {
    if (/^\[{1,2}[\w."' -]+\]{1,2}(?:\s*#.*)?$/.test(line)) {
      table = {};
      if (line.replace(/\s*#.*$/, "").replace(/\s/g, "") === "[[rule]]") rule.push(table);
      continue;
    }
    const [, key = "", written = ""] = KEY.exec(line) ?? [];
    const value = readValue(written);
    if (key === "" || value === undefined || Object.hasOwn(table, key)) return undefined;
    table[key] = value;
  }
  return { rule };
}

/** Lines that say something; a list may go over several. */
function entriesOf(text: string): readonly string[] {
  const entries: string[] = [];
  let open = "";
  for (const raw of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const entry = open === "" ? line : `${open} ${line}`;
    const isOpen = /^[\w-]+\s*=\s*\[/.test(entry) && !/\]\s*(?:#.*)?$/.test(entry);
    open = isOpen ? entry : "";
    if (!isOpen) entries.push(entry);
  }
  return open === "" ? entries : [...entries, open];
}

function readValue(written: string): Json | undefined {
  const [, text, truth, number, list] = VALUE.exec(written) ?? [];
  if (text !== undefined) return textOf(text);
  if (truth !== undefined) return truth === "true";
  if (number !== undefined) return Number(number.replaceAll("_", ""));
  if (list === undefined) return undefined;
  const items = (list.match(new RegExp(TEXT, "g")) ?? []).map(textOf);
  return items.includes(undefined) ? undefined : items.flatMap((item) => item ?? []);
}

/** Undefined for escapes that JSON does not have. */
function textOf(quoted: string): string | undefined {
  if (quoted.startsWith("'")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}
