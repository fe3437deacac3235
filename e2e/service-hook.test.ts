/** The installed line with a service: the same answers and the same record, and whatever stands in its place, the hook decides alone. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keepSecret } from "../src/service/index.ts";
import {
  behaviourOf,
  commandEvent,
  DIST,
  type LineOptions,
  type LineRan,
  Scene,
  SHELLS,
  type ShellName,
} from "./service/scene.ts";

/** Every shell that may be `sh`. */
const WAYS = SHELLS.map((shell) => ({ shell }));

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.close());

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** A busy machine may make the service late, and the hook then decides alone, as it should: once more, until it was in time. */
function runServed(shell: ShellName, event: () => string, options: LineOptions = {}): LineRan {
  for (let left = 50; ; left--) {
    const ran = scene.run(shell, event(), options);
    if (!ran.alone || left === 0) return ran;
  }
}

describe("with a service", () => {
  test.each(WAYS)("$shell: the same words and status as without it, and no node is started", async (way) => {
    const { shell } = way;
    scene.settings({ permissions: { deny: ["Bash(npm publish:*)"], ask: ["Bash(npm version:*)"] } });
    const commands = ["git status", "npm publish", "npm version 2", "sudo rm -rf /", "python3 a.py"];
    const rows = [
      ...commands.map((command) => () => commandEvent(scene.app, command)),
      () => commandEvent(scene.app, "x", { tool_name: "Read", tool_input: { file_path: join(scene.app, "a") } }),
      () => commandEvent(scene.app, "x", { hook_event_name: "UserPromptSubmit", prompt: "publish it" }),
      () => commandEvent(scene.app, "x", { hook_event_name: "SessionStart" }),
      () => commandEvent(scene.app, "x", { hook_event_name: "Nonsense" }),
      () => commandEvent(scene.app, "x", { hook_event_name: "Notification" }),
      () => commandEvent("not/absolute", "x"),
      () => "",
      () => "not JSON",
      () => '{"a":1}{"b":2}',
      () => '{"hook_event_name":"PreToolUse","hook_event_name":"Notification"}',
    ];
    const before = rows.map((event) => scene.run(shell, event(), { state: join(scene.home, "other") }));
    await scene.serve();
    const after = rows.map((event) => runServed(shell, event));
    expect(before.map(({ alone }) => alone)).toEqual(rows.map(() => true));
    expect(after.map(({ alone }) => alone)).toEqual(rows.map(() => false));
    expect(after.map(({ code, out, err }) => ({ code, out, err }))).toEqual(
      before.map(({ code, out, err }) => ({ code, out, err })),
    );
  });

  test.each(["codex", "gemini", "qwen", "copilot", "cursor"])("%s: the same answer", async (host) => {
    const event = (): string =>
      host === "copilot"
        ? JSON.stringify({ sessionId: "s", cwd: scene.app, toolName: "bash", toolArgs: '{"command":"npm publish"}' })
        : host === "cursor"
          ? JSON.stringify({
              ...{ hook_event_name: "beforeShellExecution", conversation_id: "s", generation_id: "g" },
              ...{ command: "npm publish", cwd: scene.app, workspace_roots: [scene.app] },
            })
          : commandEvent(scene.app, "npm publish", {
              ...(host === "gemini" ? { hook_event_name: "BeforeTool", tool_name: "run_shell_command" } : {}),
              ...(host === "qwen" ? { tool_name: "run_shell_command" } : {}),
            });
    const before = scene.run("dash", event(), { host, state: join(scene.home, "other") });
    await scene.serve();
    const after = runServed("dash", event, { host });
    const shown = ({ out, ...ran }: LineRan) => ({ ...ran, out: out.replaceAll(ID, "ID") });
    expect(shown(after)).toEqual({ ...shown(before), alone: false });
  });

  test("the same record, to the agent's process and the directory", async () => {
    const rows = (session: string) => [
      commandEvent(scene.app, "x", { session_id: session, hook_event_name: "UserPromptSubmit", prompt: "tidy up" }),
      commandEvent(scene.app, "git status", { session_id: session, tool_use_id: "a" }),
      commandEvent(scene.app, "npm publish", { session_id: session, tool_use_id: "b" }),
    ];
    const other = join(scene.home, "other");
    for (const event of rows("s")) scene.run("dash", event, { state: other });
    await scene.serve();
    const served = Array.from({ length: 50 }, (_, n) => `s${n}`).find((session) =>
      rows(session).every((event) => !scene.run("dash", event).alone),
    );
    const shown = (state: string, session = "") =>
      scene
        .sessionRecords(session, state)
        .map(({ entry }) => JSON.stringify(entry, (key, value) => (["at", "id", "ms"].includes(key) ? "-" : value)));
    expect(shown(scene.state, served)).toEqual(shown(other, "s"));
    expect(shown(other, "s")).toHaveLength(4);
    expect(shown(other, "s")[0]).toContain(`"pid":${process.pid},`);
  });

  test("what the agent's PATH holds counts, and no session hears of another's", async () => {
    mkdirSync(join(scene.app, "bin"));
    writeFileSync(join(scene.app, "bin/cat"), "#!/bin/sh\nrm -rf ~\n", { mode: 0o755 });
    await scene.serve();
    const event = (): string => commandEvent(scene.app, "cat a.txt");
    const evil = { env: { PATH: `${scene.app}/bin:/usr/bin:/bin` } };
    const answers = [{}, evil, {}, evil].map((options) => behaviourOf(runServed("dash", event, options)));
    expect(answers).toEqual(["allow", "ask", "allow", "ask"]);
  });

  test("settings count from the moment they are written", async () => {
    await scene.serve();
    const event = (): string => commandEvent(scene.app, "git status");
    expect(behaviourOf(runServed("dash", event))).toBe("allow");
    scene.settings({ permissions: { deny: ["Bash"] } });
    expect(behaviourOf(runServed("dash", event))).toBe("deny");
    scene.settings({ shadow: true });
    expect(runServed("dash", event)).toEqual({ code: 0, out: "", err: "", alone: false });
  });

  test("a PATH with a line break in it is nobody's header: the hook decides alone", async () => {
    await scene.serve();
    const ran = scene.run("dash", commandEvent(scene.app, "git status"), {
      env: { PATH: "/usr/bin:/bin\n--settings\n{}" },
    });
    expect(ran).toMatchObject({ alone: true, code: 0 });
  });

  test("a line of another program, or of one that was replaced since, decides alone", async () => {
    const program = join(scene.top, "dist");
    cpSync(DIST, program, { recursive: true });
    await scene.serve();
    expect(scene.run("dash", commandEvent(scene.app, "git status"), { program })).toMatchObject({
      alone: true,
      code: 0,
    });
  });

  test("a key that only the hook has: calls that need no model are answered, those that do are the hook's, once on record", async () => {
    const timeoutMs = { fast: 500, thinking: 500 };
    scene.settings({
      contain: { enabled: false },
      classifier: { provider: "anthropic", apiKeyEnv: "MY_KEY", baseUrl: "http://127.0.0.1:9", timeoutMs },
    });
    await scene.serve();
    const options = { keys: ["MY_KEY"], env: { MY_KEY: "sk-of-the-agent" } };
    expect(runServed("dash", () => commandEvent(scene.app, "git status"), options).alone).toBe(false);
    const before = scene.entries("decision").length;
    const ran = scene.run("dash", commandEvent(scene.app, "python3 a.py"), options);
    expect([ran.alone, ran.code]).toEqual([true, 0]);
    const decisions = scene.entries("decision").slice(before) as { decision?: { unavailable?: string } }[];
    expect(decisions.map(({ decision }) => decision?.unavailable)).toEqual(["network"]);
  });
});

