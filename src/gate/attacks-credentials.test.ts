/** Secrets read by other ways than their own path. A row passes when no proof lets the call through. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { diskWorld } from "../machine/index.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
let told: Project;
beforeAll(() => {
  here = project();
  told = project();
  for (const one of [here, told]) {
    execFileSync("git", ["init", "-q"], { cwd: one.root });
    one.write(".env", "A=1\n");
    one.write("src/a.ts", "a\n");
    one.write("cert.pem", "c\n");
    one.write("plain.txt", "p\n");
  }
  const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  execFileSync("git", ["remote", "add", "origin", `https://me:${token}@github.com/o/r.git`], { cwd: told.root });
  mkdirSync(join(here.home, ".ssh"), { recursive: true });
  writeFileSync(join(here.home, ".ssh/id_rsa"), "key\n");
});
afterAll(() => {
  here.remove();
  told.remove();
});

const PROOFS = ["readOnly", "safeTool", "contained"];
const isProven = async (where: Project, action: Action): Promise<boolean> =>
  PROOFS.includes((await where.gate().check(action)).by);
const grep = (more: Record<string, string>): Action => call("Grep", { pattern: "", output_mode: "content", ...more });

type Row = readonly [what: string, action: Action];

const many = (...include: readonly string[]): Action =>
  call("read_many_files", { include: [...include] }, { host: "gemini", cwd: here.root });

describe("several files at once", () => {
  test.each([
    [".env"],
    ["**/.env"],
    ["src/**", ".env*"],
    ["{README.md,.env}"],
    ["config/secrets.yaml"],
    [".ENV"],
    [".ssh/**"],
  ])("%j", async (...include) => {
    expect(await isProven(here, many(...include))).toBe(false);
    expect(await isProven(here, call("read_many_files", { paths: include }, { host: "gemini", cwd: here.root }))).toBe(
      false,
    );
  });
  test("the reason names the tool that was called", async () => {
    expect(await here.gate().check(many("src/**", "README.md"))).toMatchObject({
      by: "safeTool",
      reason: expect.stringContaining("read_many_files only reads"),
    });
  });
});

describe("a filter that picks a secret out", () => {
  test.each<Row>([
    ["glob .env", grep({ glob: ".env" })],
    ["glob .env*", grep({ glob: ".env*" })],
    ["glob **/.env", grep({ glob: "**/.env" })],
    ["glob with braces", grep({ glob: "{*.ts,.env}" })],
    ["several globs", grep({ glob: "*.ts, .env" })],
    ["glob *env", grep({ glob: "*env" })],
    ["glob .*", grep({ glob: ".*" })],
    ["glob .ENV", grep({ glob: ".ENV" })],
    ["type dotenv", grep({ type: "dotenv" })],
    ...[
      "rg -g '.env*' ''",
      "rg --glob=.env ''",
      "rg --glob .env ''",
      "rg -g.env ''",
      "rg --iglob .ENV ''",
      "rg -g '?env' ''",
      "rg --type-add 'x:.env' -t x ''",
      "grep -r --include=.env '' .",
      "grep -r --include '.e*' '' .",
      "ag -G '\\.env$' A",
      "find . -name '.env*' -exec cat {} +",
      "find . -name '*env' -exec cat {} +",
      "git grep A -- '.env*'",
      "git grep A -- ':(glob)**/.env'",
      "git log -p -- '*.env'",
      "git diff -- ':/.env*'",
      "git show :0:.env",
      "git log -L1,1:.env",
    ].map((command): Row => [command, bash(command)]),
  ])("%s", async (_, action) => {
    expect(await isProven(here, action)).toBe(false);
  });

  test.each<Row>([
    ["glob *.ts", grep({ glob: "*.ts" })],
    ["glob *.{ts,json}", grep({ glob: "*.{ts,json}" })],
    ["glob *.yaml", grep({ glob: "**/*.yaml" })],
    ["type ts", grep({ type: "ts" })],
    ...[
      "rg -n -g '*.ts' foo src",
      "grep -rn --include='*.json' foo .",
      "grep -rn --include='*.txt' foo .",
      "rg -t py foo",
      "git log --stat -- src",
      "cat cert.pem",
    ].map((command): Row => [command, bash(command)]),
  ])("an ordinary one stays proven: %s", async (_, action) => {
    expect(await isProven(here, action)).toBe(true);
  });
});

