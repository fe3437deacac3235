/** What `install` and `uninstall` would change, worked out before anything is touched. */

import { existsSync } from "node:fs";
import { HOOK_MARK } from "../../contract/own-marks.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Host } from "../host.ts";
import { ownEntries, readableFor, withEntries, withoutEntries } from "./edit.ts";
import { readOwn } from "./files.ts";
import { namedHookFiles, pinnedIn } from "./hook-files.ts";
import { type WrittenFile, writtenTo } from "./journal.ts";
import type { Pins, PlacedPins } from "./line.ts";
import type { HookContent, HookEntry, HostEnvironment, InstallScope } from "./place.ts";
import { standingTexts, withTexts } from "./texts.ts";

export { describeJsonError, diffLines } from "./edit.ts";
export {
  lookAt,
  mayWrite,
  missingFolders,
  noteMade,
  readMade,
  readOwn,
  removeEmptyFolders,
  replaceOwn,
} from "./files.ts";
export { changedHookFiles, putHookFile, sweepHookFiles } from "./hook-files.ts";
export { forgetWritten, guardedFiles, journalPath, noteWritten, pinnedPlaces, writtenTo } from "./journal.ts";
export { hookFile, type Pins, shellLine } from "./line.ts";
export { type HostEnvironment, type InstallScope, SCOPES } from "./place.ts";

export interface FileChange {
  readonly file: string;
  readonly before: Buffer | null;
  readonly after: Buffer | null;
  /** What of ours it puts there, each by its place. */
  readonly entries?: readonly HookEntry[];
  /** What is ours in the host's own list of deny rules: put there, or taken out. */
  readonly texts?: readonly string[];
}

/** Where, and what is pinned into it. */
export interface InstallTarget {
  readonly scope: InstallScope;
  readonly at: HostEnvironment;
  readonly pins: Pins;
  /** What shall stand in the host's own list of deny rules; undefined: as it is. */
  readonly mirror?: readonly string[] | undefined;
}

/** The file with the hook in place. */
export function planInstall(host: Host, { scope, at, pins, mirror }: InstallTarget): Result<FileChange> {
  const found = fileOf(host, scope, at);
  if (!found.ok) return found;
  const { file, before } = found.value;
  const content = host.install.content(scope);
  if (content.kind === "whole") {
    if (before !== null && !before.includes(HOOK_MARK)) return fail(`${file} is there already and is not ours`);
    return ok({ file, before, after: Buffer.from(content.text({ ...pins, file })) });
  }
  const text = textOf(before);
  if (text === undefined) return fail(`${file} is not valid UTF-8`);
  const unread = text === "" ? undefined : whyUnread(host, content, text);
  if (unread !== undefined) return fail(`${file}: ${unread}`);
  const entries = content.entries({ ...pins, file });
  // What an earlier version wrote to other places goes.
  const isElsewhere = (one: HookEntry): boolean => !entries.some(({ at: place }) => place.join() === one.at.join());
  const earlier = writtenTo(pins.state, file);
  const cleared = withoutEntries(text, (earlier?.entries ?? []).filter(isElsewhere));
  const hooked = cleared.ok ? withEntries(cleared.value, entries, content.start) : cleared;
  const ours = earlier?.texts ?? [];
  const after = hooked.ok ? mirrored(host, hooked.value, { wanted: mirror, ours }) : hooked;
  if (!after.ok) return fail(`${file}: ${after.error}`);
  return ok({ file, before, after: Buffer.from(after.value.text), entries, texts: after.value.texts });
}

const mirrored = (
  { mirror }: Host,
  text: string,
  { wanted, ours }: { readonly wanted: readonly string[] | undefined; readonly ours: readonly string[] },
) =>
  mirror === undefined || wanted === undefined
    ? ok({ text, texts: ours })
    : withTexts(text, { at: mirror.at, wanted, ours });

/**
 * The file as it was. `kept` is what stood there before the installation, `written` what the installation wrote: while the
 * file is still that, it is restored byte for byte; if somebody has changed it since, only our entries go.
 */
export function planUninstall(
  host: Host,
  { scope, at }: Omit<InstallTarget, "pins">,
  kept: WrittenFile | undefined,
): Result<FileChange> {
  const found = fileOf(host, scope, at);
  if (!found.ok) return found;
  const { file, before } = found.value;
  if (before === null) return ok({ file, before, after: null });
  const texts = mirrorIn(host, before, kept?.texts ?? []);
  if (kept !== undefined && before.equals(kept.written)) return ok({ file, before, after: kept.before, texts });
  const content = host.install.content(scope);
  if (content.kind === "whole") return ok({ file, before, after: before.includes(HOOK_MARK) ? null : before });
  const text = textOf(before);
  if (text === undefined) return fail(`${file} is not valid UTF-8`);
  const bare = withoutEntries(text, [...content.entries(NO_PINS), ...(kept?.entries ?? [])]);
  const after = bare.ok ? mirrored(host, bare.value, { wanted: [], ours: texts }) : bare;
  return after.ok ? ok({ file, before, after: Buffer.from(after.value.text), texts }) : fail(`${file}: ${after.error}`);
}

