/** Containers: what is built, started and shown of the project's own. */
import { type CoveredCommand, type CoveredProgram, type CoveredWords, NAME, NOTHING } from "./row.ts";

const ALONE = { goals: NOTHING };
const NAMED = { goals: NAME };
const SHOWN: CoveredWords = {
  flags:
    "-a --all -q --quiet --no-trunc -l --latest -s --size --digests --tree --services --dry-run --no-stream -v --verbose",
  words: "-n --last --orderBy --status --type",
  texts: "-f --filter --format",
  goals: NAME,
};
const LOGS: CoveredWords = {
  flags: "-f --follow -t --timestamps --details --no-color --no-log-prefix",
  words: "-n --tail --since --until --index",
  goals: NAME,
};
/** A port and what it is called inside; other addresses of this machine are others' way in as much as none. */
const PORT = /^(?:[\d.]+:)?[\d-]*:?[\d-]+(?:\/(?:tcp|udp))?$/;
/** Made by the engine, or a directory that is a place of the project. */
const NETWORK = /^(?!host$|container:|ns:|service:)[\w.-]+$/;
const VARIABLE = /^[A-Za-z_]\w*(?:=[^\n]*)?$/;
const IMAGE = /^[\w][\w.:/@-]*$/;

const RUN: CoveredWords = {
  flags: "--rm -i --interactive -t --tty -d --detach --init --read-only --no-healthcheck -q --quiet",
  words:
    "--name -h --hostname -w --workdir -u --user --platform --pull --restart -m --memory --cpus --shm-size --stop-signal --stop-timeout -l --label --entrypoint --tmpfs --health-cmd --ulimit",
  mounts: "-v --volume",
  only: {
    "-p": PORT,
    "--publish": PORT,
    "-e": VARIABLE,
    "--env": VARIABLE,
    "--network": NETWORK,
    "--net": NETWORK,
  },
  goals: IMAGE,
};

const BUILD: CoveredWords = {
  flags: "-q --quiet --no-cache --pull --rm --force-rm --load --squash --compress",
  words: "-t --tag --target --platform --progress -m --memory --label --builder --shm-size --provenance --sbom",
  places: "-f --file",
  only: { "--build-arg": VARIABLE },
  // A directory of the project: an address of the web has a scheme or a host.
  goals: /^(?!-$)(?!\w+:)(?!github\.com\/|git@)[\w./][\w./-]*$/,
};

const COMPOSE: readonly CoveredCommand[] = [
  {
    names: "up|start|restart|create",
    flags:
      "-d --detach --build --no-build --force-recreate --no-recreate --no-deps --remove-orphans --wait --quiet-pull --no-start --no-color --no-log-prefix --abort-on-container-exit --always-recreate-deps -w --watch --attach-dependencies --timestamps",
    words: "-t --timeout --scale --pull --wait-timeout --exit-code-from --attach --no-attach",
    goals: NAME,
  },
  {
    names: "down",
    flags: "--remove-orphans --dry-run",
    words: "-t --timeout",
    only: { "--rmi": /^local$/ },
    goals: NAME,
  },
  { names: "stop|kill|pause|unpause", words: "-t --timeout -s --signal", goals: NAME },
  { names: "rm", flags: "-f --force -s --stop", goals: NAME },
  { names: "build", ...BUILD, flags: `${BUILD.flags} --with-dependencies`, places: "", goals: NAME },
  {
    names: "pull",
    flags: "-q --quiet --ignore-buildable --ignore-pull-failures --include-deps",
    words: "--policy",
    goals: NAME,
  },
  { names: "logs", ...LOGS },
  { names: "ps|ls|images|top|port|events|stats|version", ...SHOWN },
  { names: "config", flags: "-q --quiet --services --volumes --images --profiles --no-interpolate", goals: NAME },
  {
    names: "exec",
    flags: "-T --no-TTY --no-tty -d --detach -i --interactive -t --tty",
    words: "-u --user -w --workdir --index",
    only: { "-e": VARIABLE, "--env": VARIABLE },
    goals: NAME,
    tail: true,
  },
  {
    names: "run",
    flags:
      "--rm -T --no-TTY -d --detach -i --interactive --build --no-deps --service-ports -P --remove-orphans --quiet-pull",
    words: "--name -u --user -w --workdir --entrypoint -l --label",
    only: { "-e": VARIABLE, "--env": VARIABLE, "-p": PORT, "--publish": PORT },
    goals: NAME,
    tail: true,
  },
];
const COMPOSE_FRONT: CoveredWords = {
  flags: "--dry-run --all-resources --compatibility",
  words: "-p --project-name --profile --ansi --progress --parallel",
  places: "-f --file --env-file",
  goals: NOTHING,
};

const under = (group: string, { names, ...rest }: CoveredCommand): CoveredCommand => ({
  ...rest,
  names: names
    .split("|")
    .map((one) => `${group} ${one}`)
    .join("|"),
});

const COMMANDS: readonly CoveredCommand[] = [
  {
    names:
      "ps|images|top|port|stats|diff|version|info|container ls|container list|container ps|container top|container stats|container port|image ls|image list|volume ls|network ls|buildx ls|buildx du|buildx version|system df|system info|compose version|context ls|context show",
    ...SHOWN,
  },
  { names: "logs|container logs", ...LOGS },
  { names: "inspect|container inspect|image inspect|volume inspect|network inspect|history|image history", ...SHOWN },
  { names: "build|image build|buildx build|builder build", ...BUILD, inPlace: true },
  { names: "run|container run|create|container create", ...RUN, tail: true },
  {
    names: "exec|container exec",
    flags: "-i --interactive -t --tty -d --detach",
    words: "-u --user -w --workdir",
    only: { "-e": VARIABLE, "--env": VARIABLE },
    goals: NAME,
    tail: true,
  },
  {
    names: "start|stop|restart|kill|pause|unpause|wait|container start|container stop|container restart|container kill",
    flags: "-a --attach -i --interactive",
    words: "-t --time --timeout -s --signal",
    goals: NAME,
  },
  { names: "rm|container rm|rmi|image rm", flags: "-f --force", ...NAMED },
  { names: "container prune|image prune|builder prune|buildx prune", flags: "-f --force", ...ALONE },
  { names: "pull|image pull", flags: "-q --quiet", words: "--platform", goals: IMAGE },
  { names: "tag|image tag|rename", goals: IMAGE },
  { names: "volume create|network create", words: "--name", ...NAMED },
  { names: "network connect|network disconnect", ...NAMED },
  { names: "search", flags: "--no-trunc", words: "--limit", texts: "-f --filter --format", ...NAMED },
  ...COMPOSE.map((one) => under("compose", one)),
];

/** With these a container is the machine itself. */
const SPELLED =
  /^--(?:privileged|pid|ipc|uts|userns|cgroupns|cap-add|device[\w-]*|security-opt|volumes-from|gpus|runtime|cgroup-parent|group-add)(?:=|$)|^--net(?:work)?=(?:host|container:.*)$/;

export const docker: readonly CoveredProgram[] = [
  {
    by: "docker podman nerdctl",
    front: {
      "": { flags: "-D --debug -v --version --help", words: "-l --log-level", goals: NOTHING },
      compose: COMPOSE_FRONT,
    },
    commands: COMMANDS,
    spelled: SPELLED,
  },
  { by: "docker-compose podman-compose", front: { "": COMPOSE_FRONT }, commands: COMPOSE, spelled: SPELLED },
];
