/** One way to a yes for `init`, `install` and `uninstall`: what changes in plain words, every line of it on `d`, Enter is yes. */
import { type Env, homeOf } from "../../app/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Host } from "../../hosts/index.ts";
import { diffLines, type FileChange, hookFile, type Pins, readOwn } from "../../hosts/install/index.ts";
import { type Asker, askerOn } from "../setup/ask.ts";
import type { CliIo } from "../terminal/io.ts";
import { writePaged } from "../terminal/pager.ts";
import { painter, visible, wordWhole } from "../terminal/style.ts";
import { commandLink, type ProgramPlace } from "./settle.ts";

export interface PlannedChange {
  /** One for each thing that changes. */
  readonly lines: readonly string[];
  readonly files: readonly FileChange[];
}

/** How the person is asked: not at all where they said yes before, or only want to see it. */
export interface AskedHow {
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export const NOT_CHANGED = "nothing was changed";

export const changesNothing = ({ before, after }: FileChange): boolean =>
  before === null || after === null ? before === after : before.equals(after);

/** True: make it. False: it was only to be shown. */
export async function agreeTo(plan: PlannedChange, how: AskedHow, io: CliIo): Promise<Result<boolean>> {
  if (how.yes || how.dryRun) {
    if (!how.json) showLines(plan, io);
    if (how.dryRun && !how.json) showDiffs(plan.files, io);
    return ok(!how.dryRun);
  }
  if (!isAnswered(io)) return fail(`${NOT_CHANGED} (--yes makes the change without asking)`);
  const asker = askerOn(io);
  try {
    return (await askToChange(plan, asker, io)) ? ok(true) : fail(NOT_CHANGED);
  } finally {
    asker.close();
  }
}

/** Somebody is there to read and to type. */
export const isAnswered = ({ stdin, stdout }: CliIo): boolean => stdin.isTTY === true && stdout.isTTY;

/** The last question. */
export async function askToChange(plan: PlannedChange, asker: Asker, io: CliIo): Promise<boolean> {
  showLines(plan, io);
  for (;;) {
    const typed = await asker.line("Make these changes? d shows every line of them. [Y/n/d]");
    if (typed === undefined || /^no?$/i.test(typed)) return false;
    if (/^(?:y(?:es)?)?$/i.test(typed)) return true;
    if (/^d(?:iff)?$/i.test(typed)) {
      showDiffs(plan.files, io);
      io.stdout.write("\n");
      showLines(plan, io);
    } else asker.say("Type y, n or d.");
  }
}

function showLines({ lines }: PlannedChange, io: CliIo): void {
  io.stdout.write(wordWhole(io.stdout, "This will be changed, and nothing else:"));
  for (const line of lines) io.stdout.write(wordWhole(io.stdout, `- ${visible(shortenHome(line, io.env))}`));
}

export const shortenHome = (text: string, env: Env): string => text.replaceAll(`${homeOf(env)}/`, "~/");

function showDiffs(files: readonly FileChange[], io: CliIo): void {
  const paint = painter(io.stdout, io.env);
  const text = (bytes: Buffer | null): string => bytes?.toString("utf8") ?? "";
  const colourOf = (line: string) => (line.startsWith("+") ? "allow" : line.startsWith("-") ? "deny" : "dim");
  const shown = files.flatMap(({ file, before, after }) => {
    const what = before === null ? " (new)" : after === null ? " (removed)" : "";
    const lines = diffLines(text(before), text(after));
    return [`${paint("bold", visible(file))}${what}`, ...lines.map((line) => paint(colourOf(line), visible(line)))];
  });
  writePaged(shown.map((line) => `${line}\n`).join(""), io);
}

/** Of an installation. */
export function describeHooks(host: Host, change: FileChange): string {
  if (changesNothing(change)) return `${host.title}: in place already, in ${change.file}`;
  const older = countHooks(change.before) > 0 ? " (in place of older ones)" : "";
  return `${formatHooks(change.after)}${older} in ${change.file}${change.before === null ? ", a new file" : ""}`;
}

/** Of taking it out again. `kept` is what stood there before. */
export function describeLeaving(change: FileChange, kept: Buffer | null | undefined): string {
  const { file, before, after, texts = [] } = change;
  const mirror = texts.length === 0 ? [] : [`${texts.length} mirrored deny rules`];
  const what = [...(mirror.length > 0 && countHooks(before) === 0 ? [] : [formatHooks(before)]), ...mirror];
  const hooks = `${what.join(" and ")} out of ${file}`;
  if (after === null) return `${hooks}, which goes with them: nothing else is in it`;
  return kept?.equals(after) === true ? `${hooks}, which is then as it was before` : `${hooks}; the rest of it stays`;
}

/** What the hooks of these files start, to be read before the yes; none where it is there already. */
export function hookFileChanges(hosts: readonly FileChange[], pins: Pins): readonly FileChange[] {
  const { path, text } = hookFile(pins);
  const before = readOwn(path);
  const change = { file: path, before: before.ok ? before.value : null, after: Buffer.from(text) };
  return hosts.some(({ after }) => after?.includes(path) === true) && !changesNothing(change) ? [change] : [];
}
export const describeHookFile = ({ file }: FileChange): string => `what the hooks start, in ${file}`;

/** What else an installation needs: where the record is kept, and the program where npm may throw it away. */
export const describeKept = (stateDir: string, { from, folder }: ProgramPlace, env: Env): readonly string[] => [
  `the record, and what is needed to undo this, in ${stateDir}`,
  ...(from === null
    ? []
    : [`a copy of this program in ${folder.replace(/\/dist$/, "")}, and the command ${commandLink(env)}`]),
];

function formatHooks(bytes: Buffer | null): string {
  const hooks = Math.max(countHooks(bytes), 1);
  return `${hooks} ${hooks === 1 ? "hook" : "hooks"}`;
}

const countHooks = (bytes: Buffer | null): number => (bytes?.toString("utf8").split("SALLYPORT_HOOK=").length ?? 1) - 1;
