/** What comes in: one tool call to judge, and where it would run. */
import type { PastEvent } from "./past.ts";

export const MODES = ["default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions"] as const;
export type Mode = (typeof MODES)[number];

/** What is known of a mode besides what step 9 decides in it. */
export interface ModeTraits {
  /** Where a mode is bound, a caller gets the one of the two that stands higher here; 0: none that could be asked for. */
  readonly strictness: number;
  /** Nobody is there who could be asked. */
  readonly unattended: boolean;
  /** The classifier stands in for the person: rules that would let arbitrary code through rest. */
  readonly automatic: boolean;
}

export const MODE_TRAITS: Readonly<Record<Mode, ModeTraits>> = {
  default: { strictness: 1, unattended: false, automatic: false },
  acceptEdits: { strictness: 0, unattended: false, automatic: false },
  plan: { strictness: 3, unattended: false, automatic: false },
  auto: { strictness: 0, unattended: false, automatic: true },
  dontAsk: { strictness: 2, unattended: true, automatic: false },
  bypassPermissions: { strictness: 0, unattended: false, automatic: false },
};

/** What a mode comes to for a call. Where two modes hold together, only what both allow is allowed. */
export interface ModeStanding {
  readonly mode: Mode;
  /** Nobody is there who could be asked: one of them says so. */
  readonly unattended: boolean;
  /** Rules that would let arbitrary code through rest: they do in one of them. In a mode that there is not, too. */
  readonly rests: boolean;
}

export const standingIn = (mode: Mode): ModeStanding => ({
  mode,
  unattended: MODE_TRAITS[mode]?.unattended ?? false,
  rests: MODE_TRAITS[mode]?.automatic !== false,
});

/** The stricter of the two, with what the other one takes away besides: modes are no order, each may deny what the other allows. */
export function bothModes(bound: ModeStanding, asked: Mode): ModeStanding {
  const other = standingIn(asked);
  const strictness = MODE_TRAITS[asked]?.strictness ?? 0;
  if (strictness === 0) return bound;
  return {
    mode: strictness > MODE_TRAITS[bound.mode].strictness ? asked : bound.mode,
    unattended: bound.unattended || other.unattended,
    rests: bound.rests || other.rests,
  };
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** One entry of the conversation: what the person said, what the agent did, or how many calls are not told. Never what the agent wrote. */
export type Turn = UserTurn | ToolTurn | GapTurn;
export interface UserTurn {
  readonly user: string;
}
export interface ToolTurn {
  readonly tool: string;
  readonly input: JsonObject;
  /** The host's id of the call, where it is known; never shown. */
  readonly id?: string;
  /** The person's answer, for tools that ask the person something (AskUserQuestion). */
  readonly answer?: string;
  /** What the call returned, where the caller knows it. Only looked through by code, for provenance: never shown. */
  readonly result?: Json;
}

/** Calls that stood here and are too many to be held. */
export interface GapTurn {
  readonly leftOut: number;
}

/** What the host's own sandbox, where it holds a call, lets it do. */
export type HostSandbox = "host" | "hostWritable";

/** `unlessReading`: what it takes for reading by tables of its own, it runs. */
export type HostAsking = "always" | "unlessReading" | "never";

/** The shell a command would run in, as far as the caller knows it. */
export interface ActionProcess {
  /** PATH, as it is set there. */
  readonly path?: string;
  /** Names of all variables that are set. */
  readonly variables: readonly string[];
  /** Values of those that move places: HOME, XDG_CONFIG_HOME, ZDOTDIR, BASH_ENV, SHELLOPTS. */
  readonly values?: Readonly<Record<string, string>>;
  /** Names that the shell knows as aliases or functions of something else. */
  readonly names?: readonly string[];
  /** A terminal is there: pagers and editors start. */
  readonly terminal?: boolean;
}

export interface Action {
  readonly tool: string;
  readonly input: JsonObject;
  /** Absolute directory the call would run in; the project root where absent. */
  readonly cwd?: string;
  /** Overrides the mode of the settings for this call. */
  readonly mode?: Mode;
  /** It may only tighten the mode of the settings, as if these were managed. */
  readonly onlyTighter?: boolean;
  /** Nobody is there to answer: an ask becomes a deny. */
  readonly headless?: boolean;
  /** Whose tool names these are; without one, those of the specification. */
  readonly host?: string;
  /** The host's own name for the tool, kept when `tool` became ours: rules may speak of it. */
  readonly calledAs?: string;
  /** The host's own directory, kept when the call names another to run in: a session starts there. */
  readonly startedIn?: string;
  readonly session?: string;
  /** What the caller knows of the shell it would run in; without it, programs that listen to variables are not proven. */
  readonly process?: ActionProcess;
  /** The host's id of this call: two events with one id are one decision. */
  readonly toolUseId?: string;
  /** The kind of host event this came from ("PreToolUse", "PermissionRequest", …). */
  readonly event?: string;
  /** What went before. A function is called when the classifier is asked, and only then. */
  readonly transcript?: readonly Turn[] | (() => readonly Turn[]);
  /** What went before with its results, for provenance alone, where a host's record tells; called only for the classifier. */
  readonly past?: () => Iterable<PastEvent>;
  /** The project's own instructions (CLAUDE.md, AGENTS.md) as they were at session start; untrusted. */
  readonly instructions?: string | (() => string | null);
  /**
   * The caller can run a command inside walls: what the decision then gives it to run instead. `host`: the host's own
   * sandbox holds the call already, by the host's own record, and lets it write nothing. `hostWritable`: it lets it write
   * the project with its protected places.
   */
  readonly walls?: boolean | HostSandbox;
  /** Why it cannot, in words a person is told when the call is asked about. */
  readonly noWalls?: string;
  /** Whether the host, told nothing, asks the person about this very call, and tells of it with an event of its own. Asked only before an ask. */
  readonly hostAsks?: () => HostAsking;
  /** Allow rules the host saved in this project and the person has not adopted: named where one is why they are asked, never counted. */
  readonly unadopted?: () => readonly string[];
  /** The agent's own model, asked for only where the settings say `"agent"`. */
  readonly agentModel?: string | (() => string | null);
}

/** What went before the action, asked for now. */
export const turnsOf = ({ transcript = [] }: Action): readonly Turn[] =>
  typeof transcript === "function" ? transcript() : transcript;

/** The project's instructions, asked for now. */
export const instructionsOf = ({ instructions }: Action): string | null =>
  typeof instructions === "function" ? instructions() : (instructions ?? null);

/** The agent's own model, asked for now. */
export const agentModelOf = ({ agentModel }: Action): string | null =>
  typeof agentModel === "function" ? agentModel() : (agentModel ?? null);

/** The fields that say what a call is about, in this order; without any, all of the input. */
const TELLING = ["command", "file_path", "notebook_path", "path", "url", "query", "pattern", "prompt", "code"] as const;

/** Of the input alone; `callLine` says the tool as well. */
export function tellingInput(input: Action["input"]): string {
  for (const field of TELLING) {
    const value = input[field];
    if (typeof value === "string") return value;
  }
  return JSON.stringify(input);
}

export const callLine = ({ tool, input }: Pick<Action, "tool" | "input">): string => `${tool} ${tellingInput(input)}`;
