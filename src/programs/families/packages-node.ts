/** Package managers of JavaScript. Scripts of package.json are tasks; installing runs what packages bring along. */
import { act, type Effect } from "../../contract/effect.ts";
import { HOLE } from "../../contract/reading.ts";
import { understood, writes } from "../disk-makers.ts";
import { codeOfWords, each, given, joinOptions, line, network, runs, task, valuesOf } from "../makers.ts";
import type { EffectMaker, ProgramSpec, Use } from "../spec.ts";
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

/** Yarn and pnpm may be the repository's own release (yarnPath, packageManager): every use can run its code. */
const ownRelease = runs("helper", "the package manager may be the repository's own release");

const otherManagers: ProgramSpec = {
  names: "yarn pnpm yarnpkg",
  launches: "run exec dlx node",
  starts: true,
  runner: "package-scripts",
  style: "posix",
  flags:
    "--version -v --help -h -r --recursive --silent -s --json --parallel --frozen-lockfile --immutable --offline --prefer-offline --ignore-scripts --no-frozen-lockfile --stream --aggregate-output -w --workspace-root --prod -P --dev -D",
  values: { text: "--filter -F --registry --reporter", cwd: "--cwd -C --dir" },
  always: [ownRelease],
  commands: {
    ...npmCommands,
    ...each("list ls why info config", {
      ...npmLocal,
      flags: `${NPM_FLAGS} -r --recursive`,
      values: joinOptions(NPM_VALUES, { text: "--filter -F --pattern" }),
    }),
    ...each("dlx exec", npmExec),
    ...each("add install i import", {
      ...npmLocal,
      values: joinOptions(NPM_VALUES, { text: "--filter -F" }),
      always: [installs(REGISTRY)],
    }),
    remove: { ...npmLocal, always: [removes] },
    workspace: wholly((use) => [{ do: "run", program: use.program, what: "task", task: line(use.operands.slice(1)) }]),
    workspaces: wholly(task),
    npm: {
      commands: {
        publish: { ...npmLocal, always: [publishes] },
        ...each("login logout whoami info tag audit", account),
      },
    },
    ...each("plugin set patch patch-commit deploy env setup self-update global", wholly(task)),
    "*": wholly(script),
  },
  read: (use) => understood(given(use, "--version -v --help -h") ? [] : effectsOf(installs(REGISTRY), use)),
  unsafe: [
    ["yarn", ["run.helper", "package.install", "network.contact", "run.task"]],
    ["yarn --version", ["run.helper", "unknown.use"]],
    ["yarn build", ["run.helper", "run.task"]],
    ["yarn add left-pad", ["run.helper", "package.install", "network.contact", "run.task"]],
    ["pnpm install --frozen-lockfile", ["run.helper", "package.install", "network.contact", "run.task"]],
    ["pnpm -r test", ["run.helper", "run.task", "unknown.use"]],
    ["pnpm --filter web run build", ["run.helper", "run.task", "unknown.use"]],
    ["pnpm dlx cowsay", ["run.helper", "run.unknown-program", "package.fetch-run", "network.contact"]],
    ["pnpm publish", ["run.helper", "publish.package", "network.send", "run.task"]],
    ["yarn npm publish", ["run.helper", "publish.package", "network.send"]],
  ],
};

const bunFile = /\.(?:[cm]?[jt]sx?|html|wasm)$/;

function bunRun(use: Use): readonly Effect[] {
  const [first, ...rest] = use.operands;
  if (first === undefined) return [];
  if (first.value !== null && !bunFile.test(first.value) && !first.value.includes("/"))
    return [{ do: "run", program: "bun", what: "task", task: line([first, ...rest]) }];
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
  text: "--filter -F -r --preload --require --import --define -d --loader --tsconfig-override --env-file -c --config -e --eval -p --print",
  cwd: "--cwd",
};

