/**
 * The system calls walls refuse, as a BPF program a architecture. Namespaces and mounts keep most away already; what is
 * here is what crosses them (keyrings, io_uring, vsock, a terminal) and what nothing inside has a use for.
 */
import type { Walls } from "../../contract/decision.ts";

/** Bytes of `struct seccomp_data`. Arguments are read by their low word: the kernel takes these as 32 bit. */
const NUMBER_AT = 0;
const ARCH_AT = 4;
const argumentAt = (index: number): number => 16 + 8 * index;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const refuseWith = (errno: number): number => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** Socket families a call may use: Unix, IPv4, IPv6, netlink. Any other is of the machine, not of the network. */
const UNIX = 1;
const SOCKET_FAMILIES = [UNIX, 2, 10, 16];
/**
 * Pairs that stay with each other for good: stream and sequenced packets. A datagram socket of a pair can still be
 * connected, or sent from, to any other.
 */
const PAIR_TYPES = [1, 5];
const TYPE_BITS = 0xf;
/** Typing into a terminal, and what a console does with its selection. */
const TERMINAL_REQUESTS = { TIOCSTI: 0x5412, TIOCLINUX: 0x541c, TIOCCONS: 0x541d };
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NAMESPACES = 0x7e020000;

/** Refused whatever their arguments are: EPERM, or ENOSYS where a library then takes its older way. */
const REFUSED = {
  add_key: EPERM,
  request_key: EPERM,
  keyctl: EPERM,
  io_uring_setup: ENOSYS,
  io_uring_enter: ENOSYS,
  io_uring_register: ENOSYS,
  clone3: ENOSYS,
  setns: EPERM,
  mount: EPERM,
  umount2: EPERM,
  pivot_root: EPERM,
  open_tree: EPERM,
  move_mount: EPERM,
  fsopen: EPERM,
  fsconfig: EPERM,
  fsmount: EPERM,
  fspick: EPERM,
  mount_setattr: EPERM,
  open_tree_attr: EPERM,
  open_by_handle_at: EPERM,
  bpf: EPERM,
  perf_event_open: EPERM,
  userfaultfd: EPERM,
  kexec_load: EPERM,
  kexec_file_load: EPERM,
  init_module: EPERM,
  finit_module: EPERM,
  delete_module: EPERM,
  swapon: EPERM,
  swapoff: EPERM,
  reboot: EPERM,
  acct: EPERM,
  quotactl: EPERM,
  quotactl_fd: EPERM,
  syslog: EPERM,
} as const;

type RefusedCall = keyof typeof REFUSED;

interface Architecture {
  readonly audit: number;
  /** The first number of a second set of calls on the same processor, or null. */
  readonly secondSet: number | null;
  readonly ioctl: number;
  readonly socket: number;
  readonly socketpair: number;
  readonly clone: number;
  readonly unshare: number;
  readonly refused: Readonly<Record<RefusedCall, number>>;
}

/** The same numbers everywhere since Linux 5.1. */
const NEWER = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  clone3: 435,
  mount_setattr: 442,
  quotactl_fd: 443,
  open_tree_attr: 467,
} as const;

const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  x64: {
    audit: 0xc000003e,
    secondSet: 0x40000000,
    ioctl: 16,
    socket: 41,
    socketpair: 53,
    clone: 56,
    unshare: 272,
    refused: {
      ...NEWER,
      ...{ add_key: 248, request_key: 249, keyctl: 250, setns: 308, mount: 165, umount2: 166, pivot_root: 155 },
      ...{ open_by_handle_at: 304, bpf: 321, perf_event_open: 298, userfaultfd: 323, kexec_load: 246 },
      ...{ kexec_file_load: 320, init_module: 175, finit_module: 313, delete_module: 176, swapon: 167, swapoff: 168 },
      ...{ reboot: 169, acct: 163, quotactl: 179, syslog: 103 },
    },
  },
  arm64: {
    audit: 0xc00000b7,
    secondSet: null,
    ioctl: 29,
    socket: 198,
    socketpair: 199,
    clone: 220,
    unshare: 97,
    refused: {
      ...NEWER,
      ...{ add_key: 217, request_key: 218, keyctl: 219, setns: 268, mount: 40, umount2: 39, pivot_root: 41 },
      ...{ open_by_handle_at: 265, bpf: 280, perf_event_open: 241, userfaultfd: 282, kexec_load: 104 },
      ...{ kexec_file_load: 294, init_module: 105, finit_module: 273, delete_module: 106, swapon: 224, swapoff: 225 },
      ...{ reboot: 142, acct: 89, quotactl: 60, syslog: 116 },
    },
  },
};

