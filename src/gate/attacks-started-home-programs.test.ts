/** Settings of home that start programs, and programs the person wrote: what they name counts from wherever the person stands. */
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
  here.write("src/a.ts", "export const a = 1;\n");
  here.write("package.json", '{"name": "app"}');
});
afterEach(() => here.remove());

const EVERYDAY = ["src/a.ts", "src/new.ts", "package.json", "Makefile", "README.md", "lib/app.py", "tsconfig.json"];

async function everyday(): Promise<void> {
  for (const file of EVERYDAY) expect(`${file} ${await here.by(file)}`).toBe(`${file} acceptEdits`);
}

async function started(file: string, text: string, path: string): Promise<void> {
  expect(await here.by(path)).toBe("acceptEdits");
  here.inHome(file, text);
  expect(`${path} ${await here.by(path)}`).toBe(`${path} offline`);
  await everyday();
}

const kube = (command: string, ...args: readonly string[]): string =>
  [
    "apiVersion: v1\nkind: Config\nclusters:\n- cluster:\n    server: https://k.example:6443\n  name: k\nusers:\n- name: u\n  user:",
    "    exec:\n      apiVersion: client.authentication.k8s.io/v1",
    ...(args.length === 0 ? [] : ["      args:", ...args.map((one) => `      - ${one}`)]),
    `      command: ${command}\n      env: null\n      interactiveMode: Never\n`,
  ].join("\n");

