/** What allow rules take for code that is written elsewhere. These names are the contract (§4). */
import { describe, expect, test } from "vitest";
import { isLauncherPrefix } from "./runs-code.ts";

const words = (line: string): readonly string[] => line.split(" ");

const LAUNCHERS =
  "python python2 python3 node tsx ruby perl php lua npx bunx bash sh ssh zsh fish uvx dash ksh csh tcsh eval exec env xargs sudo doas su source . command builtin timeout nice nohup time stdbuf setsid ionice chroot unshare nsenter watch parallel script expect flock strace ltrace gdb awk gawk mawk nawk osascript pwsh powershell cmd wsl ts-node pypy pypy3 julia Rscript irb pry busybox tmux screen at batch";

const LAUNCHING_COMMANDS: Readonly<Record<string, string>> = {
  npm: "run run-script exec x start-script",
  pnpm: "run exec dlx",
  yarn: "run exec dlx node",
  bun: "run x exec",
  deno: "run eval task",
  docker: "exec run",
  podman: "exec run",
  nerdctl: "exec run",
  "docker-compose": "exec run",
  kubectl: "exec run debug",
  oc: "exec run debug rsh",
  poetry: "run",
  uv: "run",
  pipx: "run",
  pipenv: "run",
  conda: "run",
  mise: "run r exec x",
  asdf: "exec",
  rbenv: "exec",
  bundle: "exec",
  nix: "run shell develop",
  go: "run",
  cargo: "run",
  dotnet: "run exec",
  gcloud: "ssh",
  vagrant: "ssh",
  fly: "ssh",
};

describe("launchers, as allow rules see them", () => {
  test.each([
    ...words(LAUNCHERS),
    ...["BASH", "python3.15", "lua5.4", "gtimeout 5", "node --test", "uvx ruff", "caffeinate"],
    ...Object.keys(LAUNCHING_COMMANDS),
    ...Object.entries(LAUNCHING_COMMANDS).flatMap(([name, commands]) => words(commands).map((one) => `${name} ${one}`)),
    ...["docker --context x exec", "gcloud compute ssh", "npm RUN"],
  ])("%s", (start) => expect(isLauncherPrefix(words(start))).toBe(true));

  test.each([
    "ls",
    "git status",
    "npm view",
    "docker ps",
    "deno lint",
    "nix flake",
    "pipx list",
    "make",
    "nothing-such",
  ])("%s is none", (start) => expect(isLauncherPrefix(words(start))).toBe(false));
});
