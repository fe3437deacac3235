/** Levels of the process: where programs are found, which variables are set, what names mean, whether a terminal is there. */
import type { Level, Making } from "./world.ts";

/** What the session's shims are called: every program of the table. */
const NAMES =
  "cat head tail wc sort uniq cut tr nl sed grep rg find ls stat du which id hostname ps pgrep git mkdir touch rm mv cp chmod curl docker gh".split(
    " ",
  );
const plantAll = ({ plant }: Making, dir: string): void => {
  for (const name of NAMES) plant(`${dir}/${name}`);
};
const shims = (name: string, dir: string, more: Partial<Level> = {}): Level => ({
  ...{ factor: "program", name, make: (at) => plantAll(at, dir), path: ({ at }) => [at(dir), "/usr/bin", "/bin"] },
  ...more,
});

const PROGRAMS: readonly Level[] = [
  shims("a shim in the project", "bin"),
  shims("a shim beside the project that this session wrote", "~/tools", {
    call: ({ at }) => ({ written: new Set(NAMES.map((name) => at(`~/tools/${name}`))) }),
  }),
  shims("another's script", "~/shims"),
  {
    ...shims("in a temporary directory", "none"),
    make: ({ plant, temporary }) => {
      for (const name of NAMES) plant(`${temporary}/bin/${name}`);
    },
    path: ({ temporary }) => [`${temporary}/bin`, "/usr/bin", "/bin"],
  },
  shims("in the working directory, by an empty entry", ".", { path: () => ["", "/usr/bin", "/bin"] }),
  shims("in the working directory, by a dot", ".", { path: () => [".", "/usr/bin", "/bin"] }),
  shims("by a relative entry", "bin", { path: () => ["bin", "/usr/bin", "/bin"] }),
  {
    ...shims("in the working directory, which PATH does not name", "."),
    path: () => ["/usr/bin", "/bin"],
    texts: [
      "PATH=.; head a.txt",
      "PATH=. && head a.txt",
      "PATH=. head a.txt",
      "PATH=.:/usr/bin\nhead a.txt",
      "./head a.txt",
    ],
  },
  {
    ...{ factor: "program", name: "another program under the name" },
    make: ({ link }) => {
      for (const name of NAMES) link(`~/tools/${name}`, "/usr/bin/touch");
    },
    path: ({ at }) => [at("~/tools"), "/usr/bin", "/bin"],
  },
  {
    ...{ factor: "program", name: "a link to a shim of the project" },
    make: ({ link, plant, at }) => {
      for (const name of NAMES) link(`~/tools/${name}`, plant(`bin/${name}`).replace(at("bin"), at("bin")));
    },
    path: ({ at }) => [at("~/tools"), "/usr/bin", "/bin"],
  },
  {
    ...{ factor: "program", name: "the additional directory's" },
    make: (at) => plantAll(at, "~/other/bin"),
    call: ({ at }) => ({ additional: [at("~/other")] }),
    path: ({ at }) => [at("~/other/bin"), "/usr/bin", "/bin"],
  },
];

const variable = (name: string, env: NonNullable<Level["env"]>, more: Partial<Level> = {}): Level => ({
  ...{ factor: "variables", name, env, make: ({ plant }) => void plant("tools/planted") },
  ...more,
});
const planted = ({ at }: Making): string => at("tools/planted");