describe("something else in the service's place", () => {
  const HOWS = [
    ...readFileSync(join(import.meta.dirname, "service/liar.mjs"), "utf8").matchAll(/^ {2}"?([\w ,]+?)"?: /gm),
  ]
    .map(([, how = ""]) => how)
    .filter((how) => how !== "pending, and then never");

  test.each(HOWS.map((how) => ({ how, ways: WAYS })))("it says: $how", async ({ how, ways }) => {
    await scene.lie(how);
    for (const way of ways) {
      const held = await scene.begin(way.shell, commandEvent(scene.app, "npm publish"));
      expect([way, held.alone, held.code, behaviourOf(held)]).toEqual([way, true, 0, "ask"]);
    }
  });

  test.each(WAYS)("$shell: it never answers what is pending: blocked when the time is over", async (way) => {
    const { shell } = way;
    await scene.lie("pending, and then never");
    const limited = { deadlineMs: 1 };
    const held = await scene.begin(shell, commandEvent(scene.app, "git status"), limited);
    expect(held).toMatchObject({
      alone: false,
      code: 2,
      out: "",
      err: expect.stringContaining("unavailable: timeout"),
    });
    const told = await scene.begin(shell, commandEvent(scene.app, "x"), { ...limited, waiting: "person" });
    expect(told).toMatchObject({ code: 0, out: expect.stringContaining('"continue":true') });
  });
});

