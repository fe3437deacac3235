/** Domain rules: the hosts a call names or could reach. */
import type { SimpleCommand, Word, WordRole } from "../contract/simple.ts";
import { type Meeting, type RuleCall, strongest } from "./call.ts";
import { bindsHost } from "./domains.ts";
import { foldText } from "./fold.ts";
import { wordsOf } from "./places.ts";
import { textsOf } from "./texts.ts";

/** Words in which a name is prose. */
const PROSE: ReadonlySet<WordRole> = new Set(["text", "pattern", "revision"]);
const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>|;,()]+/gi;
const NAME = /[\w-]+(?:\.[\w-]+)+|\[[0-9a-f:]+\]|\blocalhost\b/gi;

/** A literal host anywhere is the rule's own answer; in code it asks, and what is not known keeps from a bare allow. */
export function meetsHost(host: string, call: RuleCall): Meeting | undefined {
  const own = call.hosts.map((one) => meetsSeen(host, one, call.tool));
  const words = call.commands.flatMap((command) => [
    ...wordsOf(command).map(({ word, role }) => meetsWord(host, word, role)),
    ...(call.remoteHosts?.(command) ?? []).map((one) => meetsSeen(host, one, nameOf(command))),
  ]);
  return strongest([...own, ...words]) ?? mentioned(host, call);
}

const nameOf = ({ name, words }: SimpleCommand): string => name ?? words[0]?.text ?? "";

function meetsSeen(host: string, seen: string | null, where: string): Meeting | undefined {
  if (seen === null) return { answer: "bare", met: where };
  return bindsHost(host, seen) ? { answer: "rule", met: seen } : undefined;
}

function meetsWord(host: string, word: Word, role: WordRole): Meeting | undefined {
  if (PROSE.has(role) || role === "code") return undefined;
  if (word.value === null && role === "host" && !/^[a-z+.-]+:\/\/[^/?#]+[/?#]/i.test(word.prefix))
    return { answer: "bare", met: word.text };
  const value = word.value ?? word.prefix;
  const found = hostsIn(value, role === "host" || role === "unknown" || value.includes(":")).find((one) =>
    bindsHost(host, one),
  );
  return found === undefined ? undefined : { answer: "rule", met: found };
}

/** Of a word: of addresses in it, and, where it may be a host itself, of what stands before a port or a path. */
function hostsIn(value: string, may: boolean): readonly string[] {
  const addresses = (value.match(ADDRESS) ?? []).map((one) => one.replace(/^[^:]+:\/\//, "").split(/[/?#]/)[0] ?? "");
  if (!may) return addresses.flatMap(withoutPort);
  const parts = value.split(/[=,:]+|\/\//).map((part) => part.split(/[/?#]/)[0] ?? "");
  return [...addresses, ...parts].flatMap(withoutPort).filter((one) => one !== "");
}

/** `user@host:port`; of several `@` programs take different ones. */
const withoutPort = (authority: string): readonly string[] =>
  authority.split("@").map((part) => (part.startsWith("[") ? part.replace(/\]:.*$/, "]") : part.replace(/:.*$/, "")));

/** In code every name that could be a host, where the rule's own can be in the text at all. */
function mentioned(host: string, call: RuleCall): Meeting | undefined {
  const part = host.split("*").reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  for (const text of textsOf(call)) {
    const folded = foldText(text);
    if (!folded.includes(part.replace(/^\./, "")) && !/xn--|[^\x00-\x7f]/.test(text)) continue;
    const found = (text.match(NAME) ?? []).find((one) => bindsHost(host, one));
    if (found !== undefined) return { answer: "ask", met: found };
  }
  return undefined;
}
