/**
 * Machines that a copy goes to or comes from under an open allow rule: `host:path`, with or without a user, with or without a dot in
 * it, is an address to programs that copy between machines. Covered are hosts that the rule spells out or the project had.
 */
import type { SubCommand } from "../../contract/reading.ts";
import type { PolicyCall } from "../call.ts";
import { isLoopback, isRemote } from "./addresses.ts";

const COPIES: ReadonlySet<string> = new Set(
  (
    "scp rsync sftp sshfs pscp psftp ssh-copy-id rclone rdiff-backup unison borg bup duplicity mutagen prsync parallel-rsync parallel-scp " +
    "openrsync bbcp hpnscp zsync fpsync rsync-ssl"
  ).split(" "),
);

/** `user@host:path`, `host::module`, `[::1]:path`, `rsync://host/module`, `sftp:host:path`. */
const WITH_SCHEME = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]+)/i;
const WITH_PATH = /^(?:[^/\s@]*@)?(\[[^\]]*\]|[^/:\s]+):/;

const hostIn = (word: string): string | undefined =>
  (WITH_SCHEME.exec(word) ?? WITH_PATH.exec(word))?.[1]?.toLowerCase();

/** `spelled`: every word of the rule. */
export function copiesToStranger(command: SubCommand, spelled: readonly string[], call: PolicyCall): boolean {
  const name = (command.name ?? "").slice((command.name ?? "").lastIndexOf("/") + 1);
  if (!COPIES.has(name)) return false;
  const allowed = new Set(spelled.flatMap((word) => hostIn(word) ?? [bareHost(word)]));
  const named = command.words.slice(1).flatMap(({ value, prefix }) => {
    const word = value ?? prefix;
    // An option and what is attached to it: `--exclude=a:b` names nobody, `--rsync-path` is looked at elsewhere.
    return word.startsWith("-") ? [] : (hostIn(word) ?? []);
  });
  const contacted = command.effects.flatMap((effect) => (effect.do === "network" ? [effect.host ?? ""] : []));
  return [...named, ...contacted.map((host) => hostIn(`${host}:`) ?? host)].some(
    (host) => !isLoopback(host) && !allowed.has(host) && !isRemote(host, call),
  );
}

/** `sftp pi@host`: the word is the host. */
const bareHost = (word: string): string => word.replace(/^[^/\s@]*@/, "").toLowerCase();