describe("no service one could trust: the hook decides alone", () => {
  const served = async (): Promise<void> => void (await scene.serve());
  const whenServed = (work: () => void) => async (): Promise<void> => {
    await served();
    work();
  };
  const ROWS: readonly (readonly [string, () => Promise<void> | void])[] = [
    ["nothing is there", () => undefined],
    ["a socket nobody listens at", async () => scene.end(await scene.serve())],
    [
      "a file instead of a socket",
      () => {
        keepSecret(scene.state);
        writeFileSync(scene.place.socket, "");
      },
    ],
    [
      "a link to the socket",
      async () => {
        await served();
        renameSync(scene.place.socket, join(scene.top, "hook.sock"));
        symlinkSync(join(scene.top, "hook.sock"), scene.place.socket);
      },
    ],
    [
      "a link to the directory",
      async () => {
        await served();
        renameSync(scene.place.directory, join(scene.top, "service"));
        symlinkSync(join(scene.top, "service"), scene.place.directory);
      },
    ],
    ["a directory that is open to others", whenServed(() => chmodSync(scene.place.directory, 0o755))],
    ["no secret", whenServed(() => rmSync(scene.place.secret))],
    ["a secret that others can read", whenServed(() => chmodSync(scene.place.secret, 0o644))],
    ["a secret of another shape", whenServed(() => writeFileSync(scene.place.secret, "x-sallyport-secret: short\n"))],
    ...(process.getuid?.() === 0
      ? ([
          ["a stranger's socket", whenServed(() => chownSync(scene.place.socket, 65_534, 65_534))],
          ["a stranger's directory", whenServed(() => chownSync(scene.place.directory, 65_534, 65_534))],
          ["a stranger's secret", whenServed(() => chownSync(scene.place.secret, 65_534, 65_534))],
        ] as const)
      : []),
  ];
  test.each(ROWS.map(([what, make]) => ({ what, make, ways: WAYS })))("$what", async ({ make, ways }) => {
    await make();
    for (const way of ways) {
      const ran = await scene.begin(way.shell, commandEvent(scene.app, "npm publish"));
      expect([way, ran.alone, ran.code, behaviourOf(ran), ran.err]).toEqual([way, true, 0, "ask", ""]);
    }
  });

  test("a state directory that is open to others is nobody's record: the hook itself denies", async () => {
    await served();
    chmodSync(scene.state, 0o777);
    const ran = scene.run("dash", commandEvent(scene.app, "npm publish"));
    expect([ran.alone, behaviourOf(ran)]).toEqual([true, "deny"]);
  });

  test.each([
    ["a perl that does not start", "exit 255"],
    ["a client that is no Perl", "exec /usr/bin/perl -e 'this is no program'"],
  ])("%s", async (_what, how) => {
    await scene.serve();
    const perl = join(scene.top, "perl");
    writeFileSync(perl, `#!/bin/sh\n${how}\n`, { mode: 0o755 });
    const ran = scene.run("dash", commandEvent(scene.app, "git status"), { perl });
    expect([ran.alone, ran.code, behaviourOf(ran)]).toEqual([true, 0, "allow"]);
  });

  test.each(SHELLS)("%s: no perl", async (shell) => {
    await served();
    const ran = scene.run(shell, commandEvent(scene.app, "git status"), { perl: "/nonexistent/perl" });
    expect([ran.alone, ran.code, behaviourOf(ran)]).toEqual([true, 0, "allow"]);
  });
});

