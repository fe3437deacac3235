/** Secrets under names of other languages, in headers with parameters, handed to a login, or through a file that is no file. */
import { row, SECRET_WORDS, VALUE } from "./named-values.ts";
import type { OwnPattern } from "./pattern.ts";
import { foldName, OTHER_WORDS } from "./secret-words.ts";

const FRESH = "(?!\\$|\\[(?:redacted |secret, ))";
/** Each word as it is written, and without its accents. */
const SPELLED = [...new Set(OTHER_WORDS.flatMap((phrase) => [phrase, foldName(phrase)]))];
const WORDS = SPELLED.map((phrase) => phrase.split(" ").join("[-_. ]?")).join("|");
const HINTS = [...new Set(SPELLED.map((phrase) => phrase.split(" ")[0] ?? ""))];
const NAMES = ["pass", "pwd", "secret", "token", "key", "credential", "auth", "otp"];

/** Letters and digits mixed, as long as what a service hands out. */
const ISSUED = "(?=[A-Za-z0-9_-]*\\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9_-]{16,512}(?![\\w.@/:-])";
/** `name="value"`, as headers have their parameters. */
const PARAMETER = `[\\w-]{1,40}=(?:\\\\*"[^"\\r\\n\\\\$]{0,256}\\\\*"|[^\\s,"'$\\\\]{1,256})`;
/** `echo X`, `printf '%s' X`. */
const SAID = `(?:echo|printf)\\s+(?:-\\w+\\s+)*(?:["']?%s[^"'\\s]*["']?\\s+)?(?!["']?%s)${VALUE}`;

export const OTHER_PATTERNS: readonly OwnPattern[] = [
  row(
    HINTS,
    `(?:^|[\\s"'])--?(?:[a-z0-9]+[-_.])*(?:${WORDS})\\d?(?:=|\\s+)${VALUE}`,
    ["x --pass-phrase hunter", "x --contraseña hunter", "x --mot-de-passe=hunter", 'cast wallet --mnemonic "ab cd ef"'],
    ["x --mot-de-passe $PW", "x --mnemonic-file f", "x --senha --force"],
  ),
  row(
    HINTS,
    `\\\\*["'](?:[\\w.-]*[_.-])?(?:${WORDS})\\\\*["']\\s*:\\s*\\\\*["'](${FRESH}[^"'\\\\]{1,4096})\\\\*["']`,
    ['{"密码":"zebra"}', '{"mot_de_passe": "a b"}', '{\\"seed_phrase\\": \\"ab cd\\"}', "{'contraseña': 'zebra'}"],
    ['{"senha": 3}', '{"пароль": "$PW"}'],
  ),
  row(
    ["mnemonic", "seed", "phrase", "wallet"],
    `\\b(?:mnemonic|seed|phrase|wallet)\\w*\\W{1,8}(${FRESH}(?:[a-z]{3,8}[ ]+){11,23}[a-z]{3,8})(?![a-z])`,
    [`the seed phrase: ${"zebra ".repeat(11)}zoo`],
    ["the seed phrase is kept in a safe place"],
  ),
  row(
    ["authorization"],
    `(?<![\\w-])[\\w-]{1,40}=(?<=authorization\\\\*["']?\\s{0,8}[:=]\\s{0,8}\\\\*["']?[A-Za-z][\\w-]{1,40}\\s{1,8}(?:${PARAMETER}\\s{0,8},\\s{0,8}){0,16}[\\w-]{1,40}=)(?:\\\\*"(${FRESH}[^"\\r\\n\\\\$]{1,256})\\\\*"|(${FRESH}[^\\s,"'$\\\\]{1,256}))`,
    [
      'curl -H \'Authorization: Digest username="u", nonce="n", response="6629fae4"\' x',
      "Authorization: AWS4-HMAC-SHA256 Credential=AK/x, Signature=abc",
    ],
    ['curl -H "Authorization: Digest $D" x'],
  ),
  row(
    ["authorization"],
    `authorization\\\\*["']?\\s*[:=]\\s*\\\\*["']?[A-Za-z][\\w-]{1,40}\\s+(${FRESH}(?=[^\\s"']{0,4096}\\d)[\\w+/=.~:-]{8,4096})`,
    ["curl -H 'Authorization: ApiKey zebra771' x", "Authorization: SSWS 00zebra77"],
    ['curl -H "Authorization: ApiKey $K" x', "Authorization: needs permission"],
  ),
  row(
    ["login", "signin", "authenticate"],
    `[\\w-]\\s+(?:auth\\s+)?(?:login|signin|sign-in|authenticate)\\s+(?:[^\\s"'-][^\\s"']{0,256}\\s+){0,2}?["']?(${ISSUED})`,
    ["twilio login AC0123 0123456789abcdef0123", "x auth login 0123456789abcdef0123"],
    ["gcloud auth login me2@long-name-example.org", "docker login registry2.example.org:5000", "x login $SID $TOKEN"],
  ),
  row(
    NAMES,
    `(?:${SECRET_WORDS}|pass|psk|(?:pre)?shared[_-]?key)s?(?:[-_]?(?:file|path|from))?(?:=|\\s+)@?["']?<\\(\\s*${SAID}`,
    [
      "wg set wg0 private-key <(echo zebra)",
      "x --password-file=<(printf '%s' zebra)",
      "x --token-file <(echo -n zebra)",
    ],
    ["wg set wg0 private-key <(cat k)", "x --token-file <(echo $T)"],
  ),
  row(
    ["echo", "printf"],
    `\\b${SAID}["']?\\s*\\|[^;&|\\n]{0,200}?(?:${SECRET_WORDS}|pass|psk|(?:pre)?shared[_-]?key)s?(?:[-_]?(?:file|path|from))?(?:=|\\s+)@?(?:/dev/(?:stdin|fd/0)|-(?=\\s|$))`,
    ["echo zebra | wg set wg0 private-key /dev/stdin", "printf %s zebra | x --password-file=-"],
    ["echo zebra | tee /dev/stdin", "echo $K | wg set wg0 private-key /dev/stdin"],
  ),
];