describe("settings that start programs", () => {
  test.each<[string, string, string]>([
    [".kube/config", kube("./tools/tok"), "tools/tok"],
    [".kube/config", kube("../code/app/tools/tok"), "tools/tok"],
    [".kube/config", kube("sh", "tools/tok.sh"), "tools/tok.sh"],
    [".kube/config", kube("python3", "-m", "corp_creds"), "corp_creds.py"],
    [".kube/config", kube('"bash"', "-c", '". ./w.sh; token"'), "w.sh"],
    [".kube/config", '{"users":[{"user":{"exec":{"command":"sh","args":["tools/tok.sh"]}}}]}', "tools/tok.sh"],
    [".aws/config", "[default]\ncredential_process = ./tools/tok\n", "tools/tok"],
    [".aws/config", "[profile x]\ncredential_process = python3 -m corp_creds\n", "corp_creds.py"],
    [".aws/config", "[profile x]\ncredential_process = python3 -m corp_creds\n", "corp_creds/__main__.py"],
    [".aws/credentials", "[x]\ncredential_process = sh tools/tok.sh\n", "tools/tok.sh"],
    [".config/starship.toml", '[custom.x]\ncommand = "sh tools/p.sh"\nwhen = true\n', "tools/p.sh"],
    [".config/starship.toml", '[custom.x]\ncommand = "date"\nwhen = "test -x ./p && ./p"\n', "p"],
    [".config/starship.toml", "[custom.x]\ncommand = '''\n. ./p.sh\n'''\n", "p.sh"],
    [".config/starship.toml", '[custom.x]\nshell = ["bash", "./p.sh"]\n', "p.sh"],
    [".config/helix/languages.toml", '[language-server.x]\ncommand = "./tools/ls"\n', "tools/ls"],
    [
      ".config/helix/languages.toml",
      '[[language]]\nname = "go"\nformatter = { command = "sh", args = ["tools/f.sh"] }\n',
      "tools/f.sh",
    ],
    [".config/helix/config.toml", '[keys.normal]\nC-r = ":sh ./tools/r.sh"\n', "tools/r.sh"],
    [".cargo/config.toml", '[build]\nrustc-wrapper = "code/app/tools/wrap"\n', "tools/wrap"],
    [".cargo/config", '[target.x86_64-unknown-linux-gnu]\nrunner = "code/app/tools/run.sh -q"\n', "tools/run.sh"],
    [".cargo/config.toml", '[target."cfg(all())"]\nrunner = ["sh", "code/app/tools/run.sh"]\n', "tools/run.sh"],
    [".hammerspoon/init.lua", 'dofile(os.getenv("HOME") .. "/code/app/hs/x.lua")\n', "hs/x.lua"],
    [
      ".hammerspoon/init.lua",
      'package.path = package.path .. ";" .. os.getenv("HOME") .. "/code/app/hs/?.lua"\n',
      "hs/new.lua",
    ],
    [".bashrc", 'export LUA_PATH="$HOME/code/app/lua/?.lua;;"\n', "lua/new.lua"],
    [".bashrc", "export LUA_PATH='/opt/x/?.lua;'$HOME/code/app/lua/?/init.lua\n", "lua/new/init.lua"],
    [".zshrc", 'export LUA_CPATH="/opt/?.so;$HOME/code/app/lua/?.so;;"\n', "lua/new.so"],
    [".profile", "LUA_PATH_5_4=~/code/app/lua/?.lua; export LUA_PATH_5_4\n", "lua/new.lua"],
    [".config/fish/config.fish", "set -gx LUA_PATH ~/code/app/lua/?.lua\n", "lua/new.lua"],
  ])("~/%s: %s", started);

  test.each<[string, string]>([
    [".aws/config", "[default]\nregion = eu-west-1\ncredential_process = /usr/local/bin/aws-vault exec p --json\n"],
    [".aws/config", "[profile x]\nsso_session = corp\nca_bundle = /etc/ssl/x.pem\noutput = json\n"],
    [".kube/config", kube("aws", "eks", "get-token", "--cluster-name", "k", "--output", "json")],
    [".kube/config", kube("gke-gcloud-auth-plugin")],
    [".kube/config", kube("kubelogin", "get-token", "--login", "azurecli")],
    [".kube/config", kube("kubectl", "oidc-login", "get-token", "--oidc-issuer-url=https://a.example/x")],
    [
      ".config/starship.toml",
      'add_newline = false\nformat = "$directory$git_branch$character"\n[nodejs]\ndetect_files = ["package.json", "tsconfig.json", "Makefile"]\ndetect_folders = ["src", "lib"]\n[custom.gitea]\ncommand = "echo x"\nwhen = "git remote -v | grep gitea"\n',
    ],
    [".config/starship.toml", '[custom.v]\ncommand = "jq -r .version package.json"\nwhen = "test -f package.json"\n'],
    [
      ".config/helix/languages.toml",
      '[[language]]\nname = "typescript"\nroots = ["package.json", "tsconfig.json"]\nfile-types = ["ts", { glob = "src/*.ts" }]\nformatter = { command = "prettier", args = ["--parser", "typescript"] }\n[language-server.ts]\ncommand = "typescript-language-server"\nargs = ["--stdio"]\n',
    ],
    [".config/helix/config.toml", 'theme = "onedark"\n[editor]\nline-number = "relative"\nshell = ["zsh", "-c"]\n'],
    [
      ".cargo/config.toml",
      '[build]\nrustc-wrapper = "sccache"\ntarget-dir = "target"\n[target.x86_64-unknown-linux-gnu]\nlinker = "clang"\nrustflags = ["-C", "link-arg=-fuse-ld=mold"]\n[alias]\nb = "build"\n',
    ],
    [
      ".hammerspoon/init.lua",
      'hs.loadSpoon("SpoonInstall")\nhs.hotkey.bind({"cmd"}, "r", function() hs.reload() end)\n',
    ],
    [".bashrc", 'eval "$(luarocks path)"\nexport LUA_PATH="/opt/x/?.lua;;"\n'],
  ])("everyday, ~/%s: %s", async (file, text) => {
    here.inHome(file, text);
    await everyday();
  });
});

