/**
 * Text in code can reach code that was there before and runs what it is handed. So a string that names a program with
 * its words, an address, a place of the system, or something encoded is not shown. This is care, not proof: a string can
 * be put together from pieces.
 */
import type { Token } from "./lexer.ts";

const ODD: readonly (readonly [RegExp, string])[] = [
  [/[a-z][a-z0-9+.-]*:\/\//i, "an address in a string"],
  [
    /^(?:\/(?:etc|usr|bin|sbin|home|root|tmp|var|dev|proc|sys|opt|Users|private|Library)(?:\/|$)|~\/|[A-Za-z]:\\)|\$\{?HOME\b/,
    "a place of the system in a string",
  ],
  [
    /(?:^|[\s;|&`("'])(?:(?:ba|z|da|k|c)?sh|curl|wget|nc|ncat|telnet|rm|chmod|chown|sudo|su|ssh|scp|rsync|dd|mkfifo|eval|exec|python[\d.]*|perl|ruby|php|node|npx|npm|powershell|pwsh|cmd(?:\.exe)?|osascript|launchctl|crontab|systemctl|base64|openssl|git|docker|kubectl)\s+[-\w./~$"']/,
    "a command in a string",
  ],
  [/\$\(|&&|\|\||\|\s*(?:ba|z)?sh\b|>\s*\/|;\s*(?:rm|curl|wget|sh|bash)\b/, "shell code in a string"],
  [/[A-Za-z0-9+/=_-]{120,}/, "something encoded in a string"],
];

/** The first string that could be meant for something else than reading; undefined when there is none. */
export function oddString(tokens: readonly Token[]): string | undefined {
  for (const { kind, text } of tokens) {
    if (kind !== "string" || text.length < 4) continue;
    const found = ODD.find(([pattern]) => pattern.test(text.slice(0, MAX_CHARS)));
    if (found !== undefined) return found[1];
    if (text.length > MAX_CHARS) return "a very long string";
  }
  return undefined;
}

const MAX_CHARS = 4_000;