describe("stores of well-known programs", () => {
  test.each(
    [
      ".terraform.d/credentials.tfrc.json .cache/huggingface/token .kaggle/kaggle.json .pulumi/credentials.json",
      ".config/netlify/config.json .local/share/com.vercel.cli/auth.json .fly/config.yml .config/stripe/config.toml",
      ".supabase/access-token .databrickscfg .minikube/profiles/minikube/client.key .cloudflared/cert.pem",
      ".config/.wrangler/config/default.toml .sentryclirc .pip/pip.conf .hex/hex.config .pub-cache/credentials.json",
      ".docker/contexts/tls/x/docker/key.pem .config/composer/auth.json .config/ngrok/ngrok.yml .msmtprc",
      ".google_authenticator .vnc/passwd .config/hcloud/cli.toml .age/key.txt .config/borg/keys/x .step/secrets/root",
      ".acme.sh/x/x.key .snowsql/config .config/configstore/firebase-tools.json .config/doppler/x .doppler/.doppler.yaml",
      ".modal.toml .config/io.datasette.llm/keys.json .davfs2/secrets .smbcredentials .cursor/auth.json",
      ".copilot/config.json .config/syncthing/key.pem .condarc .bundle/config .config/argocd/config .lpass/x .wandb/x",
      ".mbsyncrc .config/rbw/config.json .config/tea/config.yml .conan2/credentials.json .config/scw/config.yaml",
    ].flatMap((names) => names.split(" ")),
  )("~/%s", async (path) => {
    expect(await isProven(here, call("Read", { file_path: join(here.home, path) }))).toBe(false);
    expect(await isProven(here, bash(`cat ~/${path}`))).toBe(false);
  });

  test.each([
    "/etc/letsencrypt/live/x.example/privkey.pem",
    "/etc/wireguard/wg0.conf",
    "/etc/rancher/k3s/k3s.yaml",
    "/tmp/krb5cc_1000",
    "/etc/openvpn/server/x.conf",
  ])("%s", async (path) => {
    expect(await isProven(here, call("Read", { file_path: path }))).toBe(false);
    expect(await isProven(here, bash(`cat ${path}`))).toBe(false);
  });

  test.each(
    "server.key privkey.pem tls-key.pem a.p12 a.pfx a.jks a.keystore credentials.json secrets.yaml secrets.yml secrets.json secrets.toml kubeconfig .dev.vars config/master.key terraform.tfvars x.auto.tfvars .vault_pass AuthKey_X.p8 client_secret_1.json test/fixtures/server.key".split(
      " ",
    ),
  )("%s in the project", async (path) => {
    expect(await isProven(here, call("Read", { file_path: here.at(path) }))).toBe(false);
    expect(await isProven(here, bash(`head -5 ${path}`))).toBe(false);
  });
});

describe("a token in the settings of the repository", () => {
  const ROWS = [
    "cat .git/config",
    "grep -r url .",
    "grep -rn '' .git",
    "cat .git/c*",
    "head -20 ./.git/../.git/config",
  ];
  test.each(ROWS)("%s", async (command) => {
    expect(await isProven(told, bash(command))).toBe(false);
  });
  test("Read and Grep", async () => {
    expect(await isProven(told, call("Read", { file_path: told.at(".git/config") }))).toBe(false);
    expect(await isProven(told, call("Grep", { pattern: "url", path: told.at(".git") }))).toBe(false);
  });
  test("without one they are read", async () => {
    expect(await isProven(here, bash("cat .git/config"))).toBe(true);
    expect(await isProven(here, bash("grep -r url ."))).toBe(true);
    expect(await isProven(told, bash("grep -r url src"))).toBe(true);
    expect(await isProven(told, bash("cat src/*.ts"))).toBe(true);
    expect(await isProven(told, bash("cat plain*.txt"))).toBe(true);
  });
});

