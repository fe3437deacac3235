/** What is worth nothing but its secrets: private keys, and whole credential stores. */
import type { ActId } from "../../contract/acts.ts";
import type { FileMark } from "../../contract/session.ts";
import type { CredentialStore } from "../../machine/index.ts";
import { type DataFlow, PRIVATE_KEY_FILE } from "../offline/index.ts";

const STORES: ReadonlySet<string> = new Set<CredentialStore>([
  "SSH keys",
  "cloud credentials",
  "cluster credentials",
  "network passwords",
  "git and code-host tokens",
  "package registry tokens",
  "agent credentials",
  "password stores and key rings",
  "browser profiles",
  "wallets",
  "system secrets",
  "a home directory with everything in it",
]);
/** Of these any part is a key. */
const KEYS: ReadonlySet<string> = new Set<CredentialStore | ActId>(["SSH keys", "secret.keys", "secret.private-key"]);
const SHOWN_WHOLE: ReadonlySet<string> = new Set<ActId>([
  "secret.keys",
  "secret.private-key",
  "secret.keychain",
  "secret.key-ring",
  "secret.password-hashes",
]);
/** Files that are keys or stores of keys, by their names. */
const KEY_FILE = /^id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:p12|pfx|keystore|jks|kdbx)$/;

/** The text of a key, with enough of it to be one. */
export const KEY_BLOCK =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|\s)+(?:[A-Za-z0-9+/=:,.-]{20,}(?:\\[nr]|\s)*){3}/;

export function isKeyOrStore({ of, from, whole, sure }: Pick<DataFlow, "of" | "from" | "whole" | "sure">): boolean {
  if (of === "private") return from === "secret.private-key" && whole;
  if (of !== "secret" || !sure) return false;
  if (from === PRIVATE_KEY_FILE || KEYS.has(from) || KEY_FILE.test(from)) return true;
  return whole && (STORES.has(from) || SHOWN_WHOLE.has(from));
}

/** Of a file: what is in it is one. */
export const isKeyMark = (mark: Omit<FileMark, "path">): boolean =>
  isKeyOrStore({ ...mark, sure: mark.strong === true || mark.whole });
