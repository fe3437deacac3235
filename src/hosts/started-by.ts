/**
 * Whether an agent started this agent. What such an agent is told comes from the one above it, whatever door it came through, and
 * is never the person's. Nothing the lower agent can say of itself takes part: its own process is looked at, those above it, and
 * the record. All that can be faked here (a variable, a name) makes fewer words the person's, not more.
 */
import { type Ancestor, controlGroup, hasTerminal, type ProcessId } from "../memory/index.ts";
import type { Host, HostTraces } from "./host.ts";
import { PLACES } from "./places.ts";

// Which programs are agents, by the words a process was started with and by what they set for what they start.

/** Agents we do not sit in. */
const OTHERS: HostTraces = {
  variables: ["AGENT", "AI_AGENT"],
  programs: ["aider", "goose", "amp", "crush"],
  packages: ["@qwen-code/"],
};
const ALL: readonly HostTraces[] = [...Object.values(PLACES).map(({ traces }) => traces), OTHERS];

/** Programs that are agents, and packages a runtime was given. */
export const AGENT_PROGRAMS: readonly string[] = [...new Set(ALL.flatMap(({ programs }) => programs))];
/** Set by agents for what they start; not by people for themselves. */
export const AGENT_MARKS: readonly string[] = [...new Set(ALL.flatMap(({ variables }) => variables))];

const RUNTIMES = /^(?:node|bun|deno|python[\d.]*)$/;
/** Options of a runtime whose value is the next word. */
const WITH_VALUE = /^(?:-r|-C|--require|--import|--loader|--experimental-loader|--conditions|--env-file)$/;

export const isAgent = (words: readonly string[]): boolean => ALL.some((traces) => isProgramOf(traces, words));

/** Started as one of these programs, or as a runtime with one of them as its script. */
function isProgramOf({ programs, packages }: HostTraces, words: readonly string[]): boolean {
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

export interface StartedAs {
  readonly host: Pick<Host, "traces">;
  /** The host's own process; undefined where it cannot be seen. */
  readonly agent: ProcessId | undefined;
  /** The variables it was started with. */
  readonly env: Readonly<Record<string, string>>;
  /** From its parent upwards; undefined where processes cannot be looked at. */
  readonly above: () => readonly Ancestor[] | undefined;
  /** The agents of sessions on record that still run. */
  readonly running: () => readonly ProcessId[];
}

/** Variables that a host sets for itself too, or people for something else. */
const NO_MARKS: ReadonlySet<string> = new Set([
  "CLAUDE_CODE_ENTRYPOINT",
  "CLINE_CONNECTOR_CLI_LAUNCH",
  "SALLYPORT_PI_SESSION",
]);
/** What `AGENT` says where an agent set it: its own name, or yes. */
const AGENT_NAMED = /^(?:1|true|amp|goose|codex|claude.*|opencode|crush|gemini.*|qwen.*)$/i;
/** Agents live in them, and the person's own terminals do too: that one of them is above says nothing. */
const EDITORS =
  /^(?:code|codium|cursor|windsurf|devin|zed|zeditor|electron|java|idea|pycharm|webstorm|goland|rider|clion|phpstorm|rubymine|studio)(?:[-.][\w.-]+)?$/i;
const EDITOR_SCRIPT = /[/.](?:vscode|cursor|windsurf)-server|\/(?:server-main|bootstrap-fork)\b/;
/** What a command is handed on by on its way into the background. */
const HANDS_ON = /^-?(?:(?:ba|da|z|k|fi|a)?sh|setsid|nohup|env|nice|ionice|stdbuf|timeout|script|unbuffer|xargs)$/;

/** By what it is known, in words for the person; null where nothing says so. */
export function startedByAgent(at: StartedAs): string | null {
  const mark = AGENT_MARKS.find((name) => isMark(name, at.env[name] ?? ""));
  if (mark !== undefined) return `${mark} is set where this agent was started, which agents do for what they start`;
  if (at.agent === undefined) return null;
  const above = at.above() ?? [];
  if (above.length === 0) return null;
  const running = at.running();
  const isKnown = ({ pid, start }: ProcessId): boolean =>
    running.some((one) => one.pid === pid && (start === "" || one.start === start));
  const own = above.findIndex((one) => isKnown(one) || !isProgramOf(at.host.traces, one.words));
  const found = above
    .slice(own < 0 ? above.length : own)
    .find((one) => isAgent(one.words) || (isKnown(one) && !isEditor(one)));
  if (found !== undefined) return `an agent (process ${found.pid}, ${programOf(found)}) started this one`;
  return isLeftBehind(at.agent, above, running) ? "it was left in the background after another agent had begun" : null;
}

const isMark = (name: string, value: string): boolean =>
  value !== "" && !NO_MARKS.has(name) && (name !== "AGENT" || AGENT_NAMED.test(value));

const programOf = ({ words: [program = ""] }: Ancestor): string => program.split("/").at(-1) ?? "";
const isEditor = (one: Ancestor): boolean =>
  !isAgent(one.words) && (EDITORS.test(programOf(one)) || EDITOR_SCRIPT.test(one.words.slice(0, 2).join(" ")));

/**
 * It lost the process that started it, sits at no terminal, and began in the control group of another agent of the record, after
 * it. What people keep agents in (a multiplexer, a service, a scheduler) stands above them, or has a group of its own.
 */
function isLeftBehind(agent: ProcessId, above: readonly Ancestor[], running: readonly ProcessId[]): boolean {
  const top = above.find((one) => !HANDS_ON.test(programOf(one)) && !isAgent(one.words));
  if (top === undefined || !isReaper(top) || hasTerminal(agent.pid) !== false) return false;
  const group = controlGroup(agent.pid);
  return running.some(
    (one) =>
      one.pid !== agent.pid &&
      Number(one.start) <= Number(agent.start) &&
      group !== undefined &&
      controlGroup(one.pid) === group,
  );
}
/** An application that is a container's first process starts its agents itself, and takes in nobody's. */
const isReaper = (one: Ancestor): boolean =>
  one.pid === 1 ? !APPLICATION.test(programOf(one)) : /^systemd$/.test(programOf(one));
const APPLICATION = /^(?:node|bun|deno|npm|npx|java|dotnet|ruby|php[\w.-]*|python[\d.]*|gunicorn|uvicorn)$/;
