/** What rules, the floor and guarded places are asked about. */
import type { JsonObject } from "../contract/action.ts";
import type { SimpleCommand, WordRole } from "../contract/simple.ts";
import type { World } from "../contract/world.ts";

export interface RuleCall {
  readonly tool: string;
  /** The host's own name for it. */
  readonly calledAs?: string;
  readonly input: JsonObject;
  /** What `Tool(name)` is compared with: what the classifier is shown of the call. */
  readonly encoding: string;
  /** Of a tool's own, absolute; null: not known. */
  readonly places: readonly { readonly path: string | null; readonly role: WordRole }[];
  /** Of a tool's own; null: not known. */
  readonly hosts: readonly (string | null)[];
  /** Of a shell, as typed; "" for others. */
  readonly text: string;
  readonly commands: readonly SimpleCommand[];
  /** The core's reader took the text apart. */
  readonly whole: boolean;
  /** An opaque part, an interpreter or a program nobody knows is in it. */
  readonly opaque: boolean;
  /** Code and documents fed to programs, fields of tools nobody declared: a mention in them counts. */
  readonly codes: readonly string[];
  readonly projectRoot: string;
  /** Further directories that a relative rule means: the repository's top, its other work trees. */
  readonly roots?: readonly string[];
  readonly disk: World;
  /** Hosts of the remotes and settings of a program that names none (`git push`); null: one that is not known. */
  readonly remoteHosts?: (command: SimpleCommand) => readonly (string | null)[];
}

/**
 * `rule`: the rule's own answer; `ask`: the person is asked; `bare`: not allowed without walls, asked where there are none.
 * `met`: the place, host or words that were met, as found.
 */
export interface Meeting {
  readonly answer: "rule" | "ask" | "bare";
  readonly met: string;
}

const STRENGTH = { rule: 3, ask: 2, bare: 1 } as const;

/** The first of the strongest. */
export function strongest<T extends Pick<Meeting, "answer">>(meetings: Iterable<T | undefined>): T | undefined {
  let best: T | undefined;
  for (const one of meetings) {
    if (one !== undefined && (best === undefined || STRENGTH[one.answer] > STRENGTH[best.answer])) best = one;
    if (best?.answer === "rule") return best;
  }
  return best;
}
