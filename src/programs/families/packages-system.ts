/** Package managers of operating systems, and version managers for tools. */
import { act } from "../../contract/effect.ts";
import { refused, understood, writes } from "../disk-makers.ts";
import { each, given, joinOptions, line, network, runs, task } from "../makers.ts";
import type { CommandSpec, EffectMaker, ProgramSpec } from "../spec.ts";
import { installs, removes, wholly } from "./packages-effects.ts";
import { packagesTools } from "./packages-tools.ts";

const NIX: CommandSpec = {
  launcher: true,
  style: "words",
  operands: "text",
  always: [task, network(null, false)],
};

const APT_FLAGS =
  "-y --yes --assume-yes -q -qq --quiet -f --fix-broken -m --fix-missing --no-install-recommends --install-recommends --reinstall --only-upgrade --allow-downgrades --allow-unauthenticated --force-yes -s --simulate --dry-run --purge --auto-remove --autoremove -d --download-only --no-upgrade --allow-change-held-packages --allow-releaseinfo-change -u -V --show-upgraded";

const APT_VALUES = { text: "-t --target-release" };

/** `-o` and `-c` can name programs that apt then runs. */
const APT_RUNS = "-o --option -c --config-file";

const aptSpec = (spec: CommandSpec): CommandSpec => ({
  flags: APT_FLAGS,
  values: joinOptions(APT_VALUES, { text: "-o --option", read: "-c --config-file" }),
  runsCode: APT_RUNS,
  operands: "text",
  ...spec,
});

const aptLooks = aptSpec({
  flags: `${APT_FLAGS} --installed --upgradable --upgradeable --all-versions -a --names-only -n --full`,
});

const apt: Record<string, CommandSpec> = {
  ...each(
    "list show search policy depends rdepends showpkg showsrc madison pkgnames dumpavail stats changelog-local",
    aptLooks,
  ),
  ...each("install reinstall build-dep satisfy", aptSpec({ always: [installs(null)] })),
  ...each("upgrade full-upgrade dist-upgrade", aptSpec({ always: [act("package.change"), network(null, false)] })),
  update: aptSpec({ always: [act("package.lists"), network(null, false)] }),
  ...each("remove purge autoremove auto-remove", aptSpec({ always: [removes, act("package.delete")] })),
  ...each("clean autoclean auto-clean", aptSpec({ always: [act("package.cache-delete")] })),
  ...each(
    "source download changelog",
    aptSpec({ always: [network(null, false), (use) => [writes(use.cwd, { recursive: true })]] }),
  ),
  ...each("mark-auto edit-sources", wholly(act("package.source-change"))),
};

const addsSource = act("package.system-source");

const systemPackage = installs(null);

/** `pacman -Q…` asks the local database; everything else changes it or fetches. */
const pacman: EffectMaker = (use) => {
  const first = use.operands[0]?.value ?? "";
  if (/^-Q[a-z]*$/.test(first)) return [];
  if (/^-S[sil]+$/.test(first)) return [network(null, false)];
  if (first.startsWith("-R")) return [act("package.delete", { on: use.operands[1]?.value ?? null })];
  return [act("package.install", { on: line(use.operands.slice(1)) }), network(null, false)];
};

const brewNet = network("formulae.brew.sh", false);

