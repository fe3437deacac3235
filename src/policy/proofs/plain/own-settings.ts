/**
 * Settings that a program takes from the directories it is started in. A repository brings them, and some of them write files
 * elsewhere, start programs or choose whom to ask: a service is proven only where every one of them is known to do none of it.
 */
import { dirname } from "node:path/posix";
import type { PolicyCall } from "../../call.ts";

const MAX_BYTES = 100_000;

interface OwnSettings {
  readonly file: string;
  /** Settings that change neither what is written, nor what is started, nor who is asked. */
  readonly harmless: ReadonlySet<string>;
}

/** By program. npm's are lines of `name = value`; whom a `registry` asks is found by the reader where npm asks anybody. */
const OWN_SETTINGS: Readonly<Record<string, OwnSettings>> = {
  npm: {
    file: ".npmrc",
    harmless: new Set(
      `audit auto-install-peers dedupe-peer-dependents engine-strict fund hoist legacy-peer-deps link-workspace-packages
       lockfile-version loglevel node-linker package-lock prefer-workspace-packages progress registry resolution-mode save-exact
       save-prefix save-workspace-protocol shamefully-hoist strict-peer-dependencies update-notifier`.split(/\s+/),
    ),
  },
};

/** Whether none of the settings a program finds from `dir` upwards bends it; those of the person's home are the person's. */
export function hasHarmlessSettings(program: string, dir: string, { world }: PolicyCall): boolean {
  const own = Object.hasOwn(OWN_SETTINGS, program) ? OWN_SETTINGS[program] : undefined;
  if (own === undefined) return true;
  for (let at = dir; ; at = dirname(at)) {
    const path = `${at === "/" ? "" : at}/${own.file}`;
    if (at !== world.home && world.lstat(path).kind !== "absent" && !isHarmless(world.readFile(path, MAX_BYTES), own))
      return false;
    if (at === "/" || at === "." || at === dirname(at)) return true;
  }
}

const isHarmless = (bytes: Uint8Array | undefined, { harmless }: OwnSettings): boolean =>
  bytes !== undefined &&
  Buffer.from(bytes)
    .toString("utf8")
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .every((line) => line === "" || /^[;#]/.test(line) || harmless.has((line.split("=")[0] ?? "").trim()));
