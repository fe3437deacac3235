/** Package managers of JavaScript. Scripts of package.json are tasks; installing runs what packages bring along. */
import type { Effect } from "../contract/effect.ts";
import { each, fixed, given, line, network, runs, task, texts, valuesOf } from "./makers.ts";
import { effectsOf, fetchedAndRun, installs, publishes, removes, wholly } from "./packages-effects.ts";
import {
  account,
  NPM_FLAGS,
  NPM_VALUES,
  npmAsk,
  npmCommands,
  npmExec,
  npmLocal,
  projectSettings,
  REGISTRY,
  script,
} from "./packages-npm.ts";
import type { EffectMaker, ProgramSpec, Use } from "./spec.ts";

/** Yarn and pnpm may be the repository's own release (yarnPath, packageManager): every use can run its code. */
const ownRelease = runs("helper", "the package manager may be the repository's own release");

const otherManagers: ProgramSpec = {
  names: ["yarn", "pnpm", "yarnpkg"],
  launches: "run exec dlx node",
  starts: true,
  runner: "package-scripts",
  style: "posix",
  flags:
    "--version -v --help -h -r --recursive --silent -s --json --parallel --frozen-lockfile --immutable --offline --prefer-offline --ignore-scripts --no-frozen-lockfile --stream --aggregate-output -w --workspace-root --prod -P --dev -D",
  values: { ...texts("--filter -F --registry --reporter"), "--cwd": "cwd", "-C": "cwd", "--dir": "cwd" },
  always: [ownRelease],
  commands: {
    ...npmCommands,
    ...each("list ls why info config", {
      ...npmLocal,
      flags: `${NPM_FLAGS} -r --recursive`,
      values: { ...NPM_VALUES, ...texts("--filter -F --pattern") },
    }),
    ...each("dlx exec", npmExec),
    ...each("add install i import", {
      ...npmLocal,
      values: { ...NPM_VALUES, ...texts("--filter -F") },
      always: [installs(REGISTRY)],
    }),
    remove: { ...npmLocal, always: [removes] },
    workspace: wholly((use) => [
      { do: "run", program: use.program, what: "task", task: line(use.operands.slice(1)), detail: "script" },
    ]),
    workspaces: wholly(task("script")),
    npm: {
      commands: {
        publish: { ...npmLocal, always: [publishes] },
        ...each("login logout whoami info tag audit", account("the login of the registry")),
      },
    },
    ...each(
      "plugin set patch patch-commit deploy env setup self-update global",
      wholly(task("changes the package manager or project")),
    ),
    "*": wholly(script),
  },
  read: (use) => ({
    understood: true,
    effects: given(use, "--version -v --help -h") ? [] : effectsOf(installs(REGISTRY), use),
  }),
  examples: {
    safe: [],
    unsafe: [
      ["yarn", "package"],
      ["yarn --version", "run"],
      ["yarn build", "run"],
      ["yarn add left-pad", "package"],
      ["pnpm install --frozen-lockfile", "package"],
      ["pnpm -r test", "run"],
      ["pnpm --filter web run build", "run"],
      ["pnpm dlx cowsay", "package"],
      ["pnpm publish", "publish"],
      ["yarn npm publish", "publish"],
    ],
  },
};

const bunFile = /\.(?:[cm]?[jt]sx?|html|wasm)$/;

function bunRun(use: Use): readonly Effect[] {
  const [first, ...rest] = use.operands;
  if (first === undefined) return [];
  if (first.value !== null && !bunFile.test(first.value) && !first.value.includes("/"))
    return [{ do: "run", program: "bun", what: "task", task: line([first, ...rest]), detail: "script" }];
  return [{ do: "run", program: "bun", what: "script", language: "javascript", script: use.target(first) }];
}

const bunCode: EffectMaker = (use) =>
  valuesOf(use, "-e --eval -p --print").map(
    (word): Effect => ({
      do: "run",
      program: "bun",
      what: "code",
      language: "javascript",
      ...(word.value === null ? {} : { code: word.value }),
    }),
  );

const BUN_FLAGS =
  "--watch --hot --smol --silent --bun -b --if-present --no-install --no-clear-screen --parallel --sequential --inspect --inspect-brk";

const BUN_VALUES = {
  ...texts(
    "--filter -F -r --preload --require --import --define -d --loader --tsconfig-override --env-file -c --config -e --eval -p --print",
  ),
  "--cwd": "cwd",
} as const;