describe("programs the person wrote", () => {
  test.each<[string, string, string]>([
    ["bin/tok", '#!/bin/sh\nr=$(git rev-parse --show-toplevel); exec "$r/tools/tok"\n', "tools/tok"],
    [".local/bin/tok", '#!/bin/sh\nexec "$(git rev-parse --show-toplevel)/tools/tok" "$@"\n', "tools/tok"],
    ["scripts/tok", '#!/bin/sh\ncd "$(git rev-parse --show-toplevel)" && ./tools/tok\n', "tools/tok"],
    [".local/bin/git", '#!/bin/sh\n[ -x ./dev/git ] && exec ./dev/git "$@"\nexec /usr/bin/git "$@"\n', "dev/git"],
    ["bin/git", '#!/bin/bash\nif [[ -x "$PWD/dev/git" ]]; then "$PWD/dev/git" "$@"; fi\n', "dev/git"],
    ["bin/w", "#!/bin/sh\n. ./w.sh\n", "w.sh"],
    ["bin/w", "#!/bin/sh\nsource ./w\n", "w"],
    ["bin/w.sh", "bash tools/w.sh\n", "tools/w.sh"],
    ["scripts/w", "#!/bin/sh\npython3 -m corp_creds\n", "corp_creds.py"],
    ["scripts/w", "#!/bin/sh\npython3 tools/x.py\n", "tools/x.py"],
    ["bin/w", '#!/usr/bin/env python3\nimport subprocess\nsubprocess.call(["./tools/tok"])\n', "tools/tok"],
    ["bin/w.py", 'import subprocess, sys\nsubprocess.run(["sh", "tools/tok.sh", *sys.argv])\n', "tools/tok.sh"],
    ["bin/w", '#!/usr/bin/env python3\nimport os\nos.execv("./tools/tok", ["tok"])\n', "tools/tok"],
    ["bin/w", '#!/usr/bin/env python3\nexec(open("./tools/x.py").read())\n', "tools/x.py"],
    ["bin/w", '#!/usr/bin/env ruby\nload "./tools/x.rb"\n', "tools/x.rb"],
    ["bin/w", '#!/usr/bin/env node\nrequire("child_process").spawnSync("./tools/tok")\n', "tools/tok"],
  ])("~/%s: %s", started);

  test("a link to one, and what the file that is started leads to", async () => {
    here.write("dev/git", "#!/bin/sh\n. ./dev/lib.sh\n");
    chmodSync(here.at("dev/git"), 0o755);
    here.inHome("dotfiles/git", '#!/bin/sh\n[ -x ./dev/git ] && exec ./dev/git "$@"\n');
    here.inHome("bin/other", "#!/bin/sh\ntrue\n");
    expect(await here.by("dev/lib.sh")).toBe("acceptEdits");
    symlinkSync(join(here.home, "dotfiles/git"), join(here.home, "bin/git"));
    for (const file of ["dev/git", "dev/lib.sh"]) expect(`${file} ${await here.by(file)}`).toBe(`${file} offline`);
    await everyday();
  });

  test.each<[string, string]>([
    ["bin/mk", '#!/bin/sh\nset -e\ncd "$(git rev-parse --show-toplevel)"\nmake -j8 "$@"\nnpm run build\n'],
    ["bin/up", '#!/bin/sh\nHERE=$(dirname "$0")\n. "$HERE/src/a.ts"\n. "$(dirname "$0")/package.json"\n'],
    [
      "bin/cp",
      "#!/bin/sh\ncat package.json | jq .name\ngrep -rn TODO src/a.ts lib/app.py\ncp src/a.ts /tmp\nrm -rf dist\n",
    ],
    ["bin/fmt", "#!/bin/sh\nnpx prettier --write src/new.ts tsconfig.json\npython3 -m black lib/app.py\n"],
    [
      ".local/bin/black",
      "#!/opt/x/bin/python\nimport re\nimport sys\nfrom src.a import main\nfrom lib.app import patched\nsys.exit(main())\n",
    ],
    [".local/bin/tool", '#!/usr/bin/env node\nconst a = require("./src/a");\nimport("./src/new.js");\n'],
    ["scripts/note", '#!/bin/sh\necho "see ./src/a.ts and src/new.ts" > /tmp/x\n'],
  ])("everyday, ~/%s: %s", async (file, text) => {
    here.inHome(file, text);
    await everyday();
  });
});
