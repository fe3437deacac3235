/**
 * Copilot CLI's own rules deny by a flag, or by an address that stands in the command; hooks and plugins besides ours may judge it.
 * All of them would see another text after ours, so where there is one nothing is rewritten.
 */
import { isList, isObject, parseObject } from "../json.ts";
import { filesIn, NO_RULES, type OwnRules, type RulesPlace, readSettingsFile, upwards } from "../own-rules.ts";
import { copilotFolder } from "./folder.ts";

const keep = (why: string): OwnRules => ({ rules: [], keep: why });

/** Flags that deny, leave tools out, or bring hooks. */
const DENYING = /^--(?:deny|excluded|available|plugin|disallow|extension)/;
/** Settings that do. */
const DENYING_SETTINGS =
  /^(?:denied|deny|hooks$|excluded|available|disallow|sandbox|permissions?$|(?:installed|enabled)_?plugins$|plugins$)/i;

export function copilotRules({ home, projectRoot, agent }: RulesPlace): OwnRules {
  if (agent === undefined) return keep("how Copilot was started is not known");
  const flag = agent.words.find((word) => DENYING.test(word));
  if (flag !== undefined) return keep(`Copilot was started with ${flag.split("=")[0]}`);
  const own = copilotFolder({ home, env: agent.env });
  const projects = [...new Set([...upwards(projectRoot), ...upwards(agent.cwd)])];
  const others = [
    ...(filesIn(`${own}/hooks`, "") ?? ["?"]).filter((file) => file !== `${own}/hooks/sallyport.json`),
    ...[`${own}/installed-plugins`, `${own}/extensions`].flatMap((folder) => filesIn(folder, "") ?? ["?"]),
    ...projects.flatMap((each) => filesIn(`${each}/.github/hooks`, "") ?? ["?"]),
    ...projects.flatMap((each) => filesIn(`${each}/.github/extensions`, "") ?? ["?"]),
  ];
  if (others.length > 0) return keep("a hook or a plugin of Copilot may judge the changed command");
  const denying = [
    ...["config.json", "settings.json"].map((name) => `${own}/${name}`),
    ...projects.flatMap((each) => SETTINGS.map((name) => `${each}/.github/copilot/${name}`)),
    // It may read Claude Code's of a repository; the person's own are not the repository's.
    ...projects.filter((each) => each !== home).flatMap((each) => SETTINGS.map((name) => `${each}/.claude/${name}`)),
  ].find(hasRules);
  return denying === undefined ? NO_RULES : keep(`${denying} has rules of Copilot's own, or cannot be read`);
}

const SETTINGS = ["settings.json", "settings.local.json"];

function hasRules(file: string): boolean {
  const settings = readSettingsFile(file, (text) => parseObject(text.replace(/^\s*\/\/.*$/gm, "")));
  if (settings === undefined) return false;
  return (
    settings === null ||
    Object.entries(settings).some(([name, value]) => DENYING_SETTINGS.test(name) && !isNothing(value))
  );
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === false ||
  (isList(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);
