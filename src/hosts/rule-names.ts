/** What a tool's name in a rule stands for: our own names, and every name a host has for one of our tools. */
import { once } from "../contract/once.ts";
import { foldToolName, type NamedTools, ourToolNames, type ToolNames } from "../rules/index.ts";
import { HOSTS } from "./list.ts";

/** Made when a rule first uses a name that is not ours. */
const theirNames = once((): ReadonlyMap<string, NamedTools> => {
  const found = new Map<string, NamedTools>();
  for (const { names } of HOSTS)
    for (const [name, entry] of Object.entries(names?.table() ?? {})) {
      const key = foldToolName(name);
      const before = found.get(key);
      const to = typeof entry === "function" ? [] : [entry.to];
      const narrow = before?.narrow !== false && (typeof entry === "function" || entry.narrow === true);
      found.set(key, { tools: [...new Set([...(before?.tools ?? []), ...to])], known: true, narrow });
    }
  return found;
});

/** Names people and hosts use that stand in no table. */
const SPOKEN: Readonly<Record<string, readonly string[]>> = {
  terminal: ["Bash"],
  execute: ["Bash"],
  run_in_terminal: ["Bash"],
  run_terminal_cmd: ["Bash"],
  execute_command: ["Bash"],
  subagent: ["Agent"],
  fetch: ["WebFetch"],
};

/** What the tool is called here, where only agents call it by this name. */
export function ourNameOf(name: string): string | undefined {
  const folded = foldToolName(name);
  return ourToolNames(folded).known ? undefined : ruleToolNames(folded).tools[0];
}

export const ruleToolNames: ToolNames = (folded) => {
  const ours = ourToolNames(folded);
  if (ours.known) return ours;
  return theirNames().get(folded) ?? { tools: SPOKEN[folded] ?? [], known: Object.hasOwn(SPOKEN, folded) };
};
