/** Keeping the service running: a user unit of systemd, or a launch agent of macOS. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Env, homeOf, loadPersonSettings } from "../../app/index.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import type { ServeGiven } from "../commands/serve.ts";
import type { CliIo } from "../io.ts";
import { keysOf } from "../pins.ts";
import { programPlace, settle } from "../settle.ts";
import { refuse, report, tell } from "../style.ts";

const UNIT = "sallyport.service";
const LABEL = "dev.sallyport.serve";
/** Where things are, for a service that no shell starts. */
const PLACES = ["HOME", "PATH", "SALLYPORT_STATE_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "LANG"];

interface ServiceUnit {
  readonly file: string;
  readonly text: string;
  readonly start: readonly (readonly string[])[];
  readonly stop: readonly (readonly string[])[];
  readonly note: string;
}

type Platform = NodeJS.Platform;

/** What would be written, and what starts it. */
export function unitFor(program: string, env: Env, platform: Platform = process.platform): Result<ServiceUnit> {
  const words = [process.execPath, join(program, "sallyport.cjs"), "serve"];
  const given = PLACES.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  if (words.some(hasControl) || given.flat().some(hasControl))
    return fail("a path or variable holds a line break or another control character");
  if (platform === "linux") return ok(systemdUnit({ words, given, env }));
  if (platform === "darwin") return ok(launchAgent({ words, given, env }));
  return fail("only systemd and macOS are known here: start sallyport serve --background when you log in");
}

const hasControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text);

interface UnitParts {
  readonly words: readonly string[];
  readonly given: readonly (readonly [string, string])[];
  readonly env: Env;
}

function systemdUnit({ words, given, env }: UnitParts): ServiceUnit {
  const quote = (text: string): string =>
    `"${text.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$")}"`;
  const config = env.XDG_CONFIG_HOME || `${homeOf(env)}/.config`;
  return {
    file: join(config, "systemd/user", UNIT),
    text: `[Unit]
Description=Sallyport: one gate for all agents of this machine

[Service]
ExecStart=${words.map(quote).join(" ")}
${given.map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`).join("\n")}
Restart=on-failure
RestartSec=2
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`,
    start: [
      ["systemctl", "--user", "daemon-reload"],
      ["systemctl", "--user", "enable", "--now", UNIT],
    ],
    stop: [["systemctl", "--user", "disable", "--now", UNIT]],
    note: "",
  };
}

function launchAgent({ words, given, env }: UnitParts): ServiceUnit {
  const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const file = join(homeOf(env), "Library/LaunchAgents", `${LABEL}.plist`);
  const domain = `gui/${process.getuid?.() ?? 0}`;
  return {
    file,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>Label</key><string>${LABEL}</string>
<key>ProgramArguments</key><array>${words.map((word) => `<string>${xml(word)}</string>`).join("")}</array>
<key>EnvironmentVariables</key><dict>${given.map(([name, value]) => `<key>${name}</key><string>${xml(value)}</string>`).join("")}</dict>
<key>RunAtLoad</key><true/>
<key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
<key>Umask</key><integer>63</integer>
</dict></plist>
`,
    start: [["launchctl", "bootstrap", domain, file]],
    stop: [["launchctl", "bootout", domain, file]],
    note: " On macOS this is untested.",
  };
}

export function installUnit({ options }: ServeGiven, io: CliIo): number {
  const loaded = loadPersonSettings(io);
  if (!loaded.ok) return refuse(io, loaded.error);
  const place = programPlace(io.env);
  if (!place.ok) return refuse(io, place.error);
  const settled = settle(place.value, io.env);
  if (!settled.ok) return refuse(io, settled.error);
  const unit = unitFor(place.value.folder, io.env);
  if (!unit.ok) return refuse(io, unit.error);
  const { file, text, start, note } = unit.value;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
  } catch (error) {
    return refuse(io, `${file}: ${messageOf(error)}`);
  }
  const failed = runAll(start, io.env);
  const keys = keysOf(loaded.value.settings);
  if (keys.length > 0)
    tell(
      io,
      `${keys.join(", ")} is not in its environment: calls that need the model are decided by each hook alone, unless classifier.apiKeyFile names a file`,
    );
  if (failed !== null) return refuse(io, `${file} is written, but ${failed}`);
  return report(
    options,
    { value: { file }, text: `The service runs, and starts when you log in: ${file}.${note}` },
    io,
  );
}

export function uninstallUnit(options: ServeGiven["options"], io: CliIo): number {
  const unit = unitFor(".", io.env);
  if (!unit.ok) return refuse(io, unit.error);
  const { file, stop } = unit.value;
  if (!existsSync(file)) return report(options, { value: { removed: null }, text: "It was not installed." }, io);
  const failed = runAll(stop, io.env);
  rmSync(file);
  if (failed !== null) tell(io, failed);
  return report(options, { value: { removed: file }, text: `${file} is gone.` }, io);
}

/** The first that did not work, in words; null where all did. */
function runAll(commands: readonly (readonly string[])[], env: Env): string | null {
  for (const [program = "", ...args] of commands) {
    const done = spawnSync(program, args, { env: { ...env }, encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] });
    if (done.status === 0) continue;
    const why = done.error === undefined ? done.stderr.trim().split("\n")[0] : done.error.message;
    return `${[program, ...args].join(" ")} did not work (${why}): run it yourself`;
  }
  return null;
}
