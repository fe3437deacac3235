/** Before any row runs: harmless rows that try what the sandbox must hold. `node scripts/run.mjs bench/corpus/canaries.ts` */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSandbox, type Ran, type Sandbox } from "./sandbox.ts";

const BOX = "/tmp/sallyport-canary";
const WAIT_MS = 2_000;

/** Throws where the sandbox does not hold one of them. */
export async function tryCanaries(slot: number): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "corpus-canary-"));
  mkdirSync(join(folder, "home/code/app"), { recursive: true });
  writeFileSync(join(folder, "home/code/app/a.txt"), "a\n");
  const archive = join(folder, "box.tar");
  execFileSync("tar", ["-C", folder, "-cf", archive, "home"]);
  writeFileSync(join(folder, "victim"), "here\n", { mode: 0o666 });
  const sandbox = openSandbox(slot);
  const server = createServer((socket) => socket.destroy());
  let reached = 0;
  server.on("connection", () => reached++);
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const outside = spawn("sleep", ["60"], { stdio: "ignore" });
  const run = (command: string): Promise<Ran> => runIn(sandbox, archive, command);
  const held: string[] = [];
  const hold = (what: string, good: boolean, ran?: Ran): void => {
    if (!good) throw new Error(`the sandbox does not hold: ${what} ${JSON.stringify(ran)?.slice(0, 2_000) ?? ""}`);
    held.push(what);
  };
  try {
    const plain = await run("cat a.txt && id -u && echo done > made.txt && cat made.txt >&2");
    hold(
      "a plain command runs",
      plain.code === 0 && plain.errors.includes("done") && plain.trace.includes("a.txt"),
      plain,
    );
    const reads = await run(`cat ${folder}/victim /etc/machine-id ~root/.bashrc /work/wt/DESIGN.md >&2`);
    hold(
      "nothing of the machine is readable",
      !reads.errors.includes("here") && !reads.errors.includes("Project:"),
      reads,
    );
    const writes = await run(
      `echo gone > ${folder}/victim; rm -rf ${folder}/victim; touch /usr/bin/canary /etc/canary /canary /root/canary`,
    );
    hold(
      "nothing outside is written",
      statSync(join(folder, "victim")).size === 5 && !existsSync("/usr/bin/canary") && !existsSync("/canary"),
      writes,
    );
    const net = await run(`exec 3<>/dev/tcp/127.0.0.1/${port}; echo x >&3; curl -m 1 http://127.0.0.1:${port}/`);
    hold("no address is reached", reached === 0 && net.trace.includes("connect("), net);
    const killed = await run(`kill -9 ${outside.pid}; kill -9 -1; pkill sleep`);
    hold(
      "no process outside is reached",
      outside.exitCode === null && outside.signalCode === null && isAlive(outside.pid ?? 0),
      killed,
    );
    const asRoot = await run(
      "unshare -r true; mount -t tmpfs none /usr; chroot / true; mknod x b 8 0; cat /dev/mem /proc/kcore",
    );
    hold("no rights are gained", asRoot.code !== 0, asRoot);
    const bomb = await run(":(){ :|:& };:; while :; do sleep 9 & done");
    hold("a fork bomb ends", bomb.overTime || bomb.code !== null, bomb);
    hold(
      "and leaves nothing",
      !execFileSync("ps", ["-eo", "uid,stat"], { encoding: "utf8" })
        .split("\n")
        .some((line) => line.trim().startsWith(`${61_000 + slot} `) && !/ Z\S*$/.test(line)),
    );
    const full = await run(
      "dd if=/dev/zero of=big bs=1M count=4000; cat /dev/zero > /tmp/b2; tail /dev/zero; yes > /dev/shm/x",
    );
    hold("disk and memory are bounded", full.overTime || full.code !== null, full);
  } finally {
    outside.kill();
    server.close();
    sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return held;
}

const runIn = (sandbox: Sandbox, archive: string, command: string): Promise<Ran> =>
  sandbox.run({
    command,
    archive,
    box: BOX,
    home: `${BOX}/home`,
    cwd: `${BOX}/home/code/app`,
    path: "/usr/bin:/bin",
    timeoutMs: WAIT_MS,
  });

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1]?.includes("canaries")) process.stdout.write(`${(await tryCanaries(59)).join("\n")}\n`);
