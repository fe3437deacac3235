/** Cline has no rules about commands, but a hook or another plugin may judge them: after ours it would judge another text. */
import { existsSync } from "node:fs";
import { filesIn, NO_RULES, type OwnRules, type RulesPlace } from "../own-rules.ts";
import { clineFolder } from "./folder.ts";

const keep = (why: string): OwnRules => ({ rules: [], keep: why });

export function clineRules({ home, projectRoot, agent }: RulesPlace): OwnRules {
  if (agent === undefined) return keep("how Cline was started is not known");
  const own = clineFolder({ home, env: agent.env });
  const plugins = [`${own}/plugins`, `${projectRoot}/.cline/plugins`, `${home}/Documents/Cline/Plugins`];
  const hooks = [
    `${own}/hooks`,
    `${projectRoot}/.cline/hooks`,
    `${projectRoot}/.clinerules/hooks`,
    `${home}/Documents/Cline/Hooks`,
  ];
  const others = plugins
    .flatMap((folder) => filesIn(folder, "") ?? ["?"])
    .filter((file) => !/\/sallyport\.js$/.test(file));
  return others.length > 0 || hooks.some((folder) => existsSync(folder))
    ? keep("a hook or another plugin of Cline may judge the changed command")
    : NO_RULES;
}
