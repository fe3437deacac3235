/** The last sentence of a held call's reason: the person's own command with which such calls are settled for good. */
const OPENING = "To settle it for good: ";
const SENTENCE = /\s*To settle it for good: (sallyport .*?)\.?$/s;

/** `command`: behind the program's name. */
export const settleBy = (command: string): string => `${OPENING}sallyport ${command}.`;

/** The command in a reason, and the reason without it; the command is null where there is none. */
export function splitSettling(reason: string): { readonly command: string | null; readonly rest: string } {
  const command = SENTENCE.exec(reason)?.[1] ?? null;
  return { command, rest: command === null ? reason : reason.replace(SENTENCE, "") };
}
