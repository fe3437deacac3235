/** Files given to a host that the rule does not name, by programs that pass on their input or write to an address. */
import type { SubCommand } from "../../contract/reading.ts";
import type { PolicyCall } from "../call.ts";
import { isLoopback } from "./addresses.ts";
import { feedersOf } from "./feeders.ts";
import { baseName } from "./further.ts";

/** What these read from their input goes to whom they are connected with. */
const PASSES_ON = /^(?:nc|ncat|netcat|socat|telnet|websocat)$/;
/** An operand that is an address is written. */
const WRITES_ADDRESS = /^(?:ffmpeg|avconv|gst-launch(?:-1\.0)?|c?vlc|melt|sox|convert|magick|gm)$/;
const HOST = /[a-z][a-z\d+.-]*:\/\/(?:[^/?#@\s]*@)?(\[[^\]]*\]|[^/?#:\s,|'"]*)/gi;
const NO_HOST = /^(?:file|pipe|fd|concat|data):/i;

/** `spelled`: every word of the rule. */
export function givesToStranger(command: SubCommand, spelled: readonly string[], call: PolicyCall): boolean {
  const name = baseName(command);
  const values = command.words.slice(1).map(({ value, prefix }) => value ?? prefix);
  const named = spelled.slice(1).flatMap((word) => word.toLowerCase().split(/[^\w.-]+/));
  const isNamed = (host: string): boolean => isLoopback(host) || named.includes(host.toLowerCase());
  if (WRITES_ADDRESS.test(name))
    // What it reads from there tells nobody anything.
    return values.some((value, i) => values[i - 1] !== "-i" && hostsIn(value).some((host) => !isNamed(host)));
  const passes = PASSES_ON.test(name) || (name === "openssl" && values[0] === "s_client");
  return (
    passes &&
    isFedFile(command, call) &&
    !values.some((value) => /[.:]|^localhost$/.test(value) && isNamed(value.replace(/:\d+$/, "")))
  );
}

const hostsIn = (text: string): readonly string[] =>
  [...text.matchAll(HOST)].flatMap(([whole, host = ""]) => (NO_HOST.test(whole) ? [] : [host.toLowerCase()]));

/** What every machine has, and what says nothing. */
const DEVICE = /^\/dev\/(?:null|zero|u?random|stdin|tty)$/;

const isFedFile = (command: SubCommand, call: PolicyCall): boolean =>
  [...(command.redirections ?? []), ...feedersOf(command, call).flatMap(({ effects }) => effects)].some(
    (effect) => effect.do === "read" && effect.content && !DEVICE.test(effect.target.path),
  );
