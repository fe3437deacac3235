/** Private keys by what they say of themselves: the first lines of such a file, whatever it is called. */
import type { World } from "../contract/world.ts";
import { foldSegment } from "./fold.ts";
import { isGarbled } from "./garbled.ts";
import { isInStore, mayBeUndotted, secretFile } from "./secret-names.ts";
import { isSource } from "./source-names.ts";

/** In bytes: a certificate and its chain may stand before the key. */
const HEAD_BYTES = 65_536;

const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 [A-Z ]*PRIVATE KEY ----|PuTTY-User-Key-File-\d|AGE-SECRET-KEY-(?:PQ-)?1|^untrusted comment: .*secret key|^\s*PrivateKey\s*=\s*[\w+/]{43}=/m;
/** A key as JSON: of which kind it is, and its private number. */
const JSON_KEY = [/"kty"\s*:/, /"d"\s*:\s*"[\w-]{32,}"/];
/** Names that keys go by beside certificates and signatures, which are for everybody: what is in the file decides. */
const OF_KEYS =
  /\.(?:pem|crt|cer|cert|der|asc|gpg|pgp|priv|pk8|pkcs8|rsa|dsa|ec|ecdsa|ed25519|ssh|age|identity|agekey)$|(?:^|[._-])(?:rsa|dsa|ecdsa|ed25519|privkey|privatekey|private|sshkey|deploykey|identity)(?:[._-]|$)|(?:^|[._-])id_[a-z0-9]+/;
/** What copies are called after what they were made of. */
const OF_COPIES = /(?:[._-](?:bak|backup|old|orig|original|save|saved|copy|prev|tmp|txt|\d+)|[~#%])+$/;
/** Public halves. */
const PUBLIC = /\.pub(?:\.|$)/;

/** In whatever width its signs are. */
export function showsPrivateKey(text: string): boolean {
  const plain = text.replaceAll("\0", "");
  return PRIVATE_KEY.test(plain) || JSON_KEY.every((part) => part.test(plain));
}

/** A file that is there and begins with one. What cannot be read shows none; what cannot be named may. */
export function holdsPrivateKey(path: string, world: World): boolean {
  if (isGarbled(path)) return true;
  const { kind, size } = world.stat(path);
  if (kind !== "file" || size === 0) return false;
  const bytes = size <= HEAD_BYTES ? world.readFile(path, HEAD_BYTES) : world.readRange?.(path, 0, HEAD_BYTES);
  return bytes !== undefined && showsPrivateKey(Buffer.from(bytes).toString("latin1"));
}

/** `name`: folded. */
export function mayBeKey(name: string): boolean {
  const bare = name.replace(OF_COPIES, "");
  return !PUBLIC.test(name) && (OF_KEYS.test(name) || OF_KEYS.test(bare));
}

/** Of a path from the top of its tree whose contents are at hand: called like a secret, or like what may hold one that it does. */
export function isSecretPath(path: string, holds: () => boolean): boolean {
  const name = foldSegment(path.slice(path.lastIndexOf("/") + 1));
  return secretFile(name) !== undefined || isInStore(path) || ((mayBeKey(name) || mayTell(path)) && holds());
}

const CALLED = /\.[ct]sv$|secret|credential|passw|api[_-]?key|token|(?:^|[._-])creds?(?:[._-]|$)/;
const OF_PACKAGES =
  /^(?:pip\.(?:conf|ini)|auth\.json|mcp\.json|gradle\.properties|settings\.xml|nuget\.config|bunfig\.toml)$/;

/** Hidden, called like a secret or without its dot, or settings that tokens stand in: what is in such a file tells. */
export function mayTell(path: string): boolean {
  const name = foldSegment(path.slice(path.lastIndexOf("/") + 1));
  if (isSource(name)) return false;
  return path.includes("/.") || CALLED.test(name) || OF_PACKAGES.test(name) || mayBeUndotted(name);
}
