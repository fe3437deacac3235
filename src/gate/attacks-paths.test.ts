/** Paths that are not where they seem, kept as tests. A row passes when the gate does not allow. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GateOptions } from "../app/create-gate.ts";
import type { Action } from "../contract/action.ts";
import { bash, call, edit, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.ts", "a\n");
  here.write("src/b.ts", "b\n");
  here.write("keys.txt", "ssh-ed25519 AAAA\n");
  for (const [path, content] of [
    [".ssh/id_ed25519", "key\n"],
    [".config/gh/hosts.yml", "token\n"],
    ["notes/private.txt", "private\n"],
  ] as const) {
    mkdirSync(join(here.home, path, ".."), { recursive: true });
    writeFileSync(join(here.home, path), content);
  }
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  const links: readonly (readonly [from: string, to: string])[] = [
    ["l", "/proc/self/cwd"],
    ["thread", "/proc/thread-self/cwd"],
    ["twice", "l"],
    ["deep", "src/../l"],
    ["root", "/proc/self/root"],
    ["pid", "/proc/999999/cwd"],
    ["task", "/proc/self/task/1/cwd"],
    ["fd", "/dev/fd"],
    ["in", "/dev/stdin"],
    ["up", "/proc/../proc/self/../self/cwd"],
    ["é", join(here.home, ".ssh/id_ed25519")],
    ["tree/z", join(here.home, ".ssh")],
    ["tree/n", join(here.home, "notes")],
    ["marks/]x", join(here.home, ".ssh/id_ed25519")],
  ];
  for (const [from, to] of links) {
    mkdirSync(join(here.at(from), ".."), { recursive: true });
    symlinkSync(to, here.at(from));
  }
  here.write("tree/plain.txt", "x\n");
  here.write("calm/plain.txt", "x\n");
  here.write("marks/plain.txt", "x\n");
});
afterAll(() => here.remove());

type Row = readonly [what: string, action: Action | (() => Action), options?: GateOptions];
const denyNotes: GateOptions = {
  settings: { permissions: { deny: ["Read(~/notes/**)", "Edit(~/notes/**)"] } },
};

const THROUGH_PROC: readonly Row[] = [
  ...["l", "thread", "twice", "deep", "pid", "task", "up"].flatMap((link): Row[] => [
    [`a copy into .git through ${link}`, bash(`cd .git && cp ../keys.txt ../${link}/hooks/pre-commit`)],
    [
      `a key for logging in through ${link}`,
      () => bash(`cd ~/.ssh && cp ${here.at("keys.txt")} ${here.at(link)}/authorized_keys`),
    ],
    [`a token read through ${link}`, () => bash(`cd ~/.config/gh && cat ${here.at(link)}/hosts.yml`)],
    [`a denied file read through ${link}`, () => bash(`cd ~/notes && cat ${here.at(link)}/private.txt`), denyNotes],
    [`a denied file found through ${link}`, () => bash(`cd ~/notes && grep -r private ${here.at(link)}/`), denyNotes],
    [`a write through ${link}`, () => call("Write", { file_path: here.at(`${link}/x.txt`), content: "x" })],
    [`an edit through ${link}`, () => edit(here.at(`${link}/src/a.ts`))],
    [`reading through ${link}`, () => call("Read", { file_path: here.at(`${link}/id_ed25519`) })],
    [`searching through ${link}`, () => call("Grep", { pattern: "x", path: here.at(link) })],
    [`a directory through ${link}`, bash(`cd ${link} && cat id_ed25519`)],
    [`a delete through ${link}`, bash(`rm -r ${link}/src`)],
    [`git through ${link}`, bash(`git -C ${link} commit -qm x`)],
  ]),
  ["a file by way of the process's root", () => bash(`cat root${here.home}/.ssh/id_ed25519`)],
  ["an open file", bash("cat fd/0")],
  ["what is piped in, by a link", () => call("Read", { file_path: here.at("in") })],
  ["the link named outright", bash("cd ~/.ssh && cat /proc/self/cwd/id_ed25519")],
  ["names listed through a link", () => bash(`cd ~/.ssh && ls ${here.at("l")}`)],
  ["a pattern through a link", () => bash(`cd ~/.ssh && cat ${here.at("l")}/id_*`)],
  ["a link matched by a pattern", () => bash(`cd ~/.ssh && cat ${here.root}/?/id_ed25519`)],
  ["a rule for rm", bash("rm -rf l/src"), { settings: { mode: "default", permissions: { allow: ["Bash(rm:*)"] } } }],
];

const BRACKETS: readonly Row[] = [
  ...["[[:alpha:]]", "[[.z.]]", "[[=z=]]", "[\\]z]", "[!a-y]", "[^a]", "[a-z]", "[[:x:]z]", "[]z]"].map(
    (set): Row => [`tree/${set}/id_ed25519`, bash(`cat tree/${set}/id_ed25519`)],
  ),
  ...["[\\]]x", "[]]x", "[[.right-square-bracket.]]x", "[[.].]]x", "[!a]x", "[[:punct:]]x"].map(
    (name): Row => [`marks/${name}`, bash(`cat marks/${name}`)],
  ),
  ...[
    "~/.[[:lower:]]sh/id_ed25519",
    "~/.s[\\s]h/id_ed25519",
    "~/.ss[[.h.]]/*",
    "~/.ss[[=h=]]/id_ed25519",
    "~/.[r-t]sh/*",
  ].map((path): Row => [path, bash(`cat ${path}`)]),
  ["a link whose name is two bytes where the locale has no letters", bash("cat ??")],
];

const named = (rows: readonly Row[]): [what: string, row: Row][] => rows.map((row) => [row[0], row]);

const refuse = async ([, action, options]: Row): Promise<void> => {
  const decision = await here.gate(options).check(typeof action === "function" ? action() : action);
  expect(decision.behavior, `${decision.by}: ${decision.reason}`).not.toBe("allow");
};

describe("links that lead elsewhere for every process", () => {
  test.each(named(THROUGH_PROC))("%s", (_what, row) => refuse(row));
  test.each([
    ["the processors", "cat /proc/cpuinfo"],
    ["what is mounted", "cat /proc/mounts"],
    ["a process's own state", "cat /proc/self/status"],
    ["where output goes", "echo x > /dev/stderr"],
  ])("%s can still be read", async (_what, command) =>
    expect((await here.gate().check(bash(command))).behavior).toBe("allow"),
  );
  test("a deny rule matches what could be anywhere", async () =>
    expect(await here.gate(denyNotes).check(call("Read", { file_path: here.at("l/private.txt") }))).toMatchObject({
      behavior: "deny",
      by: "denyRule",
    }));
});

describe("brackets", () => {
  test.each(named(BRACKETS))("%s", (_what, row) => refuse(row));
  test.each(["cat src/[ab].ts", "cat src/[a-b].ts", "wc -l src/[[:alpha:]].ts", "cat calm/[!x]*.txt"])(
    "%s is read",
    async (command) => expect((await here.gate().check(bash(command))).behavior).toBe("allow"),
  );
});
