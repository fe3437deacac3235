/** Which beginnings of a command run code or a program of the caller's choice: allow rules that go on with a wildcard rest in auto mode (§4). */
import { programNamed } from "./index.ts";

/** By contract, whatever the tables say. */
const LAUNCHERS: ReadonlySet<string> = new Set([
  ..."python python2 python3 node deno tsx ruby perl php lua npx bunx bash sh ssh".split(" "),
  ..."zsh fish uvx dash ksh csh tcsh eval exec env xargs sudo doas su source . command builtin".split(" "),
  ..."timeout nice nohup time stdbuf setsid ionice chroot unshare nsenter watch parallel script expect flock strace ltrace gdb".split(
    " ",
  ),
  ..."awk gawk mawk nawk osascript pwsh powershell cmd wsl ts-node pypy pypy3 julia Rscript irb pry busybox tmux screen at batch".split(
    " ",
  ),
]);

/** Sub-commands whose operand is a program or code. */
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

/** `words` are lower-case, the first without its directory. Also true of what one of them begins with (`docker` of `docker exec`). */
export function isLauncherPrefix(words: readonly string[]): boolean {
  const [name = "", ...rest] = words;
  const launching = Object.hasOwn(LAUNCHING_COMMANDS, name) ? LAUNCHING_COMMANDS[name]?.split(" ") : undefined;
  if (launching !== undefined) return rest.length === 0 || rest.some((word) => launching.includes(word));
  const bare = name.replace(/\d+(?:\.\d+)*$/, "");
  return LAUNCHERS.has(name) || LAUNCHERS.has(bare) || programNamed(name)?.launcher === true;
}
