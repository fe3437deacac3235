/** Which programs are agents, by the words a process was started with and by what they set for what they start. */
import type { HostTraces } from "./host.ts";
import { HOSTS } from "./list.ts";

/** Agents we do not sit in. */
const OTHERS: HostTraces = {
  variables: ["AGENT", "AI_AGENT"],
  programs: ["aider", "goose", "amp", "crush"],
  packages: ["@qwen-code/"],
};
const ALL: readonly HostTraces[] = [...HOSTS.map(({ traces }) => traces), OTHERS];

/** Programs that are agents, and packages a runtime was given. */
export const AGENT_PROGRAMS: readonly string[] = [...new Set(ALL.flatMap(({ programs }) => programs))];
/** Set by agents for what they start; not by people for themselves. */
export const AGENT_MARKS: readonly string[] = [...new Set(ALL.flatMap(({ variables }) => variables))];

const RUNTIMES = /^(?:node|bun|deno|python[\d.]*)$/;
/** Options of a runtime whose value is the next word. */
const WITH_VALUE = /^(?:-r|-C|--require|--import|--loader|--experimental-loader|--conditions|--env-file)$/;

export const isAgent = (words: readonly string[]): boolean => ALL.some((traces) => isProgramOf(traces, words));

/** Started as one of these programs, or as a runtime with one of them as its script. */
export function isProgramOf({ programs, packages }: HostTraces, words: readonly string[]): boolean {
  const [program = "", ...more] = words;
  const matches = (path: string): boolean =>
    programs.includes(nameOf(path)) || packages.some((name) => path.includes(name));
  return matches(program) || (RUNTIMES.test(nameOf(program)) && matches(scriptIn(more)));
}

function scriptIn(words: readonly string[]): string {
  const at = words.findIndex((word, i) => !word.startsWith("-") && !WITH_VALUE.test(words[i - 1] ?? ""));
  return words[at] ?? "";
}

const nameOf = (path: string): string =>
  (path.split(/[/\\]/).at(-1) ?? "").replace(/\.(?:exe|m?js|cjs|py)$/i, "").toLowerCase();
