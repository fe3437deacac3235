/** npm, and what the other package managers of JavaScript share with it. */
import { act, type Effect, exact } from "../../contract/effect.ts";
import { HOLE } from "../../contract/reading.ts";
import { isInside } from "../../machine/index.ts";
import { refused, shows, understood, writes } from "../disk-makers.ts";
import { each, given, joinOptions, line, named, network, runs, task } from "../makers.ts";
import type { CommandSpec, EffectMaker, Use } from "../spec.ts";
import { behind, fetchedAndRun, installs, publishes, removes, wholly } from "./packages-effects.ts";

export const REGISTRY = "registry.npmjs.org";

/** A registry, a proxy or a variable's value in the project's own settings: even listing asks whether npm is new. */
const TELLS = /registry|proxy|_auth|\$\{|^\s*(?:script-shell|node-options|git|shell)\s*=/im;
const SETTINGS_MAX = 65_536;

export const projectSettings: EffectMaker = (use) => {
  if (use.cwd.certainty !== "exact") return [];
  const root = use.context.projectRoot;
  for (let dir = use.cwd.path; isInside(dir, root); dir = dir.slice(0, Math.max(dir.lastIndexOf("/"), 0))) {
    const file = use.context.world.readFile(`${dir}/.npmrc`, SETTINGS_MAX);
    const there = file !== undefined || use.context.world.stat(`${dir}/.npmrc`).kind !== "absent";
    if (there && (file === undefined || TELLS.test(Buffer.from(file).toString("latin1")))) return [network(null, true)];
    if (dir === "" || dir === "/") break;
  }
  return [];
};

const fromRegistry = network(REGISTRY, false);

const asked: EffectMaker = (use) => [
  network(
    given(use, "--registry") ? null : REGISTRY,
    use.operands.some((word) => word.value === null),
  ),
];

/** `npm run build -- --watch`: the script's name first, then its own words. Without a name the scripts are listed. */
export const script: EffectMaker = (use) => {
  const shells: readonly Effect[] = given(use, "--script-shell --node-options")
    ? [
        {
          do: "run",
          program: use.program,
          what: "helper",
          wording: "the shell of scripts is named on the command line",
        },
      ]
    : [];
  if (use.operands.length === 0) return shells;
  return [...shells, { do: "run", program: use.program, what: "task", task: line(use.operands) }];
};

export const NPM_FLAGS =
  "-s --silent -q --quiet -d --verbose -ws --workspaces --include-workspace-root --if-present --json -l --long -g --global -a --all -p --parseable --prod --production --link --package-lock-only -D --save-dev -S --save -E --save-exact -O --save-optional --save-peer --no-save -P --save-prod --ignore-scripts --no-audit --no-fund --legacy-peer-deps --force -f --prefer-offline --offline --prefer-online --no-progress --progress --dry-run --foreground-scripts --no-color --color --unicode -y --yes --no --no-package-lock --frozen-lockfile --no-frozen-lockfile --provenance --no-git-tag-version";

export const NPM_VALUES = {
  text: "-w --workspace --loglevel --depth --omit --include --registry --tag --access --otp --script-shell --node-options --location --pack-destination --before --audit-level --preid --diff",
  writeTree: "--cache",
  cwd: "--prefix -C",
};

export const npmLocal: CommandSpec = {
  flags: NPM_FLAGS,
  values: NPM_VALUES,
  attached: { text: "--progress --audit --fund --save --color --json --package-lock --workspaces --global --yes" },
  runsCode: "--script-shell --node-options",
  operands: "text",
};

export const npmAsk: CommandSpec = { ...npmLocal, always: [asked] };

const npmRun: CommandSpec = { ...npmLocal, always: [script] };

/** `npm test`, `npm start`: the sub-command is the script. */
const npmNamed: CommandSpec = {
  ...npmLocal,
  always: [
    (use) => [
      {
        do: "run",
        program: use.program,
        what: "task",
        task: [NAMED[use.path[0] ?? ""] ?? use.path[0], line(use.operands)].join(" ").trim(),
      },
    ],
  ],
};

const NAMED: Readonly<Record<string, string>> = { t: "test", tst: "test" };

const QUIET = "-y --yes --no --no-install -q --quiet -s --silent --offline --prefer-offline";

/** A program of the project's own packages is not fetched; undefined where there is none of that name. */
function runsInstalled(use: Use): readonly Effect[] | undefined {
  const [tool, ...rest] = behind(use.operands, QUIET, "") ?? [];
  const name = tool?.value ?? "";
  if (!/^[A-Za-z0-9][\w.-]*$/.test(name) || use.cwd.certainty !== "exact") return undefined;
  const { projectRoot, world } = use.context;
  for (let dir = use.cwd.path; dir !== "" && isInside(dir, projectRoot); dir = dir.slice(0, dir.lastIndexOf("/"))) {
    if (world.stat(`${dir}/node_modules/.bin/${name}`).kind === "file")
      return [{ do: "run", program: name, what: "task", task: line(rest) }];
  }
  return undefined;
}

export const npmExec: CommandSpec = {
  launcher: true,
  style: "words",
  operands: "text",
  read: (use) => {
    const flags =
      "-y --yes --no --no-install -q --quiet --prefer-offline --offline -s --silent --bun --verbose --ignore-existing -ws --workspaces";
    const words = behind(use.operands, flags, "-p --package -w --workspace --registry --cache --prefix --loglevel");
    const call = use.operands.findIndex((word) => word.value === "-c" || word.value === "--call");
    const code = call < 0 ? undefined : use.operands[call + 1];
    const fetched = runsInstalled(use) ?? fetchedAndRun(use, words ?? use.operands, REGISTRY);
    if (code !== undefined)
      return understood(fetched, [{ kind: "script", code: code.value ?? code.outline ?? HOLE, via: "npx -c" }]);
    return words === null ? refused("options that are not known", fetched) : understood(fetched);
  },
};

const setsConfig: EffectMaker = (use) => {
  const on = line(use.operands);
  const settings = act("package.settings", { on });
  if (/registry|proxy/i.test(on)) return [settings, act("package.repoint", { on })];
  if (/strict-ssl/i.test(on)) return [settings, act("tls.setting-off", { wording: on })];
  return /cafile|ignore-scripts/i.test(on) ? [settings, act("package.settings-guard", { on })] : [settings];
};

const showsToken: EffectMaker = (use) =>
  use.operands.some((word) => /_auth|token|passw/i.test(word.value ?? "")) ? [shows("secret.registry-token")] : [];
const configCommands: Record<string, CommandSpec> = {
  ...each("get list ls", { ...npmLocal, always: [showsToken] }),
  ...each("set delete rm edit fix", { ...npmLocal, always: [setsConfig] }),
};

/** Its manifests, and those of workspaces where it is told so; what its scripts do is read in them. */
const versions: EffectMaker = (use) => {
  if (use.operands.length === 0) return [];
  const { cwd } = use;
  const isWide =
    cwd.certainty !== "exact" ||
    use.words.some(({ value }) => value === null || /^(?:-w|-ws|--(?:include-)?workspace|--prefix|-C)/.test(value));
  const files = ["package.json", "package-lock.json", "npm-shrinkwrap.json"].map((name) =>
    writes(exact(`${cwd.path}/${name}`)),
  );
  const written = isWide ? [writes(cwd, { recursive: true })] : files;
  return [...written, { do: "vcs", op: "tag", wording: `version ${named(use)}` }, ...task(use)];
};

const opensBrowser = runs("helper", "a browser is opened");

export const account: CommandSpec = wholly(act("login.change"), network(REGISTRY, true));

export const npmCommands: Record<string, CommandSpec> = {
  ...each("ls list la ll root prefix explain why query", npmLocal),
  ...each("run run-script rum urn", npmRun),
  ...each("test t tst start stop restart", npmNamed),
  ...each("view v info show outdated search s find ping whoami audit doctor diff fund", npmAsk),
  ...each("install i in isntall add ci clean-install install-ci-test it cit install-test install-clean", {
    ...npmLocal,
    always: [installs(REGISTRY)],
  }),
  ...each("update up upgrade dedupe ddp", { ...npmLocal, always: [installs(REGISTRY)] }),
  ...each("uninstall un rm r remove unlink prune", { ...npmLocal, always: [removes, task] }),
  ...each("rebuild rb", { ...npmLocal, always: [task] }),
  ...each("link ln", { ...npmLocal, always: [installs(null)] }),
  ...each("exec x", npmExec),
  ...each("init create innit", {
    ...npmLocal,
    always: [(use) => (use.operands.length === 0 ? [writes(use.cwd)] : fetchedAndRun(use, use.operands, REGISTRY))],
  }),
  pack: {
    ...npmLocal,
    values: joinOptions(NPM_VALUES, { write: "--pack-destination" }),
    always: [task, (use) => [writes(use.cwd)]],
  },
  version: { ...npmLocal, always: [versions] },
  publish: { ...npmLocal, always: [publishes, task] },
  ...each("unpublish deprecate undeprecate dist-tag dist-tags access owner author team org", {
    ...npmLocal,
    always: [
      (use) =>
        /^(?:ls|list)$/.test(named(use) ?? "")
          ? [fromRegistry]
          : [
              act(use.path[0] === "unpublish" ? "publish.package-delete" : "publish.package-change", {
                on: named(use, 1) ?? named(use),
              }),
              network(REGISTRY, true),
            ],
    ],
  }),
  ...each("login adduser add-user logout profile hook star unstar", account),
  token: wholly(shows("secret.registry-token"), act("stored-secret.change"), network(REGISTRY, true)),
  config: { ...npmLocal, commands: configCommands },
  c: { ...npmLocal, commands: configCommands },
  get: { ...npmLocal, always: [showsToken] },
  set: { ...npmLocal, always: [setsConfig] },
  pkg: {
    commands: {
      get: npmLocal,
      ...each("set delete fix", {
        ...npmLocal,
        always: [
          (use) => [
            writes(
              use.target({
                value: "package.json",
                text: "package.json",
                glob: false,
                splits: false,
                prefix: "package.json",
              }),
            ),
          ],
        ],
      }),
    },
  },
  cache: {
    commands: {
      ...each("ls verify", npmLocal),
      ...each("clean clear rm add", { ...npmLocal, always: [act("package.cache-delete")] }),
    },
  },
  shrinkwrap: { ...npmLocal, always: [(use) => [writes(use.cwd)]] },
  explore: wholly(runs("unknown-program", "a command inside a package")),
  ...each("edit docs home bugs issues repo help help-search", wholly(opensBrowser)),
  ...each("completion bin", npmLocal),
};
