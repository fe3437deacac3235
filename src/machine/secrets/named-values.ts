/** Values that are secret because of the name they stand under: a field, an option, a variable, a header, an address. */
import { keepAnswers } from "../../contract/answers.ts";
import type { OwnPattern } from "./pattern.ts";
import { isSecretByWords } from "./secret-words.ts";

/** The last words of a name that mean a secret. */
export const SECRET_WORDS =
  "password|passwd|passphrase|passcode|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|secret[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|account[_-]?key|master[_-]?key|auth[_-]?key|app[_-]?key|client[_-]?secret|credentials?|creds|authorization|cookie|bearer|otp|connection[_-]?string";

const SECRET_FIELD = new RegExp(
  `(?:^|[^a-z])(?:${SECRET_WORDS}|pass|pwd|pin|passwort|auth|session_key|sessionkey|set-cookie|x-[a-z-]*(?:key|token|auth))s?$`,
);

/** Names that end alike and mean a place, a kind or a position. */
const NOT_SECRET = /(?:page|next|cursor|continuation|sync|start|stop|max|min|num|n)[^a-z]*tokens?$|^(?:pwd|oldpwd)$/;

/** Whether what stands under this name of a field is a secret, whatever it looks like. */
export const isSecretName = keepAnswers((name) => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .trim();
  return (SECRET_FIELD.test(words) && !NOT_SECRET.test(words)) || isSecretByWords(name);
});

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

/** Programs that take a secret from their standard input, as far as the option or name that says so. */
const INPUT_PROGRAMS =
  "pass\\s+(?:otp\\s+)?(?:insert|append)|secret-tool\\s+store|passwd|smbpasswd|chpasswd|su|cryptsetup|kinit|gh\\s+(?:secret|variable)\\s+set|glab\\s+variable\\s+set|wrangler\\s+secret\\s+put|" +
  "vercel\\s+env\\s+add|gcloud\\s+secrets|firebase\\s+functions:secrets:set|fly(?:ctl)?\\s+secrets|bw\\s+(?:unlock|login)|cargo\\s+login|rclone\\s+obscure|ansible-vault\\s+encrypt_string|" +
  "systemd-creds\\s+encrypt|pub\\s+token\\s+add|docker\\s+secret\\s+create|podman\\s+secret\\s+create|kubeseal|op\\s+(?:signin|item)|security\\s+add-\\w+-password|ssh-add|keyctl\\s+padd|sshpass\\s+-d\\s?\\d|ipa\\s+(?:user|passwd)[^;&|\\n]{0,200}\\s--password|mysql_config_editor\\s+set|pw\\s+(?:user|group)\\w{3}[^;&|\\n]{0,200}\\s-h\\s*0|restic|borg|veracrypt|luksipc|vncpasswd";
export const FROM_INPUT =
  `(?:\\b(?:${INPUT_PROGRAMS})|\\bsshfs\\b[^;&|\\n]{0,200}password_stdin|-pass(?:in|out)?\\s+stdin|` +
  "--(?:[a-z]+-)*(?:password|passphrase|token|secret|pass)(?:-[a-z]+)*-stdin|--with-token|--passphrase-fd[= ]0|\\bsudo\\s+(?:-\\w+\\s+)*-S|\\bpasswd\\s+--stdin)(?![\\w-])";

