/** One journal of what was written into agents' settings: by it everything goes again, whichever version wrote it, and nothing else does. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { stateLayout } from "../../contract/state-dir.ts";
import { scratchFolder } from "../../testing/folder.ts";
import type { Host } from "../host.ts";
import { known } from "../testing.ts";
import {
  forgetWritten,
  guardedFiles,
  type HostEnvironment,
  journalPath,
  noteWritten,
  type Pins,
  planInstall,
  planUninstall,
  writtenTo,
} from "./index.ts";

let at: HostEnvironment;
let pins: Pins;
beforeEach(() => {
  const box = scratchFolder();
  onTestFinished(box.remove);
  const home = box.folder;
  at = { home, cwd: join(home, "p"), env: {}, platform: "linux" };
  pins = {
    ...{ node: "/opt/node", program: "/opt/dist", home, locale: "C.UTF-8", config: join(home, ".config") },
    ...{ state: join(home, "state"), keys: [], deadlineMs: 58_000 },
  };
});
const claude = known("claude-code");
const settings = (): string => join(at.home, ".claude/settings.json");
const read = (): { hooks?: Record<string, unknown[]>; model?: string } => JSON.parse(readFileSync(settings(), "utf8"));
const put = (path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** The same agent as another version knows it: with one event more. */
const withEventMore = (host: Host, event: string): Host => ({
  ...host,
  install: {
    ...host.install,
    content: (scope) => {
      const content = host.install.content(scope);
      if (content.kind === "whole") return content;
      const more = { at: ["hooks", event], value: { hooks: [{ type: "command", command: "SALLYPORT_HOOK=x" }] } };
      return { ...content, entries: (given) => [...content.entries(given), more] };
    },
  },
});

function install(host: Host): void {
  const change = planInstall(host, { scope: "user", at, pins });
  if (!change.ok) throw new Error(change.error);
  put(change.value.file, change.value.after ?? "");
  expect(noteWritten(pins.state, change.value, pins).ok).toBe(true);
}
const uninstalled = (host: Host): string | undefined => {
  const change = planUninstall(host, { scope: "user", at }, writtenTo(pins.state, settings()));
  if (!change.ok) throw new Error(change.error);
  return change.value.after?.toString("utf8");
};

test("it is one file, with each entry, its place and what was written", () => {
  put(settings(), '{"model":"opus"}');
  install(claude);
  install(known("codex"));
  expect(readdirSync(stateLayout(pins.state).receipts)).toEqual(["journal.json"]);
  const { files } = JSON.parse(readFileSync(journalPath(pins.state), "utf8"));
  expect(files.map(({ file }: { file: string }) => file)).toEqual([settings(), join(at.home, ".codex/hooks.json")]);
  const content = claude.install.content("user");
  expect(files[0].entries).toEqual(content.kind === "entries" ? content.entries({ ...pins, file: settings() }) : []);
  expect(guardedFiles(pins.state)).toHaveLength(2);
  forgetWritten(pins.state, settings());
  expect(guardedFiles(pins.state)).toEqual([join(at.home, ".codex/hooks.json")]);
  forgetWritten(pins.state, join(at.home, ".codex/hooks.json"));
  expect(readdirSync(stateLayout(pins.state).receipts)).toEqual([]);
});

test("what another version wrote to a place this one does not know goes too, and what is the person's stays", () => {
  put(settings(), '{"model":"opus"}');
  install(withEventMore(claude, "Elsewhere"));
  const mine = { hooks: [{ type: "command", command: "lint" }] };
  const now = read();
  put(
    settings(),
    JSON.stringify({ ...now, hooks: { ...now.hooks, Elsewhere: [...(now.hooks?.Elsewhere ?? []), mine] } }),
  );
  expect(JSON.parse(uninstalled(claude) ?? "")).toEqual({ model: "opus", hooks: { Elsewhere: [mine] } });
});

test("installing again takes out what is written to other places now", () => {
  install(withEventMore(claude, "Elsewhere"));
  expect(read().hooks?.Elsewhere).toHaveLength(1);
  install(claude);
  expect(read().hooks?.Elsewhere).toBeUndefined();
  expect(read().hooks?.PreToolUse).toHaveLength(1);
});

test("as it was, byte for byte, while nobody has changed it; and installing twice forgets nothing", () => {
  const before = '{ /* mine */\n\t"model": "opus" }';
  put(settings(), before.replace("/* mine */", ""));
  install(claude);
  install(withEventMore(claude, "Elsewhere"));
  expect(uninstalled(claude)).toBe(before.replace("/* mine */", ""));
});

test("what earlier versions kept, a file each, is read, and is in the journal with the next change", () => {
  const change = planInstall(claude, { scope: "user", at, pins });
  if (!change.ok) throw new Error(change.error);
  const { file, after } = change.value;
  put(file, after ?? "");
  const earlier = join(
    stateLayout(pins.state).receipts,
    `${createHash("sha256").update(file).digest("hex").slice(0, 32)}.json`,
  );
  const written = after?.toString("base64");
  put(earlier, JSON.stringify({ file, before: null, written, pinned: [pins.program, pins.node] }));
  expect(guardedFiles(pins.state)).toEqual([file]);
  expect(uninstalled(claude)).toBeUndefined();
  install(known("codex"));
  expect([existsSync(earlier), guardedFiles(pins.state).length]).toEqual([false, 2]);
  expect(uninstalled(claude)).toBeUndefined();
});

test("a journal that cannot be read is as if there were none: our entries go by their mark", () => {
  put(settings(), '{"model":"opus"}');
  install(claude);
  put(journalPath(pins.state), "not JSON");
  expect(JSON.parse(uninstalled(claude) ?? "")).toEqual({ model: "opus" });
});
