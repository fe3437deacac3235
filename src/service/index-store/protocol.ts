/** What the two threads say to each other. */
import type { IndexEngine } from "./engine.ts";

export type IndexMethod = Exclude<keyof IndexEngine, "start">;

export interface ThreadData {
  readonly stateDir: string;
}

export interface IndexQuestion {
  readonly call: number;
  readonly method: IndexMethod;
  readonly args: readonly unknown[];
}

export type ThreadMessage =
  | { readonly kind: "answer"; readonly call: number; readonly value: unknown }
  | { readonly kind: "failure"; readonly call: number; readonly error: string }
  | { readonly kind: "report"; readonly sentence: string }
  | { readonly kind: "changed" };
