/** Secrets that code hands to a function: one that lets somebody in or sets one, or that writes a file that holds them. */
import type { Range } from "./assigned-values.ts";
import { row } from "./named-values.ts";
import type { OwnPattern } from "./pattern.ts";
import { holdsSecrets } from "./secret-files.ts";

const FRESH = "(?!\\$|\\[(?:redacted |secret, ))";
const QUOTE = "\\\\*[\"']";
const LITERAL = `${QUOTE}(${FRESH}[^"'\\r\\n\\\\]{1,512})${QUOTE}`;
const TEXT = `${QUOTE}[^"'\\r\\n\\\\]{0,256}${QUOTE}`;
/** A plain argument: a text, a name, a number. */
const ARGUMENT = `(?:[a-z]\\w{0,16}\\s?[:=]\\s?)?(?:${TEXT}|[$@\\w.:>-]{1,128})\\s*,\\s*`;
/** Nothing more, or an object of options. */
const END = "\\s*(?:,\\s*[{[]|,?\\s*\\))";
const MADE = `${QUOTE}(${FRESH}(?=[^"'\\r\\n]{0,512}\\d)(?=[^"'\\r\\n]{0,512}[A-Za-z])[^\\s"'\\\\/.]{8,512})${QUOTE}`;
const HINTS = ["auth", "login", "logon", "signin", "sign_in", "bind"];

export const CALLED_PATTERNS: readonly OwnPattern[] = [
  row(
    HINTS,
    `(?<![\\w-])(?:\\w{0,32}_)?(?:auth|login|log_in|logon|sign_?in|authenticate|(?:simple_|ldap_)bind(?:_s)?)\\s?\\(\\s*(?:${ARGUMENT}){1,3}${LITERAL}${END}`,
    [
      `mongosh --eval 'db.auth("u","zebra")'`,
      `db.auth(\\"u\\", \\"zebra\\")`,
      `smtplib.SMTP('h').login('u', 'zebra')`,
      `php -r 'ldap_bind($c, "cn=a", "zebra");'`,
      "s.authenticate(user, 'zebra')",
    ],
    [
      "passport.authenticate('local', { session: false })",
      "auth(request, response)",
      "login(user, password)",
      "auth('read')",
      "await login(page, '$PW')",
    ],
  ),
  row(
    HINTS,
    `(?<![\\w-])(?:auth|login|logon|sign_?in|authenticate)\\s?\\(\\s*${MADE}${END}`,
    [`node -e 'client.login("zebra77stripe")'`],
    ["passport.authenticate('local')", "auth('sanctum')", "login('/users/12345678')"],
  ),
  row(
    ["connect", "mysqli", "pdo"],
    `(?<![\\w-])(?:(?:\\w{0,32}_p?connect|mysqli|pdo)\\s?\\(\\s*(?:${ARGUMENT}){2}|connect\\s?\\(\\s*(?:${TEXT}\\s*,\\s*){2})${LITERAL}\\s*[,)]`,
    [
      `php -r 'mysqli_connect("h","u","zebra","db");'`,
      `new PDO('mysql:host=h', 'u', 'zebra')`,
      `DBI->connect("dbi:x", "u", "zebra")`,
    ],
    [
      "connect(host, port, timeout)",
      "b.connect('clicked', run, 'x')",
      "button.connect('clicked', 'run')",
      'net.connect(8080, "localhost")',
    ],
  ),
  row(
    ["pass", "secret", "credential", "pwd"],
    `(?<![\\w-])\\w{0,48}(?:set|change|update|reset|store|save|put|create|add)\\w{0,32}(?:password|passwd|passphrase|pwd|secret|credential)s?\\s?\\(\\s*(?:${ARGUMENT}){0,3}${LITERAL}${END}`,
    [
      "user.setPassword('zebra')",
      `u.set_password(\\"zebra\\")`,
      'db.changeUserPassword("u","zebra")',
      'keyring.set_password("a", "b", "zebra")',
    ],
    ["setPassword('')", "set_password(raw)", "reset_password_form('title', 'Reset')"],
  ),
  row(
    ["token", "key"],
    `(?<![\\w-])\\w{0,48}(?:set|change|update|store|save|with|use)\\w{0,32}(?:token|api_?key)\\s?\\(\\s*(?:${ARGUMENT}){0,3}${MADE}${END}`,
    ["client.withToken('zebra77stripe')", 'client.setApiKey("zebra77stripe")'],
    ["setToken(token)", "createToken(Kind.A, text)", "addToken('identifier')", "setToken('identifier')"],
  ),
  row(
    ["pwd"],
    `[{,]\\s*\\\\*["']?pwd\\\\*["']?\\s*:\\s*${QUOTE}((?![$/~.]|\\[secret, )[^"'\\r\\n\\\\]{1,512})${QUOTE}`,
    [`db.createUser({user:"u",pwd:"zebra",roles:[]})`],
    ['{ pwd: "/tmp" }', "{ pwd: process.cwd() }", "{ pwd: '$PWD' }"],
  ),
  row(
    ["expect"],
    `expect\\w{0,16}\\(\\s*[^\\r\\n]{0,80}?(?:pass|pin|code|secret)[^\\r\\n]{0,80}?\\)[\\s\\S]{0,80}?\\bsend(?:line)?\\(\\s*[bru]?${LITERAL}\\s*\\)`,
    [`c.expect("password:"); c.sendline("zebra")`],
    ["expect(x).toBe(1); c.send('a')"],
  ),
];

const WRITES =
  /\b(?:open|Path|writeFile\w{0,16}|appendFile\w{0,16}|outputFile\w{0,16}|file_put_contents|File\.(?:write|open)|WriteAll\w{1,8}|write_text|IO\.write)\(\s*\\*["']([^"'\r\n\\]{1,256})\\*["']/g;
const WRITTEN =
  /(?:\bwrite(?:_text|lines?|ln|String)?\s?\(\s*|^\s*,\s*|\bprint\(\s*)[bruf]{0,2}\\*["']([^"'\r\n\\]{3,4096})(?:\\n)?\\*["']/d;
/** Says how the file is opened. */
const MODE = /^(?:[rwax]b?\+?|utf-?8|ascii|binary)$/i;

/** Texts that code writes into a file that holds secrets. */
export function codeWrittenRanges(text: string): readonly Range[] {
  if (!/open|write|append|put_contents|Path|print/i.test(text)) return [];
  return [...text.matchAll(WRITES)].flatMap(({ 0: whole, 1: path = "", index }) => {
    if (!holdsSecrets(path)) return [];
    const from = index + whole.length;
    const match = WRITTEN.exec(text.slice(from, from + 512));
    const [start, end] = match?.indices?.[1] ?? [0, 0];
    const said = text.slice(from + start, from + end);
    const name = /^[\w.-]+\s?[=:]\s?/.exec(said)?.[0].length ?? 0;
    const isValue = end - start - name >= 3 && !MODE.test(said) && !/\s|^\[secret,/.test(said.slice(name));
    return isValue ? [{ from: from + start + name, to: from + end }] : [];
  });
}
