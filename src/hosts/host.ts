/** All that is known of an agent product, in one descriptor: data and pure functions. Reading, judging and writing are done elsewhere. */
import type { Action, HostSandbox, Json, JsonObject } from "../contract/action.ts";
import { isAllow } from "../contract/allow.ts";
import type { Allow, Decision, Held } from "../contract/decision.ts";
import type { Result } from "../contract/result.ts";
import type { HostPaths } from "../contract/world.ts";
import type { Judgement } from "../gate/index.ts";
import type { Rule } from "../rules/index.ts";
import type { HostDoctor } from "./doctor/finding.ts";
import type { SavedRules } from "./hook/adopted.ts";
import type { HostInstall } from "./install/place.ts";
import { faultMessage } from "./message.ts";
import type { HostNames } from "./names.ts";
import type { OwnRules, RulesPlace } from "./own-rules.ts";
import type { HostPlace } from "./places.ts";
import { personsWords } from "./records/person.ts";
import type { HostRecords, RecordHome } from "./records/records.ts";

export interface Host extends HostPlace {
  readonly name: string;
  readonly title: string;
  /** The program whose version is asked for. */
  readonly program: string;
  /** The version whose protocol was checked by running it; null where it was taken from documentation. */
  readonly checkedVersion: string | null;
  /** What versions before one did wrong that no hook can make good. */
  readonly faults?: readonly { readonly before: string; readonly says: string }[];
  /** Why a failing hook may let a call run; null where it cannot, in the modes the installation's notes name. */
  readonly failsOpen: string | null;
  readonly protocol: HostProtocol;
  readonly names: HostNames;
  /** How it turns the text of a path into the file it opens; absent where it opens what is written. */
  readonly paths?: HostPaths;
  /** Undefined where a hook cannot change a call. */
  readonly rewriting?: HostRewriting;
  /** What it saves in a project when the person says "don't ask again"; null where the file is not the person's own. */
  readonly saved?: (at: { readonly home: string; readonly projectRoot: string }) => SavedRules | null;
  /** What the host's own sandbox lets the call do, by the host's own record; undefined where none surely holds it. */
  readonly holds?: (event: CallEvent) => HostSandbox | undefined;
  /** Fields of the call that its event leaves out, by the host's own record. Never throws. */
  readonly leavesOut?: (event: CallEvent) => JsonObject;
  /** The session an event belongs to and its record, where the event does not say. Never throws. */
  readonly locate?: (event: HostEvent & Occasion, home: RecordHome) => LocatedEvent;
  /** Its events do not say where they happen: its hook is started there. */
  readonly toldByPlace?: true;
  /** Whether it was started so that nobody is there to be asked, by the words of its command line. */
  readonly isAlone?: (words: readonly string[]) => boolean;
  /** Its session files; undefined where nothing is known of them. */
  readonly records?: HostRecords;
  readonly install: HostInstall;
  /** Its own deny rules, and what of the person's can be said there. Absent: it has none, or nobody tried. */
  readonly mirror?: HostMirror;
  /** What only this host can tell of itself. */
  readonly doctor?: HostDoctor;
  /** The instructions it gives its own model. */
  readonly reads: HostReads;
}

export interface HostMirror {
  /** The list in the person's settings file. */
  readonly at: readonly string[];
  readonly say: (rules: readonly Rule[]) => Mirrored;
}

/** Rules in a host's own words, and those it has none for, each with a sentence why. */
export interface Mirrored {
  readonly texts: readonly string[];
  readonly leftOut: readonly { readonly text: string; readonly why: string }[];
}

/** Which files of instructions a host reads. Of the names in one group the first that is there counts. */
export interface HostReads {
  /** Absolute: for everybody on the machine. */
  readonly machine?: readonly string[];
  /** Below the person's home. */
  readonly user: readonly (readonly string[])[];
  /** In the directory the session starts in, and in those above it. */
  readonly project: readonly (readonly string[])[];
  /** How far up: to the top of the repository, or to the root of the disk. */
  readonly above: "repository" | "root";
  /** Directories of the project all of whose files are read. */
  readonly folders?: readonly string[];
  /** Names that count in every directory below. */
  readonly nested: readonly string[];
  /** A word `@path` brings another file in. */
  readonly imports?: true;
}

/** How what a host starts is known for the host's. */
export interface HostTraces {
  /** Variables it sets for what it starts; people do not set them for themselves. */
  readonly variables: readonly string[];
  readonly programs: readonly string[];
  /** Packages a runtime was given. */
  readonly packages: readonly string[];
}

export interface HostProtocol {
  /** A sentence says what cannot be read. `here`: where the hook itself was started, for hosts that say it so. Never throws. */
  readonly read: (input: JsonObject, here?: { readonly cwd?: string | undefined }) => Result<HostEvent>;
  /**
   * The decision in the host's words, and the command it runs instead. `joined`: an earlier event of this call was decided
   * and answered already, and this is that decision.
   */
  readonly answer: (event: CallEvent, judgement: Judgement) => HookAnswer;
  /** Something went wrong: closed, with a reason. `event` is null when not even that could be read. */
  readonly refuse: (event: string | null, why: string) => HookAnswer;
  /** Something for the person to know; silence where the host has no place for it. */
  readonly warn: (event: string, text: string) => HookAnswer;
  /** An answer with something for the agent beside it; undefined where this event has no place for it. */
  readonly tellAgent?: (answer: HookAnswer, event: string, text: string) => HookAnswer | undefined;
}