export const packagesNode: readonly ProgramSpec[] = [
  {
    names: ["npm"],
    launches: "run run-script exec x start-script",
    starts: true,
    runner: "package-scripts",
    consults: "pin",
    flags: `${NPM_FLAGS} --version -v --help -h`,
    values: NPM_VALUES,
    operands: { max: 0 },
    always: [projectSettings],
    commands: npmCommands,
    examples: {
      safe: [
        "npm --version",
        "npm -v",
        "npm ls --depth=0",
        "npm ls react --json",
        "npm list -g --depth 0",
        "npm config get registry",
        "npm root -g",
        "npm run",
        "npm pkg get version",
        "npm explain react",
      ],
      unsafe: [
        ["npm test", "run"],
        ["npm run build -- --watch", "run"],
        ["npm run build --script-shell /tmp/x", "helper"],
        ["npm install", "package"],
        ["npm install left-pad", "package"],
        ["npm i -g evil", "package"],
        ["npm ci", "package"],
        ["npm view react version", "network"],
        ["npm outdated", "network"],
        ["npm audit fix", "network"],
        ["npm publish", "publish"],
        ["npm unpublish x --force", "publish"],
        ["npm version patch", "vcs"],
        ["npm config set registry https://evil.example", "persist"],
        ["npm config set strict-ssl false", "security"],
        ["npm token list", "secret"],
        ["npm config get //registry.npmjs.org/:_authToken", "secret"],
        ["npm login", "account"],
        ["npm exec cowsay", "package"],
        ["npm init evil", "run"],
        ["npm uninstall x", "package"],
        ["npm link ../x", "package"],
        ["npm ls --cache /tmp/x", "write"],
      ],
    },
  },
  otherManagers,
  {
    names: ["npx", "bunx", "pnpx"],
    starts: true,
    launcher: true,
    ...npmExec,
    examples: {
      safe: [],
      unsafe: [
        ["npx tsc --noEmit", "run"],
        ["npx -y cowsay hi", "package"],
        ["npx vitest run", "run"],
        ["npx -c 'rm -rf x'", "delete"],
        ["npx", "run"],
        ["bunx biome check --write", "run"],
      ],
    },
  },
  {
    names: ["bun"],
    launches: "run x exec",
    starts: true,
    runner: "package-scripts",
    style: "posix",
    flags: `${BUN_FLAGS} --version -v --revision --help -h`,
    values: BUN_VALUES,
    runsCode: "-r --preload --require --import",
    stdin: "code",
    when: { "-e": [bunCode], "--eval": [bunCode], "-p": [bunCode], "--print": [bunCode] },
    operands: "text",
    commands: {
      run: { launcher: true, style: "posix", flags: BUN_FLAGS, values: BUN_VALUES, operands: "text", always: [bunRun] },
      ...each("test build", wholly(task("test or build"))),
      ...each("install i add a update link", {
        flags:
          "--frozen-lockfile --no-save --dev -d -D --production -p --global -g --exact -E --ignore-scripts --force -f --silent --verbose --dry-run --optional --yarn -y",
        values: { ...texts("--registry --backend --filter"), "--cwd": "cwd" },
        operands: "text",
        always: [installs(REGISTRY)],
      }),
      ...each("remove rm unlink", { flags: "-g --global --silent", operands: "text", always: [removes] }),
      x: npmExec,
      ...each(
        "init create c",
        wholly((use) =>
          use.operands.length === 0
            ? [{ do: "write", target: use.cwd, recursive: false }]
            : fetchedAndRun(use, use.operands, REGISTRY),
        ),
      ),
      pm: {
        commands: {
          ...each("ls list bin hash hash-string hash-print why", { flags: "--all -g", operands: "text" }),
          ...each("whoami", npmAsk),
          ...each("trust untrusted default-trusted cache migrate pack pkg version", wholly(task("changes packages"))),
        },
      },
      ...each("outdated info audit", npmAsk),
      publish: wholly(publishes),
      ...each("upgrade", wholly(fixed("package", "change", "bun itself"), network("bun.sh", false))),
      repl: wholly(runs("code", "a prompt for code")),
      exec: {
        style: "words",
        operands: "text",
        read: (use) => ({
          understood: true,
          effects: [],
          inner: [{ kind: "script", code: line(use.operands), via: "bun exec" }],
        }),
      },
      "*": { launcher: true, ...wholly(bunRun) },
    },
    examples: {
      safe: ["bun --version", "bun pm ls", "bun pm bin"],
      unsafe: [
        ["bun run lint", "run"],
        ["bun test src/", "run"],
        ["bun apps/cli/src/cli.ts grade", "run"],
        ["bun --filter web build", "run"],
        ["bun -e 'console.log(1)'", "run"],
        ["bun install", "package"],
        ["bun add react", "package"],
        ["bun x cowsay", "package"],
        ["bun publish", "publish"],
        ["bun exec 'rm -rf x'", "delete"],
      ],
    },
  },
  {
    names: ["corepack"],
    flags: "--version --help -h -v",
    operands: { max: 0 },
    commands: each(
      "enable disable prepare use up install hydrate pack yarn pnpm npm",
      wholly(fixed("package", "change", "package managers"), network(REGISTRY, false)),
    ),
    examples: { safe: [], unsafe: [["corepack enable", "package"]] },
  },
  {
    names: ["nvm", "fnm", "volta"],
    flags: "--version --help -h",
    operands: { max: 0 },
    commands: {
      ...each("ls list current version which", { operands: "text" }),
      ...each(
        "install use alias unalias uninstall exec run pin fetch reinstall-packages default",
        wholly(fixed("package", "change", "the version of node"), network("nodejs.org", false)),
      ),
    },
    examples: {
      safe: ["nvm current"],
      unsafe: [
        ["nvm install 22", "package"],
        ["nvm use 20", "package"],
      ],
    },
  },
  {
    names: ["n"],
    ...wholly(fixed("package", "change", "the version of node"), network("nodejs.org", false)),
    examples: {
      safe: [],
      unsafe: [
        ["n", "package"],
        ["n 22", "package"],
      ],
    },
  },
];
