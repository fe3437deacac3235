/** What allow rules cover. */
import { describe, expect, test } from "vitest";
import { readSimple, sortUse } from "../core/index.ts";
import { type CoverScene, covers, type List, parseRule, type Rule, type RuleCall, unwrap } from "./index.ts";
import { HOME, ROOT, shellCall, smallDisk, toolCall } from "./testing.ts";

const rule = (text: string, list: List = "allow"): Rule => {
  const parsed = parseRule(text, list, "test");
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};
const PROVEN = new Set(["tail", "ls", "cd"]);
const scene = (more: Partial<CoverScene> = {}): CoverScene => ({
  seen: shellCall(""),
  isProven: ({ name }) => PROVEN.has(name ?? ""),
  mayWrite: (path) => path.startsWith(`${ROOT}/out`),
  runsCode: ({ name }) => /^(?:node|python3|make|npm)$/.test(name ?? ""),
  runsFresh: () => false,
  isSecret: (path) => path.includes("/.ssh/"),
  protectedPlace: (path) => (path.includes("/.vscode/") ? { name: ".vscode", matched: ".vscode" } : undefined),
  restricted: false,
  walled: false,
  ...more,
});
const covered = (rules: string | readonly string[], call: RuleCall, more: Partial<CoverScene> = {}): boolean =>
  covers(
    [rules].flat().map((text) => rule(text)),
    call,
    scene({ seen: call, ...more }),
  ) !== undefined;

