/**
 * Guarded places that are changed without being named: by a command of the agent they belong to (`claude mcp add`), or by starting
 * it where they are others (3c).
 */
import { actOf, type Effect } from "../contract/effect.ts";
import type { ReadContext, SubCommand } from "../contract/reading.ts";
import type { PolicyCall } from "./call.ts";

const commandsOf = ({ reading, likely }: PolicyCall): readonly SubCommand[] =>
  [reading, ...likely()].flatMap((one) => one?.commands ?? []);

/** What an agent may do or starts is changed by its own command, or an agent is started that others' settings, or none, bind. */
export const loosensAgent = (call: PolicyCall): boolean =>
  commandsOf(call).some((command) => {
    const { assignments } = command;
    if (addsServer(command)) return true;
    const effects = [...command.effects, ...byPackage(command, call)];
    if (effects.some((effect) => actOf(effect) === "agent.permissions")) return true;
    const isAgent = effects.some((effect) => effect.do === "run" && effect.language === "prompt");
    const told = [...assignments, ...call.effects.flatMap((effect) => (effect.do === "environment" ? [effect] : []))];
    return isAgent && told.some(({ name }) => MOVES_SETTINGS.test(name));
  });

/** An editor takes a server for its agent by an option: `code --add-mcp '{…}'`. */
const addsServer = ({ name, words }: SubCommand): boolean =>
  EDITORS.test(name ?? "") && words.some(({ value, prefix }) => /^--add-mcp(?:=|$)/.test(value ?? prefix));
const EDITORS = /^(?:code(?:-\w+)?|codium|vscodium|cursor|windsurf|positron|trae|kiro|antigravity)(?:\.(?:cmd|exe))?$/;

/** What it does if a package that it starts is an agent's, as that agent's own command (`npx @anthropic-ai/claude-code mcp add`). */
function byPackage({ name, words, effects }: SubCommand, call: PolicyCall): readonly Effect[] {
  const started = effects.flatMap((effect) =>
    effect.do === "run" && effect.what === "unknown-program" ? [effect.program] : [],
  );
  const values = words.map(({ value }) => value ?? "");
  return [...started, ...(name === "copilot" ? [name] : [])].flatMap((program) => {
    const at = values.findIndex((value) => value === program || value.startsWith(`${program}@`));
    const said = values.slice(at + 1).map((value) => `'${value.replaceAll("'", "")}'`);
    return at < 0 || said.length === 0
      ? []
      : agentNames(program).flatMap((agent) => call.readShell(`${agent} ${said.join(" ")}`, contextFor(call)).effects);
  });
}

/** Packages are called like the agent, with what they are behind it; Copilot shares its name with another program. */
function agentNames(program: string): readonly string[] {
  const base = program.replace(/^.*\//s, "").replace(/(?<=.)@.*$/s, "");
  const names = [base, base.replace(/-(?:code|cli|ai|agent)$/, "")].map((name) =>
    name === "copilot" ? "copilot-cli" : name,
  );
  return [...new Set(names)].filter((name) => /^[\w-]+$/.test(name));
}

const contextFor = ({ cwd, projectRoot, world }: PolicyCall): ReadContext => ({
  cwd,
  projectRoot,
  world,
  written: new Set(),
});

/** Variables that say where an agent looks for its settings. */
const MOVES_SETTINGS = /^(?:HOME|XDG_CONFIG_HOME|\w+_CONFIG_DIR|(?:CODEX|GEMINI(?:_CLI)?|QWEN|OPENCODE|COPILOT)_HOME)$/;
