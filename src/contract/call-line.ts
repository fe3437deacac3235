/** What a call is about, in its own words. */
import type { Action } from "./action.ts";

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
