/** Secrets outside of the project that no table names. A row passes when no proof lets the call through. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import type { PathInfo, World } from "../contract/world.ts";
import { diskWorld } from "../machine/index.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
let here: Project;

const put = (path: string, text = "x\n"): string => {
  const at = join(here.home, path);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, text);
  return at;
};

beforeAll(() => {
  here = project();
  here.write(".env", "A=1\n");
  here.write("src/a.ts", "a\n");
  put("backup/old/.ssh/id_rsa");
  put("dump/id_ed25519");
  put("work/other/.env");
  put("work/plain/src/a.ts");
  put("work/plain/node_modules/x/test/server.key");
  put("clone/.git/config", `[remote "origin"]\n\turl = https://me:${TOKEN}@github.com/o/r.git\n`);
  put("dotfiles/aws/credentials");
  put("dotfiles/ssh/id_work");
  put(".cargo/registry/src/x/tests/server.pem.key");
  for (let n = 0; n < 3; n++) put(`many/${n}/a`);
});
afterAll(() => here.remove());

const PROOFS = ["readOnly", "safeTool", "contained"];
const proven = async (action: Action, world?: World): Promise<boolean> =>
  PROOFS.includes((await here.gate(world === undefined ? {} : { world }).check(action)).by);
const atHome = (path: string): string => path.replace("~", here.home);

/** The disk with these files on it, too: readable for everybody, or not. */
function withFiles(files: Readonly<Record<string, { text?: string; kept?: boolean }>>): World {
  const disk = diskWorld({ home: here.home, path: "/usr/bin:/bin" });
  const paths = Object.keys(files);
  const info = (path: string): PathInfo | undefined => {
    const file = files[path];
    const base = { size: file?.text?.length ?? 1, mtimeMs: 1, links: 1, executable: false };
    if (file !== undefined) return { ...base, kind: "file", ...(file.kept === true ? { private: true } : {}) };
    return paths.some((one) => one.startsWith(`${path}/`)) ? { ...base, kind: "directory" } : undefined;
  };
  const look = (path: string): PathInfo => info(path) ?? disk.lstat(path);
  const bytes = (path: string) => (files[path] === undefined ? undefined : Buffer.from(files[path]?.text ?? "x"));
  return { ...disk, lstat: look, stat: look, readFile: (path, limit) => bytes(path) ?? disk.readFile(path, limit) };
}

describe("files of the system that not everybody may read", () => {
  const KEPT = [
    ..."/etc/samba/credentials /etc/cifs-creds /etc/libvirt/secrets/x /etc/gitlab/gitlab.rb /etc/odbc.ini".split(" "),
    ..."/etc/squid/passwd /etc/tomcat9/tomcat-users.xml /etc/default/myapp /var/spool/cron/crontabs/root".split(" "),
    ..."/run/cloud-init/instance-data-sensitive.json /srv/app/settings.php /opt/app/etc/app.cfg".split(" "),
  ];
  test.each(KEPT)("%s", async (path) => {
    const kept = withFiles({ [path]: { kept: true } });
    for (const action of [bash(`cat ${path}`), bash(`grep -rn x ${path}`), call("Read", { file_path: path })])
      expect(await proven(action, kept)).toBe(false);
    expect(await proven(bash(`cat ${path}`), withFiles({ [path]: { text: "workers = 2\n" } }))).toBe(true);
  });
  test.each(["/etc/default/myapp", "/etc/odbc.ini", "/run/app/env"])("%s, which shows one", async (path) => {
    for (const text of [`GITHUB_TOKEN=${TOKEN}\n`, "[db]\nPassword = hunter2hunter2\n"])
      expect(await proven(bash(`cat ${path}`), withFiles({ [path]: { text } }))).toBe(false);
  });
  test.each([
    ...[
      "/etc/hosts",
      "/etc/os-release",
      "/etc/passwd",
      "/etc/resolv.conf",
      "/etc/group",
      "/etc/fstab",
      "/etc/services",
    ],
  ])("%s stays proven", async (path) => {
    expect(await proven(bash(`cat ${path}`))).toBe(true);
    expect(await proven(call("Read", { file_path: path }))).toBe(true);
  });
  test("a file of one's own that only one may read stays proven", async () => {
    chmodSync(put("notes/mine.txt"), 0o600);
    expect(await proven(bash("cat ~/notes/mine.txt"))).toBe(true);
    const at = here.write("secretly.txt", "x\n");
    chmodSync(at, 0o600);
    expect(await proven(bash("cat secretly.txt"))).toBe(true);
  });
});

