/** One host: found, its version, the hook in place and as it was installed, and what only that host can tell. */
import type { Host } from "../host.ts";
import {
  type HostEnvironment,
  type InstallScope,
  isInPlace,
  missingFrom,
  type Pins,
  SCOPES,
  standingMirror,
  unreadFile,
} from "../install/index.ts";
import { bad, good, type HealthFinding, type HostCheck, versionOf, warn } from "./finding.ts";

export { bad, good, type HealthFinding, versionOf, warn } from "./finding.ts";

/** The scopes in which our hook stands, changed or not. In the home directory the project's file may be the person's: then it is that. */
export function scopesInPlace(host: Host, at: HostEnvironment, pins: Pins): readonly InstallScope[] {
  const files = SCOPES.map((scope) => host.install.file(scope, at));
  return SCOPES.filter((scope, i) => {
    if (files[i] === undefined || files.indexOf(files[i]) < i) return false;
    const found = isInPlace(host, { scope, at, pins });
    return found.ok && found.value !== "no";
  });
}

export async function examineHost(host: Host, at: HostEnvironment, pins: Pins): Promise<readonly HealthFinding[]> {
  const { title, program } = host;
  const version = await versionOf(program, at.env);
  const isLive = version !== undefined && scopesInPlace(host, at, pins).length > 0;
  return [
    version === undefined
      ? warn(
          title,
          `the program ${program} was not found on PATH, or did not tell its version`,
          `install ${title}, or leave it`,
        )
      : describeVersion(host, version),
    ...examinePlaces(host, at, pins),
    ...(isLive ? whatIsLeft(host) : []),
    ...((await host.doctor?.({ at, pins, isLive })) ?? []),
  ];
}

/** Which way the host fails where nothing of ours can answer, and what closes it. */
const whatIsLeft = ({ title, failsOpen }: Host): readonly HealthFinding[] =>
  failsOpen === null ? [] : [good(`${title}, advisory`, failsOpen)];

function describeVersion(host: Host, version: string): HealthFinding {
  const { title, checkedVersion, faults = [] } = host;
  const known = faults.filter(({ before }) => compareVersions(version, before) < 0);
  const mended = known.at(-1)?.before;
  if (mended !== undefined)
    return bad(
      title,
      `version ${version}: ${known.map(({ says }) => says).join("; ")}`,
      `update it to ${mended} or newer`,
    );
  if (checkedVersion === null) return good(title, `version ${version}; its protocol was taken from documentation`);
  if (version === checkedVersion) return good(title, `version ${version}, as checked`);
  const newer = newerThanTried(host, version);
  return newer === null
    ? good(title, `version ${version}; checked was ${checkedVersion}`)
    : warn(
        title,
        newer,
        `watch it first: sallyport switch watch; or stay with ${checkedVersion} until Sallyport has tried yours`,
      );
}

/** A sentence for the person where their version is newer than the one that was last tried; null where it is not, or nobody can tell. */
export function newerThanTried(
  { title, checkedVersion }: Pick<Host, "title" | "checkedVersion">,
  version: string,
): string | null {
  if (checkedVersion === null || compareVersions(version, checkedVersion) <= 0) return null;
  return `version ${version} is newer than ${checkedVersion}, the last one ${title} was tried with here: tools and events it has since may be asked about, or not be seen`;
}

/** By the numbers between the dots; what is no number counts as nothing. */
function compareVersions(a: string, b: string): number {
  const numbers = (text: string): readonly number[] =>
    text.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0);
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** With the mirror that stands. */
function installAgain(host: Host, scope: InstallScope, { at, pins }: Pick<HostCheck, "at" | "pins">): string {
  const mirror = standingMirror(host, { at, state: pins.state }, []) === undefined ? "" : " --mirror";
  return `sallyport install ${host.name}${scope === "user" ? mirror : ` --${scope}`}`;
}

function examinePlaces(host: Host, at: HostEnvironment, pins: Pins): readonly HealthFinding[] {
  const about = `${host.title}, hook`;
  const files = SCOPES.map((scope) => host.install.file(scope, at));
  const findings = SCOPES.flatMap((scope, i): readonly HealthFinding[] => {
    const file = files[i];
    if (file === undefined || files.indexOf(file) < i) return [];
    const found = isInPlace(host, { scope, at, pins });
    const flag = scope === "user" ? "" : ` --${scope}`;
    const again = installAgain(host, scope, { at, pins });
    if (!found.ok) return [bad(about, found.error, "fix that file; until then the host may run without the gate")];
    if (found.value === "no") return [];
    const unread = unreadFile(host, { scope, at });
    if (unread !== undefined) return [bad(about, `in place, but nothing is guarded: ${unread}`, `correct ${file}`)];
    const [missing] = missingFrom(host, { scope, at, pins });
    if (missing !== undefined)
      return [
        bad(
          about,
          `in ${file}, but ${missing}, which it starts, is gone or changed: no call runs`,
          `${again}, or sallyport uninstall ${host.name}${flag}`,
        ),
      ];
    if (found.value === "yes") return [good(about, `in place in ${file}`)];
    return [bad(about, `in ${file}, but not as this sallyport would install it now`, again)];
  });
  return findings.length > 0 ? findings : [bad(about, "not in place", `sallyport install ${host.name}`)];
}
