/** `sallyport install HOST`: shows the change, makes it, and says how to run the host so that a failing hook fails closed. */
import { parseArgs } from "node:util";
import { homeOf, stateDir } from "../../app/paths.ts";
import type { Settings } from "../../app/settings/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { HOST_NAMES, type Host, hostNamed } from "../../hosts/index.ts";
import {
  diffLines,
  type FileChange,
  type HostEnvironment,
  type InstallScope,
  keepReceipt,
  planInstall,
  replaceOwn,
  SCOPES,
} from "../../hosts/install/index.ts";
import { confirmed } from "../confirm.ts";
import type { CliIo } from "../io.ts";
import { type Pinned, pinsFor } from "../pins.ts";
import { painter, visible } from "../style.ts";

export const HELP = `sallyport install: puts the gate in front of the agent you already use

  sallyport install HOST     HOST is one of ${HOST_NAMES.join(", ")}

  --dry-run      show the change and make none
  --yes          do not ask
  --project      in this project's settings instead of your own
  --managed      in the machine's settings (Claude Code, as root): nobody below can switch it off
  --plugin       for the plugin of Claude Code: only the line it starts
`;

const OPTIONS = {
  yes: { type: "boolean", short: "y" },
  "dry-run": { type: "boolean" },
  project: { type: "boolean" },
  managed: { type: "boolean" },
  plugin: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export interface HostFlags {
  readonly host: Host;
  readonly scope: InstallScope;
  readonly yes: boolean;
  readonly dryRun: boolean;
}

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const flags = hostFlags(args);
  if (flags === "help") {
    io.stdout.write(HELP);
    return 0;
  }
  if (!flags.ok) return cannot(io, `${flags.error} (see sallyport install --help)`);
  const pinned = pinsFor(io);
  if (!pinned.ok) return cannot(io, pinned.error);
  return install(flags.value, pinned.value, io);
}

export async function install(flags: HostFlags, { pins, settings }: Pinned, io: CliIo): Promise<number> {
  if (process.platform === "win32")
    return cannot(io, "installing on Windows is not supported yet: its shells start hooks in another way");
  const { host, scope } = flags;
  const change = planInstall(host, { scope, at: hostEnvironment(io), pins });
  if (!change.ok) return cannot(io, change.error);
  const { title } = host;
  if (isSame(change.value)) {
    io.stdout.write(`${title}: the hook is in place already, in ${change.value.file}\n`);
    return 0;
  }
  show(change.value, io);
  if (flags.dryRun) return 0;
  if (!(flags.yes || (await confirmed("Make this change?", io))))
    return cannot(io, "nothing was changed (--yes makes the change without asking)");
  const written = replaceOwn(change.value.file, change.value.after, change.value.before);
  if (!written.ok) return cannot(io, written.error);
  keepReceipt(stateDir(io.env), change.value);
  io.stdout.write(`\n${title}: the hook is in place.\n`);
  for (const line of notesFor(host, settings)) io.stdout.write(`- ${line}\n`);
  return 0;
}

/** What the person has to know, the most important first. */
export function notesFor({ failsOpen, install: { notes } }: Host, settings: Settings): readonly string[] {
  const { classifier, shadow } = settings;
  return [
    ...(failsOpen === null
      ? []
      : [`ADVISORY: ${failsOpen} A guard you can rely on needs the host's own confirmation or a sandbox beside it.`]),
    ...notes,
    ...(classifier.provider === "offline"
      ? [
          "No model is set up: what is not proven harmless is asked about or denied. Set a provider or a key, then install again (sallyport init).",
        ]
      : []),
    ...(shadow
      ? [
          "Shadow: everything is judged and recorded, and the agent is told nothing. Set shadow to false to make it count.",
        ]
      : []),
    "Check it with: sallyport doctor",
  ];
}

export function hostFlags(args: readonly string[]): Result<HostFlags> | "help" {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: OPTIONS,
      strict: true,
      allowPositionals: true,
    });
    if (values.help === true) return "help";
    const [name = "", ...more] = positionals;
    const host = hostNamed(name);
    if (host === undefined || more.length > 0) return fail(`say which host: ${HOST_NAMES.join(", ")}`);
    const scopes = SCOPES.filter((scope) => scope !== "user" && values[scope] === true);
    if (scopes.length > 1) return fail(`${scopes.map((scope) => `--${scope}`).join(" and ")} exclude each other`);
    const [scope = "user"] = scopes;
    return ok({ host, scope, yes: values.yes === true, dryRun: values["dry-run"] === true });
  } catch (error) {
    return fail(error instanceof Error ? (error.message.split(". ")[0] ?? "") : "wrong options");
  }
}

export const hostEnvironment = (io: CliIo): HostEnvironment => ({
  home: homeOf(io.env),
  cwd: io.cwd,
  env: io.env,
  platform: process.platform,
});

export const isSame = ({ before, after }: FileChange): boolean =>
  before === null || after === null ? before === after : before.equals(after);

export function show(change: FileChange, io: CliIo): void {
  const paint = painter(io.stdout, io.env);
  const text = (bytes: Buffer | null): string => bytes?.toString("utf8") ?? "";
  const what = change.before === null ? " (new)" : change.after === null ? " (removed)" : "";
  io.stdout.write(`${paint("bold", change.file)}${what}\n`);
  for (const line of diffLines(text(change.before), text(change.after))) {
    const colour = line.startsWith("+") ? "allow" : line.startsWith("-") ? "deny" : "dim";
    io.stdout.write(`${paint(colour, visible(line))}\n`);
  }
}

export function cannot(io: CliIo, why: string): number {
  io.stderr.write(`sallyport: ${why}\n`);
  return 1;
}
