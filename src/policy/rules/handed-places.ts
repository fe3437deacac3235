/**
 * Places of this machine that a command hands to what runs apart from it: mounts of containers and sandboxes, another root, what
 * is copied into a machine or a pod. What is there can be read from inside with everything below, whatever it is called there.
 */
import { type Target, unknownTarget } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { toTarget } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { optionValues } from "./option-values.ts";

interface HandedPlace {
  readonly target: Target;
  /** It can be changed from inside as well. */
  readonly writable: boolean;
}

/** In place of what is put together only when the command runs. */
const UNKNOWN = "\0";

const BOXES =
  /^(?:docker|podman|nerdctl|(?:docker|podman)-compose|buildah|ctr|crictl|runc|crun|singularity|apptainer|udocker|enroot|systemd-nspawn|bwrap|firejail|proot|chroot|fakechroot|schroot|unshare|nsenter|capsh|flatpak|distrobox|toolbox|devcontainer|lxc|lxc-\w+|incus|multipass|lima|limactl|colima|minikube|kind|k3d|vagrant|virsh|qemu-system-\w+|firecracker|kubectl|oc|mount)$/;
/** Options whose value is a place that is there inside, or the root of it. */
const BINDS =
  /^--?(?:(?:ro-|dev-|r)?bind(?:-try|-ro|-rw)?|overlay(?:-src|-ro)?|volume|mount|directory|root(?:fs|dir)?|new-root|chroot|private(?:-home)?|filesystem|build-context|virtfs|fsdev|workspace-folder|workspace|[vBbDrRS]|\w*[vR])$/;
const READ_ONLY = /:(?:[\w,]*,)?ro\b|,(?:ro|readonly)\b|^--?(?:ro-bind|bind-ro)/;
/** Verbs that take what they are told of inside. */
const CARRIES = /^(?:cp|copy|rsync|push|upload|transfer|mount|sync)$/;
const STARTS = /^(?:exec|run|ssh|shell|create|start|build|buildx|bud)$/;

export function handedPlaces(call: PolicyCall, commands: readonly SubCommand[]): readonly HandedPlace[] {
  return commands.filter(({ name }) => BOXES.test(name ?? "")).flatMap((command) => placesOf(command, call));
}

function placesOf(command: SubCommand, { projectRoot, world }: PolicyCall): readonly HandedPlace[] {
  const from = command.cwd.certainty === "exact" ? command.cwd.path : projectRoot;
  const values = command.words.map(({ value, prefix }) => value ?? prefix + UNKNOWN);
  return [...bound(values), ...carried(values)].map(({ place, writable }) => ({
    target: place.includes(UNKNOWN) ? unknownTarget() : toTarget(place, from, world),
    writable,
  }));
}

interface SaidPlace {
  readonly place: string;
  readonly writable: boolean;
}

/** `-v HOST:INSIDE`, `--mount source=HOST,…`, `--bind HOST INSIDE`, `--root=HOST`, `chroot HOST`. */
function bound(values: readonly string[]): readonly SaidPlace[] {
  const root = /chroot$/.test(values[0] ?? "") ? values.slice(1).find((value) => !value.startsWith("-")) : undefined;
  const said = optionValues(values).flatMap(({ option, value }) => {
    const writable = !READ_ONLY.test(value) && !READ_ONLY.test(option);
    const fields = [...value.matchAll(FIELD)].map(([, place = ""]) => place);
    const place = COLON.exec(value)?.[1] ?? (BINDS.test(option) && !/[:=,]/.test(value) ? value : undefined);
    return [...fields, ...(place === undefined ? [] : [place])].map((one) => ({ place: one, writable }));
  });
  return [...said, ...(root === undefined ? [] : [{ place: root, writable: true }])].filter(({ place }) =>
    PATH.test(place),
  );
}

const FIELD = /(?:^|,)(?:source|src|path|host_?path|context)=([^,]+)/gi;
/** What stands before the colon is a path, and not the name of a volume. */
const COLON = /^((?:[.~/]|\0)[^:]*):[^:]/;
const PATH = /^[.~/\0]|\//;

/** What is copied inside, but for where it goes; and what is built from orders that the command itself gives. */
function carried(values: readonly string[]): readonly SaidPlace[] {
  const operands = values.slice(1).filter((value) => !value.startsWith("-"));
  const verbs = operands.slice(0, 3);
  const copies = (values[0] === "mount" || verbs.some((verb) => CARRIES.test(verb))) && !verbs.some(isStart);
  const ordered = verbs.some(isStart) && values.some((value, i) => ORDERS.test(`${values[i - 1] ?? ""} ${value}`));
  const places = copies ? operands.slice(0, Math.max(1, operands.length - 1)) : ordered ? operands.slice(-1) : [];
  // A single operand behind the verb is what is copied.
  const last = copies && operands.length === 2 ? operands.slice(-1) : [];
  return [...places, ...last]
    .filter((place) => !CARRIES.test(place) && !/^[\w.-]*[\w-]:/.test(place))
    .map((place) => ({ place, writable: false }));
}

const isStart = (verb: string): boolean => STARTS.test(verb);
const ORDERS = /^(?:-f|--file) -$|^\S* (?:-f-|--file=-)$/;
