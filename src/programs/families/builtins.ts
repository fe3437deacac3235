/** The programs behind names that a shell usually answers itself: what `xargs echo` or `/bin/test` would run. */
import { looks, opening, understood } from "../disk-makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";

const FILE_TEST = /^-[abcdefghkprsuwxGLNOS]$/;
const COMPARES_FILES = /^-(?:nt|ot|ef)$/;

/** Words behind a file test, and those around a comparison of files, are looked at; the program has no other effect. */
function readTest(use: Use): ReadAnswer {
  const at = (index: number): string => (use.operands[index] === undefined ? "" : opening(use.operands[index]));
  const looked = use.operands.filter(
    (_, index) =>
      FILE_TEST.test(at(index - 1)) || COMPARES_FILES.test(at(index - 1)) || COMPARES_FILES.test(at(index + 1)),
  );
  return understood(looked.map((word) => looks(use.target(word))));
}

export const builtins: ProgramFamily = () => [
  {
    names: "eval source .",
    unread: true,
    launcher: true,
    safe: ["eval ls"],
    unsafe: [
      ["eval 'rm a'", ["file.delete"]],
      ["source a.sh", ["run.script", "unknown.use"]],
    ],
  },
  {
    names: "echo printf true false :",
    style: "words",
    operands: "text",
    safe: ["/bin/echo a b", "xargs echo", "true", "printf '%s\\n' a"],
    unsafe: [
      ["/bin/echo a > b", ["file.write"]],
      ["echo $(rm a)", ["file.delete"]],
      ["echo $GITHUB_TOKEN", ["secret.variable"]],
    ],
  },
  {
    names: "test [",
    style: "words",
    read: readTest,
    safe: ["/usr/bin/test -f a", "find . -exec test -s {} \\;"],
    unsafe: [["/usr/bin/test -f a > b", ["file.look", "file.write"]]],
  },
  {
    names: "pwd",
    flags: "-L -P --logical --physical --help --version",
    operands: { max: 0 },
    safe: ["/bin/pwd -P"],
    unsafe: [["/bin/pwd > a", ["file.write"]]],
  },
  {
    names: "sleep usleep",
    flags: "--help --version",
    operands: "text",
    safe: ["sleep 5", "sleep 0.5s"],
    unsafe: [["sleep 1 && rm a", ["file.delete"]]],
  },
  {
    names: "which gwhich",
    // GNU's -i reads aliases from standard input and only prints them.
    flags:
      "-a -s -i --all --skip-alias --skip-functions --skip-dot --skip-tilde --show-dot --show-tilde --tty-only --help --version -v -V",
    operands: "text",
    safe: ["which node", "which -a git python"],
    unsafe: [["which node > a", ["file.write"]]],
  },
  {
    names: "whereis",
    flags: "-b -m -s -u -l -q -a -x -h -V",
    operands: "text",
    safe: ["whereis git"],
    unsafe: [["whereis git > a", ["file.write"]]],
  },
];
