/** Programs that only run the command behind them. The reader takes them off; where it cannot, their use is not known. */
import { act, type Effect } from "../contract/effect.ts";
import { texts } from "./makers.ts";
import type { ProgramFamily, ProgramSpec, WrapperSpec } from "./spec.ts";

type Options = Pick<ProgramSpec, "flags" | "values" | "digits" | "starts" | "examples">;

const wrapper = (names: string, facet: WrapperSpec, options: Options): ProgramSpec => ({
  names: names.split(" "),
  unread: true,
  launcher: true,
  wrapper: facet,
  ...options,
});

const PRIVILEGE: readonly Effect[] = [act("privilege.as-other")];

export const wrappers: ProgramFamily = () => [
  wrapper(
    "timeout gtimeout",
    { own: 1, plain: true },
    {
      flags: "-v --verbose --foreground --preserve-status -f -p",
      values: texts("-s --signal -k --kill-after"),
      examples: { safe: ["timeout -k 1 5 ls", "/usr/bin/timeout 5 ls"], unsafe: [["timeout 5 rm a", ["file.delete"]]] },
    },
  ),
  wrapper(
    "nice gnice",
    { plain: true, alone: [] },
    {
      values: texts("-n --adjustment"),
      digits: true,
      examples: { safe: ["nice", "nice -n 5 ls", "nice -5 ls"], unsafe: [["nice rm a", ["file.delete"]]] },
    },
  ),
  wrapper(
    "ionice",
    {},
    {
      flags: "-t --ignore",
      values: texts("-c --class -n --classdata"),
      examples: {
        safe: ["ionice -c3 ls"],
        unsafe: [["ionice -p 1", ["run.unknown-program", "unknown.use", "unknown.use"]]],
      },
    },
  ),
  wrapper(
    "nohup",
    { plain: true, output: "nohup.out" },
    { examples: { safe: ["nohup ls > /dev/null"], unsafe: [["nohup ls", ["file.look", "file.append"]]] } },
  ),
  wrapper(
    "setsid",
    {},
    {
      flags: "-c --ctty -f --fork -w --wait",
      examples: { safe: ["setsid -w ls"], unsafe: [["setsid rm a", ["file.delete"]]] },
    },
  ),
  wrapper(
    "time gtime",
    { plain: true },
    {
      flags: "-p -v --verbose --portability -l",
      values: texts("-f --format"),
      examples: {
        safe: ["time -p ls", "gtime -f %e ls"],
        unsafe: [["gtime -o a ls", ["run.unknown-program", "unknown.use", "unknown.use"]]],
      },
    },
  ),
  wrapper(
    "stdbuf gstdbuf",
    { plain: true },
    {
      values: texts("-i --input -o --output -e --error"),
      examples: { safe: ["stdbuf -oL cat a"], unsafe: [["stdbuf -o0 rm a", ["file.delete"]]] },
    },
  ),
  wrapper(
    "unbuffer",
    {},
    { flags: "-p", examples: { safe: ["unbuffer ls"], unsafe: [["unbuffer rm a", ["file.delete"]]] } },
  ),
  wrapper(
    "caffeinate",
    { alone: [] },
    {
      flags: "-d -i -m -s -u",
      values: texts("-t -w"),
      examples: { safe: ["caffeinate -t 5 ls"], unsafe: [["caffeinate rm a", ["file.delete"]]] },
    },
  ),
  wrapper(
    "command",
    { builtin: true, plain: true, alone: [] },
    { flags: "-p", examples: { safe: ["command ls", "command -v ls"], unsafe: [["command rm a", ["file.delete"]]] } },
  ),
  wrapper(
    "builtin",
    { builtin: true, alone: [] },
    { examples: { safe: ["builtin echo a"], unsafe: [["builtin eval 'rm a'", ["file.delete"]]] } },
  ),
  wrapper(
    "exec",
    { builtin: true, alone: [] },
    {
      flags: "-c -l",
      values: texts("-a"),
      starts: true,
      examples: { safe: ["exec -a x ls"], unsafe: [["exec rm a", ["file.delete"]]] },
    },
  ),
  wrapper(
    "env genv",
    { assignments: true, plain: true, alone: [{ do: "secret", act: "secret.environment" }] },
    {
      // -S splits one string into words, which is not followed.
      flags: "-i --ignore-environment -0 --null -v --debug -",
      values: { ...texts("-u --unset"), "-C": "cwd", "--chdir": "cwd" },
      starts: true,
      examples: {
        safe: ["env -i ls", "env -u A -C src ls"],
        unsafe: [
          ["env", ["secret.environment"]],
          ["env -S 'rm a'", ["run.unknown-program", "unknown.use", "unknown.use"]],
          ["env A=1 rm a", ["variable.set", "file.delete"]],
        ],
      },
    },
  ),
  wrapper(
    "sudo doas",
    { assignments: true, effects: PRIVILEGE },
    {
      flags: "-n -S -E -H -k -b -B -A --non-interactive --stdin --preserve-env --set-home --background",
      values: { ...texts("-u --user -g --group -p --prompt -C -U -T -r -t"), "-D": "cwd", "--chdir": "cwd" },
      starts: true,
      examples: {
        safe: [],
        unsafe: [
          ["sudo ls", ["privilege.as-other", "file.look"]],
          ["sudo -u x A=1 rm a", ["privilege.as-other", "variable.set", "file.delete"]],
          ["sudo -i", ["privilege.as-other", "run.unknown-program", "unknown.use", "unknown.use"]],
        ],
      },
    },
  ),
  wrapper(
    "xargs gxargs",
    { more: true, alone: [] },
    {
      flags: "-0 --null -t --verbose -r --no-run-if-empty -x --exit -o --open-tty",
      values: {
        ...texts("-n --max-args -P --max-procs -d --delimiter -L -s --max-chars -I -J -E -R -S"),
        "-a": "read",
        "--arg-file": "read",
      },
      examples: {
        safe: ["xargs echo", "xargs -a list echo"],
        unsafe: [
          ["ls | xargs rm", ["file.look", "file.delete", "unknown.use"]],
          ["ls | xargs -I{} cp {} /tmp", ["file.look", "file.read", "file.copy", "file.copy", "unknown.use"]],
          // -P0 is no -0: names are taken apart at spaces, and may be options.
          ["find . -print0 | xargs -P0 sort", ["file.look", "file.read", "unknown.use"]],
        ],
      },
    },
  ),
];