describe("the event survives", () => {
  /** A hook that keeps what it reads. */
  const withReader = (): LineOptions => {
    const program = join(scene.top, "dist");
    cpSync(DIST, program, { recursive: true });
    writeFileSync(
      join(program, "hook.cjs"),
      `const b=[];process.stdin.on("data",(c)=>b.push(c)).on("end",()=>{require("fs").writeFileSync(${JSON.stringify(join(scene.top, "read"))},Buffer.concat(b));console.log("sallyport {}")})`,
    );
    return { program };
  };
  const everyByte = Buffer.from(Array.from({ length: 255 }, (_, i) => i + 1));
  const ROWS: readonly (readonly [string, Buffer])[] = [
    ["every byte there is", Buffer.concat([everyByte, everyByte, Buffer.from("x")])],
    ["words that a shell or printf would read", Buffer.from('%s %d \\n \\0 \\c $HOME `id` "$(id)" \' -n -e')],
    ["broken UTF-8", Buffer.from([0xc3, 0x28, 0xa0, 0xff, 0xfe, 0xf0, 0x80])],
    ["more than a pipe holds", Buffer.alloc(1_000_003, "0123456789\n")],
    ["nearly 64 MB", Buffer.alloc(63_999_999, "0123456789")],
    ["an end of line that looks like the end", Buffer.from("a\nEOF\nb\nEOF\n$words")],
  ];
  const rows = ROWS.flatMap(([what, bytes]) => WAYS.map((way) => ({ ...way, what, bytes })));

  test.each(rows)("$shell: $what", async ({ bytes, ...way }) => {
    await scene.lie("a closed door");
    const ran = scene.run(way.shell, bytes, withReader());
    expect([ran.alone, ran.code, ran.out]).toEqual([true, 0, "{}\n"]);
    expect(readFileSync(join(scene.top, "read")).equals(bytes)).toBe(true);
  });

  test.each(WAYS)("$shell: a NUL makes no other event of it", async (way) => {
    await scene.serve();
    const event = commandEvent(scene.app, "git status");
    const odd = [
      Buffer.concat([Buffer.from(event), Buffer.from([0])]),
      Buffer.from(event.replace("git status", "git\0 status")),
      Buffer.from(event.replace("PreToolUse", "Notifi\0cation")),
    ];
    for (const bytes of odd) {
      const ran = scene.run(way.shell, bytes);
      expect([ran.code, ran.out]).toEqual([2, expect.stringContaining('"deny"')]);
    }
  });

  test("an event of many megabytes is judged, by whomever", async () => {
    await scene.serve();
    const big = commandEvent(scene.app, "git status", { more: "x".repeat(20_000_000) });
    expect(behaviourOf(scene.run("dash", big))).toBe("allow");
    expect(scene.entries("decision")).toHaveLength(1);
  });
});

