/** Levels of places: links, secrets, what is protected, names, mounts, what can be saved. */
import { SECRET, SECRET_LEVELS } from "./levels-secrets.ts";
import type { Level } from "./world.ts";

const LINKS: readonly Level[] = [
  {
    ...{ factor: "links", name: "to secrets of home and beside the project", words: ["notes.txt", "readme.txt"] },
    make: ({ link, at }) => {
      link("notes.txt", at("~/.ssh/id_rsa"));
      link("readme.txt", "../other/.env");
    },
  },
  {
    ...{ factor: "links", name: "to a link to a secret of the project", words: ["far.txt", "hop.txt"] },
    make: ({ link, write }) => {
      write(".env", SECRET);
      link("hop.txt", ".env");
      link("far.txt", "hop.txt");
    },
  },
  {
    ...{ factor: "links", name: "called like a secret", words: ["hop.md"] },
    make: ({ link }) => {
      link(".env.local", "a.txt");
      link("hop.md", ".env.local");
    },
  },
  {
    ...{ factor: "links", name: "to a directory that keeps secrets", words: ["keys/id_rsa", "keys", "lnk/../id"] },
    make: ({ link, write, at }) => {
      write("~/.ssh/sockets/x", "x\n");
      write("~/.ssh/id", SECRET);
      write("id", "foo\n");
      link("keys", at("~/.ssh"));
      link("lnk", at("~/.ssh/sockets"));
    },
    texts: ["cd lnk && cat ../id", "cd lnk && cat id", "cd keys && cat id_rsa", "cd keys && grep foo id_rsa"],
  },
  {
    ...{ factor: "links", name: "to a directory outside", words: ["out", "out/a.txt", "out/new.txt", "out/"] },
    make: ({ link, at }) => link("out", at("~/other")),
    texts: ["echo x > out/new.txt", "echo x >> out/a.txt", "cd out && touch here.txt", "cd out && rm a.txt"],
  },
  {
    ...{ factor: "links", name: "to a file that is not there", words: ["made.txt"] },
    make: ({ link, at }) => link("made.txt", at("~/other/made.txt")),
    texts: ["echo x > made.txt"],
  },
  {
    ...{ factor: "links", name: "into what is protected", words: ["safe/pre-commit", "safe", "rc"] },
    make: ({ link, write }) => {
      write(".git/hooks/x", "x\n");
      write(".claude/settings.json", "{}\n");
      link("safe", ".git/hooks");
      link("rc", ".claude/settings.json");
    },
    texts: ["echo x > safe/pre-commit", "echo x > rc"],
  },
  {
    ...{ factor: "links", name: "of home into the project", words: ["shell/rc", "shell/new", "shell"] },
    make: ({ link, write, at }) => {
      write("shell/rc", "x\n");
      link("~/.bashrc", at("shell/rc"));
    },
    texts: ["echo x > shell/rc"],
  },
  {
    ...{ factor: "links", name: "of a directory that is searched", words: ["docs", "."] },
    make: ({ link, write, at }) => {
      write("~/else/.env", SECRET);
      link("docs/more", at("~/else"));
    },
    texts: ["grep -R foo docs", "grep -rR foo docs", "grep --dereference-recursive foo docs", "rg -L foo docs"],
  },
  {
    ...{ factor: "links", name: "of a directory that is entered", words: ["sub/notes.txt"] },
    make: ({ link, write }) => {
      write(".env", SECRET);
      write("notes.txt", "foo\n");
      write("other.txt", "foo\n");
      write("sub/other.txt", "foo\n");
      link("sub/notes.txt", "../.env");
      link("more.txt", ".env");
      write("sub/more.txt", "foo\n");
    },
    texts: [
      ...[
        "cd sub && grep -q nope other.txt || cat notes.txt",
        "cd sub && ls; cat notes.txt",
        "cd sub && cat more.txt; cat more.txt",
      ],
      ...[
        "ls && cd sub && cat notes.txt",
        "cd sub && cat notes.txt",
        "cd sub; cat notes.txt",
        "cd none; cat more.txt",
        "cd none && ls; cat more.txt",
      ],
      ...[
        "cd sub && cd .. && cat more.txt",
        "pwd; cd sub; cat notes.txt",
        "cd sub && pwd\ncat notes.txt",
        "cd sub || cat more.txt",
      ],
    ],
  },
  {
    ...{ factor: "second names", name: "of a secret", words: ["hard.txt"] },
    make: ({ hardLink }) => hardLink("hard.txt", "~/.ssh/id_rsa"),
  },
  {
    ...{ factor: "second names", name: "of a file outside", words: ["twice.txt"] },
    make: ({ hardLink }) => hardLink("twice.txt", "~/.profile"),
    texts: ["echo x > twice.txt", "echo x >> twice.txt", "sed -i p twice.txt", "cp a.txt twice.txt"],
  },
];

