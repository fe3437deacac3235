/**
 * Sub-commands by the other names their programs have for them, for deny and ask rules: the rule's words and the command's are
 * both brought to one name, and either may be shortened where the program takes that. None of it allows anything.
 */

/** One name, then the others: `name: other, other; …`, each of one word or two. */
const DOCKER = `${"attach commit cp create diff exec export kill logs pause port rename restart run start stats stop top unpause update wait"
  .split(" ")
  .map((name) => `container ${name}: ${name}`)
  .join("; ")}; container rm: rm, container remove; container ls: ps, container ps, container list;
  image build: build, builder build, buildx build; image history: history; image import: import; image load: load;
  image ls: images, image list; image pull: pull; image push: push; image rm: rmi, image remove; image save: save;
  image tag: tag; system info: info; system events: events; volume rm: volume remove; network rm: network remove`;
const IPROUTE = "address: a; route: r; link: l; neighbor: n";

const NAMES: Readonly<Record<string, string>> = {
  git: "add: stage; blame: annotate; fsck: fsck-objects; init: init-db; log: whatchanged",
  npm: `install: add, i, in, ins, inst, insta, instal, isnt, isnta, isntal, isntall; uninstall: unlink, remove, rm, r, un;
    run: run-script, rum, urn; exec: x; ci: clean-install, ic, install-clean, isntall-clean; update: u, up, upgrade, udpate;
    install-test: it; install-ci-test: cit, clean-install-test, sit; test: t, tst, run test; start: run start; stop: run stop;
    restart: run restart; init: create, innit; link: ln; view: info, show, v; search: find, s, se; owner: author; docs: home;
    bugs: issues; rebuild: rb; ls: list; config: c; dedupe: ddp; explain: why; ll: la; version: verison; help: hlep;
    dist-tag: dist-tags; org: ogr; adduser: add-user`,
  pnpm: `install: i; remove: rm, uninstall, un; update: up, upgrade; run: run-script; test: t, tst; list: ls; link: ln;
    rebuild: rb`,
  yarn: "upgrade: up; list: ls",
  bun: "add: a; install: i; remove: rm; create: c",
  docker: DOCKER,
  podman: DOCKER,
  nerdctl: DOCKER,
  ip: IPROUTE,
  helm: `uninstall: delete, del, un; list: ls; dependency: dep, dependencies; show: inspect; pull: fetch; repo remove: repo rm;
    plugin uninstall: plugin remove, plugin rm`,
  svn: `commit: ci; delete: del, remove, rm; checkout: co; update: up; switch: sw; move: mv, rename, ren; copy: cp;
    propset: pset, ps; propdel: pdel, pd; propedit: pedit, pe; status: stat, st; blame: praise, annotate, ann; list: ls;
    diff: di; changelist: cl`,
  cvs: "commit: ci, com; checkout: co, get; remove: rm, delete; update: up, upd; status: st, stat; release: re, rel",
  hg: `commit: ci; update: up, checkout, co; remove: rm; rename: mv, move; copy: cp; status: st; annotate: blame; log: history;
    identify: id; summary: sum; purge: clean`,
  composer: "require: r; install: i; update: u, upgrade; remove: rm, uninstall; run-script: run; show: info",
  bundle: "exec: e; install: i; console: c; binstubs: b; cache: package, pack",
  gem: "install: i",
  conda: "remove: uninstall; update: upgrade",
  brew: "uninstall: rm, remove; list: ls; home: homepage; info: abv; link: ln; doctor: dr",
  cargo: "build: b; check: c; doc: d; run: r; test: t; remove: rm",
  apt: "autoremove: auto-remove; autoclean: auto-clean",
  dnf: "install: in; remove: erase, rm; upgrade: update, up; reinstall: rei",
  zypper: "install: in; remove: rm; update: up; dist-upgrade: dup; refresh: ref; addrepo: ar; removerepo: rr",
  gh: `pr create: pr new; issue create: issue new; repo create: repo new; release create: release new; gist create: gist new;
    pr checkout: co, pr co; codespace: cs; extension: ext, extensions; secret delete: secret remove;
    variable delete: variable remove`,
  terraform: "apply -destroy: destroy",
  tofu: "apply -destroy: destroy",
  pulumi: "up: update; destroy: down, dn; preview: pre",
  rails: "generate: g; destroy: d; console: c; server: s; runner: r; dbconsole: db; test: t",
  jj: "describe: desc; commit: ci; status: st; bookmark: b; operation: op",
  lxc: "delete: rm; list: ls; file delete: file rm; move: mv; copy: cp",
  vercel: "remove: rm; list: ls",
  rustup:
    "toolchain uninstall: toolchain remove, uninstall; toolchain install: install, toolchain add; update: upgrade",
  tmux: "new-session: new; send-keys: send; run-shell: run; new-window: neww; if-shell: if; source-file: source",
};

/** Programs that start a script by its name alone, and the word that may stand before it. */
const SCRIPTS: Readonly<Record<string, string>> = { yarn: "run", pnpm: "run", bun: "run", composer: "run-script" };

/** How many words behind a program may be shortened to what begins them. */
const SHORTENED: Readonly<Record<string, number>> = {
  ...{
    ip: 2,
    tc: 2,
    bridge: 2,
    devlink: 2,
    nmcli: 2,
    btrfs: 2,
    npm: 1,
    hg: 1,
    bundle: 1,
    composer: 1,
    gem: 1,
    tmux: 1,
  },
  ...{ darcs: 1, fossil: 1, pkg: 1, mysqladmin: 1, gradle: 1, console: 1, php: 2 },
};

