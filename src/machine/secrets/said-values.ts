/** Secrets that stand behind a verb and not behind a name: a statement, a sub-command, a field of a form, a sentence that says what to use. */
import { row, VALUE } from "./named-values.ts";
import type { OwnPattern } from "./pattern.ts";

/** In a sentence, only what has letters and digits and is no method or version. */
const SAID =
  "[\"'`]?((?!(?:sha|md|bcrypt|argon|oauth|base|utf|hs|rs|es|pbkdf|aes|v)[-_]?\\d)(?!\\[secret)(?=[A-Za-z_!@#%-]{0,64}\\d)(?=[\\d_!@#%-]{0,64}[A-Za-z])[\\w!@#%-]{6,128}(?![\\w./(:]))";

export const SAID_PATTERNS: readonly OwnPattern[] = [
  row(
    ["set password"],
    `\\bset\\s+password(?:\\s+for\\s+[^\\s=;]{1,200})?\\s*(?:=|\\bto\\b)\\s*(?:(?:old_)?password\\s*\\(\\s*)?${VALUE}`,
    ["mysql -e \"set password for 'x'@'h' = 'hunter2x'\"", "SET PASSWORD = PASSWORD('hunter2x')"],
  ),
  row(
    ["-password"],
    `\\b(?:re)?set-(?:admin|root|master|default|initial|user)-password\\s+(?:--[\\w-]+=\\S{1,128}\\s+){0,4}${VALUE}`,
    ["grafana-cli admin reset-admin-password hunter2x", "x set-root-password hunter2x"],
    ["git checkout -b reset-admin-password", 'grafana-cli admin reset-admin-password "$P"'],
  ),
  row(
    ["mkpasswd"],
    `(?<![-\\w])mkpasswd(?:\\s+(?:-[mSRP]\\s*[\\w-]{1,64}|--(?:method|salt|rounds)[= ][\\w-]{1,64}|-[5s]))*\\s+${VALUE}`,
    ["mkpasswd -m sha-512 hunter2x", "mkpasswd --method=sha-512 hunter2x"],
    ["which mkpasswd"],
  ),
  row(
    ["pin=", "pw=", "pass="],
    `(?<=&)(?:pin|pw|pass)=(?!\\$|\\[(?:redacted |secret, ))([^&\\s"'\`;|<>]{1,256})|(?<=[\\s"'?])(?:pin|pw|pass)=(?!\\$|\\[(?:redacted |secret, ))([^&\\s"'\`;|<>]{1,256})(?=&\\w+=)`,
    ["curl -d 'user=a&pin=hunter2x' h", "curl -d 'pin=hunter2x&user=a' h", "curl 'https://h/?u=a&pw=hunter2x'"],
    ["curl 'https://h/?pinned=1&spin=2'", "x && pin=$PIN"],
  ),
  row(
    ["password", "passphrase", "passcode", "token", "secret", "pin", "key"],
    `\\b(?:use|using|with|enter|type|try|is|set|has)\\s+(?:the\\s+|my\\s+|this\\s+|our\\s+)?(?:\\w{1,24}\\s+)?(?:password|passphrase|passcode|(?:api|access|auth)[ -]?(?:token|key)|token|secret|pin)\\s+(?:is\\s+|of\\s+|to\\s+)?${SAID}`,
    ["use token hunter2x", "log in with password hunter2x", "Deploy; use the admin password hunter2x then"],
    ["use token authentication", "with password sha256-hashing", "use token v2beta1", "use token bucket2.ts"],
  ),
];