export const NAMED_PATTERNS: readonly OwnPattern[] = [
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
    ["auth"],
    `\\b(?:auth\\s*=\\s*|\\w{0,32}(?:Basic|Digest|Proxy)Auth(?:entication)?)\\(\\s*["'][^"'\\r\\n]{0,128}["']\\s*,\\s*["'](${FRESH}[^"'\\r\\n]{1,512})["']\\s*\\)`,
    [
      "requests.get(u, auth=('admin','s3cr3t'))",
      'httpx.Client(auth=("me", "open"))',
      "auth=HTTPBasicAuth('u', 'hunter2')",
      'req.SetBasicAuth("u", "hunter2")',
    ],
    ["requests.get(u, auth=(user, password))", 'auth=("me", "$PW")', "auth: ['read', 'write']", "basicAuth('login')"],
  ),
  row(
    ["@tcp", "@unix", "@udp"],
    `(?:^|[\\s"'\`=])[\\w.+-]{1,64}:(${FRESH}[^\\s"'\`/]{1,256})@(?:tcp|udp|unix)[46]?\\(`,
    ['sql.Open("mysql", "user:pa55@tcp(db:3306)/x")', "DSN=root:open@unix(/run/m.sock)/db"],
    ['"user:$PW@tcp(db)/x"', '"user@tcp(db:3306)/x"', "listen:@tcp(x)"],
  ),
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
    ["sets "],
    `\\bsets \\W?[a-z0-9_]*(?:${SECRET_WORDS}|pass|_auth|_pin|api)\\W? to ${VALUE}`,
    ["sets PGPASSWORD to S3cretPw99", 'sets DEPLOY_TOKEN to "abc def"'],
    ["sets PATH to /usr/bin"],
  ),
  row(
    ["=", "?"],
    `[?&](?:[a-z_.-]*(?:token|key|secret|signature|password|passwd|auth|credential|sig))=(${FRESH}[^\\s&"'\`#]{4,1024})`,
    ["https://h.example/a?private_token=abcd", "https://h.example/?x=1&api_key=abcd1"],
    ["https://h.example/?page_size=4000"],
  ),
  row(
    ["echo", "printf"],
    `\\b(?:echo|printf)\\s+(?:-[a-z]+\\s+)*(?:["']?%s[^"'\\s]*["']?\\s+)?${VALUE}["']?\\s*\\|[^;&\\n]{0,200}?${FROM_INPUT}`,
    [
      "echo hunter | docker login -u me --password-stdin",
      "echo pw | sudo -S ls",
      "echo 'me:pw' | chpasswd",
      "echo -n hunter | gh secret set DEPLOY_KEY",
      "printf %s hunter | cryptsetup open /dev/x y",
    ],
    ["echo hello | tee a", "echo $PW | sudo -S ls", "echo hunter | passwdless"],
  ),
  // Protocols that are spoken by hand: mail, FTP, Redis.
  row(
    ["pass ", "auth ", "login "],
    `(?:<<<|\\b(?:echo|printf)\\b)\\s*(?:-\\w+\\s+)*\\$?["'](?:[^"'\\n]{0,512}?\\\\[nr])?\\s*(?:pass|auth|a\\d* login \\S+)[ ]+(${FRESH}[^\\s"'$\`\\\\]{1,256})(?=["']|\\\\+[nr])`,
    ["nc h 1 <<< 'PASS hunter'", "printf 'USER u\\r\\nPASS hunter\\r\\n' | nc h 21", "echo 'AUTH hunter' | nc h 6379"],
    ["PASS src/a.test.ts", "echo 'pass the salt' | cat", 'nc h 1 <<< "PASS $PW"'],
  ),
  row(
    ["pass"],
    `--?(?:[a-z]+[-_])*pass(?:word|phrase)?[-_]?(?:command|cmd)(?:=|\\s+)["']?(?:echo|printf)\\s+(?:-\\w+\\s+)*(?:["']?%s["']?\\s+)?(${FRESH}[^\\s"'$\`;&|<>\\\\]{1,256})`,
    ["restic --password-command 'echo hunter' backup", "restic --password-command='printf %s hunter' ls"],
    ["restic --password-command 'pass show x' ls", "restic --password-command 'echo $PW' ls"],
  ),
  row(
    ["expect"],
    `(?:\\b|exp_)send(?<=\\bexpect\\b[\\s\\S]{0,2000}send)(?:_\\w+)?\\s+(?:-\\S+\\s+)*\\\\*["{](${FRESH}[^"}\\r\\n\\\\$]{1,256})\\\\+[rn]`,
    ["expect -c 'spawn ssh h; send \"hunter\\r\"'", "expect -c 'send {hunter\\n}'"],
    ["expect(x).send('a')", "expect -c 'send \"$pw\\\\r\"'"],
  ),
  row(
    ["net use"],
    `\\bnet\\s+use\\s+[^;&|\\n]{0,200}?/user:\\S+\\s+(?!/)${VALUE}`,
    ["net use x /user:u hunter", "net use z: \\\\\\\\h\\\\s /user:d\\\\u hunter /persistent:yes"],
    ["net use x /user:u", "net use x /user:u /savecred"],
  ),
  row(
    ["<<"],
    `${FROM_INPUT}[^;&|\\n]{0,200}<<<\\s*${VALUE}`,
    [
      "pass insert -e x <<< hunter",
      "secret-tool store --label=x a b <<< hunter",
      "passwd u <<< hunter",
      "cryptsetup luksOpen /dev/sda1 x <<< hunter",
      "sshfs -o password_stdin a@b: m <<< hunter",
      "docker login -u a --password-stdin h <<< hunter",
      "gh auth login --with-token <<<'tok'",
      "sudo -S ls <<< pw",
    ],
    ["docker login --password-stdin h <<< $PW", "cat <<< hello"],
  ),
  row(["<<<"], `<<<\\s*${VALUE}[^;&|\\n]{0,200}${FROM_INPUT}`, ["docker login <<< hunter -u me --password-stdin h"]),
  row(
    ["<<"],
    `${FROM_INPUT}[^;&|\\n]{0,200}<<-?\\s*\\\\?["']?\\w+["']?[^\\n]{0,200}\\n[ \\t]*(${FRESH}[^\\r\\n$\`]{1,512})`,
    ["docker login -u a --password-stdin h <<EOF\nhunter\nEOF", "chpasswd <<'X'\nme:pw\nX"],
    ["docker login --password-stdin h <<EOF\n$PW\nEOF"],
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
