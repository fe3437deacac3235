/** A yes is for the call in the environment it was asked in: what programs follow, newly set or with another value, voids it. */
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
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

describe("newly set, taken away, or with another value", () => {
  test.each(
    (
      "NODE_PATH GIT_SSH_COMMAND GIT_ASKPASS npm_config_script_shell NPM_CONFIG_NODE_OPTIONS https_proxy http_proxy ALL_PROXY no_proxy " +
      "AWS_PROFILE AWS_ENDPOINT_URL GOFLAGS GOPROXY RUSTC_WRAPPER RUSTFLAGS MAKEFLAGS LUA_PATH CLASSPATH PATH SHELL EDITOR PAGER " +
      "NODE_OPTIONS PYTHONPATH GIT_SSH DOCKER_HOST KUBECONFIG PIP_INDEX_URL UV_INDEX_URL CARGO_TARGET_DIR JAVA_HOME GRADLE_OPTS " +
      "LD_LIBRARY_PATH BUNDLE_GEMFILE PGHOST DATABASE_URL SSH_ASKPASS CC CMAKE_C_COMPILER_LAUNCHER LESSOPEN_COMMAND"
    ).split(" "),
  )("%s", async (name) => {
    expect(await again({}, { [name]: "./x" })).not.toBe("approval");
    expect(await again({ [name]: "./x" }, { [name]: "./y" })).not.toBe("approval");
    expect(await again({ [name]: "./x" }, { [name]: "./x" })).toBe("approval");
  });
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