const VARIABLES: readonly Level[] = [
  variable("GIT_EXTERNAL_DIFF", (at) => ({ GIT_EXTERNAL_DIFF: planted(at) }), { of: "git" }),
  variable(
    "GIT_CONFIG_COUNT",
    (at) => ({ GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.fsmonitor", GIT_CONFIG_VALUE_0: planted(at) }),
    { of: "git" },
  ),
  variable("GIT_DIR", ({ at }) => ({ GIT_DIR: at("far/.git"), GIT_WORK_TREE: at("far") }), {
    of: "git",
    make: ({ git, at, plant }) => {
      git("init", "-q", "--template=", at("far"));
      git("-C", at("far"), "config", "core.fsmonitor", plant("tools/planted"));
    },
  }),
  variable("GIT_EXEC_PATH", ({ at }) => ({ GIT_EXEC_PATH: at("tools") }), {
    of: "git",
    make: ({ plant }) => void plant("tools/git-maintenance"),
  }),
  variable("none of them told", (at) => ({ GIT_EXTERNAL_DIFF: planted(at), GREP_OPTIONS: "-f .env" }), {
    untold: true,
    texts: ["git diff", "git status", "rg foo src", "git log -p"],
  }),
  variable("BASH_ENV in the project", ({ at }) => ({ BASH_ENV: at("env.sh") }), {
    make: ({ write, plant }) => write("env.sh", `${plant("tools/planted")}\n`),
  }),
  variable("LD_PRELOAD", ({ at }) => ({ LD_PRELOAD: at("evil.so") }), { make: ({ write }) => write("evil.so", "x\n") }),
  variable("HOME in the project", ({ at }) => ({ HOME: at("home") }), {
    make: ({ write, plant }) => {
      write("home/.gitconfig", `[core]\n\tfsmonitor = ${plant("tools/planted")}\n`);
      write("home/.ssh/id_rsa", "x\n");
      write("home/.curlrc", "url = http://192.0.2.7/\n");
    },
    texts: ["cat ~/.ssh/id_rsa", "git status", "cat home/.ssh/id_rsa", "curl http://localhost:3000/"],
  }),
  variable("SHELLOPTS", () => ({ SHELLOPTS: "xtrace", PS4: "$(tools/planted)" }), {}),
  variable("POSIXLY_CORRECT", () => ({ POSIXLY_CORRECT: "1" })),
  variable("TMPDIR", ({ at }) => ({ TMPDIR: at("~/other") })),
  variable("RIPGREP_CONFIG_PATH", ({ at }) => ({ RIPGREP_CONFIG_PATH: at("rc") }), {
    make: ({ write }) => write("rc", "--hidden\n--follow\n"),
  }),
  variable("GREP_OPTIONS", () => ({ GREP_OPTIONS: "-f .env" })),
  variable("DOCKER_HOST", () => ({ DOCKER_HOST: "tcp://192.0.2.7:2375" }), {
    texts: ["docker ps", "docker images", "docker logs web"],
  }),
  variable("a proxy", () => ({ http_proxy: "http://192.0.2.7:3128", ALL_PROXY: "http://192.0.2.7:3128" }), {
    texts: ["curl http://localhost:3000/", "curl -s http://127.0.0.1:3000/health", "docker ps"],
  }),
  variable("CURL_HOME", ({ at }) => ({ CURL_HOME: at("rc") }), {
    make: ({ write }) => write("rc/.curlrc", "url = http://192.0.2.7/\n"),
    texts: ["curl http://localhost:3000/"],
  }),
  variable("CDPATH", ({ at }) => ({ CDPATH: at("~/d") }), {
    make: ({ link, at }) => link("~/d/src/b.ts", at("~/.aws/credentials")),
    texts: ["cd src && cat b.ts", "cd src && grep foo b.ts", "cd src/deep && ls"],
  }),
  {
    ...variable("CDPATH in a start file", () => ({})),
    make: ({ link, at, write }) => {
      link("~/d/src/b.ts", at("~/.aws/credentials"));
      write("~/.bashrc", `export CDPATH=${at("~/d")}\n`);
    },
    prelude: ({ at }) => `CDPATH=${at("~/d")}`,
    texts: ["cd src && cat b.ts", "cd src && head b.ts"],
  },
];

const FUNCTIONS = [...NAMES, "echo", "printf", "true", "test", "pwd"];

const OTHERS: readonly Level[] = [
  {
    ...{ factor: "names", name: "functions of the shell" },
    make: ({ plant }) => void plant("tools/planted"),
    names: FUNCTIONS,
    prelude: ({ at }) => FUNCTIONS.map((name) => `${name}() { ${at("tools/planted")}; }`).join("\n"),
  },
  {
    ...{ factor: "terminal", name: "is there", of: "git", terminal: true },
    env: () => ({ TERM: "xterm" }),
  },
];

export const PROCESS_LEVELS: readonly Level[] = [...PROGRAMS, ...VARIABLES, ...OTHERS];
