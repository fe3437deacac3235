/** Secrets by the way they take through a command line, and by what is said of them; what is none stays readable. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../contract/action.ts";
import { workGrows } from "../../testing/work-grows.ts";
import { hideSecrets, redact, redactObject } from "./redact.ts";

const S = "kJ8vQ2mZx4Lw9Rt7Yp3N";

test.each([
  `PASSWORD=(${S})`,
  `TOKENS=(${S} b)`,
  `TOKEN+=${S}`,
  `TOKEN=$(echo ${S})`,
  `TOKEN=\`echo ${S}\``,
  `export TOKEN="$(printf %s ${S})"`,
  `TOKEN=$(cat <<'EOF'\n${S}\nEOF\n)`,
  `printf -v TOKEN %s ${S}`,
  `read -r PASSWORD <<< ${S}`,
  `read -rs PASSWORD <<EOF\n${S}\nEOF`,
  `echo ${S} | read -r PASSWORD`,
  `mapfile -t PASSWORDS <<< ${S}`,
  `TOK\\\nEN=${S}`,
  `export 'TO''KEN'=${S}`,
  `: \${TOKEN:=${S}}; ls`,
  // Over several variables.
  `curl -H "Authorization: Bearer \\\n${S}" http://x`,
  `curl -H "Authorization: Bearer \${x:-${S}}" http://x`,
  `a=${S}; b=$a; curl -H "X-Api-Key: $b" http://x`,
  `a=${S}; b=$a; c="$b"; curl -u bob:$c http://x`,
  `for t in ${S}; do curl -H "Authorization: Bearer $t" http://x; done`,
  `x=$(echo ${S}); curl -u bob:$x http://x`,
  `set -- ${S}; curl -H "Authorization: Bearer $1" http://x`,
  // Behind options and names of settings.
  `aws secretsmanager put-secret-value --secret-id x --secret-string ${S}`,
  `aws secretsmanager put-secret-value --secret-id x --secret-string=${S}`,
  `az keyvault secret set --name n --value ${S}`,
  `supabase secrets set A=${S}`,
  `pulumi config set --secret dbpw ${S}`,
  `keytool -storepass ${S} -keypass ${S}`,
  `poetry config pypi-token.pypi ${S}`,
  `dotenv set TOKEN ${S}`,
  `curl -K - <<< 'user = "bob:${S}"'`,
  // Fed to what asks for one.
  `{ echo ${S}; } | sudo -S ls`,
  `(echo ${S}) | sudo -S ls`,
  `yes ${S} | sudo -S ls`,
  `cat <<< ${S} | sudo -S ls`,
  `echo -e "${S}\\n${S}" | passwd`,
  `printf '%s\\n' ${S} | su -c ls`,
  // Files that hold them.
  `echo ${S} > .env`,
  `echo ${S} > secrets/db_password`,
  `echo ${S} > token.txt`,
  `tee .secret <<< ${S}`,
  `printf 'PASSWORD=%s\\n' ${S} >> .env`,
  `printf 'machine h\\n  login bob\\n  password ${S}\\n' >> ~/.netrc`,
  `echo -e "machine h\\nlogin bob\\npassword ${S}" >> ~/.netrc`,
  `echo "h:5432:db:bob:${S}" >> ~/.pgpass`,
  // Text and files in any quoting.
  `password = """${S}"""`,
  `password = '''${S}'''`,
  `const password=\`${S}\``,
  `password:\n  "${S}"`,
  `tokens:\n  - ${S}`,
  `password: &p ${S}`,
  `password: !!str ${S}`,
  `stringData:\n  x: ${S}\n  y: other\n`,
  `{"password":{"value":"${S}"}}`,
  `{"auths":{"x":{"auth":"${S}"}}}`,
  `The password is \`${S}\``,
  `variable "db_password" {\n  default="${S}"\n}`,
  `API key: ${S}`,
  `API key is ${S}`,
  `my API key is: ${S}`,
  `the access token is ${S}`,
  `Is the password ${S} right?`,
  `secret key = ${S}`,
])("%s", (text) => {
  const clean = redact(text);
  expect(clean).not.toContain(S);
  expect(redact(clean)).toBe(clean);
});

test.each<JsonObject>([
  { pin: 91_827_541 },
  { password: { value: S } },
  { file_path: "/p/.pgpass", content: `h:1:d:u:${S}\n` },
  { file_path: "/h/.docker/config.json", content: `{"auths":{"x":{"auth":"${S}"}}}` },
  { file_path: "/p/secrets/token", content: S },
  { path: "deploy/secret.yml", content: `kind: Secret\nstringData:\n  x: ${S}\n` },
])("%j", (input) => {
  const clean = JSON.stringify(redactObject(input));
  expect(clean).not.toMatch(new RegExp(`${S}|91827541`));
});

describe("stays as it is", () => {
  test.each([
    "echo hello > notes.txt",
    "echo node_modules >> .gitignore",
    "echo 'PORT=' > .env.example",
    "TOKEN=$(gh auth token) npm publish",
    'TOKEN=$(cat token.txt); curl -H "Authorization: Bearer $TOKEN" https://api.example',
    "read -r name <<< alice; echo $name",
    "for f in a b c; do echo $f; done",
    'files=(a.ts b.ts); wc -l "${files[@]}"',
    "a=1; b=$a; echo $b",
    "echo y | sudo apt install jq",
    "git commit -m 'Move the token cache to its own file'",
    "git config --global credential.helper store",
    "aws secretsmanager get-secret-value --secret-id prod/db",
    "kubectl create secret generic app --from-file=./app.key",
    "az keyvault secret show --name db",
    "npx vitest run src/secrets/token.test.ts",
    "grep -rn 'password' src | head",
    "sed -n 1,40p src/auth/token-store.ts",
    "cat <<'EOF' > src/token.ts\nexport const token = readToken();\nEOF",
    "the API key is read from the environment",
    "The access token expires after 3600 seconds.",
    "Is the password field required?",
    "tokens:\n  - name\n  - value",
    "password: string\ntoken: string;",
    "const tokens = tokenize(source2);",
    "secret:\n  name: app\n  key: value",
    "self.token = token or os.environ['TOKEN']",
    "assert parse_token('abc') == Token('abc')",
    "def key(self): return self.api_key or default_key()",
    "credentials=(user, password)",
    "Use `--max-tokens 4096` and `--token-file path`.",
    "see docs/password-reset.md#step2",
    "x --bypass slow --compass north",
  ])("%s", (text) => {
    expect(hideSecrets(text)).toBe(text);
  });

  test.each<JsonObject>([
    { tokens: 5000, max_tokens: 4096 },
    { file_path: "src/secrets/redact.ts", content: "export const a1b2c3d4e5 = hash256(x);" },
    { file_path: "src/token.ts", content: "const sha256sum = digest('sha256');" },
  ])("%j", (input) => {
    expect(redactObject(input)).toEqual(input);
  });
});

test.each([
  "a=$(echo ",
  "'token' ",
  "token x <<EOF\n",
  "password: ",
  "API key ",
  "token=(",
  "| echo a ",
  "a=$b; b=$a; TOKEN=$a;",
  "{ sudo -S ",
  "`token",
  "stringData:\n  x: y\n",
])("the work grows with the text: %j", async (piece) => {
  expect(await workGrows(piece, redact)).toBeLessThan(12);
});

test("a value alone, changed in a file of variables, is a secret", () => {
  const input = { file_path: "/p/.env", old_string: "hunter2hunter2", new_string: "newS3cretValue99" };
  expect(JSON.stringify(redactObject(input))).not.toMatch(/hunter2|newS3cret/);
  expect(redactObject({ ...input, file_path: "/p/src/a.ts" })).toEqual({ ...input, file_path: "/p/src/a.ts" });
});
