/** What keeps the service running, as text: a user unit of systemd, or a launch agent of macOS. */
import { join } from "node:path";
import { type Env, homeOf } from "../../app/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { ENGINE_FLAGS } from "../../service/running/index.ts";

const UNIT = "sallyport.service";
const LABEL = "dev.sallyport.serve";
/** Where things are, for a service that no shell starts. */
const PLACES = ["HOME", "PATH", "SALLYPORT_STATE_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "LANG"];

export interface ServiceUnit {
  /** What it is, for a person. */
  readonly title: string;
  readonly file: string;
  readonly text: string;
  readonly start: readonly (readonly string[])[];
  readonly stop: readonly (readonly string[])[];
  /** After its file is gone. */
  readonly forget: readonly (readonly string[])[];
  /** Works where there is somebody to give it to. */
  readonly ask: readonly string[];
}

type Platform = NodeJS.Platform;

/** What would be written, and what starts it. */
export function unitFor(program: string, env: Env, platform: Platform = process.platform): Result<ServiceUnit> {
  const words = [process.execPath, ...ENGINE_FLAGS, join(program, "sallyport.cjs"), "serve"];
  const given = PLACES.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  if (words.some(hasControl) || given.flat().some(hasControl))
    return fail("a path or variable holds a line break or another control character");
  if (platform === "linux") return ok(systemdUnit({ words, given, env }));
  if (platform === "darwin") return ok(launchAgent({ words, given, env }));
  return fail("only systemd and macOS keep a service running: start it with sallyport serve --background");
}

const hasControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text);

interface UnitParts {
  readonly words: readonly string[];
  readonly given: readonly (readonly [string, string])[];
  readonly env: Env;
}

function systemdUnit({ words, given, env }: UnitParts): ServiceUnit {
  const quote = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%")}"`;
  // A dollar names a variable in a command, and is itself in an assignment.
  const quoteWord = (text: string): string => quote(text).replaceAll("$", "$$$$");
  const config = env.XDG_CONFIG_HOME || `${homeOf(env)}/.config`;
  return {
    title: "a user unit of systemd",
    file: join(config, "systemd/user", UNIT),
    text: `[Unit]
Description=Sallyport: one gate for all agents of this machine

[Service]
ExecStart=${words.map(quoteWord).join(" ")}
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
      ["systemctl", "--user", "enable", UNIT],
      // One that runs is of the unit as it was.
      ["systemctl", "--user", "restart", UNIT],
    ],
    stop: [["systemctl", "--user", "disable", "--now", UNIT]],
    forget: [["systemctl", "--user", "daemon-reload"]],
    ask: ["systemctl", "--user", "show-environment"],
  };
}

function launchAgent({ words, given, env }: UnitParts): ServiceUnit {
  const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const file = join(homeOf(env), "Library/LaunchAgents", `${LABEL}.plist`);
  const domain = `gui/${process.getuid?.() ?? 0}`;
  return {
    title: "a launch agent of macOS (untested)",
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
    forget: [],
    ask: ["launchctl", "print", domain],
  };
}
