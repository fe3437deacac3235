/** The world's factors, and the levels in which calls are proven as anywhere; the others stand in files of their own. */
import { GIT_LEVELS } from "./levels-git.ts";
import { PLACE_LEVELS } from "./levels-places.ts";
import { PROCESS_LEVELS } from "./levels-process.ts";
import type { Level } from "./world.ts";

const PLAIN: readonly Level[] = [
  { factor: "where", name: "a plain directory", base: "none" },
  { factor: "where", name: "a repository", base: "clean" },
  { factor: "where", name: "a repository with changes", base: "changed" },
  { factor: "where", name: "below its top", base: "changed", cwd: "src" },
  {
    factor: "where",
    name: "a linked work tree",
    base: "none",
    make: ({ write, git, at }) => {
      write("~/code/main/x.txt", "x\n");
      git("-C", at("~/code/main"), "init", "-q", "-b", "main", "--template=");
      git("-C", at("~/code/main"), "config", "core.checkStat", "minimal");
      git("-C", at("~/code/main"), "add", "-A");
      git("-C", at("~/code/main"), "commit", "-q", "-m", "x");
      git("-C", at("~/code/main"), "worktree", "add", "-q", at("~/code/linked"));
      write("~/code/linked/a.txt", "foo,bar\nbaz\n");
    },
    cwd: "~/code/linked",
    root: "~/code/linked",
  },
  {
    factor: "links",
    name: "links within the project",
    base: "changed",
    make: ({ link }) => {
      link("alias.txt", "README.md");
      link("inner", "src");
    },
    words: ["alias.txt", "inner/b.ts", "inner"],
  },
  {
    factor: "names",
    name: "of other letters and with blanks",
    base: "changed",
    make: ({ write }) => {
      write("ü.txt", "foo\n");
      write("my file.txt", "foo\n");
      write("src/a=b.txt", "foo\n");
    },
    words: ["ü.txt", "my file.txt", "src/a=b.txt"],
  },
  {
    factor: "program",
    name: "busybox",
    base: "changed",
    make: ({ link }) => {
      for (const name of BOXED) link(`~/../box/${name}`, "/usr/bin/busybox");
    },
    path: ({ at }) => [at("~/../box"), "/usr/bin", "/bin"],
  },
  {
    factor: "program",
    name: "in a directory of the person's own",
    base: "changed",
    make: ({ link }) => {
      for (const name of BOXED) link(`~/tools/${name}`, `/usr/bin/${name}`);
    },
    path: ({ at }) => [at("~/tools"), "/usr/bin", "/bin"],
  },
  {
    factor: "git's settings",
    name: "harmless",
    of: "git",
    base: "changed",
    make: ({ git }) => {
      for (const [key, value] of [
        ["core.autocrlf", "input"],
        ["core.pager", "less"],
        ["diff.algorithm", "histogram"],
        ["log.date", "iso"],
        ["branch.main.merge", "refs/heads/main"],
        ["alias.st", "status"],
      ] as const)
        if (key !== "core.pager") git("config", key, value);
    },
  },
  {
    factor: "the person's settings",
    name: "programs of the person's own",
    of: "git",
    base: "changed",
    make: ({ write, plant, home }) => {
      const own = plant("~/own/program");
      write(
        "~/.gitconfig",
        `[user]\n\tname = u\n\temail = u@example.org\n[core]\n\tfsmonitor = ${own}\n\thooksPath = ${home}/own/hooks\n`,
      );
      plant("~/own/hooks/pre-commit");
      plant("~/own/hooks/post-index-change");
    },
  },
  { factor: "variables", name: "harmless ones", base: "changed", env: () => ({ EDITOR: "ed", LESS: "-R", CI: "1" }) },
  {
    factor: "session",
    name: "wrote files of the project",
    base: "changed",
    call: ({ at }) => ({ written: new Set([at("draft.txt")]) }),
  },
  {
    factor: "session",
    name: "has a second directory",
    base: "changed",
    call: ({ at }) => ({ additional: [at("~/other")] }),
    words: ["~/other/a.txt"],
  },
];

/** Of these there is an applet and a program. */
const BOXED =
  "cat head tail wc sort uniq cut tr nl sed ls stat du which id hostname ps pgrep grep find mkdir touch rm mv cp chmod".split(
    " ",
  );

export const PLAIN_LEVELS: readonly Level[] = PLAIN.map((level) => ({ ...level, plain: true }));
/** The others: one of them in a world, and everything else as it is anywhere. */
export const ODD_LEVELS: readonly Level[] = [...PLACE_LEVELS, ...GIT_LEVELS, ...PROCESS_LEVELS];