describe("commands", () => {
  test.each<[string | readonly string[], string, boolean]>([
    ["Bash(make lint)", "make lint", true],
    ["Bash(make lint)", "make  lint", true],
    ["Bash(make lint)", "make lint x", false],
    ["Bash(make lint)", "MAKE lint", false],
    ["Bash(make:*)", "make lint", true],
    ["Bash(make:*)", "makex", false],
    ["Bash(make:*)", "make a && make b", true],
    ["Bash(make:*)", "make a && evil", false],
    ["Bash(make:*)", "ls && make a | tail -20", true],
    ["Bash(make:*)", "timeout 5 make a", true],
    ["Bash(make:*)", "sudo make a", false],
    ["Bash(make:*)", "CI=1 make a", true],
    ["Bash(make:*)", "EVIL=1 make a", false],
    ["Bash(make:*)", "make a > out.txt", true],
    ["Bash(make:*)", "make a > /etc/x", false],
    [["Bash(make:*)", "Edit(//etc/x)"], "make a > /etc/x", true],
    ["Bash(make:*)", "make a 2>&1", true],
    ["Bash(make:*)", "$X a", false],
    ["Bash(npm run test:*)", "npm run 'test x'", false],
    ["Bash(npm run test *)", "npm run test", true],
    ["Bash(npm run test *)", "npm run 'test x'", false],
    ["Bash(git * main)", "git push origin main", true],
    ["Bash(git * main)", "git push 'x main'", false],
    ["Bash(git * main)", "git -c core.sshCommand=x push main", false],
    ["Bash(git commit:*)", "git commit -m x", true],
    [["Bash(make:*)", "Bash(npm test)"], "make a && npm test", true],
    ["Bash", "make a", true],
    ["Bash(make a && evil)", "make a && evil", true],
  ])("%s and %s: %j", (rules, text, expected) => expect(covered(rules, shellCall(text))).toBe(expected));

  test.each<[string, string, boolean]>([
    ["Bash(find:*)", "find . -name x", true],
    ["Bash(find:*)", "find . -delete", false],
    ["Bash(find:*)", "find . -exec rm x", false],
    ["Bash(find . -exec:*)", "find . -exec wc x", true],
    ["Bash(git:*)", "git -c a=b status", false],
    ["Bash(git log:*)", "git log -c", true],
    ["Bash(git clean:*)", "git clean -fdx", true],
    ["Bash(git rebase:*)", "git rebase -x evil main", false],
    ["Bash(rg:*)", "rg --pre=evil x", false],
    ["Bash(rg:*)", "rg x", true],
    ["Bash(sort:*)", "sort -uo x y", false],
    ["Bash(sort:*)", "sort --output=x y", false],
    ["Bash(sort:*)", "sort -u y", true],
    ["Bash(tar:*)", "tar xf a --to-command=evil", false],
    ["Bash(tar:*)", "tar xf a --to-comm=evil", false],
    ["Bash(tar:*)", "tar xIf evil a", false],
    ["Bash(tar:*)", "tar xzf a", true],
    ["Bash(vitest:*)", "vitest --run", true],
    ["Bash(npm:*)", "npm --prefix x test", true],
    ["Bash(npm:*)", "npm --prefix ../x test", false],
    ["Bash(npm:*)", "npm --prefix $X test", false],
    ["Bash(npm:*)", "npm --script-shell x test", false],
    ["Bash(yarn:*)", "yarn --cwd=packages/a test", true],
    ["Bash(mvn:*)", "mvn test -DskipTests", true],
    ["Bash(mvn:*)", "mvn -qs x test", false],
    ["Bash(kubectl:*)", "kubectl get pods -ojson", true],
    ["Bash(kubectl:*)", "kubectl get pods -shttps://x.org", false],
    ["Bash(curl:*)", "curl -s https://x.org", true],
    ["Bash(curl:*)", "curl -sK x", false],
    ["Bash(curl:*)", "curl -o x https://x.org", false],
    ["Bash(curl:*)", "curl -so out/x https://x.org", true],
    ["Bash(curl:*)", "curl -so $X https://x.org", false],
    ["Bash(curl:*)", "curl -o - https://x.org", true],
    ["Bash(curl:*)", "curl -LO https://x.org/a.tgz", false],
    ["Bash(curl:*)", "curl -LO --output-dir out https://x.org/a.tgz", true],
    ["Bash(curl:*)", "curl -LO --output-dir out $X", false],
    ["Bash(wget:*)", "wget -qO- https://x.org", true],
    ["Bash(wget:*)", "wget -P out https://x.org/a", true],
    ["Bash(wget:*)", "wget -P /etc https://x.org/a", false],
    ["Bash(curl -o x:*)", "curl -o x https://x.org", true],
    ["Bash(sed:*)", "sed -n 1,20p x", true],
    ["Bash(sed:*)", "sed s/a/b/g x", true],
    ["Bash(sed:*)", "sed s/a/b/e x", false],
    ["Bash(sed:*)", "sed 's/a/b/w y' x", false],
    ["Bash(sed:*)", "sed '1e evil' x", false],
    ["Bash(sed:*)", "sed -i s/a/b/ x", false],
    ["Bash(sed:*)", "sed -i s/a/b/ out/x", true],
    ["Bash(sed:*)", "sed -i s/a/b/e out/x", false],
    ["Bash(sed:*)", "sed -i.bak s/a/b/ /etc/x", false],
    ["Bash(awk:*)", "awk '{print $1}' x", true],
    ["Bash(awk:*)", "awk 'BEGIN{system(\"x\")}'", false],
    ["Bash(sed:*)", "sed -e '1e evil' -e p x", false],
    ["Bash(sed:*)", "sed '-e1e evil' p", false],
    ["Bash(sed:*)", "sed -ne p x", true],
    ["Bash(awk:*)", "awk -v x=1 'BEGIN{system(x)}'", false],
    ["Bash(awk:*)", "awk 'a || b {print $1}' x", true],
    ["Bash(awk:*)", "awk '{print>\"x\"}' y", false],
    ["Bash(awk:*)", "awk '{print > \"x\"}' y", false],
    ["Bash(cat:*)", "cat ~/.ssh/id_rsa", false],
    [`Bash(cat ${HOME}/.ssh/id_rsa)`, "cat ~/.ssh/id_rsa", true],
    [`Bash(tar cf x ${HOME}/.ssh/id_rsa:*)`, "tar cf x ~/.ssh/id_rsa", true],
    [`Bash(tar cf x ${HOME}/.ssh/id_rsa:*)`, "tar cf x ~/.ssh/id_rsa ~/.ssh/other", false],
    ["Bash(rm:*)", "rm *.txt", true],
    ["Bash(rm:*)", "rm -rf build", true],
    ["Bash(rm:*)", "rm -rf .", false],
    ["Bash(rm:*)", "rm -rf ..", false],
    ["Bash(rm:*)", "rm -rf build/*", false],
    ["Bash(rm:*)", "rm -rf ~", false],
    ["Bash(rm -rf /)", "rm -rf /", false],
    ["Bash(rm:*)", "rm .vscode/settings.json", false],
    ["Bash(rm:*)", "rm $X", false],
    ["Bash(frob:*)", "frob .vscode/settings.json", false],
    ["Bash(frob:*)", "frob $X", true],
    ["Bash(cat:*)", "cat .vscode/settings.json", true],
    ["Bash(find . -delete)", "find . -delete", false],
    ["Bash(find ~ -name x -delete)", "find ~ -name x -delete", false],
    ["Bash(find build -name x -delete)", "find build -name x -delete", true],
    ["Bash(npx eslint:*)", "npx eslint --rulesdir=evil src", false],
    ["Bash(npx eslint:*)", "npx eslint src", true],
    ["Bash(curl:*)", "curl -o 'out/#1' 'https://x.org/{.vscode}'", false],
    ["Bash(curl:*)", "curl -O --output-dir out 'https://x.org/{.vscode}'", false],
    ["Bash(rm .vscode/settings.json)", "rm .vscode/settings.json", true],
  ])("options, scripts and places under %s: %s: %j", (rules, text, expected) =>
    expect(covered(rules, shellCall(text))).toBe(expected),
  );

  test("what the reader cannot take apart is not covered, but in the person's very words", () => {
    expect(covered("Bash(make:*)", shellCall("make a", { whole: false }))).toBe(false);
    expect(covered("Bash(make a)", shellCall("make a", { whole: false }))).toBe(true);
    expect(covered("Bash(make a)", shellCall("make a", { whole: false }), { restricted: true })).toBe(false);
    expect(covered("Bash", shellCall("make a", { whole: false }))).toBe(false);
    expect(covered("Bash", shellCall("make a", { whole: false }), { walled: true })).toBe(true);
  });

  test("nothing covers a critical delete, or a protected place it does not name, wherever the command stands", () => {
    const inner = (text: string) => ({ seen: shellCall(text), walled: true });
    const typed = shellCall("for x in 1; do frob; done", { commands: [], whole: false });
    expect(covered("Bash", typed, inner("frob"))).toBe(true);
    expect(covered("Bash", typed, inner("rm -rf ~"))).toBe(false);
    expect(covered("Bash", typed, inner("rm -rf $X"))).toBe(false);
    expect(covered("Bash", typed, inner("rm .vscode/settings.json"))).toBe(false);
  });

  test.each<[string, string, boolean]>([
    ["Bash(make:*)", "make a", false],
    ["Bash(make a:*)", "make a b", true],
    ["Bash(npm test:*)", "npm test x", true],
    ["Bash(node:*)", "node x.js", false],
    ["Bash(node x.js)", "node x.js", true],
    ["Bash(frob:*)", "frob x", true],
  ])("while a deny or ask rule with content is in force: %s and %s: %j", (rules, text, expected) =>
    expect(covered(rules, shellCall(text), { restricted: true })).toBe(expected),
  );

  test("not what this session wrote, and not the tasks of another directory", () => {
    expect(covered("Bash(make:*)", shellCall("make a"), { runsFresh: () => true })).toBe(false);
    expect(covered("Bash(make a)", shellCall("make a"), { runsFresh: () => true })).toBe(false);
    const [command] = shellCall("make a").commands;
    const elsewhere = command === undefined ? [] : [{ ...command, cwd: "/tmp/x" }];
    expect(covered("Bash(make:*)", shellCall("make a", { commands: elsewhere }))).toBe(false);
  });
});

