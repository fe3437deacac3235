/**
 * Gemini CLI 0.61 takes a shell and its `-c` off the front of a command, and the first and last quote with them, and runs what is
 * left: of `bash -c 'echo hi' '; date; echo '` the middle is code.
 */
const WRAPPER =
  /^\s*(?:(?:(?:\S+\/)?(?:sh|bash|zsh))\s+-c|cmd\.exe\s+\/c|powershell(?:\.exe)?\s+(?:-NoProfile\s+)?-Command|pwsh(?:\.exe)?\s+(?:-NoProfile\s+)?-Command)\s+/i;
/** Between double quotes, what means the same with the quotes taken off. */
const SAME_INSIDE = /^(?:[^"\\$`]|\$(?=[A-Za-z_]))*$/;

/** The command that runs; not exact where a library takes the quotes off by rules of its own. */
export function unwrapped(command: string): { readonly command: string; readonly isExact: boolean } {
  const wrapper = WRAPPER.exec(command)?.[0];
  if (wrapper === undefined) return { command, isExact: true };
  const rest = command.slice(wrapper.length).trim();
  const isQuoted = rest.length >= 2 && /^(["'])[\s\S]*\1$/.test(rest);
  const inside = isQuoted ? rest.slice(1, -1) : rest;
  return { command: inside, isExact: !isQuoted || rest.startsWith("'") || SAME_INSIDE.test(inside) };
}
