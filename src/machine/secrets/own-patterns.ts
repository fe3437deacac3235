/** Secrets that are common in commands and that the detector does not look for. Each row brings its examples. */
import { ADDRESS_PATTERNS } from "./address-values.ts";
import { CALLED_PATTERNS } from "./called-values.ts";
import { HOOK_PATTERNS } from "./hook-addresses.ts";
import { KEPT_PATTERNS } from "./kept-values.ts";
import { NAMED_PATTERNS } from "./named-values.ts";
import { OTHER_PATTERNS } from "./other-values.ts";
import type { OwnPattern } from "./pattern.ts";
import { PROGRAM_PATTERNS } from "./program-options.ts";
import { SAID_PATTERNS } from "./said-values.ts";
import { TOKEN_PATTERNS } from "./token-patterns.ts";
import { WRITTEN_PATTERNS } from "./written-values.ts";

/** A value that looks made, not written: letters and digits, nothing a shell or a language would act on. */
const MADE = "(?=[^\\s\"'`;&|]{0,512}[0-9])(?=[^\\s\"'`;&|]{0,512}[A-Za-z])[A-Za-z0-9_+/=.~!@%^*-]{8,512}";

export const OWN_PATTERNS: readonly OwnPattern[] = [
  {
    name: "private key",
    hints: ["private key"],
    part: 0,
    // Ends at the first line that is no line of base64 or of a key's own headers: what follows is a command to be seen.
    pattern:
      /-----BEGIN[A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?:\\[nr]|[\r\n\t ])+(?:Proc-Type: [\w,]+|DEK-Info: [\w,-]+|(?:Version|Comment): [^\r\n\\]{0,80}|[A-Za-z0-9+/]{16,}={0,2}|[A-Za-z0-9+/]{1,15}={0,2}(?=(?:\\[nr]|[\r\n\t ])+-----END)|=[A-Za-z0-9+/]{4}(?![A-Za-z0-9+/])))+(?:(?:\\[nr]|[\r\n\t ])*-----END[A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/dg,
    match: ["-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04f"],
    notMatch: ["grep -r 'BEGIN PRIVATE KEY' .", "-----BEGIN PUBLIC KEY-----\nMHcCAQEE"],
  },
  {
    name: "private key",
    hints: ["private-lines"],
    part: 1,
    pattern:
      /Private-Lines: \d{1,4}(?:\\[nr]|[\r\n\t ])+((?:[A-Za-z0-9+/]{1,128}={0,2}(?:\\[nr]|[\r\n\t ])*){1,400}(?=Private-MAC|$|[^A-Za-z0-9+/]))/dg,
    match: ["PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 1\nAAAAIQCq3x7b\nPrivate-MAC: a1"],
    notMatch: ["grep Private-Lines: k.ppk"],
  },
  {
    name: "token",
    hints: [":aa"],
    part: 1,
    pattern: /(?<![\w-])(?:bot)?(\d{8,10}:AA[\w-]{33})(?![\w-])/dg,
    match: [`curl https://api.telegram.org/bot12345678:AA${"x1Y2_3z".repeat(5).slice(0, 33)}/getMe`],
    notMatch: ["12345678:AAbb"],
  },
  {
    name: "private key",
    hints: ["key", "secret", "seed"],
    part: 1,
    pattern:
      /\b(?:[a-z]+[_-])*(?:private|secret|encryption|master|signing|api|aes|hmac|wallet)?[_ -]?(?:key|secret|seed)["']?[\s:=]{1,4}["']?(?:0x)?([0-9a-f]{64})(?![0-9a-f])/dgi,
    match: [`the key ${"0123456789abcdef".repeat(4)}`, `--private-key 0x${"0123456789abcdef".repeat(4)}`],
    notMatch: [`sha256:${"0123456789abcdef".repeat(4)}`, `git show ${"0123456789".repeat(4)}`],
  },
  {
    name: "authorization",
    hints: ["authorization"],
    part: 1,
    pattern: /authorization["']?\s*[:=]\s*["']?(?:(?:bearer|basic|token)\s+)?((?!\$)[A-Za-z0-9_+/=.~-]{8,4096})/dgi,
    match: ["curl -H 'Authorization: Bearer abcdefgh12345678'", "authorization: Basic dXNlcjpwYXNzd29yZA=="],
    notMatch: ['curl -H "Authorization: Bearer $TOKEN"', "Authorization: none"],
  },
  {
    name: "token",
    hints: ["eyj"],
    part: 0,
    pattern: /\beyJ[A-Za-z0-9_-]{10,1024}\.[A-Za-z0-9_-]{10,8192}\.[A-Za-z0-9_-]{10,2048}/dg,
    match: ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"],
    notMatch: ["eyJhbGciOiJIUzI1NiJ9 alone"],
  },
  {
    name: "password",
    hints: ["pass", "secret", "token", "api_key", "apikey", "api-key", "access_key"],
    part: 1,
    pattern: new RegExp(
      `(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key)["']?\\s?(?:=|:)\\s?["']?(${MADE})`,
      "dgi",
    ),
    match: ["DB_PASSWORD=hunter2hunter2 ./run", '{"api_key": "a1b2c3d4e5f6"}', "--token=abc123def456"],
    notMatch: ["PASSWORD=$SECRET1 ./run", "token: string;", "TOKEN=$(cat t1)", "secret: `x1`"],
  },
  {
    name: "password",
    hints: ["-u", "--user"],
    part: 1,
    pattern: /(?:^|\s)(?:-u|--user)[ =]?["']?[\w.@-]{1,128}:((?!\$|\[(?:redacted |secret, ))[^\s"'$`@/]{3,256})/dg,
    match: ["curl -u admin:hunter2 https://x.example", "curl --user 'a:b c' -u me:pa55"],
    notMatch: ["curl -u admin:$PW https://x.example", "docker run -u 1000:10 x", "git push -u origin main:dev/x"],
  },
  ...TOKEN_PATTERNS,
  ...NAMED_PATTERNS,
  ...PROGRAM_PATTERNS,
  ...WRITTEN_PATTERNS,
  ...OTHER_PATTERNS,
  ...KEPT_PATTERNS,
  ...SAID_PATTERNS,
  ...CALLED_PATTERNS,
  ...ADDRESS_PATTERNS,
  ...HOOK_PATTERNS,
];
