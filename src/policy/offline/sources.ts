/** Where marked data comes from: what one command reads, shows, fetches or decodes. */
import type { ActId } from "../../contract/acts.ts";
import type { Effect, ReadEffect } from "../../contract/effect.ts";
import { isSecretName } from "../../core/places/index.ts";
import { isInside, toTarget, type Ways } from "../../machine/index.ts";
import { type CallCommand, type DataMark, type FlowContext, OWN_FILES } from "./flow.ts";
import { isInstaller, isLocalHost, isMetadata } from "./hosts.ts";
import { usesAsKey } from "./key-use.ts";
import { isAt, storeAt } from "./known-places.ts";

/** Programs whose output, or the file they write, is what another machine sent. */
const FETCHES =
  /^(?:curl|wget|wget2|fetch|aria2c|axel|lynx|links|w3m|http|https|httpie|xh|xhs|curlie|lwp-request|lwp-download|GET|nc|ncat|netcat|socat|telnet|ftp|tftp|lftp|nscurl|scp|sftp|rsync|certutil|bitsadmin)$/;

/** Programs that turn text into something else than it looks. */
const DECODES: readonly (readonly [name: RegExp, line: RegExp])[] = [
  [/^(?:base64|base32|gbase64|basenc|uuencode|openssl)$/, /(?:^| )(?:-d|-D|-di|--decode|enc .*-d|.* -d)(?: |$)/],
  [/^(?:b64decode|uudecode|ascii85|unxor)$/, /(?:)/],
  [/^xxd$/, /(?:^| )-\w*r/],
  [/^(?:rev|tac)$/, /^$/],
  [/^tr$/, /A-Z|a-z|\\[0-7]{3}|N-ZA-M|n-za-m/],
  [/^(?:printf|echo)$/, /\\x[0-9a-f]{2}\S*\\x[0-9a-f]{2}|\\[0-7]{3}\S*\\[0-7]{3}/i],
  [
    /^(?:python\d?(?:\.\d+)?|perl|ruby|node|php)$/,
    /b64decode|decode_base64|from_?hex|unhexlify|pack\(["']H|base64_decode|atob\(|Buffer\.from\([^)]*base64/i,
  ],
  [/^(?:gpg|gpg2|age|openssl)$/, /(?:^| )(?:-d|--decrypt|-decrypt)(?: |$)/],
];

/** Secrets that are one whole: any value out of them is one. */
const STRONG: ReadonlySet<string> = new Set([
  "SSH keys",
  "cloud credentials",
  "cluster credentials",
  "agent credentials",
  "password stores and key rings",
  "browser profiles",
  "wallets",
  "system secrets",
  "another process's memory or environment",
  "a home directory with everything in it",
]);
/** What was typed, said and written: private, and no login. */
const NO_LOGIN: ReadonlySet<string> = new Set(["mail and messages", "shell and program histories"]);

export function marksOfSources(command: CallCommand, context: FlowContext): readonly DataMark[] {
  return [
    ...command.effects.flatMap((effect) => marksOfEffect(effect, command, context)),
    ...marksOfDownload(command),
    ...marksOfDecoder(command),
    ...marksOfVariables(command, context),
  ];
}

/** Shown to look at, not to log in with. */
const PERSONAL: ReadonlySet<ActId> = new Set([
  "secret.clipboard",
  "secret.process-environments",
  "secret.encrypted-file",
  "secret.private-key",
]);
/** Many secrets at once: any value out of them is one. */
const ALL_AT_ONCE: ReadonlySet<ActId> = new Set([
  "secret.environment",
  "secret.injected",
  "secret.password-hashes",
  "secret.keychain",
  "secret.keys",
]);

function marksOfEffect(effect: Effect, command: CallCommand, context: FlowContext): readonly DataMark[] {
  if (effect.do === "secret") {
    const from = effect.on ?? effect.act;
    if (PERSONAL.has(effect.act)) return [{ of: "private", from, whole: true }];
    const all = ALL_AT_ONCE.has(effect.act) && !/^g?awk$/.test(command.name ?? "");
    return [{ of: "secret", from, whole: all, ...(all ? { strong: true } : {}) }];
  }
  if (effect.do === "read" && effect.content) return marksOfRead(effect, command, context);
  if (effect.do === "write" && effect.from !== undefined)
    return marksOfRead(
      { do: "read", target: effect.from, recursive: effect.recursive, content: true },
      command,
      context,
    );
  if (effect.do === "security" && effect.act === "spy.person")
    return [{ of: "private", from: effect.act, whole: true }];
  return [];
}

const PUBLIC_NAMES =
  /(?:\.pub|(?:^|\/)(?:known_hosts(?:\.old)?|authorized_keys2?|allowed_signers)|\/\.ssh\/config|\.example|\.sample|\.template|\.dist)$/;

function marksOfRead(effect: ReadEffect, command: CallCommand, context: FlowContext): readonly DataMark[] {
  if (usesAsKey(command, effect)) return [];
  const { target, recursive } = effect;
  if (target.path === "" && target.certainty === "unknown") return [];
  if (!recursive && PUBLIC_NAMES.test(target.path)) return [];
  const inside = isInside(target.path, context.projectRoot);
  const secret = secretIn(effect, inside, context);
  if (secret !== undefined) return [secret];
  const scratch =
    target.path.startsWith("/dev/") || (!inside && isAt("temp", target, context.look, context.world.home));
  return scratch ? [] : [{ of: "private", from: inside ? OWN_FILES : target.path, whole: true }];
}

/** A credential store, or a file whose name says that it holds secrets. */
function secretIn({ target, recursive }: ReadEffect, inside: boolean, context: FlowContext): DataMark | undefined {
  const ways = context.look(target);
  const out = inside ? waysOut(ways, context) : ways;
  const store = storeAt(out, recursive, context.world.home);
  if (store !== undefined && !NO_LOGIN.has(store))
    return { of: "secret", from: store, whole: true, ...(STRONG.has(store) ? { strong: true } : {}) };
  const last = target.path.slice(target.path.lastIndexOf("/") + 1);
  if (KEY_NAMES.test(last) && holdsPrivateKey(target, context)) return KEY;
  return ways.some((way) => isSecretName(way.at(-1) ?? ""))
    ? { of: "secret", from: last, whole: true, ...(/^id_/.test(last) ? { strong: true } : {}) }
    : undefined;
}

/** The ways that links lead out of the project: what stands in it is the project's own, whatever it is called. */
function waysOut(ways: Ways, { look, projectRoot, cwd, world }: FlowContext): Ways {
  const roots = look(toTarget(projectRoot, cwd, world));
  const isIn = (way: readonly string[]): boolean =>
    roots.some((root) => root.every((segment, i) => way[i] === segment));
  return ways.filter((way) => !isIn(way));
}

/** What a file that holds one is called where data comes from it. */
const PRIVATE_KEY_FILE = "a private key";
const KEY: DataMark = { of: "secret", from: PRIVATE_KEY_FILE, whole: true, strong: true };
/** Names that certificates, public and private keys share: only what is in the file tells. */
const KEY_NAMES = /\.(?:pem|key|p8|ppk|pk8|asc|gpg)$|(?:^|[._-])(?:rsa|dsa|ecdsa|ed25519|privkey|private)(?:[._-]|$)/i;
const MAX_KEY_BYTES = 65_536;

const holdsPrivateKey = ({ path, certainty }: ReadEffect["target"], { world }: FlowContext): boolean =>
  certainty === "exact" &&
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|^PuTTY-User-Key-File/.test(
    new TextDecoder().decode(world.readFile(path, MAX_KEY_BYTES)),
  );

/** The addresses a command names. */
export const urlsOf = (command: CallCommand): readonly string[] =>
  command.words.flatMap((word) => /\b(?:https?|ftp):\/\/[^\s"'<>]+/i.exec(word.value ?? word.prefix)?.[0] ?? []);

function marksOfDownload(command: CallCommand): readonly DataMark[] {
  if (!FETCHES.test(command.name ?? "")) return [];
  const hosts = command.effects.flatMap((effect) => (effect.do === "network" ? [effect.host] : []));
  const urls = urlsOf(command);
  if (hosts.length === 0 || (urls.length > 0 && urls.every(isInstaller))) return [];
  const host = hosts.find((one) => one === null || !isLocalHost(one));
  if (host === undefined) return [];
  const metadata = hosts.some((one) => one !== null && isMetadata(one));
  return metadata
    ? [{ of: "secret", from: "the cloud's instance metadata", whole: true, strong: true }]
    : [{ of: "fetched", from: host ?? "a host that is not known", whole: true }];
}

function marksOfDecoder(command: CallCommand): readonly DataMark[] {
  const line = command.words
    .slice(1)
    .map((word) => word.value ?? word.text)
    .join(" ");
  const found = DECODES.some(([name, pattern]) => name.test(command.name ?? "") && pattern.test(line));
  return found ? [{ of: "decoded", from: command.name ?? "", whole: true }] : [];
}

const SECRET_NAME =
  /\$\{?([A-Za-z]\w*(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIALS?)\w*)/gi;

/** Secret variables that the command did not set itself. */
function marksOfVariables(command: CallCommand, context: FlowContext): readonly DataMark[] {
  if (!command.text.includes("$")) return [];
  const names = [...command.text.matchAll(SECRET_NAME)].map(([, name = ""]) => name);
  return [...new Set(names)]
    .filter((name) => !new RegExp(`(?:^|[\\s;&|(])${name}=|read [^|;&]*\\b${name}\\b`).test(context.text ?? ""))
    .map((name) => ({ of: "secret", from: `$${name}`, whole: false }));
}
