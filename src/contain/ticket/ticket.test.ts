/** A command from a ticket, inside real walls, is the command: status, output, directory, input; and only once. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BWRAP, SHELLS, type Stage, stage } from "./testing.ts";

let s: Stage;
beforeEach(() => {
  s = stage();
});
afterEach(() => s.remove());

describe.skipIf(BWRAP === undefined)("a command from a ticket", () => {
  const ROWS: readonly (readonly [string, string])[] = [
    ["plain", "echo hello"],
    ["status", "echo a; exit 3"],
    ["both outputs", "echo out; echo err >&2; echo out2"],
    ["a heredoc", "cat <<E\na $((1+1))\nE\necho end"],
    ["a quoted heredoc", "cat <<'E'\n$x `y`\nE\n"],
    ["an open heredoc", "cat <<E\nbody\n\n"],
    ["a backslash at the end", "echo a\\"],
    ["a continued line at the end", "echo a\\\n"],
    ["quotes", `echo 'it'"'"'s' "two \\" three" '''' \\'`],
    ["a comment only", "# nothing"],
    ["nothing", ""],
    ["odd bytes", "printf '%s' '\u0001\u0007\u001b[31mé\u{1f600}\u00a0\r'"],
    ["arguments of the shell", 'echo "$#:$*:$1"'],
    ["return outside a function", "return 4; echo after"],
    ["an exit trap", "trap 'echo bye $?' EXIT; false"],
    ["errexit", "set -e; false; echo no"],
    ["a killed shell", "kill -9 $$"],
    ["a signal", "sh -c 'kill -TERM $$'; echo $?"],
    ["last status", "(exit 42)"],
    ["not found", "no_such_program_here 2>/dev/null"],
    ["input", "read a; echo got:$a; cat"],
    ["descriptor seven is the command's", "exec 7>seven; echo x >&7; cat seven"],
    ["variables of ours", "set | grep -i ^sallyport"],
    ["a pipe and a list", "printf 'b\\na\\n' | sort && false || echo c"],
  ];
  describe.each(SHELLS)("in $title", ({ shell, there }) => {
    test.skipIf(!there).each(ROWS)("%s: as without walls", (_, command) => {
      const input = "line one\nline two";
      // As a host does it: the command is one text that the shell evaluates, with the input it was given.
      const bare = s.host(command, { shell, input, around: 'unset HOSTLINE; eval "$LINE"' });
      const walled = s.run(command, { shell, input, around: 'eval "$LINE"' });
      expect(walled.stdout).toBe(bare.stdout);
      expect(walled.status ?? 128 + 9).toBe(bare.status ?? 128 + 9);
      expect(withoutOurs(walled.stderr)).toBe(bare.stderr);
      expect(walled.result).toMatchObject({
        exit: bare.status ?? 128 + 9,
        ran: true,
        clean: true,
        swept: [],
        signal: null,
      });
    });
  });
});

const withoutOurs = (text: string): string => text.replace(/^sallyport: ran without .*\n/m, "");