/** One instruction: code, jump if true, jump if false, operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const keepBits = (bits: number): Instruction => [0x54, 0, 0, bits];
const give = (what: number): Instruction => [0x06, 0, 0, what];
const skipUnlessEqual = (value: number, skip: number): Instruction => [0x15, 0, skip, value];
const skipUnlessAtLeast = (value: number, skip: number): Instruction => [0x35, 0, skip, value];
const skipUnlessAnyBit = (bits: number, skip: number): Instruction => [0x45, 0, skip, bits];

/** The program for a processor as node names it; undefined where its numbers are not known: then there are no walls. */
export function seccompProgram(arch: string, walls: Walls): Uint8Array | undefined {
  const found = ARCHITECTURES[arch];
  return found === undefined ? undefined : encode(instructionsFor(found, walls));
}

/** What reads or edits has no use for a server: no Unix socket of its own, so that none of the machine can be reached. */
function instructionsFor(arch: Architecture, walls: Walls): readonly Instruction[] {
  const { audit, secondSet, refused } = arch;
  const families = walls === "work" ? SOCKET_FAMILIES : SOCKET_FAMILIES.filter((family) => family !== UNIX);
  return [
    load(ARCH_AT),
    [0x15, 1, 0, audit],
    give(KILL_PROCESS),
    load(NUMBER_AT),
    ...(secondSet === null ? [] : [skipUnlessAtLeast(secondSet, 1), give(refuseWith(ENOSYS))]),
    ...Object.entries(REFUSED).flatMap(([name, errno]) => [
      skipUnlessEqual(refused[name as RefusedCall], 1),
      give(refuseWith(errno)),
    ]),
    ...onCall(arch.ioctl, [
      load(argumentAt(1)),
      ...Object.values(TERMINAL_REQUESTS).flatMap((request) => [skipUnlessEqual(request, 1), give(refuseWith(EPERM))]),
      give(ALLOW),
    ]),
    ...onCall(arch.socket, [
      load(argumentAt(0)),
      ...families.flatMap((family) => [skipUnlessEqual(family, 1), give(ALLOW)]),
      give(refuseWith(EAFNOSUPPORT)),
    ]),
    ...(walls === "work" ? [] : onCall(arch.socketpair, onlyPairs)),
    ...[arch.clone, arch.unshare].flatMap((call) =>
      onCall(call, [load(argumentAt(0)), skipUnlessAnyBit(NAMESPACES, 1), give(refuseWith(EPERM)), give(ALLOW)]),
    ),
    give(ALLOW),
  ];
}

const onlyPairs: readonly Instruction[] = [
  load(argumentAt(1)),
  keepBits(TYPE_BITS),
  ...PAIR_TYPES.flatMap((type) => [skipUnlessEqual(type, 1), give(ALLOW)]),
  give(refuseWith(EAFNOSUPPORT)),
];

/** `body` ends the program for this call. */
const onCall = (call: number, body: readonly Instruction[]): readonly Instruction[] => [
  skipUnlessEqual(call, body.length),
  ...body,
];

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [i, [code, ifTrue, ifFalse, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, i * 8);
    bytes.writeUInt8(ifTrue, i * 8 + 2);
    bytes.writeUInt8(ifFalse, i * 8 + 3);
    bytes.writeUInt32LE(operand >>> 0, i * 8 + 4);
  }
  return bytes;
}
