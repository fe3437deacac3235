/** Secrets in text by the name they stand under, as programs take them, and words that nobody made up. */
import { foldName, isSecretByWords, OTHER_WORDS, SECRET_WORDS } from "./names.ts";
import type { OwnPattern } from "./tokens.ts";

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Anchored at a name's beginning, every part bounded: the cost is that of the text. */
const ASSIGNED =
  /(?<![\p{L}\p{M}\p{N}_.-])([\p{L}_][\p{L}\p{M}\p{N}_.-]{1,127})(["'\])]{0,3})([ \t]*)(:=|=>|=(?!=)|:(?![:/]))([ \t]*(?:\\\r?\n[ \t]*)?)(?:"([^"\r\n`\\]{1,4096})"|'([^'\r\n`\\]{1,4096})'|((?![$[-])[^\s"'`;&|<>(){}$\\,]{1,4096}))/dgu;
/** One of these is in every name that means a secret, or a letter of another alphabet. */
const ANY_NAME = new RegExp(
  `pass|pwd|secret|token|key|credential|creds|auth|otp|bearer|pat|pw|pin|psk|connection|[\u0080-\uffff]|${OTHER_WORDS.map((phrase) => foldName(phrase).split(" ")[0]).join("|")}`,
  "i",
);

const BLANKED = /^\[(?:secret, |redacted )/;
/** A place, a version, a number, a word of a language or a member of something: nobody's secret. */
const PLAIN =
  /^(?:[~.]{0,2}\/.*|[a-z]+:\/\/[^@]*|v?\d+(?:\.\d+)*|true|false|yes|no|none|null|undefined|nil|required|optional|\*+|x+|\.\.\.|<.*>|\$.*)$/i;
const MEMBER = /^[A-Za-z_$][\w$]*(?:(?:(?:\?|!)?\.[A-Za-z_$][\w$]*)+|\[.*)$/;
const TYPE =
  /^(?:(?:Big)?(?:Ui|I)nt|Float)\d+(?:Clamped)?Array$|^(?:u?int|float|varchar|sha|md|utf|u|i|f)_?\d+(?:_t)?$/i;

/** Made, not written: a digit or a sign among letters, or very long. */
export const looksMade = (value: string): boolean =>
  value.length >= 5 &&
  ((/\d/.test(value) && /[A-Za-z]/.test(value)) ||
    /[!#%^*+~]/.test(value) ||
    (value.length >= 20 && !/[\s.]/.test(value) && /[a-z]/.test(value) && /[A-Z0-9]/.test(value)));

interface Assigned {
  readonly name: string;
  readonly value: string;
  /** As a shell has it: no blank around the sign, but for a line that goes on. */
  readonly tight: boolean;
  /** Without quotes. */
  readonly bare: boolean;
  /** The character behind. */
  readonly next: string;
}

export function assignedRanges(text: string): readonly Range[] {
  if (!ANY_NAME.test(text)) return [];
  const found: Range[] = [];
  for (const match of text.matchAll(ASSIGNED)) {
    const [, name = "", , before = "", sign = "", after = "", , , bare] = match;
    const [from, to] = match.indices?.[6] ?? match.indices?.[7] ?? match.indices?.[8] ?? [0, 0];
    const tight = sign === "=" && before === "" && (after === "" || after.includes("\n"));
    const value = text.slice(from, to);
    if (to > from && isSecret({ name, value, tight, bare: bare !== undefined, next: text.charAt(to) }))
      found.push({ from, to });
  }
  return found;
}

function isSecret({ name, tight, bare, value, next }: Assigned): boolean {
  if (BLANKED.test(value) || PLAIN.test(value) || !(isSecretByWords(name) || /^(?:pw|pass)$/i.test(name))) return false;
  if (bare && next === "(") return false;
  if (tight) return isWritten(name, value);
  return looksMade(value) && !(bare && (MEMBER.test(value) || TYPE.test(value)));
}

/** As a shell has it: in capitals whatever it is, else not one of the language's words alone. */
const isWritten = (name: string, value: string): boolean => /^[A-Z0-9_]+$/.test(name) || value.length >= 3;

/** All values of a file of variables. */
const VARIABLE_LINE =
  /(?:^|[\r\n"']|(?:echo|printf)\s+(?:-\w+\s+)*)[ \t]*(?:export[ \t]+)?[A-Za-z_]\w{0,127}[ \t]*=[ \t]*(?:"([^"\r\n]{1,4096})"|'([^'\r\n]{1,4096})'|((?![$[])[^\s"'#$\\]{1,4096}))/dg;

export function variableRanges(text: string): readonly Range[] {
  return [...text.matchAll(VARIABLE_LINE)].flatMap(({ indices }) => {
    const span = indices?.[1] ?? indices?.[2] ?? indices?.[3];
    return span === undefined || BLANKED.test(text.slice(...span)) ? [] : [{ from: span[0], to: span[1] }];
  });
}

const ENV_NAME = String.raw`(?:[\w@./~-]*\/)?(?:[\w-]*\.env(?:\.(?!(?:example|sample|template|dist|schema)\b)[\w-]+)*|\.envrc)`;
const ENV_FILE = new RegExp(`^${ENV_NAME}$`);
/** A command that writes such a file. */
const ENV_WRITTEN = new RegExp(`(?:>>?|\\btee(?:\\s+-a)?)\\s*["']?${ENV_NAME}(?![\\w.-])`);

/** A file of variables: each of its values is a secret. */
export const isVariablesFile = (path: string): boolean => ENV_FILE.test(path.trim());
export const writesVariables = (text: string): boolean => text.includes(".env") && ENV_WRITTEN.test(text);

/** One word of a command: nothing in it could be a command of its own, and nothing in it is filled in later. */
const BARE = "[^\\s\"'`;&|<>()${}\\\\]";
/** Neither filled in later nor taken out already. */
const FRESH = "(?!\\$|\\[(?:redacted |secret, ))";
/** In an address a password may hold a dollar. */
const FRESH_ADDRESS = "(?!\\$[{(]|\\[(?:redacted |secret, ))";
const QUOTED = (quote: string, fresh = FRESH): string =>
  `\\$?\\\\*${quote}(${fresh}[^\\r\\n${quote}\`\\\\]{1,512})\\\\*${quote}`;
/** The value in a group of its own for each way of writing it. In single quotes nothing is filled in later. */
export const VALUE = `(?:${QUOTED('"')}|${QUOTED("'", FRESH_ADDRESS)}|(${FRESH}(?!-|@-(?:\\s|$)|(?:@|file:)?<\\()(?![=:>]+(?:\\s|$))(?:${BARE}|\\\\[^\\s\\w"'\\\\]){1,512}))`;

const OPTION_WORDS = `${SECRET_WORDS}|pass|auth-token|pw|pat`;

/** One way of writing a value, with examples both ways. */
export const row = (
  hints: readonly string[],
  pattern: string,
  match: readonly string[],
  notMatch: readonly string[] = [],
): OwnPattern => ({ name: "password", hints, part: "any", pattern: new RegExp(pattern, "dgi"), match, notMatch });

const NAMED_HINTS = [
  "pass",
  "pwd",
  "secret",
  "token",
  "key",
  "credential",
  "auth",
  "cookie",
  "bearer",
  "otp",
  "pw",
  "--pat",
  "connection",
];

export const NAMED_PATTERNS: readonly OwnPattern[] = [
  // Programs whose short option for a password is as common as a long one.
  row(
    ["sshpass", "login", "mongo"],
    `\\b(?:sshpass|mongosh?|(?:docker|podman|helm\\s+registry|az|oc)\\s+login)\\b[^\\n]{0,200}?\\s-p(?:=|\\s+)${VALUE}`,
    [
      "sshpass -p hunter ssh a@b",
      "mongosh -u a -p hunter",
      "docker login -u me -p tok reg.example",
      "docker login -p=tok reg.example",
    ],
    ["docker run -p 80:80 x", "docker login -p $PW x"],
  ),
  row(
    ["mysql", "mariadb"],
    `\\b(?:mysql|mariadb)\\w*\\b[^\\n]{0,200}?\\s-p(?=\\S)${VALUE}`,
    ["mysql -u root -psecret db"],
    ["mysql -u root -p db", "mysql -p$PW"],
  ),
  row(
    ["redis-cli"],
    `\\bredis-cli\\b[^\\n]{0,200}?\\s(?:-a|--pass)\\s+${VALUE}`,
    ["redis-cli -h x -a hunter get y"],
    ["redis-cli -a $PW get y"],
  ),
  row(
    NAMED_HINTS,
    `(?:^|[\\s"'])(?<!\\bdscl\\s{1,4}\\S{1,64}\\s)--?(?:[a-z0-9]+[-_.])*(?:${OPTION_WORDS})\\d?(?:=|\\s+)${VALUE}`,
    [
      "x --password hunter2",
      "imapsync --password1 hunter --password2 other",
      "x --token=abc",
      "gpg --passphrase 'open' -c f",
      'x --db-password "p#w" y',
      "x --api-key k1",
      "psql --pw=q",
    ],
    [
      "x --password $PW",
      'x --password "$PW"',
      "x --token-file t",
      "x --password --force",
      "x --password-stdin",
      "x --key-id 4",
    ],
  ),
  row(
    ["pass", "pwd", "secret", "token", "key", "credential", "auth"],
    `(?:^|[\\s;&|(,"'{])(?:export\\s+|set\\s+|-e\\s*|--env[= ])?(?!(?:old)?pwd=["']?[/~.$]|\\w{0,64}ask_?pass=)[a-z0-9_]*(?:${SECRET_WORDS}|_pass|pass|_auth)=${VALUE}`,
    [
      "DB_PASS=hunter ./run",
      "mcp__x__login user=me pwd=hunter",
      "export PGPASSWORD='letmein'",
      "docker run -e MYSQL_PWD=root x",
      "AUTH_TOKEN=abc x",
    ],
    ["PWD=/tmp x", "TOKEN=$(cat t)", "PASSWORD=$OTHER x", "OLDPWD=/a"],
  ),
  row(
    ["pass", "secret", "token", "key", "credential", "auth", "cookie", "pwd", "pin", "otp", "bearer", "pw", "creds"],
    `\\\\*["'](?:(?:[a-z0-9_.-]*[_.-])?(?:${SECRET_WORDS}|pass|pin|pw)|[a-z0-9_.-]*(?:password|passwd|passphrase|passcode|pwd|secret))\\\\*["']\\s*:\\s*\\\\*["'](${FRESH}[^"'\\\\]{1,4096})\\\\*["']`,
    [
      '{"password": "a b"}',
      '{\\"password\\": \\"hunter two\\"}',
      "{'client_secret': 'x'}",
      '{"user":{"pwd":"zebra"}}',
      '{"a":{"pin":"4711","userPwd":"zebra"}}',
    ],
    ['{"password": 3}', '{"token": "$TOKEN"}'],
  ),
  row(
    ["cookie", "authorization", "x-", "token", "key"],
    `(?:^|[\\s"'])(?:set-cookie|cookie|x-[a-z-]*(?:key|token|auth|secret)|proxy-authorization)\\s?:\\s?(${FRESH}[^\\r\\n"'$\`]{3,4096})`,
    ["curl -H 'Cookie: session=abc; other=d' x", 'curl -H "X-Api-Key: k1234" x'],
    ['curl -H "Cookie: $C" x'],
  ),
  row(
    ["curl", "-b", "--cookie"],
    `(?:^|\\s)(?:-b|--cookie)(?:=|\\s+|(?=["']))["']?([\\w.%-]{1,64}=${FRESH}[^\\s"'$\`]{3,4096})`,
    ["curl -b session=abcdef x", "curl --cookie 'sid=1234' x"],
    ["git checkout -b a", "curl -b jar.txt x"],
  ),
  row(["pass:", "%", "-u"], `(?:^|\\s)(?:-pass(?:in|out)?[= ]\\s*pass:|-U\\s+[\\w.\\\\-]{1,64}%)${VALUE}`, [
    "openssl rsa -passin pass:hunter -in k",
    "smbclient -U me%pw //h/s",
  ]),
  row(
    ["pass"],
    `\\bpass(?:word|phrase|code)?\\s+(?:is|was|=|to)\\s+["']?(${FRESH}[^\\s"'.,;$\`]{3,128})`,
    ["my password is hunter2", "the passphrase was open"],
    ["the password is $X"],
  ),
  row(
    ["://"],
    `\\b[a-z][a-z0-9+.-]{1,20}://[^\\s:@/"'\`$]{0,128}:(${FRESH_ADDRESS}[^\\s@/"'\`]{1,256})@`,
    ["redis://:s3cret@h:6379/0", "amqp://u:p!ss$@h/v", "https://me:pw@git.example/x", "smtp://a:b@c"],
    ["postgres://me:$(reboot)@db/x", "http://h:8080/a", "ssh://git@host/x"],
  ),
  row(
    ["://"],
    `\\bhttps?://([A-Za-z0-9_.~-]{20,256})@[A-Za-z0-9.-]+`,
    ["https://x0123456789abcdef01234@git.example/a"],
    ["https://someone@git.example/a"],
  ),
  row(
    ["=", "?"],
    `[?&](?:[a-z_.-]*(?:token|key|secret|signature|password|passwd|auth|credential|sig))=(${FRESH}[^\\s&"'\`#]{4,1024})`,
    ["https://h.example/a?private_token=abcd", "https://h.example/?x=1&api_key=abcd1"],
    ["https://h.example/?page_size=4000"],
  ),
  row(
    ["pass"],
    `--?(?:[a-z]+[-_])*pass(?:word|phrase)?[-_]?(?:command|cmd)(?:=|\\s+)["']?(?:echo|printf)\\s+(?:-\\w+\\s+)*(?:["']?%s["']?\\s+)?(${FRESH}[^\\s"'$\`;&|<>\\\\]{1,256})`,
    ["restic --password-command 'echo hunter' backup", "restic --password-command='printf %s hunter' ls"],
    ["restic --password-command 'pass show x' ls", "restic --password-command 'echo $PW' ls"],
  ),
  row(
    ["curl", "lftp", "smbclient", "-u", "--cert", "--proxy-user", "-a", "--auth"],
    `(?:^|\\s)(?:--proxy-user|--user|-u|-U|--cert|-E|-a|--auth)[ =]["']?[^\\s"':,%]{1,128}[:,%](${FRESH}[^\\s"'$\`@/]{3,256})`,
    [
      "curl -U me:pw1 x",
      "smbclient -U 'bob%pw1' //h/s",
      "lftp -u bob,pw12 h",
      "curl --cert f.pem:pw12 x",
      "http -a me:pw12 h",
    ],
    ["docker run -u 1000:10 x", "git push -u origin main:dev/x"],
  ),
  row(
    ["authtoken", "secret", "password", "token", "literal", "--set", "--body", "vault", "configure"],
    `(?:_authToken|aws_secret_access_key|aws_session_token)\\s+${VALUE}`,
    ["npm config set //r.example/:_authToken abc1", "aws configure set aws_secret_access_key abc"],
  ),
  row(
    ["literal", "--set", "--body", "kv put", "secret"],
    `(?:--from-literal[= ][\\w.-]+=|--set(?:-string)?[= ][\\w.,=-]*(?:password|secret|token|key)\\w*=|secret\\s+set\\s+\\S+\\s+(?:--body|-b)[= ]|kv\\s+put\\s+\\S+\\s+[\\w.-]+=)${VALUE}`,
    [
      "kubectl create secret generic x --from-literal=k=v1",
      "helm upgrade a b --set db.password=pw1",
      "gh secret set X --body pw1",
      "vault kv put secret/x pw=abc",
    ],
  ),
  row(
    ["pw:", "password", "passwort", "secret"],
    `(?:^|[\\s"'<>])(?:pw|password|passwort|passphrase|secret)(?:\\s+is)?\\s?[:>]\\s?["']?(${FRESH}(?=[^\\s"'<;]*[0-9!#%^&*])[^\\s"'<>;$\`]{4,128})`,
    ["pw: hunter2", "<password>abc123</password>", "password: s3cret"],
    ["password: string;", "secret: `x1`"],
  ),
  row(
    ["name", "value"],
    `"(?:name|key)"\\s*:\\s*"[^"]*(?:password|passwd|secret|token|api[_-]?key|credential|pin)"\\s*,\\s*"value"\\s*:\\s*"(${FRESH}[^"\\\\]{1,4096})"`,
    ['{"name":"API_KEY","value":"abc"}', '{"name": "Password", "value": "a b"}'],
  ),
];