test.each<[string, RuleCall, boolean]>([
  ["Edit(./src/**)", place("Edit", "src/b.ts"), true],
  ["Edit(./src/**)", place("Write", "src/b.ts"), true],
  ["Edit(./src/**)", place("Edit", "SRC/b.ts"), false],
  ["Edit(./alias/**)", place("Edit", "alias/b"), false],
  ["Edit(./src/)", place("Edit", "src/b.ts"), true],
  ["Edit(./.vscode/**)", place("Edit", ".vscode/settings.json"), true],
  ["Edit(./**)", place("Edit", ".vscode/settings.json"), false],
  ["Edit(./app/[id]/*)", place("Edit", "app/[id]/x.ts"), true],
  ["WebFetch(domain:good.com)", toolCall("WebFetch", {}, { hosts: ["good.com"] }), true],
  ["WebFetch(domain:good.com)", toolCall("WebFetch", {}, { hosts: ["a.good.com"] }), false],
  ["WebFetch(domain:*.good.com)", toolCall("WebFetch", {}, { hosts: ["a.good.com"] }), true],
  ["WebFetch(domain:good.com)", toolCall("WebFetch", {}, { hosts: [null] }), false],
  ["mcp__a", toolCall("mcp__a__b"), true],
  ["mcp__a__b", toolCall("mcp__a__bc"), false],
  ["mcp__a__b*", toolCall("mcp__a__bc"), true],
  ["mcp__a__b", toolCall("mcp__a__b__del"), false],
  ["Agent(x)", toolCall("Agent", { subagent_type: "x" }), true],
])("%s and another tool", (rules, call, expected) => expect(covered(rules, call)).toBe(expected));

function place(tool: string, path: string): RuleCall {
  const disk = smallDisk([`${ROOT}/alias -> /elsewhere`]);
  return toolCall(tool, {}, { places: [{ path: `${ROOT}/${path}`, role: "write" }], disk });
}

test.each<[string, boolean]>([
  ["timeout 60 make a", true],
  ["timeout -k 5 1.5m make a", true],
  ["nice -n 5 nohup make a", true],
  ["env CI=1 make a", true],
  ["env LD_PRELOAD=x make a", false],
  ["env -i make a", false],
  ["env -S 'make a'", false],
  ["timeout make a", false],
  ["command -v make", false],
  ["stdbuf -oL make a", true],
  ["sudo make a", false],
  ["CI=1 timeout 5 make a && ls", true],
])("Bash(make:*) and %s as the core's reader takes it apart: %j", (text, expected) => {
  const read = readSimple(text, { cwd: ROOT, home: HOME, platform: "linux" });
  if (read === undefined) throw new Error("the core's reader is silent");
  const commands = unwrap(read, (words) => sortUse(words, "linux"));
  expect(covered("Bash(make:*)", shellCall(text, { commands }))).toBe(expected);
});

test("by its name alone", () => {
  const read = shellCall("make a").commands.map((command) => ({ ...command, name: "/usr/bin/make" }));
  expect(unwrap(read, () => undefined).map(({ name }) => name)).toEqual(["make"]);
});
