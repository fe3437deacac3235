/** The deny mirror from the commands' side: for whom it is, what doctor says of it, and that it changes no decision of the gate. */
import { readFileSync } from "node:fs";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { hostEnvironment, loadPersonSettings, stateDir } from "../../app/index.ts";
import { hostNamed } from "../../hosts/index.ts";
import { forgetWritten, noteWritten, planInstall, replaceOwn } from "../../hosts/install/index.ts";
import { type ScratchFolder, scratchFolder } from "../../testing/folder.ts";
import { check } from "../commands/check.ts";
import { guardedPlaces, planLeaving } from "../leaving/plan.ts";
import { fakeIo } from "../testing.ts";
import type { HostChoice } from "./host.ts";
import { describeMirror, examineMirrors, wishedMirror } from "./mirror.ts";

let box: ScratchFolder;
beforeEach(() => {
  box = scratchFolder();
  onTestFinished(box.remove);
  box.write("app/package.json", "{}");
  setRules("Bash(rm:*)", "Bash(git * main)");
});
const setRules = (...deny: readonly string[]) =>
  box.write(".config/sallyport/settings.json", JSON.stringify({ permissions: { deny } }));
const heardIn = () => {
  const heard = fakeIo({ env: { HOME: box.folder, PATH: "/usr/bin:/bin" }, tty: true, columns: 200 });
  return { ...heard, io: { ...heard.io, cwd: `${box.folder}/app` } };
};
const at = () => heardIn().io;
const settings = () => {
  const loaded = loadPersonSettings(at());
  if (!loaded.ok) throw new Error(loaded.error);
  return loaded.value.settings;
};
const choiceOf = (name: string, scope: HostChoice["scope"] = "user"): HostChoice => {
  const host = hostNamed(name);
  if (host === undefined) throw new Error(name);
  return { host, scope, yes: true, dryRun: false, json: false };
};

/** As `install claude-code`, with `--mirror` or without. */
function install(asked: boolean) {
  const { host, scope } = choiceOf("claude-code");
  const wish = wishedMirror(asked, choiceOf("claude-code"), settings());
  if (!wish.ok) throw new Error(wish.error);
  const state = stateDir(at().env);
  const pins = {
    ...{
      node: "/opt/node",
      program: "/opt/dist",
      home: box.folder,
      locale: "C.UTF-8",
      config: `${box.folder}/.config`,
    },
    ...{ state, keys: [], deadlineMs: 58_000 },
  };
  const change = planInstall(host, { scope, at: hostEnvironment(at()), pins, mirror: wish.value.texts });
  if (!change.ok) throw new Error(change.error);
  const lines = describeMirror({ host, mirror: wish.value }, change.value, at());
  expect(noteWritten(state, change.value, pins).ok).toBe(true);
  expect(replaceOwn(change.value.file, change.value.after, change.value.before).ok).toBe(true);
  return { file: change.value.file, state, lines };
}

test.each([
  ["codex", "user", "--mirror is for Claude Code: Codex CLI has no such deny rules, or writing them was not tried"],
  ["claude-code", "project", "leave --project out"],
  ["claude-code", "managed", "leave --managed out"],
] as const)("%s, %s: it is said that there is none", (name, scope, why) => {
  const wish = wishedMirror(true, choiceOf(name, scope), settings());
  expect(wish.ok ? "" : wish.error).toContain(why);
});

test("what is written and what is left out is told before, what goes too", () => {
  const { lines } = install(true);
  expect(lines[0]).toMatch(/^\d+ deny rules, yours and those of credential stores, as Claude Code's own in /);
  expect(lines).toContain("not mirrored: Bash(git * main) (a * inside a command is read in another way there)");
  expect(install(false).lines).toEqual([expect.stringMatching(/^the \d+ mirrored deny rules out of /)]);
  expect(install(false).lines).toEqual([]);
});

test("doctor tells that it stands, and when the rules have changed since", () => {
  expect(examineMirrors(settings(), at())).toEqual([]);
  install(true);
  expect(examineMirrors(settings(), at())).toMatchObject([{ about: "Claude Code, mirror", state: "ok" }]);
  setRules("Bash(rm:*)", "Bash(dd:*)");
  expect(examineMirrors(settings(), at())).toMatchObject([
    { state: "warn", fix: "sallyport install claude-code --mirror" },
  ]);
  install(true);
  expect(examineMirrors(settings(), at())).toMatchObject([{ state: "ok" }]);
});

test("where the hook is gone it is found by who leaves, and goes", () => {
  const { file } = install(true);
  const { hooks: _, ...rest } = JSON.parse(readFileSync(file, "utf8"));
  box.write(".claude/settings.json", JSON.stringify({ model: "opus", ...rest }));
  const plan = planLeaving(guardedPlaces(at()), at());
  expect(plan.ok && plan.value.hosts.map(({ change }) => change.after?.toString())).toEqual(['{"model":"opus"}']);
});

test("the gate gives the same call the same answer, with a mirror and without", async () => {
  const CALLS = ["rm x", "cat ~/.ssh/id_rsa", "cp x ~/.aws/credentials", "git push origin main", "cat package.json"];
  const answers = () =>
    Promise.all(
      CALLS.map(async (line) => {
        const { io, out, err } = heardIn();
        const code = await check.run(["--json", line], io);
        const { behavior, by, reason } = JSON.parse(out() || err());
        return { line, code, behavior, by, reason };
      }),
    );
  const { file, state } = install(false);
  const before = await answers();
  expect(before.map(({ behavior }) => behavior)).toContain("deny");
  install(true);
  expect(await answers()).toEqual(before);
  // Without the journal the same entries would be Claude Code's own rules, and count.
  forgetWritten(state, file);
  expect((await answers())[1]).toMatchObject({ behavior: "deny", by: "denyRule" });
  expect(before[1]).not.toMatchObject({ by: "denyRule" });
});
