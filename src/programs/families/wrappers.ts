/** Programs that only run the command behind them. The reader takes them off; where it cannot, their use is not known. */
import { act, type Effect } from "../../contract/effect.ts";
import { shows } from "../disk-makers.ts";
import type { ProgramFamily, ProgramSpec } from "../spec.ts";

const wrapper = (names: string, entry: Omit<ProgramSpec, "names">): ProgramSpec => ({
  names,
  unread: true,
  launcher: true,
  ...entry,
});

const PRIVILEGE: readonly Effect[] = [act("privilege.as-other")];

export const wrappers: ProgramFamily = () => [
  wrapper("timeout gtimeout", {
    wrapper: { own: 1, plain: true },
    flags: "-v --verbose --foreground --preserve-status -f -p",
    values: { text: "-s --signal -k --kill-after" },
    safe: ["timeout -k 1 5 ls", "/usr/bin/timeout 5 ls"],
    unsafe: [["timeout 5 rm a", ["file.delete"]]],
  }),
  wrapper("nice gnice", {
    wrapper: { plain: true, alone: [] },
    values: { text: "-n --adjustment" },
    digits: true,
    safe: ["nice", "nice -n 5 ls", "nice -5 ls"],
    unsafe: [["nice rm a", ["file.delete"]]],
  }),
  wrapper("ionice", {
    wrapper: {},
    flags: "-t --ignore",
    values: { text: "-c --class -n --classdata" },
    safe: ["ionice -c3 ls"],
    unsafe: [["ionice -p 1", ["run.unknown-program", "unknown.use", "unknown.use"]]],
  }),
  wrapper("nohup", {
    wrapper: { plain: true, output: "nohup.out" },
    safe: ["nohup ls > /dev/null"],
    unsafe: [["nohup ls", ["file.look", "file.append"]]],
  }),
  wrapper("setsid", {
    wrapper: {},
    flags: "-c --ctty -f --fork -w --wait",
    safe: ["setsid -w ls"],
    unsafe: [["setsid rm a", ["file.delete"]]],
  }),
  wrapper("time gtime", {
    wrapper: { plain: true },
    flags: "-p -v --verbose --portability -l",
    values: { text: "-f --format" },
    safe: ["time -p ls", "gtime -f %e ls"],
    unsafe: [["gtime -o a ls", ["run.unknown-program", "unknown.use", "unknown.use"]]],
  }),
  wrapper("stdbuf gstdbuf", {
    wrapper: { plain: true },
    values: { text: "-i --input -o --output -e --error" },
    safe: ["stdbuf -oL cat a"],
    unsafe: [["stdbuf -o0 rm a", ["file.delete"]]],
  }),
  wrapper("unbuffer", {
    wrapper: {},
    flags: "-p",
    safe: ["unbuffer ls"],
    unsafe: [["unbuffer rm a", ["file.delete"]]],
  }),
  wrapper("caffeinate", {
    wrapper: { alone: [] },
    flags: "-d -i -m -s -u",
    values: { text: "-t -w" },
    safe: ["caffeinate -t 5 ls"],
    unsafe: [["caffeinate rm a", ["file.delete"]]],
  }),
  wrapper("command", {
    wrapper: { builtin: true, plain: true, alone: [] },
    flags: "-p",
    safe: ["command ls", "command -v ls"],
    unsafe: [["command rm a", ["file.delete"]]],
  }),
  wrapper("builtin", {
    wrapper: { builtin: true, alone: [] },
    safe: ["builtin echo a"],
    unsafe: [["builtin eval 'rm a'", ["file.delete"]]],
  }),
  wrapper("exec", {
    wrapper: { builtin: true, alone: [] },
    // -a gives the program another name, and many do something else by another name (git-push, busybox).
    flags: "-c -l",
    starts: true,
    safe: ["exec ls"],
    unsafe: [
      ["exec rm a", ["file.delete"]],
      ["exec -a git-push git", ["run.unknown-program", "unknown.use", "unknown.use"]],
    ],
  }),
  wrapper("env genv", {
    wrapper: { assignments: true, plain: true, alone: [shows("secret.environment")] },
    // -S splits one string into words, which is not followed.
    flags: "-i --ignore-environment -0 --null -v --debug -",
    values: { text: "-u --unset", cwd: "-C --chdir" },
    starts: true,
    safe: ["env -i ls", "env -u A -C src ls"],
    unsafe: [
      ["env", ["secret.environment"]],
      ["env -S 'rm a'", ["run.unknown-program", "unknown.use", "unknown.use"]],
      ["env A=1 rm a", ["variable.set", "file.delete"]],
    ],
  }),
  wrapper("sudo doas", {
    wrapper: { assignments: true, effects: PRIVILEGE },
    flags: "-n -S -E -H -k -b -B -A --non-interactive --stdin --preserve-env --set-home --background",
    values: { text: "-u --user -g --group -p --prompt -C -U -T -r -t", cwd: "-D --chdir" },
    starts: true,
    unsafe: [
      ["sudo ls", ["privilege.as-other", "file.look"]],
      ["sudo -u x A=1 rm a", ["privilege.as-other", "variable.set", "file.delete"]],
      ["sudo -i", ["privilege.as-other", "run.unknown-program", "unknown.use", "unknown.use"]],
    ],
  }),
  wrapper("xargs gxargs", {
    wrapper: { more: true, alone: [] },
    flags: "-0 --null -t --verbose -r --no-run-if-empty -x --exit -o --open-tty",
    values: {
      text: "-n --max-args -P --max-procs -d --delimiter -L -s --max-chars -I -J -E -R -S",
      read: "-a --arg-file",
    },
    safe: ["xargs echo", "xargs -a list echo"],
    unsafe: [
      ["ls | xargs rm", ["file.look", "file.delete", "unknown.use"]],
      ["ls | xargs -I{} cp {} /tmp", ["file.look", "file.read", "file.copy", "file.copy", "unknown.use"]],
      // -P0 is no -0: names are taken apart at spaces, and may be options.
      ["find . -print0 | xargs -P0 sort", ["file.look", "file.read", "unknown.use"]],
    ],
  }),
];
