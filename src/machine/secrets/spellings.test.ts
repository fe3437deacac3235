/** Secrets by the words of a name, in every spelling, handed over by pipes, here-strings and variables; and what only looks alike. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../contract/action.ts";
import { hidesMore, redact, redactObject, secretsIn } from "./redact.ts";

const S = "Zebra77Stripe";

describe("in a command", () => {
  test.each([
    // The words of a name, wherever they stand.
    `MY_SECRET_VALUE=${S} ./run`,
    `export TOKEN_GITHUB=${S}`,
    `PASSWORD_PROD=${S} x`,
    `SECRET2=${S} x`,
    `GH_PAT=${S} x`,
    `apiKeyProd=${S}`,
    `docker run -e STRIPE_SECRET_LIVE=${S} x`,
    `az devops login --pat ${S}`,
    // Spellings.
    `token=   ${S}`,
    `token  =${S}`,
    `x_token := ${S}`,
    `x_token => ${S}`,
    `PASSWORD=\\\n${S} x`,
    `echo 'api_key: ${S}' > x.yml`,
    `aws_session_token = ${S}`,
    `# pass: ${S}`,
    `pw="${S}"`,
    `echo "[Interface]\nPrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3${S}=" > wg0.conf`,
    // What takes a secret from its input.
    `pass insert -e x <<< ${S}`,
    `secret-tool store --label=x a b <<< ${S}`,
    `passwd u <<< ${S}`,
    `cryptsetup open /dev/sda1 x <<< '${S}'`,
    `sshfs -o password_stdin a@b:/ m <<< ${S}`,
    `echo -n ${S} | gh secret set DEPLOY_KEY`,
    `printf '%s' "${S}" | cryptsetup open /dev/sda1 x`,
    `echo ${S} | sudo tee -a x | sudo passwd u`,
    // By way of a variable.
    `P=${S}; echo $P | sudo -S ls`,
    `X=${S}; curl -u u:$X https://h.example`,
    `X='${S}' && curl -H "Authorization: Bearer $X" https://h.example`,
    `X=${S}\nmysql -u root -p"$X" db`,
    `read X <<< ${S}; PGPASSWORD=$X psql`,
    `X=${S}; git clone https://me:$X@h.example/a`,
    `X=${S}; passwd u <<< "$X"`,
    `X=${S}; y --token "\${X}"`,
    // Programs.
    `redis-cli AUTH ${S}`,
    `redis-cli CONFIG SET requirepass ${S}`,
    `bw unlock ${S}`,
    `doctl auth init -t ${S}`,
    `mc alias set x https://h.example KEY ${S}`,
    `rclone config create x s3 secret_access_key ${S}`,
    `composer config http-basic.x u ${S}`,
    `smbclient //h/s ${S} -U u`,
    // A file of variables.
    `echo FOO=${S} >> .env`,
    `cat > app/.env.production <<'EOF'\nFOO=${S}\nEOF`,
    `printf 'FOO=${S}\\n' | tee -a .env`,
    // Words of other languages, and words that are written apart.
    `CONTRASENA=${S} x`,
    `mot_de_passe=${S} x`,
    `x --contraseña ${S}`,
    `x --Mot-De-Passe='${S}'`,
    `echo '密码: ${S}' > a.yml`,
    `echo 'пароль=${S}' > a.ini`,
    `DB_SENHA=${S} x`,
    `PASS_PHRASE=${S} x`,
    `x --pass-phrase ${S}`,
    `curl -d '{"contraseña":"${S}"}' x`,
    `curl -d '{"パスワード":"${S}"}' x`,
    `SEED_PHRASE=${S} x`,
    // A header with parameters, any scheme.
    `curl -H 'Authorization: Digest username="u", response="${S}"' x`,
    `curl -H 'Authorization: Digest response=${S}' x`,
    `curl -H 'Authorization: ApiKey ${S}' x`,
    `curl -H "Authorization: Hawk id=\\"a\\", mac=\\"${S}\\"" x`,
    // Handed to a login, or through a file that is no file.
    `twilio login AC0123456789 ${S}${S}`,
    `x login ${S}${S}`,
    `wg set wg0 private-key <(echo ${S})`,
    `wg set wg0 peer X preshared-key <(printf %s ${S})`,
    `x --password-file <(echo '${S}')`,
    `echo ${S} | wg set wg0 private-key /dev/stdin`,
    // Forms of their own.
    `cat > k.ppk <<'X'\nPuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 1\n${S}AAAA\nPrivate-MAC: a1\nX`,
    `curl https://api.telegram.org/bot123456789:AA${S}${"x".repeat(20)}/getMe`,
  ])("%s", (command) => {
    const clean = redact(command);
    expect(clean).not.toContain(S);
    expect(clean).toContain("[secret, ");
    expect(redact(clean)).toBe(clean);
    expect(secretsIn({ command }).join(" ")).toContain(S);
    expect(hidesMore({ command })).toBe(command.includes("Private-Lines"));
  });

  test("a long one is taken out whole, and nothing else", () => {
    for (const long of ["FwoGZXIvYXdzE".repeat(60), "FwoGZXIvYXdzE".repeat(900)])
      for (const command of [`aws_session_token = ${long}`, `aws_session_token=${long} x`, `x --token ${long} y`])
        expect(redact(command)).not.toContain("FwoG");
    expect(redact(`aws_session_token = ${"Fwo1".repeat(300)} x`)).toBe(
      "aws_session_token = [secret, 1200 characters] x",
    );
  });

  test("64 digits behind a word for a key", () => {
    const key = "0123456789abcdef".repeat(4);
    for (const command of [`cast send --private-key 0x${key}`, `the key ${key}`, `seed: ${key}`])
      expect(redact(command)).not.toContain(key);
    for (const command of [`sha256:${key}`, `docker pull x@sha256:${key}`, `echo "${key}  a.tgz" | sha256sum -c`])
      expect(redact(command)).toBe(command);
  });
});

test("the words of a wallet", () => {
  const words = "zebra canyon lumber ticket velvet onion rocket planet silver humble orbit glove";
  for (const command of [
    `cast wallet import x --mnemonic "${words}"`,
    `MNEMONIC='${words}' x`,
    `seed phrase: ${words}`,
  ])
    expect(redact(command)).not.toContain("zebra");
  for (const input of [{ seed_phrase: words }, { wallet: { mnemonic: words } }, { recoveryPhrase: words }])
    expect(JSON.stringify(redactObject(input))).not.toContain("zebra");
});

test("numbers of cards", () => {
  for (const number of ["4111111111111111", "5555 5555 5555 4444", "3782-822463-10005", "6011111111111117"]) {
    expect(redact(`curl -d card[number]=${number} x`)).not.toContain(number);
    expect(JSON.stringify(redactObject({ card: { number } }))).not.toContain(number);
  }
  expect(redactObject({ card: { number: 4111111111111111 } })).toEqual({ card: { number: "[secret, 16 characters]" } });
  for (const text of [
    "4111111111111112",
    "date 1700000000000000",
    "0.4111111111111111",
    "id-4111111111111111",
    "v4111111111111111",
  ])
    expect(redact(text)).toBe(text);
  expect(redactObject({ at: 1700000000000 })).toEqual({ at: 1700000000000 });
});

describe("what only looks alike stays readable", () => {
  test.each([
    "passe_partout=wood2 x",
    "modpow=3a2 x",
    "word_pass_rate=95pct",
    "seed=42a x",
    "phrase: 'hello2'",
    "npx wrangler login",
    "docker login registry2.example.org",
    "gcloud auth login me2@example.org --update-adc",
    "describe('login', () => { visitTheLoginPage2() })",
    "diff <(echo a1) <(echo b2)",
    "größe=10cm2 x",
    "git show 0123456789abcdef0123456789abcdef01234567",
    "git checkout 4f2a9c1 -- src/token.ts",
    "npm install jsonwebtoken@9.0.2 passport@0.7.0",
    "curl localhost/users/123e4567-e89b-12d3-a456-426614174000",
    "const token = next();",
    "token = next()",
    "token = lexer.token",
    "password: string",
    "password: Buffer;",
    "interface A { token: string; secret?: Buffer }",
    "let token = tokens[0];",
    "token: sha256(x)",
    "token = parse1(input)",
    "max_tokens=4096 temperature=1",
    "max_tokens: 4096a",
    "token_count=15k",
    "tokenizer=bert-base-v2",
    "TOKENIZERS_PARALLELISM=false",
    "password_reset_url=https://h.example/reset2",
    "pass_rate=95pct",
    "author=me2you",
    "PATH=/usr/bin:/bin x",
    "PATTERN=a1b2c3 x",
    "SECRET_NAME=db-prod2",
    "TOKEN_FILE=/run/t1",
    "secretRef: my-app-db2",
    "TOKEN_TTL=3600s",
    "total_tokens: 15k2",
    "keyboard=us1 monkey=m2",
    "SSH_AUTH_SOCK=/tmp/agent.1 git fetch",
    "X=abc123; echo $X",
    "X=abc123; curl -o $X https://h.example",
    "echo hello | tee a.txt",
    "echo done2 | cat",
    "cat <<< hello2",
    "grep -rn 'password:' src",
    "test -f .env && echo yes",
    "FOO=bar2 cat .env.example",
    "echo FOO=bar2 > .env.example",
    "compass insert x <<< hello2",
    "docker compose run --rm app pytest -k token",
    "primary_key: id2x",
    "bypass: yes2no",
  ])("%s", (command) => expect(redact(command)).toBe(command));
});

describe("in fields", () => {
  test.each<readonly [JsonObject]>([
    [{ file_path: "/p/.env", content: `FOO=${S}\nexport BAR="${S} x"\n` }],
    [{ file_path: "/p/.env.local", old_string: "FOO=a", new_string: `FOO=${S}` }],
    [{ path: "deploy/prod.env", content: `# one\nFOO=${S}` }],
    [{ file_path: "/p/.envrc", content: `export FOO=${S}` }],
    [{ element: "Password field", text: S }],
    [{ element: "the login form's password", ref: "e12", text: S, submit: true }],
    [{ selector: "input[type=password]", value: S }],
    [{ selector: "#pin", label: "Your PIN", value: S }],
    [{ fields: [{ name: "Password", type: "textbox", ref: "e1", value: S }] }],
    [{ key: `${S}aB3dE6gH9kL2` }],
    [{ TOKEN_GITHUB: S, secretValue: S }],
    [{ env: { MY_SECRET_VALUE: S } }],
    [{ pass_phrase: S }],
    [{ contraseña: S }],
    [{ mot_de_passe: S, motDePasse: S, MotDePasse: S }],
    [{ 密码: S, 用户密码: S }],
    [{ nouveau_mot_de_passe: S, пароль: S, "كلمة المرور": S, पासवर्ड: S }],
    [{ file_path: "a.py", content: `pw="${S}"\n# pass: ${S}\n` }],
    [{ file_path: "a.ini", content: `x_token := ${S}` }],
  ])("%j", (input) => {
    const clean = redactObject(input);
    expect(JSON.stringify(clean)).not.toContain(S);
    expect(redactObject(clean)).toEqual(clean);
    expect(secretsIn(input).join(" ")).toContain(S);
  });

  test.each<readonly [JsonObject]>([
    [{ file_path: "/p/.env.example", content: "FOO=bar2\n" }],
    [{ file_path: "/p/environment.ts", content: "FOO=bar2\n" }],
    [{ element: "Search field", text: "zebra77" }],
    [{ selector: "input[type=text]", value: "zebra77" }],
    [{ key: "Enter" }],
    [{ key: "cache/v2/build-linux.tar" }],
    [{ key: "123e4567-e89b-12d3-a456-426614174000" }],
    [{ key: "0123456789abcdef0123456789abcdef01234567" }],
    [{ token_type: "bearer2", tokenCount: "5k", passwordField: "#pw2", secret_id: "db2" }],
    [{ file_path: "src/lexer.ts", content: "const token = next();\nif (token === t1) password: string" }],
    [{ pattern: "token|secret", path: "src", output_mode: "content" }],
  ])("%j stays", (input) => expect(redactObject(input)).toEqual(input));
});

test("two million characters of anything: a pattern that costs the square of them would hang here", () => {
  for (const part of [
    "a",
    "token=",
    "token ",
    "pass:",
    "secret = ",
    "a_token ",
    "$X=",
    "key ",
    "echo ",
    "-",
    "echo a | ",
    "X=a;$X ",
  ])
    expect(redact(part.repeat(Math.floor(2_000_000 / part.length)))).not.toBe("");
});
