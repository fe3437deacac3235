/** Whether walls stand on this machine. Read from what the last self-test left; never runs anything. */

export type Standing =
  | { readonly stand: true /** The program that makes them, absolute. */; readonly tool: string }
  | { readonly stand: false; readonly why: string /** What a person can do about it. */; readonly mend: string };