/** A mirror that stands in the person's file; undefined where none does. */
export interface StandingMirror {
  readonly file: string;
  readonly entries: number;
  /** It is what would be written now. */
  readonly isCurrent: boolean;
}

/** `wanted`: what would be written now. Never throws. */
export function standingMirror(
  host: Host,
  { at, state }: { readonly at: HostEnvironment; readonly state: string },
  wanted: readonly string[],
): StandingMirror | undefined {
  const found = host.mirror === undefined ? undefined : fileOf(host, "user", at);
  if (found?.ok !== true) return undefined;
  const { file, before } = found.value;
  const ours = writtenTo(state, file)?.texts ?? [];
  const standing = mirrorIn(host, before, ours);
  if (standing.length === 0) return undefined;
  const [text, stands] = [textOf(before) ?? "", standing.length === ours.length];
  const now = mirrored(host, text, { wanted, ours });
  return { file, entries: standing.length, isCurrent: stands && now.ok && now.value.text === text };
}

const mirrorIn = ({ mirror }: Host, bytes: Buffer | null, ours: readonly string[]): readonly string[] =>
  mirror === undefined ? [] : standingTexts(textOf(bytes) ?? "", mirror.at, ours);

/** For finding our entries: where they are does not depend on what is pinned into them. */
const NO_PINS: PlacedPins = {
  ...{ node: "", program: "", home: "", locale: "", config: "", state: "", keys: [], deadlineMs: 0 },
  file: "",
};

/** Whether the hook stands in the file, and as it would be installed now. */
export function isInPlace(host: Host, { scope, at, pins }: InstallTarget): Result<"yes" | "changed" | "no"> {
  const found = fileOf(host, scope, at);
  if (!found.ok) return found;
  const { file, before } = found.value;
  if (before === null) return ok("no");
  const text = textOf(before);
  if (text === undefined) return fail(`${file} is not valid UTF-8`);
  const content = host.install.content(scope);
  if (content.kind === "whole") return ok(text === content.text({ ...pins, file }) ? "yes" : "changed");
  const wanted = content.entries({ ...pins, file });
  const own = JSON.stringify(ownEntries(text, wanted));
  // In a file that nobody can read as it is now, they are known by their mark alone.
  if (own === "[]")
    return ok(text.includes(HOOK_MARK) && whyUnread(host, content, text) !== undefined ? "changed" : "no");
  const files = namedHookFiles(own, pins.state);
  if (files.some(({ isWhole }) => !isWhole)) return ok("changed");
  // Which key is handed over was settled when it was installed; another shell may not have it.
  const keys = files.flatMap(({ path }) => pinnedIn(path, "keys")?.split(" ").filter(Boolean) ?? []);
  const same = [wanted, content.entries({ ...pins, file, keys })].some((one) => JSON.stringify(one) === own);
  return ok(same ? "yes" : "changed");
}

/** Why the host cannot read its own file, and so runs no hook of it; undefined where it can. Never throws. */
export function unreadFile(host: Host, { scope, at }: Omit<InstallTarget, "pins">): string | undefined {
  const found = fileOf(host, scope, at);
  if (!found.ok || found.value.before === null) return undefined;
  const why = whyUnread(host, host.install.content(scope), found.value.before.toString("utf8"));
  return why === undefined ? undefined : `${found.value.file}: ${why}`;
}

function whyUnread({ title }: Host, content: HookContent, text: string): string | undefined {
  if (content.kind === "whole") return undefined;
  const form = readableFor(text, { comments: content.comments === true });
  return form.ok ? undefined : `${form.error}. ${title} cannot read the file as it is, and then runs none of its hooks`;
}

/** Files the installed lines start that are not there any more, or not as they were written. */
export function missingFrom(host: Host, { scope, at, pins }: InstallTarget): readonly string[] {
  const found = fileOf(host, scope, at);
  const text = found.ok ? (found.value.before?.toString("utf8") ?? "") : "";
  const hooks = namedHookFiles(text, pins.state);
  const named = [...text.matchAll(/"node": "([^"\\]+)"|"([^"\\]+\/hook\.cjs)"/g)].flatMap(([, ...paths]) => paths);
  const programs = hooks.flatMap(({ path }) => [pinnedIn(path, "node"), `${pinnedIn(path, "program")}/hook.cjs`]);
  const broken = hooks.filter(({ isWhole }) => !isWhole).map(({ path }) => path);
  const files = [...named, ...(broken.length > 0 ? [] : programs)].filter((path) => path !== undefined);
  return [...broken, ...new Set(files.filter((path) => !existsSync(path)))];
}

function fileOf(
  host: Host,
  scope: InstallScope,
  at: HostEnvironment,
): Result<{ readonly file: string; readonly before: Buffer | null }> {
  const file = host.install.file(scope, at);
  if (file === undefined) return fail(`${host.title} has no ${scope} settings that Sallyport knows of`);
  const before = readOwn(file);
  return before.ok ? ok({ file, before: before.value }) : before;
}

function textOf(bytes: Buffer | null): string | undefined {
  try {
    return bytes === null ? "" : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
