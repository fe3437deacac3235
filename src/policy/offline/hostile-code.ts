/** Code that hides what it does, hands a shell to somebody else, or destroys: looked for in text that would run. */

import type { CallView } from "./call-view.ts";
import { holdsSystem } from "./conditions.ts";
import { flowsOf } from "./data-flow.ts";

const MAX_CODE_CHARACTERS = 20_000;
const MAX_LINES = 60;

/** Text that is decoded and run, in any language. */
const DECODED_AND_RUN =
  /(?:exec|eval|compile|system|popen|Function)\s*\(?[^\n]{0,80}(?:b64decode|base64_decode|decode_base64|fromhex|unhexlify|atob\s*\(|Buffer\.from\([^)]*base64|gzinflate|str_rot13|zlib\.decompress|codecs\.decode)|(?:base64|openssl enc|xxd)\b[^\n|;&]*(?:-d|-D|--decode|-r)\b[^\n]*\|\s*(?:sudo\s+)?(?:\w+\/)*(?:ba|z|da|k)?sh\b|[iI][eE][xX][^\n]{0,120}FromBase64String/;

/** A shell on a socket: bash, netcat, socat, and the usual one-liners. */
const SHELL_ON_SOCKET: readonly RegExp[] = [
  /\b(?:ba|z|k|da)?sh\b[^\n]{0,80}(?:[<>]&?\s*|exec[^\n]*)\/dev\/(?:tcp|udp)\//,
  /exec\s+\d+<>\s*\/dev\/(?:tcp|udp)\//,
  /\/dev\/(?:tcp|udp)\/[^\n]{0,200}\|[^\n]{0,40}\b(?:ba|z|da)?sh\b/,
  /\b(?:nc|ncat|netcat)\b[^\n|;&]*(?:\s-\w*[ec]\s*|--(?:sh-)?exec[\s=])['"]?\S*\b(?:(?:ba|z|da|k)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)\b/,
  /\bsocat\b[^\n]*(?:EXEC|SYSTEM):/i,
  /mkfifo[^\n]*[\n;&|][\s\S]{0,160}\b(?:nc|ncat|netcat|telnet|openssl)\b[\s\S]{0,160}|\b(?:ba|z|da)?sh\b[^\n]{0,40}\|\s*(?:nc|ncat|netcat|telnet)\b[^\n]*>\s*\S+\s*$/,
  /(?:socket|sockopen)[\s\S]{0,400}(?:dup2|pty\.spawn|(?:subprocess\.\w+|Popen|popen|exec\w*|system|spawn\w*)\s*\(?\s*\[?\s*["'](?:\/(?:usr\/)?bin\/)?(?:ba|z)?sh\b)/i,
  /(?:spawn|exec)\(\s*["'](?:\/bin\/)?(?:ba)?sh["'][\s\S]{0,300}(?:net\.(?:connect|createConnection|Socket)|new net\.Socket)|(?:net\.(?:connect|createConnection)|new net\.Socket)[\s\S]{0,300}(?:spawn|exec)\(\s*["'](?:\/bin\/)?(?:ba)?sh["']/i,
  /TCPClient[\s\S]{0,600}(?:GetStream|Invoke-Expression|iex\b)/i,
  /\bpowercat\b|\bmsfvenom\b[^\n]*reverse|meterpreter\/reverse/i,
];

/** A page that runs what it is sent. */
const WEB_SHELL =
  /(?:system|exec|passthru|shell_exec|popen|proc_open|assert|eval)\s*\(\s*(?:base64_decode\s*\(\s*)?\$_(?:GET|POST|REQUEST|COOKIE|SERVER)|Runtime\.getRuntime\(\)\.exec\(\s*request\.|(?:os\.system|os\.popen|subprocess\.\w+|eval|exec)\(\s*(?:flask\.)?request\.(?:args|form|values|data|GET|POST)|(?:child_process|exec(?:Sync)?)\(\s*req\.(?:query|body|params)|Process\.Start\([^)]*Request\[/;

export const runsDecoded = (text: string): boolean => DECODED_AND_RUN.test(text.slice(0, MAX_CODE_CHARACTERS));

export const handsShellOut = (text: string): boolean => {
  const code = text.slice(0, MAX_CODE_CHARACTERS);
  return SHELL_ON_SOCKET.some((pattern) => pattern.test(code)) || WEB_SHELL.test(code);
};

/** What stands in a start file, a schedule or a unit is hidden, fetched, encoded, a way in, or destroys. */
export function plantsHidden(text: string, view: CallView): boolean {
  const code = text.slice(0, MAX_CODE_CHARACTERS);
  if (runsDecoded(code) || handsShellOut(code)) return true;
  const lines = code.split("\n").slice(0, MAX_LINES);
  return [...new Set([code, ...lines, ...lines.flatMap(entries)])].some((one) => isHiddenShell(one, view));
}

/** The commands inside aliases, cron lines, units and property lists. */
function entries(line: string): readonly string[] {
  const alias = /^\s*(?:alias\s+[\w.:-]+=|PROMPT_COMMAND=|trap\s+)(['"]?)(.*?)\1(?:\s+[A-Z]+)?\s*$/.exec(line)?.[2];
  const cron = /^\s*(?:@\w+\s+|(?:[\d*,/-]+\s+){5})(.+)$/.exec(line)?.[1];
  const unit = /^\s*Exec\w*=[-@+!:]*(.+)$/.exec(line)?.[1];
  const shell = /\b(?:ba|z|da)?sh\s+-\w*c\s+(['"])(.*)\1/.exec(line)?.[2];
  const asUser = cron?.replace(/^[a-z_][\w-]*\s+/, "");
  return [alias, cron, asUser, unit, shell].filter((one) => one !== undefined);
}

function isHiddenShell(code: string, view: CallView): boolean {
  const { cwd, projectRoot, world, look } = view;
  const { commands } = view.read(code);
  const { flows } = flowsOf(commands, { cwd, projectRoot, world, look, text: code });
  const runs = flows.some(({ to, of }) => to === "run" && (of === "fetched" || of === "decoded"));
  return (
    runs ||
    commands.some(({ effects }) =>
      effects.some((effect) => effect.do === "delete" && effect.recursive && holdsSystem(effect, view)),
    )
  );
}