export const packagesNode: readonly ProgramSpec[] = [
  {
    names: "npm",
    launches: "run run-script exec x start-script",
    starts: true,
    runner: "package-scripts",
    consults: "pin",
    flags: `${NPM_FLAGS} --version -v --help -h`,
    values: NPM_VALUES,
    operands: { max: 0 },
    always: [projectSettings],
    commands: npmCommands,
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
      ["npm test", ["run.task", "unknown.use"]],
      ["npm cache clean --force", ["package.cache-delete"]],
      ["npm config set ignore-scripts false", ["package.settings", "package.settings-guard"]],
      ["npm deprecate x y", ["publish.package-change", "network.send"]],
      ["npm run build -- --watch", ["run.task", "unknown.use"]],
      ["npm run build --script-shell /tmp/x", ["run.helper", "run.helper", "run.task", "unknown.use", "unknown.use"]],
      ["npm install", ["package.install", "network.contact", "run.task"]],
      ["npm install left-pad", ["package.install", "network.contact", "run.task"]],
      ["npm i -g evil", ["package.install", "network.contact", "run.task"]],
      ["npm ci", ["package.install", "network.contact", "run.task"]],
      ["npm view react version", ["network.contact"]],
      ["npm outdated", ["network.contact"]],
      ["npm audit fix", ["network.contact"]],
      ["npm publish", ["publish.package", "network.send", "run.task"]],
      ["npm unpublish x --force", ["publish.package-delete", "network.send"]],
      ["npm version patch", ["file.write", "file.write", "file.write", "git.tag", "run.task"]],
      ["npm config set registry https://evil.example", ["package.settings", "package.repoint"]],
      ["npm config set strict-ssl false", ["package.settings", "tls.setting-off"]],
      ["npm token list", ["secret.registry-token", "stored-secret.change", "network.send"]],
      ["npm config get //registry.npmjs.org/:_authToken", ["secret.registry-token"]],
      ["npm login", ["login.change", "network.send"]],
      ["npm exec cowsay", ["run.unknown-program", "package.fetch-run", "network.contact"]],
      ["npm init evil", ["run.unknown-program", "package.fetch-run", "network.contact"]],
      ["npm uninstall x", ["package.delete", "run.task"]],
      ["npm link ../x", ["package.install", "network.contact", "run.task"]],
      ["npm ls --cache /tmp/x", ["file.write"]],
    ],
  },
  otherManagers,
  {
    names: "npx bunx pnpx",
    starts: true,
    launcher: true,
    ...npmExec,
    unsafe: [
      ["npx tsc --noEmit", ["run.task"]],
      ["npx -y cowsay hi", ["run.unknown-program", "package.fetch-run", "network.contact"]],
      ["npx vitest run", ["run.task"]],
      ["npx -c 'rm -rf x'", ["run.unknown-program", "package.fetch-run", "network.contact", "file.delete"]],
      ["npx", ["run.unknown-program", "package.fetch-run", "network.contact"]],
      ["bunx biome check --write", ["run.task"]],
    ],
  },
  {
    names: "bun",
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
      ...each("test build", wholly(task)),
      ...each("install i add a update link", {
        flags:
          "--frozen-lockfile --no-save --dev -d -D --production -p --global -g --exact -E --ignore-scripts --force -f --silent --verbose --dry-run --optional --yarn -y",
        values: { text: "--registry --backend --filter", cwd: "--cwd" },
        operands: "text",
        always: [installs(REGISTRY)],
      }),
      ...each("remove rm unlink", { flags: "-g --global --silent", operands: "text", always: [removes] }),
      x: npmExec,
      ...each(
        "init create c",
        wholly((use) => (use.operands.length === 0 ? [writes(use.cwd)] : fetchedAndRun(use, use.operands, REGISTRY))),
      ),
      pm: {
        commands: {
          ...each("ls list bin hash hash-string hash-print why", { flags: "--all -g", operands: "text" }),
          ...each("whoami", npmAsk),
          ...each("trust untrusted default-trusted cache migrate pack pkg version", wholly(task)),
        },
      },
      ...each("outdated info audit", npmAsk),
      publish: wholly(publishes),
      ...each("upgrade", wholly(act("package.change"), network("bun.sh", false))),
      repl: wholly(runs("code", "a prompt for code")),
      exec: {
        style: "words",
        operands: "text",
        read: (use) => understood([], [{ kind: "script", code: codeOfWords(use.operands) ?? HOLE, via: "bun exec" }]),
      },
      "*": { launcher: true, ...wholly(bunRun) },
    },
    safe: ["bun --version", "bun pm ls", "bun pm bin"],
    unsafe: [
      ["bun run lint", ["run.task", "unknown.use"]],
      ["bun test src/", ["run.task"]],
      ["bun apps/cli/src/cli.ts grade", ["run.script"]],
      ["bun --filter web build", ["run.task", "unknown.use"]],
      ["bun -e 'console.log(1)'", ["run.code", "unknown.use"]],
      ["bun install", ["package.install", "network.contact", "run.task"]],
      ["bun add react", ["package.install", "network.contact", "run.task"]],
      ["bun x cowsay", ["run.unknown-program", "package.fetch-run", "network.contact"]],
      ["bun publish", ["publish.package", "network.send"]],
      ["bun exec 'rm -rf x'", ["file.delete"]],
    ],
  },
  {
    names: "corepack",
    launches: "npm npx yarn yarnpkg pnpm pnpx",
    flags: "--version --help -h -v",
    operands: { max: 0 },
    commands: each(
      "enable disable prepare use up install hydrate pack yarn pnpm npm",
      wholly(act("package.change"), network(REGISTRY, false)),
    ),
    unsafe: [["corepack enable", ["package.change", "network.contact"]]],
  },
  {
    names: "nvm fnm volta",
    launches: "exec run",
    flags: "--version --help -h",
    operands: { max: 0 },
    commands: {
      ...each("ls list current version which", { operands: "text" }),
      ...each(
        "install use alias unalias uninstall exec run pin fetch reinstall-packages default",
        wholly(act("package.change"), network("nodejs.org", false)),
      ),
    },
    safe: ["nvm current"],
    unsafe: [
      ["nvm install 22", ["package.change", "network.contact"]],
      ["nvm use 20", ["package.change", "network.contact"]],
    ],
  },
  {
    names: "n",
    launches: "run exec as",
    ...wholly(act("package.change"), network("nodejs.org", false)),
    unsafe: [
      ["n", ["package.change", "network.contact"]],
      ["n 22", ["package.change", "network.contact"]],
    ],
  },
];
