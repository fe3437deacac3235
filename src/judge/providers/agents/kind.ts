/** What is known of an agent that can be asked for one answer, and what asking it takes. */
import type { ChildEnd } from "../child.ts";
import type { Completion, ModelRequest } from "../provider.ts";
import type { Scene } from "./scene.ts";

/** What one run stands in. */
export interface AgentPlace {
  readonly scene: Scene;
  /** The person's home, where the agent's login is. */
  readonly home: string;
  /** Null: the agent's own login. */
  readonly key: string | null;
  /** Null: the agent's own endpoint. */
  readonly baseUrl: string | null;
}

export interface AgentRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

/** Words and programs that must not get through. */
export interface Canary {
  /** Stands in every file below; no request may hold it. */
  readonly word: string;
  /** A shell command that leaves a mark; no hook, server or tool may run it. */
  readonly mark: (name: string) => string;
}

export interface AgentKind {
  readonly title: string;
  /** What the person types to be logged in. */
  readonly login: string;
  /** Why it cannot be asked; undefined where nothing is known to be missing. */
  readonly missing: (home: string) => string | undefined;
  /** Another text for another login: what was refused may be taken with that one. Never throws. */
  readonly loginMark: (home: string) => string;
  /** May throw where its files cannot be written. */
  readonly prepare: (request: ModelRequest, place: AgentPlace) => AgentRun;
  /** An answer only where the agent itself says that it had no tools and used none. */
  readonly read: (end: ChildEnd) => Completion;
  /** Settings, instructions, hooks, servers and skills as a person or a repository has them, by path. */
  readonly canaries: (canary: Canary) => CanaryPlaces;
  /** What its model's address has behind a server's, and a model it takes: for the trial. */
  readonly wirePath: string;
  readonly trialModel: string;
  /** The name of its shell tool and the input for a command, as its model calls it. */
  readonly shell: (command: string) => { readonly tool: string; readonly input: object };
}

export interface CanaryPlaces {
  /** Under the person's home. */
  readonly home: CanaryFiles;
  /** In the repository above the folder it stands in. */
  readonly above: CanaryFiles;
  /** In that folder, which in earnest is empty. */
  readonly here: CanaryFiles;
}

export type CanaryFiles = Readonly<Record<string, string>>;
