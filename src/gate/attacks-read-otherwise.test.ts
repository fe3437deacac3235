/** Where git, and whoever shows a file, reads it otherwise than by its bytes as text: conversions, ignore files, widths of signs, damage. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

const settings = { mode: "auto" as const, contain: { enabled: false } };

function prepare(script: string): void {
  const setUp = `set -e; rm -rf "$ROOT"; mkdir -p "$ROOT"; cd "$ROOT"; git init -q -b main; echo a > README.md
    key() { printf -- '-----BEGIN OPENSSH PRIVATE KEY-----\\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU=\\n-----END OPENSSH PRIVATE KEY-----\\n'; }
    done_() { git add -f .; git commit -qm one; }
    ${script}`;
  const git = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const who = { GIT_AUTHOR_NAME: "n", GIT_AUTHOR_EMAIL: "n@example.org" };
  const committer = { GIT_COMMITTER_NAME: "n", GIT_COMMITTER_EMAIL: "n@example.org" };
  const env = { PATH: process.env.PATH ?? "", HOME: here.home, ROOT: here.root, ...git, ...who, ...committer };
  execFileSync("bash", ["-c", setUp], { env, stdio: "pipe" });
}

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
