/** What `install` and `uninstall` share: which host, where, and the change shown before it is made. */
import { fail, ok, type Result } from "../contract/result.ts";
import { type Host, hostNamed } from "../hosts/index.ts";
import { diffLines, type FileChange, type InstallScope, replaceOwn, SCOPES } from "../hosts/install/index.ts";
import type { GivenArguments } from "./command.ts";
import type { CliIo } from "./io.ts";
import { unknownHost } from "./nearest.ts";
import { flag } from "./options.ts";
import { confirm } from "./prompt.ts";
import { painter, visible } from "./style.ts";

export const HOST_OPTIONS = {
  "dry-run": flag("show the change and make none"),
  yes: flag("do not ask", "y"),
  project: flag("in this project's settings instead of your own"),
  managed: flag("in the machine's settings (Claude Code, as root): nobody below can switch it off"),
  plugin: flag("for the plugin of Claude Code: only the line it starts"),
  json: flag("for programs; with --yes or --dry-run"),
};

export interface HostChoice {
  readonly host: Host;
  readonly scope: InstallScope;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export function parseHostChoice({
  options,
  words: [name = ""],
}: Pick<GivenArguments<typeof HOST_OPTIONS>, "options" | "words">): Result<HostChoice> {
  const host = hostNamed(name);
  if (host === undefined) return fail(unknownHost(name));
  const [scope = "user", ...others] = SCOPES.filter((one) => one !== "user" && options[one]);
  if (others.length > 0) return fail(`${[scope, ...others].map((one) => `--${one}`).join(" and ")} exclude each other`);
  const { yes, json, "dry-run": dryRun } = options;
  if (json && !yes && !dryRun) return fail("--json asks nothing: add --yes or --dry-run");
  return ok({ host, scope, yes, dryRun, json });
}

export const changesNothing = ({ before, after }: FileChange): boolean =>
  before === null || after === null ? before === after : before.equals(after);

interface ChangeToMake extends HostChoice {
  /** What has to be there before the change is; its failure leaves everything as it was. */
  readonly prepare?: () => Result<unknown>;
}

/** Shows the change and, when the person agrees, makes it. The value tells whether it was made. */
export async function makeChange(change: FileChange, choice: ChangeToMake, io: CliIo): Promise<Result<boolean>> {
  if (!choice.json) showChange(change, io);
  if (choice.dryRun) return ok(false);
  if (!(choice.yes || (await confirm("Make this change?", io))))
    return fail("nothing was changed (--yes makes the change without asking)");
  const prepared = choice.prepare?.();
  if (prepared?.ok === false) return prepared;
  const written = replaceOwn(change.file, change.after, change.before);
  return written.ok ? ok(true) : written;
}

/** For programs: what was changed, or would be. */
export const changeJson = ({ host, scope, dryRun }: HostChoice, { file, before, after }: FileChange) => ({
  ...{ host: host.name, scope, file, changed: !dryRun && !changesNothing({ file, before, after }) },
  diff: diffLines(before?.toString("utf8") ?? "", after?.toString("utf8") ?? ""),
});

function showChange(change: FileChange, io: CliIo): void {
  const paint = painter(io.stdout, io.env);
  const text = (bytes: Buffer | null): string => bytes?.toString("utf8") ?? "";
  const what = change.before === null ? " (new)" : change.after === null ? " (removed)" : "";
  io.stdout.write(`${paint("bold", change.file)}${what}\n`);
  for (const line of diffLines(text(change.before), text(change.after))) {
    const colour = line.startsWith("+") ? "allow" : line.startsWith("-") ? "deny" : "dim";
    io.stdout.write(`${paint(colour, visible(line))}\n`);
  }
}
