/** One host: found, its version, the hook in place and as it was installed, and what only that host can tell. */
import { readFileSync } from "node:fs";
import type { JsonObject } from "../../contract/action.ts";
import { parsedArguments } from "../../judge/sources/parts.ts";
import { objectIn } from "../fields.ts";
import type { HostName } from "../host.ts";
import { inPlace, type Pins, PLACEMENTS, SCOPES, type Scope, type Surroundings } from "../install/index.ts";
import { signOfLife } from "../install/opencode-plugin.ts";
import { bad, type Finding, good, warn } from "./finding.ts";
import { codexTrust, opencodeLives, versionOf } from "./programs.ts";

/** The versions whose protocol was checked by running them. */
const CHECKED: Readonly<Partial<Record<HostName, string>>> = {
  "claude-code": "2.1.197",
  codex: "0.166.0",
  gemini: "0.61.0",
  opencode: "1.18.33",
};

/** The scopes in which our hook stands, changed or not. */
export function standing(
  host: HostName,
  at: Surroundings,
  pins: Pins,
): readonly (readonly [Scope, "yes" | "changed"])[] {
  return SCOPES.flatMap((scope) => {
    if (PLACEMENTS[host].file(scope, at) === undefined) return [];
    const found = inPlace(host, scope, at, pins);
    return found.ok && found.value !== "no" ? [[scope, found.value] as const] : [];
  });
}

/** `deep` starts the host for a moment where only that tells. */
export async function examineHost(host: HostName, at: Surroundings, pins: Pins): Promise<readonly Finding[]> {
  const { title, program } = PLACEMENTS[host];
  const version = await versionOf(program, at.env);
  const found = standing(host, at, pins);
  return [
    version === undefined
      ? warn(
          title,
          `the program ${program} was not found on PATH, or did not tell its version`,
          `install ${title}, or leave it`,
        )
      : good(title, versionText(host, version)),
    ...placeFindings(host, at, pins),
    ...(found.length > 0 && version !== undefined ? await ownFindings(host, at, pins) : []),
    ...(host === "claude-code" ? repositoryFindings(at) : []),
  ];
}

const versionText = (host: HostName, version: string): string =>
  CHECKED[host] === undefined
    ? `version ${version}; its protocol was taken from documentation`
    : version === CHECKED[host]
      ? `version ${version}, as checked`
      : `version ${version}; checked was ${CHECKED[host]}`;

function placeFindings(host: HostName, at: Surroundings, pins: Pins): readonly Finding[] {
  const { title } = PLACEMENTS[host];
  const about = `${title}, hook`;
  const findings = SCOPES.flatMap((scope): readonly Finding[] => {
    const file = PLACEMENTS[host].file(scope, at);
    if (file === undefined) return [];
    const found = inPlace(host, scope, at, pins);
    const flag = scope === "user" ? "" : ` --${scope}`;
    if (!found.ok) return [bad(about, found.error, "mend that file; until then the host may run without the gate")];
    if (found.value === "yes") return [good(about, `in place in ${file}`)];
    if (found.value === "no") return [];
    return [
      bad(about, `in ${file}, but not as this sallyport would install it now`, `sallyport install ${host}${flag}`),
    ];
  });
  return findings.length > 0 ? findings : [bad(about, "not in place", `sallyport install ${host}`)];
}

async function ownFindings(host: HostName, at: Surroundings, pins: Pins): Promise<readonly Finding[]> {
  if (host === "codex") {
    const hooks = await codexTrust(at.cwd, at.env);
    const about = "Codex CLI, trust";
    if (hooks === undefined)
      return [
        warn(about, "its app-server did not tell whether the hooks are trusted", "start codex and look at the hooks"),
      ];
    const open = hooks.filter(({ trust }) => trust !== "trusted");
    if (hooks.length > 0 && open.length === 0) return [good(about, "every hook is trusted")];
    const which = open.map(({ event, trust }) => `${event} (${trust})`).join(", ") || "none is listed";
    return [
      bad(
        about,
        `not trusted, and so skipped without a word: ${which}`,
        "start codex, review the hooks and trust them; only you can do that",
      ),
    ];
  }
  if (host === "opencode") {
    const lives = await opencodeLives(signOfLife(pins), at.env);
    const about = "OpenCode, plugin";
    if (lives === undefined)
      return [
        warn(about, "OpenCode did not run, so nobody knows whether the plugin is live", "run: opencode agent list"),
      ];
    return [
      lives
        ? good(about, "loaded when OpenCode started just now")
        : bad(
            about,
            "OpenCode started and did not load it: nothing is judged",
            "look at OpenCode's log; sallyport install opencode",
          ),
    ];
  }
  return [];
}

/** What this directory's own settings can do to the hook. */
function repositoryFindings(at: Surroundings): readonly Finding[] {
  return ["settings.json", "settings.local.json"].flatMap((name): readonly Finding[] => {
    const file = `${at.cwd}/.claude/${name}`;
    const settings = settingsIn(file);
    if (settings === undefined) return [];
    const about = "this repository";
    const start = "start with `claude --setting-sources user`, or install with --managed";
    return [
      ...(settings.disableAllHooks === true ? [bad(about, `${file} switches hooks off (disableAllHooks)`, start)] : []),
      ...(Object.keys(objectIn(settings, "env") ?? {}).some((key) => /^(?:LD_|DYLD_)/.test(key))
        ? [
            bad(
              about,
              `${file} sets a loader variable: its code runs in every program Claude Code starts, hooks included`,
              start,
            ),
          ]
        : []),
    ];
  });
}

function settingsIn(file: string): JsonObject | undefined {
  try {
    return parsedArguments(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