/** Programs by other names, some with a sub-command in it. */
const PROGRAMS: Readonly<Record<string, string>> = {
  ...{ "apt-get": "apt", aptitude: "apt", pip3: "pip", nodejs: "node", yum: "dnf", dnf5: "dnf", microdnf: "dnf" },
  ...{ mamba: "conda", micromamba: "conda", yarnpkg: "yarn", bundler: "bundle", gradlew: "gradle", mvnw: "mvn" },
  ...{ npx: "npm exec", pnpx: "pnpm dlx", bunx: "bun x", fly: "flyctl", sls: "serverless", vc: "vercel" },
};

/** A program by its one name; undefined where it has that, or is a sub-command of another. */
export function oneProgram(program: string): string | undefined {
  const known = own(PROGRAMS, baseName(program));
  return known?.includes(" ") ? undefined : known;
}

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const foldedBefore = new Map<string, ReadonlyMap<string, string>>();

/** Of one program: every other name, and the one name for it. */
function namesFor(program: string): ReadonlyMap<string, string> {
  const before = foldedBefore.get(program);
  if (before !== undefined) return before;
  const lines = (own(NAMES, program) ?? "").split(/;\s*/).map((line) => line.split(/[:,]\s+/));
  const names = new Map(
    lines.flatMap(([name = "", ...others]) => others.map((other) => [other.trim(), name.trim()] as const)),
  );
  foldedBefore.set(program, names);
  return names;
}

/** How often one name may stand for another that stands for a third. */
const MAX_STEPS = 4;

/**
 * The words with program and sub-command by their one name, and each way there; none where they have it. `saidAt`: which of the
 * words are no options and no values of options, the program first.
 */
export function byOneName(words: readonly string[], saidAt: readonly number[]): readonly (readonly string[])[] {
  const [program = "", ...rest] = words;
  const name = baseName(program);
  const [known = name, ...more] = (own(PROGRAMS, name) ?? name).split(" ");
  const all = [known, ...more, ...rest];
  const at = [0, ...more.map((_, i) => i + 1), ...saidAt.slice(1).map((i) => i + more.length)];
  return [...(known === name ? [] : [all]), ...foldSteps(all, at)];
}

function foldSteps(words: readonly string[], saidAt: readonly number[]): readonly (readonly string[])[] {
  const steps: (readonly string[])[] = [];
  let now = words;
  let at = saidAt;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const found = nameFound(now, at);
    if (found === undefined) break;
    const { taken, name } = found;
    const last = taken.at(-1) ?? 0;
    now = now.flatMap((word, i) => (i === last ? name : taken.includes(i) ? [] : [word]));
    steps.push(now);
    const shift = name.length - taken.length;
    const first = last - taken.length + 1;
    const said = name.flatMap((word, i) => (word.startsWith("-") ? [] : [first + i]));
    at = [0, ...said, ...at.filter((i) => i > last).map((i) => i + shift)];
  }
  return steps;
}

interface FoundName {
  /** Which words it stands in. */
  readonly taken: readonly number[];
  readonly name: readonly string[];
}

function nameFound(words: readonly string[], saidAt: readonly number[]): FoundName | undefined {
  const program = words[0] ?? "";
  const names = namesFor(program);
  for (const length of [2, 1]) {
    const taken = saidAt.slice(1, 1 + length);
    const name = names.get(taken.map((i) => dashed(words[i] ?? "")).join(" "));
    if (taken.length === length && name !== undefined) return { taken, name: name.split(" ") };
  }
  const [, first = 0, second = 0] = saidAt;
  const starts = own(SCRIPTS, program) === words[first] && second > 0 && words[second] !== "*";
  return starts ? { taken: [first], name: [] } : undefined;
}

/** `runScript` is `run-script` to npm. */
const dashed = (word: string): string => word.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The lines of a rule and of a command, where one has shortened a sub-command with the word of the other in its place. */
export function atFullLength(wanted: string, given: string): readonly [wanted: string, given: string] {
  const [program = "", ...asked] = wanted.split(" ");
  const [other, ...said] = given.split(" ");
  const depth = own(SHORTENED, program) ?? 0;
  if (depth === 0 || other !== program) return [wanted, given];
  for (let i = 0; i < Math.min(depth, asked.length, said.length); i += 1) {
    const [ask = "", say = ""] = [asked[i], said[i]];
    if (begins(say, ask, program)) said[i] = ask;
    else if (begins(ask, say, program)) asked[i] = say;
  }
  return [[program, ...asked].join(" "), [program, ...said].join(" ")];
}

/** Whether a word may be a shorter one for another, or for another name of that: not where it is a name itself. */
function begins(short: string, whole: string, program: string): boolean {
  const names = namesFor(program);
  if (!/^[a-z][\w:-]*$/.test(short) || names.has(short) || [...names.values()].includes(short)) return false;
  const alike = [whole, ...[...names].flatMap(([other, name]) => (name === whole ? [other] : []))];
  const parts = short.split(":");
  return alike.some((name) => {
    const full = name.split(":");
    return full.length === parts.length && parts.every((part, i) => full[i]?.startsWith(part));
  });
}