describe("one decision", () => {
  /** Long enough for a service that goes on to have done what it was asked. */
  const settle = (): Promise<void> => sleep(1_500);
  const decisions = () => scene.entries("decision").map(({ decision }) => (decision as { behavior: string }).behavior);

  test.each(["tool_use_id", "no id"])("a service that was too late drops its own (%s)", async (how) => {
    const more = how === "no id" ? { tool_use_id: undefined } : {};
    const service = await scene.serve();
    service.kill("SIGSTOP");
    for (const command of ["npm publish", "git push --force origin main", "rm -rf node_modules/x"]) {
      const ran = scene.run("dash", commandEvent(scene.app, command, more));
      expect([ran.alone, ran.code]).toEqual([true, 0]);
    }
    const said = { hook_event_name: "UserPromptSubmit", prompt: "go on" };
    scene.run("dash", commandEvent(scene.app, "x", said));
    const counted = scene.sessionRecords("s").at(-1)?.after;
    service.kill("SIGCONT");
    await settle();
    expect(decisions()).toHaveLength(3);
    expect(scene.entries("joined")).toEqual([]);
    expect(scene.entries("prompt")).toHaveLength(1);
    expect(scene.sessionRecords("s").at(-1)?.after).toEqual(counted);
    // And it goes on to serve.
    expect(runServed("dash", () => commandEvent(scene.app, "git status")).alone).toBe(false);
  });

  /** A model that takes its time, and leaves a file for each question. */
  const slowModel = (seconds: number): void => {
    const program = join(scene.top, "model.sh");
    writeFileSync(
      program,
      `#!/bin/sh\ncat >/dev/null\nmktemp ${scene.top}/asked.XXXXXX >/dev/null\nsleep ${seconds}\necho "<block>no</block>"\n`,
      { mode: 0o755 },
    );
    scene.settings({
      contain: { enabled: false },
      classifier: { provider: "command", command: [program], model: "m", stages: "fast", protocol: "xml" },
    });
  };
  const asked = (): number => readdirSync(scene.top).filter((name) => name.startsWith("asked.")).length;

  test("a slow model: the line waits for what is pending, and starts no node", async () => {
    slowModel(2);
    await scene.serve();
    const ran = runServed("dash", () => commandEvent(scene.app, "python3 a.py"));
    expect([ran.alone, ran.code, behaviourOf(ran)]).toEqual([false, 0, "allow"]);
  });

  test.each(WAYS)("$shell: the service is killed while an answer is pending: the hook goes on", async (way) => {
    slowModel(3);
    const service = await scene.serve();
    const running = scene.begin(way.shell, commandEvent(scene.app, "python3 a.py"));
    while (asked() === 0) await sleep(20);
    await sleep(700);
    await scene.end(service);
    const ran = await running;
    expect([ran.code, behaviourOf(ran), ran.alone]).toEqual([0, "allow", true]);
    expect(decisions()).toEqual(["allow"]);
  });

  test.each(WAYS)("$shell: the answer is lost on its way: one decision, and the hook hears of it", async (way) => {
    await scene.serve();
    await scene.loseAnswers();
    let event = "";
    // A busy machine may make the service late: then it has recorded nothing.
    for (let tries = 1; scene.entries("joined").length === 0 && tries <= 50; tries++) {
      event = commandEvent(scene.app, "git status");
      const ran = await scene.begin(way.shell, event);
      expect([ran.alone, ran.code, behaviourOf(ran)]).toEqual([true, 0, "allow"]);
      expect(decisions().length).toBe(tries);
    }
    expect(scene.entries("joined").length).toBe(1);
    const before = decisions().length;
    // The same event once more is another call, although it has the same id.
    await scene.begin(way.shell, event);
    expect(decisions().length).toBe(before + 1);
  });

  /** A line that waits for the service. A busy machine may make that late: once more, until it was in time. */
  async function waitingLine(left = 20): Promise<number> {
    const [program = "", ...args] = scene.line("dash");
    const alone = join(scene.top, "alone");
    rmSync(alone, { force: true });
    const before = asked();
    const line = spawn(program, args, { cwd: scene.app, env: { PATH: "/usr/bin:/bin" }, detached: true });
    const ended = once(line, "close");
    line.stdin.end(commandEvent(scene.app, "python3 a.py"));
    while (asked() === before) await sleep(20);
    await sleep(700);
    if (!existsSync(alone)) return line.pid ?? 0;
    if (left === 0) throw new Error("the service was never in time");
    await ended;
    return waitingLine(left - 1);
  }

  test("the agent ends its hook while an answer is pending: nothing is recorded for nobody", async () => {
    slowModel(5);
    await scene.serve();
    const group = await waitingLine();
    const before = decisions().length;
    process.kill(-group, "SIGKILL");
    await sleep(6_000);
    expect(decisions().length).toBe(before);
  });
});
