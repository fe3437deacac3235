/** A yes is for the call in the environment it was asked in: a variable that bends programs, newly set or taken away, voids it. */
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskWorld } from "../machine/index.ts";
import { approvedAgain, bash, type Project, project } from "../testing/index.ts";
import { ownVariables } from "./variables.ts";

let here: Project;
beforeEach(() => {
  here = project();
  here.write("deploy.sh", "git push origin main\n");
  execFileSync("git", ["init", "-q"], { cwd: here.root });
});
afterEach(() => here.remove());

type Env = Readonly<Record<string, string>>;
const again = (first: Env, later: Env): Promise<string> => {
  const usual = { HOME: here.home, PATH: "/usr/bin:/bin", SHELL: "/bin/bash", TERM: "xterm", PWD: here.root };
  const world = (env: Env) =>
    diskWorld({ home: here.home, path: "/usr/bin:/bin", variables: ownVariables({ env: { ...usual, ...env } }) });
  return approvedAgain(here)(
    bash("bash deploy.sh"),
    () => undefined,
    {},
    {
      world: world(first),
      later: { world: world(later) },
    },
  );
};

test.each(
  (
    "GIT_SSH_COMMAND GIT_ASKPASS GIT_SSH NODE_OPTIONS PYTHONPATH GOFLAGS RUSTC_WRAPPER DOCKER_HOST KUBECONFIG PIP_INDEX_URL " +
    "https_proxy http_proxy ALL_PROXY LD_LIBRARY_PATH LD_PRELOAD BASH_ENV CDPATH"
  ).split(" "),
)("newly set or taken away: %s", async (name) => {
  expect(await again({}, { [name]: "./x" })).not.toBe("approval");
  expect(await again({ [name]: "./x" }, {})).not.toBe("approval");
  expect(await again({ [name]: "./x" }, { [name]: "./x" })).toBe("approval");
});

test.each<[string, string]>([
  ["PWD", "/tmp"],
  ["OLDPWD", "/tmp"],
  ["TERM", "dumb"],
  ["TERM_PROGRAM", "tmux"],
  ["COLORTERM", "truecolor"],
  ["COLUMNS", "80"],
  ["LANG", "C.UTF-8"],
  ["XDG_SESSION_PATH", "/x"],
  ["XDG_RUNTIME_DIR", "/run/user/1"],
  ["SHLVL", "3"],
  ["WINDOWPATH", "2"],
  ["SSH_AUTH_SOCK", "/tmp/a"],
  ["DISPLAY", ":0"],
])("everyday: %s", async (name, value) => {
  expect(await again({}, { [name]: value })).toBe("approval");
});