const PROTECTED: readonly Level[] = [
  {
    ...{
      factor: "protected",
      name: "of git",
      words: [".git/config", ".git/hooks/pre-commit", ".git", ".GIT/config", ".gitmodules"],
    },
    texts: [
      "echo x > .git/hooks/pre-commit",
      "echo x >> .git/config",
      "echo x > .gitattributes",
      "cp run.sh .git/hooks/pre-push",
    ],
  },
  {
    ...{ factor: "protected", name: "of agents and editors" },
    words: [
      ".claude/settings.json",
      ".claude",
      ".vscode/tasks.json",
      ".mcp.json",
      ".husky/pre-commit",
      ".envrc",
      ".npmrc",
    ],
    make: ({ write }) => {
      for (const name of [".claude/settings.json", ".vscode/tasks.json", ".mcp.json", ".husky/pre-commit", ".npmrc"])
        write(name, "{}\n");
    },
    texts: ["echo x > .claude/settings.json", "mv .claude gone", "rm -r .vscode", "mkdir -p .cursor/x"],
  },
  {
    ...{ factor: "protected", name: "further down" },
    words: [
      "packages/lib/.git/hooks/pre-commit",
      "packages/lib/.claude/settings.json",
      "packages",
      "packages/lib/.git/config",
    ],
    make: ({ write }) => {
      write("packages/lib/.git/hooks/x", "x\n");
      write("packages/lib/.claude/settings.json", "{}\n");
    },
    texts: [
      "echo x > packages/lib/.git/hooks/pre-commit",
      "echo x > packages/lib/.claude/settings.json",
      "rm -r packages",
    ],
  },
  {
    ...{ factor: "places", name: "outside the project" },
    words: [
      "~/other/a.txt",
      "../app-prod/new.txt",
      "../app-prod",
      "../new.txt",
      "~/.bashrc",
      "/etc/hosts",
      "/tmp/made.txt",
      "~",
    ],
    make: ({ write }) => write("~/code/app-prod/config.txt", "x\n"),
    texts: [
      "echo x > ../app-prod/new.txt",
      "echo x > ~/other/a.txt",
      "cp a.txt ..",
      "mv draft.txt ../app-prod",
      "rm -r ../app-prod",
    ],
  },
];

const NAMES: readonly Level[] = [
  {
    ...{ factor: "names", name: "that programs take for options", words: ["*", "./*"] },
    make: ({ write }) => {
      for (const name of ["-ob.txt", "-f.env", "--files0-from=.env", "--output=b.txt"]) write(name, "x\n");
    },
    texts: ["sort *", "sort *.txt", "cat *", "cd src && sort ../*", "grep foo *", "uniq *"],
  },
  {
    ...{
      factor: "names",
      name: "that shells and git read otherwise",
      words: ["HEAD~1", "main", "HEAD", ".env*", "[.]env"],
    },
    make: ({ write }) => {
      for (const name of ["HEAD~1", "main", "HEAD", ".env"]) write(name, "x\n");
    },
    texts: ["cat [.]env", "cat .en[v]", "cat .en?", "cat .e*"],
  },
];

const OTHERS: readonly Level[] = [
  {
    ...{ factor: "mounts", name: "from elsewhere", mounts: { share: "nfs4", "my share": "fuse.sshfs" } },
    make: ({ write, link }) => {
      write("share/a.txt", "foo\n");
      write("my share/a.txt", "foo\n");
      link("near.txt", "share/a.txt");
    },
    words: ["share/a.txt", "share", "near.txt", "my share/a.txt", "my share", "."],
    texts: ["cd share && ls", "cat 'my share/a.txt'", "cd share && git status"],
  },
  { factor: "places", name: "of a server", words: ["//server/share", "//server/share/a.txt"] },
  {
    ...{ factor: "saving", name: "fails", unsaved: true },
    words: ["draft.txt", "a.txt", "d"],
    make: ({ write }) => {
      write("d/README.md", "only here\n");
      write("d/b.ts", "only here\n");
    },
    texts: [
      ...["rm draft.txt", "echo x > draft.txt", "cp README.md draft.txt", "mv README.md draft.txt", "mv README.md d"],
      ...["cp README.md d", "cp README.md src/b.ts d", "rm -r d", "sed -i p draft.txt", "echo x > a.txt", "rm a.txt"],
    ],
  },
  {
    ...{
      factor: "saving",
      name: "fails, and the index says that nothing changed",
      unsaved: true,
      words: ["README.md", "src/b.ts"],
    },
    make: ({ write, git }) => {
      git("update-index", "--assume-unchanged", "README.md");
      write("README.md", "# FOO\n");
      write("src/b.ts", "FOO\n");
    },
    texts: ["rm README.md", "echo x > README.md", "rm src/b.ts", "echo x > src/b.ts"],
  },
  {
    ...{ factor: "places", name: "of the gate", words: ["~/state/gate/x", "~/state", "~/state/gate"] },
    make: ({ write }) => write("~/state/gate/x", "foo\n"),
    call: ({ at }) => ({ gatePlaces: [at("~/state/gate")] }),
  },
];

export const PLACE_LEVELS: readonly Level[] = [...LINKS, ...SECRET_LEVELS, ...PROTECTED, ...NAMES, ...OTHERS];