/** The project of a session whose host does not say where it works: no directory, so nothing is an edit of it. */
export const NO_PROJECT = "/nonexistent";

/** Where in the host's life an event happened. */
export interface Occasion {
  /** The host's own name of the event. */
  readonly event: string;
  readonly session: string;
  /** Where the host works: a session that begins with this event has its project there. What a call chose is its action's. */
  readonly cwd: string;
  /** The host's record of the conversation: a file, or what came with the event. */
  readonly record: string | readonly JsonObject[] | null;
  /** It happened inside a sub-agent: nothing it carries was said by the person. */
  readonly subAgent?: boolean;
  /** The host's name of that sub-agent, by which its own record is found. */
  readonly agent?: string;
  /** The agent's model, where the event says it. */
  readonly model?: string;
}

/** What a host's own files tell of an event. */
export interface LocatedEvent extends Partial<Pick<Occasion, "session" | "record" | "subAgent" | "cwd">> {
  /** The id under which the record holds the call. */
  readonly toolUseId?: string;
}

/** A tool call that waits for an answer. */
export interface CallEvent extends Occasion {
  readonly kind: "call";
  readonly action: Action;
  /** The host's name of the turn it belongs to. */
  readonly turn?: string;
  /** What the host itself says of its rules with the event. */
  readonly said?: Json;
  /** The host's own mode, in its own words. */
  readonly hostMode?: string;
}

/** How a host lets its hook change a command. */
export interface HostRewriting {
  /** The event whose answer can do it. */
  readonly event: string;
  /** Its tool with a command in the field `command`. */
  readonly tool: string;
  /** Its own deny and ask rules, which the changed call escapes. Never throws. */
  readonly rules: (at: RulesPlace) => OwnRules;
}

export type HostEvent =
  | CallEvent
  /** A call has run. `output`: what was heard of it. `handedBack`: it was a delegation, and this is who had the task. */
  | (Occasion & {
      readonly kind: "ran";
      readonly action: Action;
      readonly output?: string;
      /** What it returned, where the event tells; looked at by the probe and dropped. */
      readonly result?: Json;
      /** The host waits for the answer and hands it to its agent with the result. */
      readonly waits?: boolean;
      readonly handedBack?: string;
    })
  /** The person typed something. */
  | (Occasion & { readonly kind: "said"; readonly text: string; readonly warning: string | null })
  /** The agent goes on without a word of the person's: a task it had left in the background is back, a timer went off. */
  | (Occasion & { readonly kind: "woken" })
  | (Occasion & { readonly kind: "started" })
  /** The session is over: what the host prints of the answer is the last the person sees. */
  | (Occasion & { readonly kind: "ended" })
  /** A sub-agent has finished. */
  | (Occasion & { readonly kind: "finished"; readonly agentRecord: string | readonly JsonObject[] | null })
  /** Nothing the gate has to do with. */
  | { readonly kind: "other"; readonly event: string }
  /** Nobody can tell what it is: it may well come before a call, and is refused like one. */
  | { readonly kind: "unknown"; readonly event: string };

/** Events after which the agent goes on: what it is told with them it hears. */
export const TELLS: ReadonlySet<HostEvent["kind"]> = new Set(["call", "said", "woken"]);

/** What the host is told. `stdout` is one JSON object and nothing else; null is silence. */
export interface HookAnswer {
  readonly stdout: JsonObject | null;
  readonly stderr: string | null;
  readonly exit: 0 | 2;
}

/** The words for each decision: those that let a call run are for an allow. */
export interface HookAnswers extends Readonly<Record<Held["behavior"], (held: Held) => HookAnswer>> {
  readonly allow: (allow: Allow) => HookAnswer;
}

/** What only says that it is an allow is denied. */
export const answerBy = ({ allow, ...held }: HookAnswers, decision: Decision): HookAnswer =>
  isAllow(decision) ? allow(decision) : (held[decision.behavior] ?? held.deny)(decision);

/** The call's input with the command it runs instead; undefined where it runs as it is. */
export const rewritten = ({ action }: CallEvent, { decision, run }: Judgement): JsonObject | undefined =>
  isAllow(decision) && run !== null ? { ...action.input, command: run } : undefined;

/** An event by its name: none of ours where the host is known to have it and no call waits for its answer. */
export const eventBeside = (event: string, idle: ReadonlySet<string>): HostEvent => ({
  kind: idle.has(event) ? "other" : "unknown",
  event,
});

export const unknownEvent = (event: string): string =>
  `the event ${JSON.stringify(event.slice(0, MAX_NAME))} is not known, and a call may wait for its answer`;
const MAX_NAME = 80;

export const SILENCE: HookAnswer = { stdout: null, stderr: null, exit: 0 };

export const answerWith = (stdout: JsonObject): HookAnswer => ({ stdout, stderr: null, exit: 0 });

/** A fault told as a denial. For an event nobody could read the status blocks too: the answer may not be understood. */
export function refuseEvent(event: string | null, why: string, denial: (reason: string) => JsonObject): HookAnswer {
  const reason = faultMessage(why);
  return event === null ? { stdout: denial(reason), stderr: reason, exit: 2 } : answerWith(denial(reason));
}

/** The person's words in a text, or nothing the gate has to do with where none are left; a sub-agent's task is never theirs. */
export function saidAt(at: Occasion, given: string | null, warning: string | null = null): HostEvent {
  const text = at.subAgent === true ? "" : personsWords(given ?? "");
  return text === "" ? { kind: "other", event: at.event } : { ...at, kind: "said", text, warning };
}