export const packagesSystem: readonly ProgramSpec[] = [
  {
    names: "apt apt-get apt-cache aptitude apt-mark",
    style: "posix",
    flags: `${APT_FLAGS} --version -v --help -h`,
    values: joinOptions(APT_VALUES, { text: "-o --option", read: "-c --config-file" }),
    runsCode: APT_RUNS,
    read: (use) =>
      use.options.size === 1 && given(use, "--version -v --help -h")
        ? understood([])
        : refused(`${use.program} without a command`),
    commands: {
      ...apt,
      ...each("hold unhold auto manual", wholly(act("package.change"))),
      ...each("showhold showauto showmanual", aptLooks),
    },
    safe: ["apt list --installed", "apt-cache policy curl", "apt show curl", "apt-get --version"],
    unsafe: [
      ["apt-get install -y curl", ["package.install", "network.contact", "run.task"]],
      ["apt-get update", ["package.lists", "network.contact"]],
      ["apt-get -y remove curl", ["package.delete", "package.delete"]],
      [
        "apt-get install -o DPkg::Pre-Invoke::=sh curl",
        ["run.helper", "package.install", "network.contact", "run.task"],
      ],
      ["apt-get update -o APT::Update::Pre-Invoke::=sh", ["run.helper", "package.lists", "network.contact"]],
      ["apt-get dist-upgrade", ["package.change", "network.contact"]],
    ],
  },
  {
    names: "dpkg dpkg-query",
    flags:
      "-l --list -L --listfiles -s --status -S --search -p --print-avail --get-selections --print-architecture --version --help -W --show -C --audit -V --verify -I --info -c --contents",
    values: { text: "-f --showformat" },
    runsCode: "-i --install -r --remove -P --purge --configure --unpack -x --extract -X --force-all",
    when: { "-i --install": [systemPackage], "-r --remove -P --purge": [removes] },
    operands: "text",
    safe: ["dpkg -l", "dpkg -L curl", "dpkg-query -W curl"],
    unsafe: [
      ["dpkg -i x.deb", ["run.helper", "package.install", "network.contact", "run.task"]],
      ["dpkg --purge curl", ["run.helper", "package.delete"]],
    ],
  },
  {
    names: "rpm",
    flags:
      "-q --query -a --all -i --info -l --list -f --file -c -d --requires --provides --changelog --whatprovides --version --help -R",
    values: { text: "--qf --queryformat" },
    operands: "text",
    read: (use) =>
      use.options.has("-q") || use.options.has("--query") || use.options.has("--version") || use.options.has("--help")
        ? understood([])
        : understood(use.operands.length > 0 ? [act("package.install", { on: use.operands[0]?.value ?? null })] : []),
    safe: ["rpm -qa", "rpm -qi curl"],
    unsafe: [
      ["rpm -i x.rpm", ["package.install"]],
      ["rpm --eval '%(id)'", ["package.install", "unknown.use"]],
    ],
  },
  {
    names: "dnf yum zypper apk microdnf tdnf emerge xbps-install nix-env port pkg opkg",
    style: "posix",
    flags:
      "-y --assumeyes -q --quiet --no-cache --nogpgcheck --allow-untrusted --version --help -h -n --non-interactive -U --update-cache -i -v",
    values: { text: "--enablerepo --disablerepo --repo -X --repository" },
    read: (use) =>
      use.options.size === 1 && given(use, "--version -v --help -h")
        ? understood([])
        : refused(`${use.program} without a command`),
    commands: {
      ...each("list search info repolist provides check-update repoquery se policy", {
        style: "words",
        operands: "text",
        always: [network(null, false)],
      }),
      ...each("install in localinstall groupinstall add reinstall", {
        flags: "-y --assumeyes -q --no-cache --nogpgcheck --allow-untrusted --virtual -t -U",
        values: { text: "--enablerepo -X --repository" },
        operands: "text",
        always: [systemPackage],
      }),
      ...each("remove erase rm autoremove del uninstall purge delete", {
        flags: "-y --assumeyes -q",
        operands: "text",
        always: [removes],
      }),
      ...each(
        "upgrade update up dup distro-sync fix clean makecache refresh selfupdate",
        wholly(act("package.change"), network(null, false)),
      ),
      ...each("config-manager addrepo ar module copr", wholly(addsSource)),
      "*": wholly(act("package.change")),
    },
    safe: ["apk --version"],
    unsafe: [
      ["dnf install -y nginx", ["package.install", "network.contact", "run.task"]],
      ["apk add --no-cache curl", ["package.install", "network.contact", "run.task"]],
      ["yum remove httpd", ["package.delete"]],
      ["dnf list", ["network.contact"]],
    ],
  },
  {
    names: "pacman yay paru",
    style: "words",
    operands: "text",
    always: [pacman],
    safe: ["pacman -Q", "pacman -Qi curl"],
    unsafe: [
      ["pacman -Syu", ["package.install", "network.contact"]],
      ["pacman -Rns curl", ["package.delete"]],
      ["yay -S x", ["package.install", "network.contact"]],
    ],
  },
  {
    names: "brew",
    style: "posix",
    flags: "--version -v --help -h --prefix --cellar --repository --cache -q --quiet --verbose -d --debug",
    operands: "text",
    commands: {
      ...each("list ls leaves config --prefix deps uses outdated info search desc home cat doctor", {
        style: "words",
        operands: "text",
        always: [brewNet],
      }),
      ...each("install reinstall upgrade", {
        flags: "--cask --casks --formula --force -f -q --quiet --HEAD --build-from-source -s --overwrite",
        operands: "text",
        always: [installs("formulae.brew.sh")],
      }),
      ...each("uninstall remove rm autoremove cleanup", {
        flags: "--cask --force -f --zap --ignore-dependencies -s",
        operands: "text",
        always: [removes, act("package.delete")],
      }),
      ...each("update upgrade-all bundle", wholly(act("package.change"), brewNet)),
      ...each("tap untap", wholly(addsSource, brewNet)),
      services: wholly(act("start.user-service")),
      ...each("link unlink pin unpin", wholly(act("package.change"))),
      "*": wholly(runs("unknown-program", "a brew command of someone's own")),
    },
    safe: ["brew --version", "brew --prefix"],
    unsafe: [
      ["brew install jq", ["package.install", "network.contact", "run.task"]],
      ["brew services start postgresql", ["start.user-service"]],
      ["brew tap a/b", ["package.system-source", "network.contact"]],
      ["brew uninstall jq", ["package.delete", "package.delete"]],
    ],
  },
  {
    names: "snap flatpak",
    launches: "run",
    flags: "--version --help -h",
    operands: { max: 0 },
    commands: {
      ...each("list info find search version services", {
        style: "words",
        operands: "text",
        always: [network(null, false)],
      }),
      ...each("install refresh update", {
        flags: "-y --assumeyes --classic --dangerous --devmode --user --system --edge",
        values: { text: "--channel" },
        operands: "text",
        always: [systemPackage],
      }),
      ...each("remove uninstall", { flags: "-y --purge --unused", operands: "text", always: [removes] }),
      ...each("run", wholly(runs("unknown-program", "a packaged program"))),
      "*": wholly(act("package.change")),
    },
    unsafe: [
      ["snap install lxd", ["package.install", "network.contact", "run.task"]],
      ["flatpak run x", ["run.unknown-program"]],
    ],
  },
  {
    ...NIX,
    names: "nix",
    launches: "run shell develop",
    unsafe: [["nix run nixpkgs#cowsay", ["run.task", "network.contact"]]],
  },
  {
    ...NIX,
    names: "nix-shell devbox guix",
    launcher: true,
    unsafe: [["nix-shell -p jq --run 'jq .'", ["run.task", "network.contact"]]],
  },
  { ...NIX, names: "nix-build", unsafe: [["nix-build .", ["run.task", "network.contact"]]] },
  {
    names: "add-apt-repository apt-key",
    style: "words",
    operands: "text",
    always: [addsSource, act("package.trust")],
    unsafe: [["add-apt-repository ppa:x/y", ["package.system-source", "package.trust"]]],
  },
  ...packagesTools,
];