describe("stores of other tools, wherever those keep them", () => {
  test.each([
    ...["~/.tsh/keys/x", "~/.gitcookies", "~/.subversion/auth/svn.simple/x", "~/.config/openstack/clouds.yaml"],
    ...["~/.jfrog/jfrog-cli.conf.v6", "~/.chef/me.pem", "~/.sbt/.credentials", "~/.ivy2/.credentials"],
    ...[
      "~/.config/coursier/credentials.properties",
      "~/.circleci/cli.yml",
      "~/.cf/config.json",
      "~/.sf/x",
      "~/.sfdx/x",
    ],
    ...["~/.local/share/jupyter/runtime/x.json", "~/.local/share/TelegramDesktop/tdata/key_datas"],
    ...["~/.local/share/DBeaverData/workspace6/General/.dbeaver/credentials-config.json"],
    ...["~/.config/Code/User/globalStorage/state.vscdb", "~/.config/Cursor/User/globalStorage/state.vscdb.backup"],
    ...["/etc/mysql/debian.cnf", "/etc/gitlab-runner/config.toml", "/etc/apt/auth.conf", "/etc/apt/auth.conf.d/x.conf"],
    ...["/var/lib/cloud/instance/user-data.txt", "/var/lib/cloud/instances/i-1/user-data.txt.i"],
    ...["/var/backups/shadow.bak", "/run/user/1000/containers/auth.json"],
    ...["~/.factory/auth.json", "~/.local/share/uv/credentials/credentials.toml", "~/.argocd/config", "~/.hgrc"],
    ...[
      "~/.android/adbkey",
      "~/.local/share/atuin/key",
      "~/.config/filezilla/sitemanager.xml",
      "~/.tccli/x.credential",
    ],
    ...["~/.config/weechat/sec.conf", "~/.config/cloudflared/cert.pem", "~/.ansible_vault_pass", "~/.iflow/x.json"],
    // Of programs nobody has heard of.
    ...["~/.newtool/auth.json", "~/.newtool/access-token", "~/.config/newtool/credentials.toml", "~/.newtool/api_key"],
    ...[
      "~/.ansible/vault_pass.txt",
      "~/.openai/key",
      "~/.consul-token",
      "~/.nomad-token",
      "~/.tokens",
      "~/.my_api_key",
    ],
    ...["~/.kde/share/apps/kwallet/kdewallet.kwl", "~/.purple/accounts.xml", "~/.filezilla/recentservers.xml"],
    ...[
      "~/.rancher/cli2.json",
      "~/.render/cli.yaml",
      "~/.wakatime.cfg",
      "~/.twurlrc",
      "~/.gist",
      "~/.pause",
      "~/.oscrc",
    ],
    ...["~/.config/sanity/config.json", "~/.config/aichat/config.yaml", "~/.httpie/sessions/a.example/x.json"],
    ...["~/.Xauthority", "~/.config/newtool/prod.env", "~/.config/newtool/x/.env", "~/.newtool/signing.key"],
    ...["~/.newtool/db_pass", "~/.newtool/wallet.dat", "~/.newtool-secret", "~/.config/newtool/passphrase.txt"],
    ...["~/.local/share/newtool/oauth_creds.json", "~/.newtool/.secrets", "~/.config/newtool/my.token"],
  ])("%s", async (path) => {
    expect(await isProven(here, bash(`cat ${path}`))).toBe(false);
    expect(await isProven(here, call("Read", { file_path: path.replace("~", here.home) }))).toBe(false);
  });
});

describe("hidden files of home that nobody knows to be plain", () => {
  test.each([
    ...["~/.newtool/authors.txt", "~/.config/newtool/tokenizer.json", "~/.newtool/config.json", "~/.newtool/x/keys"],
    ...["~/.edgerc", "~/.dogrc", "~/.cdsapirc", "~/.muttrc", "~/.config/hcp/cred_file.json", "~/.okta/okta.yaml"],
    ...["~/.twilio-cli/config.json", "~/.config/aerc/accounts.conf", "~/.config/himalaya/config.toml", "~/.w3m/cookie"],
    ...["~/.config/fish/fish_variables", "~/.awsvault/keys/x", "~/.cert/nm-openvpn/x.pem", "~/.local/share/newtool/db"],
    ...[
      "~/.edger?",
      "~/.ed*",
      "~/.config/h*/cred_file.json",
      "~/.claude/../.edgerc",
      "/root/.edgerc",
      "/home/ann/.edgerc",
    ],
    ...["~/passwords.txt", "/etc/postfix/sasl_passwd", "/var/lib/jenkins/credentials.xml"],
  ])("%s", async (path) => {
    expect(await isProven(here, bash(`cat ${path}`))).toBe(false);
    expect(await isProven(here, call("Read", { file_path: path.replace("~", here.home) }))).toBe(false);
  });

  test.each([
    ...["~/.bashrc", "~/.gitconfig", "~/.config/nvim/init.lua", "~/.config/git/ignore", "~/.config/fish/config.fish"],
    ...[
      "~/.claude/plans/a.md",
      "~/.codex/plugins/cache/x/SKILL.md",
      "~/.agents/skills/x/SKILL.md",
      "~/.gemini/tmp/x/chats/a.json",
    ],
    ...[
      "~/.cargo/registry/src/x/lib.rs",
      "~/.local/lib/node_modules/x/package.json",
      "~/.cache/x/log",
      "~/.npm/_logs/a.log",
    ],
    ...["~/notes.txt", "/etc/hosts"],
  ])("%s stays proven", async (path) => {
    expect(await isProven(here, bash(`cat ${path}`))).toBe(true);
  });

  test("nor is a link to one; its name is no secret, and what the session works on is known", async () => {
    writeFileSync(join(here.home, ".edgerc"), "client_secret = x\n");
    symlinkSync(join(here.home, ".edgerc"), here.at("notes.md"));
    expect(await isProven(here, bash("cat notes.md"))).toBe(false);
    expect(await isProven(here, bash("ls -la ~/.edgerc ~/.newtool"))).toBe(true);
    mkdirSync(join(here.home, ".config/newtool"), { recursive: true });
    const added = { permissions: { additionalDirectories: [join(here.home, ".config/newtool")] } };
    const { by } = await here.gate({ settings: added }).check(bash("cat ~/.config/newtool/main.toml"));
    expect(by).toBe("readOnly");
  });
});

