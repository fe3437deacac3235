/** What `install` and `uninstall` share: which host, and where. */
import { fail, ok, type Result } from "../../contract/result.ts";
import { type Host, hostNamed } from "../../hosts/index.ts";
import { diffLines, type FileChange, type InstallScope, SCOPES } from "../../hosts/install/index.ts";
import type { GivenArguments } from "../command.ts";
import { unknownHost } from "../nearest.ts";
import { flag } from "../options.ts";
import { type AskedHow, changesNothing } from "./agree.ts";

export const HOST_OPTIONS = {
  "dry-run": flag("show the change and make none"),
  yes: flag("do not ask", "y"),
  project: flag("in this project's settings instead of your own"),
  managed: flag("in the machine's settings (Claude Code, as root): nobody below can switch it off"),
  plugin: flag("for the plugin of Claude Code: only the line it starts"),
  json: flag("for programs; with --yes or --dry-run"),
};

export interface HostChoice extends AskedHow {
  readonly host: Host;
  readonly scope: InstallScope;
}

type HostGiven = Pick<GivenArguments<typeof HOST_OPTIONS>, "options" | "words">;

export function parseHostChoice({ options, words: [name = ""] }: HostGiven): Result<HostChoice> {
  const host = hostNamed(name);
  if (host === undefined) return fail(unknownHost(name));
  const how = parseHow(options);
  if (!how.ok) return how;
  const scope = parseScope(options);
  return scope.ok ? ok({ host, scope: scope.value ?? "user", ...how.value }) : scope;
}

/** Undefined where none was named. */
export function parseScope(options: HostGiven["options"]): Result<InstallScope | undefined> {
  const [scope, ...others] = SCOPES.filter((one) => one !== "user" && options[one]);
  if (others.length > 0) return fail(`${[scope, ...others].map((one) => `--${one}`).join(" and ")} exclude each other`);
  return ok(scope);
}

export function parseHow({ yes, json, "dry-run": dryRun }: HostGiven["options"]): Result<AskedHow> {
  return json && !yes && !dryRun ? fail("--json asks nothing: add --yes or --dry-run") : ok({ yes, dryRun, json });
}

interface HostAt extends Pick<AskedHow, "dryRun"> {
  readonly host: Host;
  readonly scope: InstallScope;
}

/** For programs: what was changed, or would be. */
export const changeJson = ({ host, scope, dryRun }: HostAt, { file, before, after }: FileChange) => ({
  ...{ host: host.name, scope, file, changed: !dryRun && !changesNothing({ file, before, after }) },
  diff: diffLines(before?.toString("utf8") ?? "", after?.toString("utf8") ?? ""),
});