describe("hidden trees of home that are plain, but for such names", () => {
  test.each([
    ..."~/.julia/servers/x/auth.toml ~/.cache/openai/token ~/.cache/yt-dlp/youtube-oauth2/token_data.json".split(" "),
    ..."~/.cache/gh/token ~/.cache/newtool/access_token ~/.cache/evolution/mail/inbox ~/.cache/newtool/cookies.sqlite".split(
      " ",
    ),
    ..."~/.ipython/profile_default/history.sqlite ~/.vim/history ~/.cache/newtool/credentials ~/.conda/.secrets".split(
      " ",
    ),
  ])("%s", async (path) => {
    expect(await proven(bash(`cat ${path}`))).toBe(false);
    expect(await proven(call("Read", { file_path: atHome(path) }))).toBe(false);
  });
  test.each([
    ..."~/.cargo/registry/src/x/src/auth/token.rs ~/.nvm/versions/node/v20/lib/node_modules/npm/lib/auth/x.js".split(
      " ",
    ),
    ..."~/.cache/huggingface/hub/x/special_tokens_map.json ~/.cache/newtool/log ~/.cache/x/tokenizer.json".split(" "),
    ..."~/.claude/projects/x/a.jsonl ~/.config/nvim/lua/auth.lua ~/.cargo/registry/src/x/tokens".split(" "),
  ])("%s stays proven", async (path) => {
    expect(await proven(bash(`cat ${path}`))).toBe(true);
  });

  test.each([
    ["~/.tmux.conf", `set-environment -g GITHUB_TOKEN ${TOKEN}\n`, "set -g mouse on\n"],
    ["~/.vimrc", `let g:github_token = '${TOKEN}'\n`, "set number\n"],
    [
      "~/.config/nvim/init.lua",
      `vim.env.OPENAI_API_KEY = "sk-proj-${"a1B2c3D4".repeat(6)}"\n`,
      "vim.o.number = true\n",
    ],
    ["~/.config/systemd/user/x.service", `[Service]\nEnvironment=GITHUB_TOKEN=${TOKEN}\n`, "[Service]\nType=simple\n"],
    ["~/.cache/newtool/state.json", `{"token":"${TOKEN}"}`, '{"seen":1}'],
  ])("%s is looked into", async (path, secret, plain) => {
    for (const [text, isProven] of [
      [secret, false],
      [plain, true],
    ] as const) {
      put(path.slice(2), text);
      expect([text, await proven(bash(`cat ${path}`))]).toEqual([text, isProven]);
    }
    rmSync(atHome(path));
  });
});

describe("trees outside of the project, read with all that is in them", () => {
  test.each([
    ..."~/backup ~/dump ~/work ~/work/other ~/clone ~/dotfiles ~/."
      .split(" ")
      .map((place) => `grep -rh PRIVATE -A 30 ${place}`),
    "rg . ~/backup",
    "rg -n . ~/dump",
    "grep -rn BEGIN ~/w*",
    "cat ~/dotfiles/aws/credentials",
    "cat ~/dotfiles/ssh/id_work",
    "grep x ~/dotfiles/aws/credentials",
  ])("%s", async (command) => {
    expect(await proven(bash(command))).toBe(false);
  });
  test.each(["~/backup", "~/work", "~/dump"])("the Grep tool on %s", async (path) => {
    expect(await proven(call("Grep", { pattern: ".", output_mode: "content", path: atHome(path) }))).toBe(false);
  });
  test.each([
    ...["grep -rn foo .", "grep -rn foo src", "rg foo", "grep -rn foo ~/work/plain", "rg foo ~/work/plain/src"],
    ...["grep -rn foo ~/.cargo/registry/src/x", "grep -rn foo /usr/include/linux", "grep -rn foo /usr/share/doc"],
    ...["ls -R ~/backup", "find ~/backup -name '*.txt'", "grep -rn foo ~/work/plain/node_modules/x"],
  ])("%s stays proven", async (command) => {
    expect(await proven(bash(command))).toBe(true);
  });
  test("additional directories are the project's", async () => {
    const settings = { permissions: { additionalDirectories: [join(here.home, "work")] } };
    expect((await here.gate({ settings }).check(bash("grep -rn foo ~/work"))).by).toBe("readOnly");
  });
  test("more than is looked through is not proven", async () => {
    const disk = diskWorld({ home: here.home, path: "/usr/bin:/bin" });
    const large = atHome("~/many");
    const names = Array.from({ length: 20_001 }, (_, n) => ({ name: `a${n}.txt`, kind: "file" as const }));
    const listDir: World["listDir"] = (path) => (path === `${large}/1` ? names : disk.listDir?.(path));
    expect(await proven(bash("grep -rn foo ~/many"), { ...disk, listDir })).toBe(false);
    expect(await proven(bash("grep -rn foo ~/many"))).toBe(true);
  });
});
