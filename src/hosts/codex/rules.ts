/** Codex's own rules for commands are programs of their own: where there are any, or its sandbox is on, a call runs as it is. */
import { filesIn, NO_RULES, type OwnRules, type RulesPlace, upwards } from "../own-rules.ts";
import { codexSandbox } from "./sandbox.ts";

const keep = (why: string): OwnRules => ({ rules: [], keep: why });

export function codexRules({ home, projectRoot, agent, event }: RulesPlace): OwnRules {
  if (codexSandbox(event) !== "off") return keep("Codex's own sandbox is on, or its record does not say");
  if (agent === undefined)
    return keep(
      "the command line that codex was started with cannot be read: start codex yourself, as the user who set Sallyport up",
    );
  const places = [
    agent.env.CODEX_HOME ?? `${home}/.codex`,
    "/etc/codex",
    ...upwards(projectRoot).map((each) => `${each}/.codex`),
  ];
  const rules = places.map((place) => filesIn(`${place}/rules`, ".rules"));
  return rules.every((files) => files !== null && files.length === 0)
    ? NO_RULES
    : keep("Codex has rules for commands of its own");
}
