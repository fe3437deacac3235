/** Secrets in addresses, in logons that are one text, and beside the name of what they are set to. */
import { row, VALUE } from "./named-values.ts";
import type { OwnPattern } from "./pattern.ts";

const FRESH = "(?!\\$|\\[(?:redacted |secret, ))";
/** How a name ends, and another field of the same object. */
const SECRET_END =
  "(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)";
const BESIDE = '(?:\\s*,\\s*\\\\*"\\w{1,32}\\\\*"\\s*:\\s*(?:\\\\*"[^"\\\\]{0,128}\\\\*"|[\\w.-]{1,32}))';

export const ADDRESS_PATTERNS: readonly OwnPattern[] = [
  row(
    ["://"],
    `\\b[a-z][a-z0-9+.-]{1,20}://((?=[A-Za-z_~-]{0,255}\\d)(?=[\\d_~-]{0,255}[A-Za-z])(?![A-Za-z_-]+\\d{1,4}@)[A-Za-z0-9_~-]{16,256})@[A-Za-z0-9[]`,
    ["wss://a1b2c3d4e5f6a7b8@h.example/1", "https://0123456789abcdef@o1.ingest.example/1"],
    ["ssh://git@host/x", "ssh://serviceaccountname01@h", "https://me@dev.example/x"],
  ),
  row(
    ["dsn"],
    `dsn["']?(?:\\s*(?:=>?|:)\\s*|\\s+|\\(\\s*)\\\\*["']?https?://(${FRESH}[^\\s:@/"'\`]{3,256})(?=[:@])`,
    ["SENTRY_DSN=https://zebra@h/1", "x --dsn https://zebra@h/1", 'dsn: "https://zebra@h/1"'],
    ["SENTRY_DSN=https://$KEY@h/1", "DSN=mysql://root@h/db", "the dsn is https://h/x@1"],
  ),
  row(
    ["jdbc:"],
    `\\bjdbc:[a-z0-9]{1,32}:[a-z0-9:]{0,32}?[\\w$#.]{1,64}/\\\\*"?(${FRESH}[^\\s@/"'\`]{1,256})\\\\*"?@`,
    ["jdbc:oracle:thin:u/zebra@h", "x --url=jdbc:oracle:thin:u/zebra@//h:1521/x"],
    ["jdbc:oracle:thin:@h:1521/x", "jdbc:postgresql://h/db", "jdbc:oracle:thin:u/$PW@h"],
  ),
  row(
    ["db2"],
    `\\bdb2\\b[^\\n]{0,200}?\\buser\\s+\\S{1,128}\\s+using\\s+${VALUE}`,
    ["db2 connect to d user u using zebra", 'db2 "connect to d user u using zebra"'],
    ["db2 connect to d user u using $PW", "connect to a user b using pools"],
  ),
  row(
    ["pass"],
    `\\bPass(?:word)?(?:Cmd|Eval)\\s+\\\\*["']?(?:echo|printf)\\s+(?:-\\w+\\s+)*(?:%s\\s+)?(${FRESH}[^\\s"'$\`;&|<>\\\\]{1,256})`,
    ['PassCmd "echo zebra"', "passwordeval echo zebra"],
    ['PassCmd "pass show x"', 'PassCmd "echo $PW"'],
  ),
  row(
    ["value"],
    `\\\\*"(?:name|key|variable|field|id|\\w*Name|\\w*Key)\\\\*"\\s*:\\s*\\\\*"[\\w.:-]{0,128}${SECRET_END}\\\\*"${BESIDE}{0,6}\\s*,\\s*\\\\*"\\w{0,32}value\\\\*"\\s*:\\s*\\\\*"(${FRESH}[^"\\\\]{1,4096})\\\\*"`,
    ['{"name":"DB_PASSWORD","type":"x","value":"abc"}', '{\\"key\\":\\"API_TOKEN\\",\\"value\\":\\"abc\\"}'],
    ['{"name":"DB_HOST","type":"x","value":"abc"}', '{"name":"DB_PASSWORD","value":"$PW"}'],
  ),
  row(
    ["value"],
    `\\\\*"\\w{0,32}value\\\\*"\\s*:\\s*\\\\*"(${FRESH}[^"\\\\]{1,4096})\\\\*"${BESIDE}{0,6}\\s*,\\s*\\\\*"(?:name|key|variable|field|id|\\w*Name|\\w*Key)\\\\*"\\s*:\\s*\\\\*"[\\w.:-]{0,128}${SECRET_END}\\\\*"`,
    ['{"value":"abc","name":"DB_PASSWORD"}'],
    ['{"value":"abc"},{"name":"DB_PASSWORD"}'],
  ),
];
