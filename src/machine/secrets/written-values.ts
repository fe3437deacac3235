/** Values under a name that means a secret, as files write them: code, container files, netrc, SQL, YAML, settings of programs. */
import { row, SECRET_WORDS, VALUE } from "./named-values.ts";
import type { OwnPattern } from "./pattern.ts";

/** Looks made: it holds a digit or is long. A word of the language that happens to stand there is none. */
const MADE_OR_LONG = "(?=[^\"'\\r\\n]{0,512}[0-9]|[^\"'\\r\\n]{16})";
const FRESH = "(?!\\$|\\[secret, )";

const NAMES = ["pass", "pwd", "secret", "token", "key", "credential", "creds", "auth", "cookie", "bearer", "otp"];

export const WRITTEN_PATTERNS: readonly OwnPattern[] = [
  row(
    NAMES,
    `(?<![\\w.-])[\\w.-]{0,128}?(?:${SECRET_WORDS})["'\\])]{0,4}\\s*(?::=|=>|=|,)\\s*[bru]?\\\\*["'](${FRESH}${MADE_OR_LONG}[^"'\\r\\n\\\\]{4,4096})\\\\*["']`,
    [
      'const secretKey = "abc123";',
      "define('DB_PASSWORD', 'hunter22');",
      'os.environ["API_TOKEN"] = "hunter22"',
      "'password' => 'hunter22',",
      'apiKey := "hunter22"',
      'setenv("AUTH_TOKEN", "hunter22", 1)',
    ],
    ['const token = "identifier";', 'password = "$PW1"', "secret = `a1`", 'key = "abc123"'],
  ),
  row(
    NAMES,
    `(?:^|[\\r\\n;&|{]|-c\\s+["'])[ \\t]*(?:env|arg|setenv|set(?:\\s+-[a-z]+)*|export)\\s+[a-z0-9_]*(?:${SECRET_WORDS}|_pass|(?<=set\\s+)(?:pw|pass))[ \\t]+${VALUE}`,
    ["ENV API_TOKEN hunter22", "FROM x\nARG DB_PASSWORD hunter22\nRUN y", "set -gx API_KEY hunter22"],
    ["ENV API_TOKEN $TOKEN", "ENV PATH /usr/bin"],
  ),
  row(
    ["login", "password"],
    `\\b(?:login|user|account)\\s+\\S{1,256}\\s+(?:account\\s+\\S{1,256}\\s+)?password\\s+(${FRESH}[^\\s"']{1,512})`,
    ["machine h\nlogin u\npassword hunter", "machine h login u password hunter"],
    ["machine h login u password $PW"],
  ),
  row(
    NAMES,
    `\\bconfig\\s+(?:--?[\\w=-]+\\s+|set\\s+|add\\s+){0,4}[\\w.:/-]*[._-](?:${SECRET_WORDS})\\s+${VALUE}`,
    ["git config --global user.password hunter", "npm config set //r.example/:_password hunter"],
    ["git config --global user.password $PW", "git config user.name me"],
  ),
  row(NAMES, `--(?:arg|argjson|rawfile)\\s+\\w*(?:${SECRET_WORDS})\\s+${VALUE}`, ["jq --arg token hunter '.a'"]),
  row(
    ["password", "identified"],
    `\\b(?:password|identified\\s+(?:with\\s+\\S+\\s+)?(?:by|as))\\s+(?:=\\s*)?\\\\*'(${FRESH}[^'\\r\\n\\\\]{1,512})\\\\*'`,
    ["ALTER USER u PASSWORD 'hunter'", "CREATE USER u IDENTIFIED BY 'hunter'", "IDENTIFIED WITH x BY 'hunter'"],
    ["ALTER USER u PASSWORD '$PW'", "SELECT password FROM users"],
  ),
  row(
    ["value"],
    `\\bname:\\s*["']?[\\w.-]*(?:${SECRET_WORDS}|_pass)["']?[ \\t]*\\r?\\n\\s*value:\\s*["']?(${FRESH}[^\\s"'#][^\\r\\n"']{0,4095})`,
    ["- name: DB_PASSWORD\n  value: hunter", 'name: API_KEY\nvalue: "a b"'],
    ["- name: DB_PASSWORD\n  valueFrom: x", "- name: HOME\n  value: /root"],
  ),
  row(
    NAMES,
    `(?:^|[\\r\\n])[ \\t-]*["']?[\\w.-]{0,128}?(?:${SECRET_WORDS}|_pass)["']?[ \\t]*:[ \\t]*(?:[|>][+-]?\\d?[ \\t]*)?(?:\\\\n|\\r?\\n)[ \\t]+(${FRESH}[^\\s"'#:{}[\\],\\\\-][^\\s"'\\\\:]{3,4095})(?![^\\r\\n\\\\]*:)`,
    ["db:\n  password:\n    hunter22\n", "password: >-\n  hunter22", "api_token: |\n  hunter22\nx: y"],
    ["secret:\n  name: x", "token:\n  - a", "tokens:\n  max: 5", "password:\n  ${PW}"],
  ),
  row(
    NAMES,
    `\\b(?:key|name)=\\\\*["'][\\w.:-]*(?:${SECRET_WORDS}|_pass)\\\\*["']\\s+value=\\\\*["'](${FRESH}[^"'\\r\\n\\\\]{1,4096})\\\\*["']`,
    ['<add key="ApiKey" value="hunter"/>', "<property name='db.password' value='hunter'/>"],
    ['<add key="Home" value="x"/>', '<add key="ApiKey" value="$KEY"/>'],
  ),
  row(
    NAMES,
    `(?:${SECRET_WORDS})s?["']?\\s*[:=]\\s*\\[\\s*\\\\*["'](${FRESH}${MADE_OR_LONG}[^"'\\r\\n\\\\]{4,4096})\\\\*["']`,
    ['"tokens": ["hunter22"]', "api_keys = ['hunter22']"],
    ['"tokens": ["identifier"]', '"tokens": ["$T1abc"]'],
  ),
  row(
    NAMES,
    `(?:${SECRET_WORDS}|_pass)</key>\\s*<string>(${FRESH}[^<\\r\\n]{1,4096})</string>`,
    ["<key>DB_PASSWORD</key><string>hunter</string>", "<key>apiToken</key>\n  <string>hunter</string>"],
    ["<key>Label</key><string>com.example.agent</string>", "<key>password</key><string>$PW</string>"],
  ),
  row(["ssh-keygen"], `\\bssh-keygen\\b[^;&|\\n]{0,300}\\s-[NP]\\s*${VALUE}`, ["ssh-keygen -t ed25519 -N hunter -f k"]),
  row(["--pin", "--so-pin"], `\\s--(?:so-|new-)?pin(?:=|\\s+)${VALUE}`, ["pkcs11-tool --login --pin 123456 -O"]),
  row(["securestring"], `\\bput-parameter\\b[^;&|\\n]{0,300}\\s--value(?:=|\\s+)${VALUE}`, [
    "aws ssm put-parameter --name p --value hunter --type SecureString",
  ]),
  row(
    ["mii"],
    `(?<![A-Za-z0-9+/])(MII[A-Za-z0-9+/]{40,4096}={0,2})`,
    [`MIIEowIBAAKCAQEA${"x1Y2".repeat(12)}`],
    ["MIIX"],
  ),
];
