/** Names of hosts in rules and in calls: one spelling for one host. */
import { domainToASCII } from "node:url";
import { keepAnswers } from "../contract/kept.ts";
import { foldText } from "./fold.ts";
import { wildcardMatches } from "./wildcard.ts";

/** UTF-16 units. A host's name has at most 253. */
const MAX_HOST = 2_048;

/** As a browser would ask for it: punycode, lower case, no user, port, brackets or final dots, addresses in full. */
export const canonicalHost = keepAnswers((text: string): string => {
  const folded = foldText(text).trim();
  const bare = folded.slice(folded.lastIndexOf("@") + 1).replace(/\.{1,64}$/, "");
  const name = (hostOf(bare) ?? hostOf(`[${bare}]`) ?? bare).replace(/^\[|\]$/g, "").replace(/\.{1,64}$/, "");
  return mappedAddress(name) ?? name;
});

function hostOf(text: string): string | undefined {
  if (/[/\\?#]/.test(text) || text.length > MAX_HOST) return undefined;
  const address = `http://${text}/`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

/** `::ffff:7f00:1` is 127.0.0.1. */
function mappedAddress(name: string): string | undefined {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(name) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join(".");
}

/** The host a rule names, in the same spelling; undefined where it is no host. A label may be or hold `*`. */
export function hostPattern(text: string): string | undefined {
  if (!text.includes("*")) {
    const host = canonicalHost(text);
    return /[\s/\\?#@:]/.test(text.replace(/^\[[^\]]*\]$/, "").replace(/^[0-9a-f:.]*$/i, "")) || host === ""
      ? undefined
      : host;
  }
  if (/[\s/\\?#@:]/.test(text)) return undefined;
  const labels = foldText(text).replace(/\.+$/, "").split(".");
  return labels.map((label) => (label.includes("*") ? label : domainToASCII(label) || label)).join(".");
}

/** Deny and ask: the domain and everything below it. */
export function bindsHost(host: string, seen: string): boolean {
  const name = canonicalHost(seen);
  const bare = host.replace(/^\*\./, "");
  return name === bare || name.endsWith(`.${bare}`) || wildcardMatches(host, name);
}

/** Allow: only what it names. `*.x` is everything below x. */
export function permitsHost(host: string, seen: string): boolean {
  const name = canonicalHost(seen);
  return host.startsWith("*.") ? name.endsWith(host.slice(1)) && name.length > host.length - 1 : name === host;
}
