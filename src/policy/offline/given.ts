/**
 * The machines and the files one command names, whatever the program is and whichever option says so: a key beside a
 * stranger's address is on its way there. An option that names a key to log in with is not that.
 */
import type { CallCommand } from "./flow.ts";

/** Options whose value is a key, a certificate, a file of settings or a mount: it is used here, not sent. */
const USES_KEY =
  /^(?:-[iI]|--?\S*(?:identity|key|cert|priv|credential|config|auth)\S*|--(?:rsh|ssh\S*|mount|volume)|-v)$/;
const USES_KEY_OF_SSH = /^-[eoFES]$/;
const SPEAKS_SSH = /^(?:ssh|scp|sftp|rsync|mosh|autossh|sshfs|sshuttle|ansible\S*|git)$/;
/** To these `-i` is a file of addresses, or what they take in. */
const TAKES_IN = /^(?:wget2?|ffmpeg|ffprobe|ffplay|avconv)$/;
/** `core.sshCommand=ssh -i KEY`, `sslkey=KEY`. */
const USED_WITHIN = /(?:\s-i\s*|key\S*=|cert\S*=)$/i;

const PATH_IN_WORD = /(?:^|[=@<:,'"\s]|file:\/\/)((?:~|\/)[^\s"'<>;,]+)/g;

/** An address, a login somewhere, a name with a port, or with a colon alone. */
const ADDRESS =
  /^(?:[\w.-]*(?:=["']?|["']))?[\w+.-]+:\/\/(?:[^/@\s]*@)?(\[[^\]]+\]|[^/:?#\s]+)|^(?:[\w.-]+@)([\w.-]+):|^([\w-]+(?:\.[\w-]+)+):(?:\d{1,5}$|\/|$)|^([\w.-]{2,}):$|^\/\/([\w.-]+)\/|^(?:host|hostname|server)=([\w.-]+)$/i;
const HOST_OPTION = /^(?:-h|-H|-n|-b|-s|--(?:host|hostname|server|broker|address|endpoint|url|to)\S*)$/;

const valuesOf = ({ words }: CallCommand): readonly string[] =>
  words.slice(1).map(({ value, prefix }) => value ?? prefix);

/** The machines a command names. */
export const hostsNamed = (command: CallCommand): readonly string[] =>
  valuesOf(command).flatMap((value, i, all) => hostIn(value, all[i - 1] ?? ""));

function hostIn(value: string, before: string): readonly string[] {
  if (/^file:/i.test(value)) return [];
  const [, ...found] = ADDRESS.exec(value) ?? [];
  const host = found.find((one) => one !== undefined);
  if (host !== undefined) return [host.toLowerCase()];
  return HOST_OPTION.test(before) && /^[\w.-]+$/.test(value) ? [value.toLowerCase()] : [];
}

/** The files a command is given, those apart that it only uses. */
export const filesGiven = (command: CallCommand): readonly string[] =>
  valuesOf(command).flatMap((value, i, all) =>
    isUsed(value, all[i - 1] ?? "", command.name ?? "") ? [] : pathsIn(value),
  );

function isUsed(value: string, before: string, program: string): boolean {
  const [option = "", attached] = value.startsWith("-") ? value.split("=", 2) : ["", undefined];
  const named = attached === undefined ? before : option;
  if (TAKES_IN.test(program) && named === "-i") return false;
  return USES_KEY.test(named) || (SPEAKS_SSH.test(program) && USES_KEY_OF_SSH.test(named));
}

const pathsIn = (value: string): readonly string[] =>
  [...value.matchAll(PATH_IN_WORD)].flatMap(({ 1: path = "", index }) =>
    USED_WITHIN.test(value.slice(0, index + 1)) ? [] : [path],
  );