describe("settings of agents, editors and shells with a token in them", () => {
  const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  test.each([
    ["~/.claude/settings.json", `{"env":{"GITHUB_TOKEN":"${token}"}}`, '{"permissions":{"allow":["Bash(ls:*)"]}}'],
    ["~/.codex/config.toml", `[mcp_servers.x.env]\nGITHUB_TOKEN = "${token}"\n`, 'model = "gpt-5"\n'],
    ["~/.claude/shell-snapshots/x.sh", `export GITHUB_TOKEN=${token}\n`, "alias ll='ls -l'\n"],
    ["~/.config/zed/settings.json", `{"token":"${token}"}`, '{"theme":"One Dark"}'],
    ["~/.bashrc", `export GITHUB_TOKEN=${token}\n`, "export EDITOR=vim\n"],
    [".claude/settings.local.json", `{"env":{"GITHUB_TOKEN":"${token}"}}`, '{"permissions":{"allow":["Bash(ls:*)"]}}'],
    [".vscode/settings.json", `{"x.token":"${token}"}`, '{"editor.tabSize":2}'],
  ])("%s", async (name, secret, plain) => {
    const at = name.startsWith("~") ? name.replace("~", here.home) : here.at(name);
    mkdirSync(join(at, ".."), { recursive: true });
    for (const [text, proven] of [
      [secret, false],
      [plain, true],
    ] as const) {
      writeFileSync(at, text);
      expect([text, await isProven(here, bash(`cat ${name}`))]).toEqual([text, proven]);
      expect([text, await isProven(here, call("Read", { file_path: at }))]).toEqual([text, proven]);
    }
    rmSync(at);
  });
});

test.each([
  "cat /run/credentials/app.service/db",
  "cat /run/containers/0/auth.json",
  "cat /var/lib/iwd/home.psk",
  "cat /var/lib/kubelet/pki/kubelet-client-current.pem",
  "cat /run/agenix/x",
  "cat /etc/netplan/01.yaml",
  "cat /var/lib/docker/containers/a/config.v2.json",
  "cat /dev/tty",
  "head -c 9 /dev/console",
  "cat ~/.cache/cliphist/db",
  "git diff . ../other",
  "git diff --no-index src ../other",
  "git diff src ../other",
])("%s is not proven", async (command) => {
  mkdirSync(join(here.root, "../other"), { recursive: true });
  writeFileSync(join(here.root, "../other/.env"), "A=2\n");
  expect(await isProven(here, bash(command))).toBe(false);
});

describe("addresses of remotes, as all settings make them", () => {
  test.each([
    "git remote -v",
    "git remote --verbose",
    "git remote get-url origin",
    "git branch --format='%(push:remotename)'",
    "git tag -l --format='%(upstream:lstrip=1,remotename)'",
  ])("%s", async (command) => {
    expect(await isProven(here, bash(command))).toBe(true);
    expect(await isProven(told, bash(command))).toBe(false);
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const file = join(here.home, ".gitconfig");
    writeFileSync(file, `[url "https://me:${token}@github.com/"]\n\tinsteadOf = https://github.com/\n`);
    expect(await isProven(here, bash(command))).toBe(false);
    rmSync(file);
  });

  test.each(["remotes", "branches"])(
    "git's older table of %s counts, and is looked into where it is read",
    async (table) => {
      const old = here.write(`.git/${table}/legacy`, "URL: https://github.com/o/r.git\n");
      const commands = ["git remote -v", "git remote get-url legacy", `cat .git/${table}/legacy`];
      for (const command of commands) expect(await isProven(here, bash(command)), command).toBe(true);
      writeFileSync(old, `URL: https://me:ghp_${"a1B2c3D4e5F6".repeat(3)}@github.com/o/r.git\n`);
      for (const command of commands) expect(await isProven(here, bash(command)), command).toBe(false);
      rmSync(old);
    },
  );
});

