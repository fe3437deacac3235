/** The filter, run by a small interpreter of its instructions on made-up calls. */
import { describe, expect, test } from "vitest";
import { seccompProgram } from "./seccomp.ts";

const ALLOW = "allow";
const X86_64 = 0xc000003e;
const AARCH64 = 0xc00000b7;
const I386 = 0x40000003;

/** What the kernel would do with one call. */
function judge(program: Uint8Array, arch: number, nr: number, args: readonly number[] = []): string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(nr >>> 0, 0);
  data.writeUInt32LE(arch, 4);
  for (const [i, value] of args.entries()) data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * i);
  const code = Buffer.from(program);
  let held = 0;
  for (let at = 0; at < code.length / 8; at++) {
    const [op, yes, no, k] = [
      code.readUInt16LE(at * 8),
      code[at * 8 + 2] ?? 0,
      code[at * 8 + 3] ?? 0,
      code.readUInt32LE(at * 8 + 4),
    ];
    if (op === 0x20) held = data.readUInt32LE(k);
    else if (op === 0x15) at += held === k ? yes : no;
    else if (op === 0x35) at += held >= k ? yes : no;
    else if (op === 0x54) held &= k;
    else if (op === 0x45) at += (held & k) !== 0 ? yes : no;
    else if (op === 0x06) return k === 0x7fff0000 ? ALLOW : k === 0x80000000 ? "kill" : `errno ${k & 0xffff}`;
    else throw new Error(`unknown instruction ${op}`);
  }
  throw new Error("the program does not end");
}

describe.each([
  [
    "x64",
    X86_64,
    {
      read: 0,
      openat: 257,
      ioctl: 16,
      socket: 41,
      socketpair: 53,
      clone: 56,
      unshare: 272,
      keyctl: 250,
      add_key: 248,
      request_key: 249,
      setns: 308,
      mount: 165,
      ptrace: 101,
    },
  ],
  [
    "arm64",
    AARCH64,
    {
      read: 63,
      openat: 56,
      ioctl: 29,
      socket: 198,
      socketpair: 199,
      clone: 220,
      unshare: 97,
      keyctl: 219,
      add_key: 217,
      request_key: 218,
      setns: 268,
      mount: 40,
      ptrace: 117,
    },
  ],
] as const)("%s", (name, arch, nr) => {
  const program = seccompProgram(name, "work") ?? new Uint8Array();
  const high = 2 ** 32;
  test.each([
    ["read", nr.read, [], ALLOW],
    ["openat", nr.openat, [], ALLOW],
    ["ptrace of its own", nr.ptrace, [], ALLOW],
    ["keyctl", nr.keyctl, [], "errno 1"],
    ["add_key", nr.add_key, [], "errno 1"],
    ["request_key", nr.request_key, [], "errno 1"],
    ["io_uring_setup", 425, [], "errno 38"],
    ["io_uring_enter", 426, [], "errno 38"],
    ["io_uring_register", 427, [], "errno 38"],
    ["setns", nr.setns, [], "errno 1"],
    ["mount", nr.mount, [], "errno 1"],
    ["clone3", 435, [], "errno 38"],
    ["a Unix socket", nr.socket, [1, 1, 0], ALLOW],
    ["a TCP socket", nr.socket, [2, 1, 0], ALLOW],
    ["IPv6", nr.socket, [10, 1, 0], ALLOW],
    ["netlink", nr.socket, [16, 3, 0], ALLOW],
    ["vsock", nr.socket, [40, 1, 0], "errno 97"],
    ["vsock with a dirty high word", nr.socket, [high + 40, 1, 0], "errno 97"],
    ["raw packets", nr.socket, [17, 3, 0], "errno 97"],
    ["kernel cryptography", nr.socket, [38, 5, 0], "errno 97"],
    ["the window's size", nr.ioctl, [0, 0x5413], ALLOW],
    ["TIOCSTI", nr.ioctl, [0, 0x5412], "errno 1"],
    ["TIOCSTI with a dirty high word", nr.ioctl, [0, high + 0x5412], "errno 1"],
    ["TIOCLINUX", nr.ioctl, [0, 0x541c], "errno 1"],
    ["a process", nr.clone, [0x01200011], ALLOW],
    ["a thread", nr.clone, [0x003d0f00], ALLOW],
    ["a user namespace", nr.clone, [0x10000011], "errno 1"],
    ["a mount namespace", nr.unshare, [0x00020000], "errno 1"],
    ["a network namespace", nr.unshare, [0x40000000], "errno 1"],
    ["its own file table", nr.unshare, [0x00000400], ALLOW],
  ] as const)("%s", (_, call, args, expected) => {
    expect(judge(program, arch, call, args)).toBe(expected);
  });
  test.each([
    ["a Unix socket", nr.socket, [1, 1, 0], "errno 97"],
    ["a Unix socket with flags", nr.socket, [1, 0o2004002, 0], "errno 97"],
    ["a Unix socket with a dirty high word", nr.socket, [high + 1, 1, 0], "errno 97"],
    ["a TCP socket", nr.socket, [2, 1, 0], ALLOW],
    ["a pair", nr.socketpair, [1, 1, 0], ALLOW],
    ["a pair that closes on exec", nr.socketpair, [1, 0o2000001, 0], ALLOW],
    ["a pair of packets in order", nr.socketpair, [1, 5, 0], ALLOW],
    ["a pair that can send elsewhere", nr.socketpair, [1, 2, 0], "errno 97"],
    ["the same by another name", nr.socketpair, [1, 3, 0], "errno 97"],
    ["the same with flags", nr.socketpair, [1, 0o2004002, 0], "errno 97"],
  ] as const)("where nothing serves: %s", (_, call, args, expected) => {
    for (const walls of ["look", "edit"] as const)
      expect(judge(seccompProgram(name, walls) ?? new Uint8Array(), arch, call, args)).toBe(expected);
    if (call === nr.socketpair) expect(judge(program, arch, call, args)).toBe(ALLOW);
  });
  test("calls of another architecture end the process", () => {
    expect(judge(program, I386, nr.read)).toBe("kill");
    expect(judge(program, arch === X86_64 ? AARCH64 : X86_64, nr.read)).toBe("kill");
  });
});

test("x32, a second set of calls on the same processor, has none", () => {
  const program = seccompProgram("x64", "work") ?? new Uint8Array();
  expect(judge(program, X86_64, 0x40000000 + 250)).toBe("errno 38");
  expect(judge(program, X86_64, 0x40000000)).toBe("errno 38");
});

test("an unknown processor has no filter, and so no walls", () => {
  expect(seccompProgram("riscv64", "work")).toBeUndefined();
});
