/** What a held call is told, in its parts; its reason is the same in one text. */
export interface Told {
  /** What it does, as a sentence without its full stop; null where the reason does not say. */
  readonly does: string | null;
  readonly why: string;
  /** What would settle it for good, or that nothing does. */
  readonly settles: string;
  /** The person's own command that would; null where there is none. */
  readonly command: string | null;
}

/** The last sentence of a held call's reason: the person's own command with which such calls are settled for good. */
const OPENING = "To settle it for good: ";
const SENTENCE = /\s*To settle it for good: (sallyport .*?)\.?$/s;

/** `command`: behind the program's name. */
export const settleBy = (command: string): Pick<Told, "settles" | "command"> => ({
  settles: `${OPENING}sallyport ${command}.`,
  command: `sallyport ${command}`,
});

/** The command in a reason, and the reason without it; the command is null where there is none. */
export function splitSettling(reason: string): { readonly command: string | null; readonly rest: string } {
  const command = SENTENCE.exec(reason)?.[1] ?? null;
  return { command, rest: command === null ? reason : reason.replace(SENTENCE, "") };
}
