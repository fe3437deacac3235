/** Where git, and whoever shows a file, reads it otherwise than by its bytes as text: conversions, ignore files, widths of signs, damage. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runGitScript } from "../testing/git-script.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

const settings = { mode: "auto" as const, contain: { enabled: false } };

const KEY =
  "-----BEGIN OPENSSH PRIVATE KEY-----\\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU=\\n-----END OPENSSH PRIVATE KEY-----\\n";

const prepare = (script: string): void =>
  runGitScript(here, `key() { printf -- '${KEY}'; }; done_() { git add -f .; git commit -qm one; }; ${script}`);

const decide = async (command: string) => (await here.gate({ settings }).check(bash(command))).behavior;

describe("git diff of a secret that git converts", () => {
  const LATER = "touch -d '2030-01-01' .env";
  test.each([
    `echo S=hunter2 > .env; done_; echo '.env working-tree-encoding=UTF-16LE' > .gitattributes; ${LATER}`,
    `printf 'S=hunter2\\r\\n' > .env; done_; echo '.env text eol=lf' > .gitattributes; ${LATER}`,
    `echo 'S=hunter2 $Id: x $' > .env; done_; echo '.env ident' > .gitattributes; ${LATER}`,
    `echo S=hunter2 > .env; done_; echo '.env working-tree-encoding=UTF-16LE' > .git/info/attributes; ${LATER}`,
    `echo S=hunter2 > .env; done_; echo '.env text' > ../at; git config core.attributesFile ../at; ${LATER}`,
    `echo S=hunter2 > .env; done_; git config core.autocrlf true; ${LATER}`,
    `echo '.env text' > .gitattributes; echo S=hunter2 > .env; done_; rm .gitattributes; ${LATER}`,
    `printf 'S=hunter2\\r\\n' > .env; touch -d 2020-01-01 .env; done_; echo '.env text' > .gitattributes; touch -d 2020-01-01 .env`,
    `mkdir q; echo S=hunter2 > q/.env; done_; echo '.env text' > q/.gitattributes; touch -d '2030-01-01' q/.env`,
  ])("%s", async (script) => {
    prepare(script);
    expect(await decide("git diff")).not.toBe("allow");
  });

  test.each([
    `echo S=hunter2 > .env; done_; ${LATER}`,
    "echo '* text=auto' > .gitattributes; echo S=hunter2 > .env; touch -d '2020-01-01' .env; done_; echo b >> README.md",
  ])("as before: %s", async (script) => {
    prepare(script);
    expect(await decide("git diff")).toBe("allow");
  });
});

describe("git add of what only seems ignored", () => {
  test.each([
    "echo .env > ign; ln -s ign .gitignore; done_; echo S=hunter2 > .env",
    "echo '.[[:alpha:]nv' > .gitignore; done_; echo S=hunter2 > .env",
    "echo '.e[[:foo:]n]v' > .gitignore; done_; echo S=hunter2 > .env",
    "printf '.env\\n![[:foo:]]\\n' > .gitignore; done_; echo S=hunter2 > .env",
  ])("%s", async (script) => {
    prepare(script);
    expect(await decide("git add -A")).not.toBe("allow");
  });

  test.each([
    "echo .env > .gitignore; done_; echo S=hunter2 > .env",
    "echo '.[[:alpha:]]nv' > .gitignore; done_; echo S=hunter2 > .env",
    "echo '.[a-z]nv' > .gitignore; done_; echo S=hunter2 > .env",
  ])("as before: %s", async (script) => {
    prepare(script);
    expect(await decide("git add -A")).toBe("allow");
  });
});

describe("private keys", () => {
  const KEYS =
    "mkdir k gq; key | iconv -t UTF-16 > k/deploy16; key | iconv -t UTF-16LE > k/server.pem; key | iconv -t UTF-32 > k/dep32; key > gq/$'\\xff.pem'; mkdir df; echo z > df/$'\\xff.pem'";
  test.each(["cat k/deploy16", "cat k/server.pem", "cat k/dep32", 'grep -r "" gq', "diff gq df"])(
    "%s",
    async (command) => {
      prepare(KEYS);
      expect(await decide(command)).not.toBe("allow");
    },
  );

  test("of another commit, in UTF-16", async () => {
    prepare(`${KEYS}; done_; git rm -qf k/server.pem; git commit -qm two`);
    expect(await decide("git show HEAD")).not.toBe("allow");
    expect(await decide("git show HEAD~1:k/server.pem")).not.toBe("allow");
  });

  test("Read of one in UTF-16", async () => {
    prepare(KEYS);
    const read = call("Read", { file_path: `${here.root}/k/server.pem` });
    expect((await here.gate({ settings }).check(read)).behavior).not.toBe("allow");
  });
});

describe("what git has only by its name", () => {
  const OBJECT = 'o=$(git rev-parse HEAD:a); f=".git/objects/${o:0:2}/${o:2}"; chmod u+w "$f"';
  test.each([
    ["emptied", `: > "$f"`],
    ["garbled", `echo x > "$f"`],
    ["cut off", `truncate -s 5 "$f"`],
  ])("rm of a file whose object is %s", async (_, damage) => {
    prepare(`echo work > a; done_; ${OBJECT}; ${damage}`);
    expect((await here.gate({ settings, restore: null }).check(bash("rm a"))).behavior).not.toBe("allow");
  });

  test("as before: whole", async () => {
    prepare("echo work > a; done_");
    expect((await here.gate({ settings, restore: null }).check(bash("rm a"))).behavior).toBe("allow");
  });
});

describe("history in forms of which git takes another part", () => {
  const TWO = "echo S=hunter2 > .env; done_; echo b > b; done_; old=$(git rev-parse HEAD~1); new=$(git rev-parse HEAD)";
  const WHO = "n <n@example.org> 1700000000 +0000";
  const raw = (head: string) =>
    `${TWO}; t=$(git rev-parse HEAD^{tree}); c=$(printf '${head}\n\nx\n' | sed "s/TREE/$t/;s/OLD/$old/" | git hash-object -t commit -w --literally --stdin); git update-ref refs/heads/x "$c"`;
  test.each([
    ["a parent behind the author", raw(`tree TREE\nauthor ${WHO}\nparent OLD\ncommitter ${WHO}`)],
    ["a parent behind the committer", raw(`tree TREE\nauthor ${WHO}\ncommitter ${WHO}\nparent OLD`)],
    [
      "one ref twice",
      `${TWO}; printf '# pack-refs with: peeled fully-peeled sorted \n%s refs/heads/x\n%s refs/heads/x\n' "$new" "$old" > .git/packed-refs`,
    ],
    [
      "one name twice in a tree",
      `${TWO}; e1=$(echo other | git hash-object -w --stdin); e2=$(git rev-parse HEAD:.env)
       p=$(printf '100644 blob %s\\t.env\\n100644 blob %s\\t.env\\n' "$e1" "$e2" | git mktree)
       pc=$(git commit-tree -m p "$p"); t=$(git rev-parse HEAD^{tree}); git update-ref refs/heads/x "$(git commit-tree -p "$pc" -m c "$t")"`,
    ],
  ])("%s", async (_, script) => {
    prepare(script);
    expect(await decide("git show x")).not.toBe("allow");
  });
});