test("where home is / itself, its hidden files are home's", async () => {
  const gate = here.gate({ world: diskWorld({ home: "/", path: "/usr/bin:/bin" }) });
  expect((await gate.check(call("Read", { file_path: "/.edgerc" }))).by).not.toBe("safeTool");
  expect((await gate.check(call("Read", { file_path: "/.bashrc" }))).by).toBe("safeTool");
});

describe("settings of the project with a token in them", () => {
  const token = `npm_${"a1B2c3D4e5F6".repeat(3)}`;
  test.each([
    [".npmrc", `//registry.example.org/:_authToken=${token}\n`, "color=true\n"],
    [".yarnrc.yml", `npmAuthToken: "${token}"\n`, "nodeLinker: node-modules\n"],
    ["pip.conf", "[global]\nindex-url = https://me:s3cr3tpass@pypi.example/simple\n", "[global]\ntimeout = 60\n"],
    [".git/config.bak", `[remote "o"]\nurl = https://me:${token}@github.com/o/r.git\n`, "[core]\nbare = false\n"],
    [".cargo/config.toml", '[registries.x]\ntoken = "Bearer a1b2c3d4e5f6a7b8"\n', "[build]\njobs = 2\n"],
  ])("%s", async (name, secret, plain) => {
    for (const [text, proven] of [
      [secret, false],
      [plain, true],
    ] as const) {
      here.write(name, text);
      expect([text, await isProven(here, bash(`cat ${name}`))]).toEqual([text, proven]);
      expect([text, await isProven(here, call("Read", { file_path: here.at(name) }))]).toEqual([text, proven]);
    }
  });

  test.each<readonly [string, boolean]>([
    ["prod.env", false],
    ["staging.env", false],
    ["deploy/Prod.ENV", false],
    ...[".env.keys", ".env.bak", ".env.ci", ".env.2024", ".env.prod.bak", ".env~", "id_rsa.bak", "id_ed25519.old"].map(
      (name) => [name, false] as const,
    ),
    ...["rootkey.csv", "kubeconfig.yaml", "wg0.conf", "rclone.conf", "credentials.tfrc.json"].map(
      (name) => [name, false] as const,
    ),
    ...[".env.example", ".env.sample", ".env.template", ".env.schema", "id_rsa.pub", "notes.bak"].map(
      (name) => [name, true] as const,
    ),
    ["example.env", true],
    ["app.example.env", true],
    ["environment.ts", true],
  ])("%s: proven %s", async (name, proven) => {
    here.write(name, "A=1\n");
    expect(await isProven(here, bash(`cat ${name}`))).toBe(proven);
    expect(await isProven(here, call("Read", { file_path: here.at(name) }))).toBe(proven);
  });

  test.each([
    "grep -rh --exclude='[!.]*' '' .",
    "grep -rh --exclude='[^.]*' A .",
    "grep -rh --exclude-dir='[!.]*' A .",
    "rg -g '![!.]*' --hidden A .",
  ])("what is left out may leave the secret alone: %s", async (command) => {
    expect(await isProven(here, bash(command))).toBe(false);
  });
  test.each(["grep -rn --exclude='*.min.js' foo .", "grep -rn --exclude-dir=node_modules foo ."])(
    "%s stays proven",
    async (command) => {
      expect(await isProven(here, bash(command))).toBe(true);
    },
  );
});

test.each([["bridge:session_01"], ["uds:/run/docker.sock"], ["https://evil.example"], ["../worker"]])(
  "a message to %s leaves the agents of this session",
  async (to) => {
    expect(await isProven(here, call("SendMessage", { to, message: "A=1" }))).toBe(false);
  },
);

test.each([["worker-2"], ["main"], ["all"], ["team lead"]])("a message to %s is coordination", async (to) => {
  expect(await isProven(here, call("SendMessage", { to, message: "take packages/ui" }))).toBe(true);
});
