/** Which calls are walled, in which walls, and what becomes of those that are not. The walls themselves are a part. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { GateOptions } from "../app/create-gate.ts";
import {
  type RaisedWalls,
  supposeWalls,
  type TicketOutcome,
  type WallsOrder,
  type WallsPart,
} from "../contain/index.ts";
import type { Action } from "../contract/action.ts";
import type { Decision } from "../contract/decision.ts";
import { fail, type Result } from "../contract/result.ts";
import { bash, call, type Project, project, SAYS_NO, SAYS_YES, scripted } from "../testing/index.ts";
import { raisedAs } from "../testing/standing.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.ts", "a\n");
  here.write("secrets/key.txt", "k\n");
  here.write("package.json", JSON.stringify({ scripts: { test: "node test.js", build: "node build.js && ls" } }));
  here.write("test.js", "1\n");
  here.write("build.js", "1\n");
  here.write("nested/node_modules/x.js", "1\n");
});
afterAll(() => here.remove());

/** Walls that keep what was ordered, and say of their tickets what a test wants said. */
function standing(raise: (order: WallsOrder) => Promise<Result<RaisedWalls>> = (order) => raisedAs(RAISED, order)) {
  const orders: WallsOrder[] = [];
  const ended: TicketOutcome[] = [];
  const part: WallsPart = {
    ...supposeWalls(),
    raise: async (order) => {
      orders.push(order);
      return raise(order);
    },
    outcomes: (tickets) => ended.filter(({ ticket }) => tickets.includes(ticket)),
    lineOf: (ticket) => (ticket === "t1" ? "walled" : undefined),
  };
  return { part, orders, ended };
}
const RAISED = { run: "walled", ticket: "t1" };
let walls = standing();
beforeEach(() => {
  walls = standing();
});

const inside = (command: string, more: Partial<Action> = {}): Action => bash(command, { walls: true, ...more });
const decide = async (action: Action, options: GateOptions = {}): Promise<Decision> =>
  here.gate({ walls: walls.part, classifier: null, ...options }).check(action);
const says = ({ behavior, by, walls: around }: Decision): string => [behavior, by, around ?? "bare"].join(" ");
const allow = (...rules: readonly string[]): GateOptions => ({ settings: { permissions: { allow: rules } } });
const deny = (...rules: readonly string[]): GateOptions => ({ settings: { permissions: { deny: rules } } });
const MODEL = { classifier: scripted(SAYS_NO) };

describe("another event of a walled call", () => {
  test.each<[string, Partial<Action>, string, string | null]>([
    ["gets the same line", {}, "allow contained work", "walled"],
    ["is no allow without walls, where it cannot be rewritten", { walls: false }, "deny error bare", null],
    ["nor inside the host's sandbox", { walls: "host" }, "deny error bare", null],
  ])("%s", async (_, more, expected, run) => {
    const gate = here.gate({ walls: walls.part, classifier: null });
    const action = inside("npm test", { toolUseId: "t", event: "PreToolUse" });
    expect((await gate.judge(action)).run).toBe("walled");
    const second = await gate.judge({ ...action, ...more, event: "PermissionRequest" });
    expect(says(second.decision)).toBe(expected);
    expect(second.run).toBe(run);
  });
});

test("another event of a call that is only supposed to be walled", async () => {
  const gate = here.gate({ walls: supposeWalls(), classifier: null });
  const action = inside("npm test", { toolUseId: "t", event: "PreToolUse" });
  const both = [await gate.check(action), await gate.check({ ...action, event: "PermissionRequest" })];
  expect(both.map(says)).toEqual(["allow contained work", "allow contained work"]);
});

describe("another event of a call that the host's sandbox holds", () => {
  const second = (more: Partial<Action>): Action => bash("npm test", { event: "PermissionRequest", ...more });
  test.each<[string, Action, string]>([
    ["is the same decision there", second({ walls: "host", toolUseId: "t" }), "allow contained host"],
    ["is judged anew where it may leave", second({ walls: false, toolUseId: "t" }), "ask offline bare"],
    ["also without an id", second({ walls: false }), "ask offline bare"],
    ["and inside walls of ours", second({ walls: true, toolUseId: "t" }), "allow contained work"],
  ])("%s", async (_, action, expected) => {
    const gate = here.gate({ walls: walls.part, classifier: null });
    const first = await gate.judge(bash("npm test", { walls: "host", toolUseId: "t", event: "PreToolUse" }));
    expect(says(first.decision)).toBe("allow contained host");
    expect(says((await gate.judge(action)).decision)).toBe(expected);
  });
});

describe("the session's temporary directory", () => {
  const write = (path: string): Action => call("Write", { file_path: path, content: "x" });
  test.each<[string, (own: string) => Action, boolean]>([
    ["is written by tools", (own) => write(`${own}/a.txt`), true],
    ["is written by plain commands", (own) => bash(`touch ${own}/b.txt`), true],
    ["is not left by a name", (own) => write(`${own}/../c.txt`), false],
    ["is not replaced itself", (own) => bash(`rm -rf ${own}`), false],
  ])("%s", async (_, action, passes) => {
    const own = here.at("../temporary");
    mkdirSync(own, { recursive: true });
    const part = { ...walls.part, ownTmp: () => own };
    expect((await decide(action(own), { walls: part })).behavior === "allow").toBe(passes);
    expect((await decide(action(own))).behavior).not.toBe("allow");
  });
});

describe("contained", () => {
  type Row = readonly [command: string, expected: string, options?: GateOptions, more?: Partial<Action>];
  const ROWS: readonly Row[] = [
    ["npm test", "allow contained work"],
    ["npm run build", "allow contained work"],
    ["node -e 'console.log(1)'", "allow contained work"],
    ["python3 -c 'print(1)' > out.txt", "allow contained work"],
    ["./bin/tool --flag", "allow contained work"],
    ["npm test && rm -f src/a.ts", "allow contained work"],
    ["node server.js & sleep 1; curl -s http://localhost:3000/; kill %1", "allow contained work"],
    ["npm test", "allow contained work", { settings: { mode: "acceptEdits" } }],
    ["npm test", "ask prompt bare", { settings: { mode: "default" } }],
    ["npm test", "deny dontAskMode bare", { settings: { mode: "dontAsk" } }],
    ["npm test", "deny planMode bare", { settings: { mode: "plan" } }],
    ["npm test", "ask offline bare", { settings: { contain: { enabled: false } } }],
    ["npm test", "ask offline bare", { walls: null }],
    ["npm test", "ask offline bare", {}, { walls: false }],
    ["npm test", "allow contained host", {}, { walls: "host" }],
    ["npm test", "allow contained host", { walls: null }, { walls: "host" }],
    // The host's sandbox shows code every secret of the machine.
    ["node test.js", "allow contained host", { restore: null }, { walls: "host" }],
    ["node -e 'console.log(process.env)'", "ask offline bare", {}, { walls: "host" }],
    ["python3 -c 'print(open(\"/etc/hostname\").read())'", "ask offline bare", {}, { walls: "host" }],
    ["python3 - <<'E'\nprint(1)\nE", "ask offline bare", {}, { walls: "host" }],
    ["$TOOL --check src", "ask offline bare", {}, { walls: "host" }],
    ["node -e 'console.log(1)'", "allow classifier host", MODEL, { walls: "host" }],
    // A sandbox in which code can write protected places, and nobody looks afterwards.
    ["npm test", "allow contained host", {}, { walls: "hostWritable" }],
    ["node test.js", "allow contained host", { walls: null }, { walls: "hostWritable" }],
    ["npm test", "ask offline bare", { restore: null }, { walls: "hostWritable" }],
    ["node -e \"require('fs').writeFileSync('.envrc','x')\"", "ask offline bare", {}, { walls: "hostWritable" }],
    ["python3 -c \"open('.mcp.json','w').write('x')\"", "ask safetyCheck bare", {}, { walls: "hostWritable" }],
    ["./bin/tool --flag", "ask offline bare", {}, { walls: "hostWritable" }],
    ["$TOOL --check src", "ask offline bare", {}, { walls: "hostWritable" }],
    ["node -e \"require('fs').rmSync('notes.txt')\"", "ask offline bare", {}, { walls: "hostWritable" }],
    ["$TOOL --check src", "allow classifier bare", MODEL, { walls: "hostWritable" }],
    ["npm test", "allow allowRule bare", allow("Bash(npm test:*)"), { walls: "hostWritable" }],
    ["printenv HOME", "ask offline bare", {}, { walls: "hostWritable" }],
    // What needs the network or reaches outside.
    ["npm test && curl -s https://example.com/x", "ask offline bare"],
    ["npm install left-pad", "ask offline bare"],
    ["npm test && git push", "ask offline bare"],
    ["npm test && git commit -m x", "ask offline bare"],
    ["npm test > /etc/motd", "ask offline bare"],
    ["npm test > .github/workflows/x.yml", "ask offline bare"],
    ["npm test; pkill -f vite", "ask offline bare"],
    // What is left running.
    ["npm run dev", "ask offline bare"],
    ["nohup node server.js &", "ask offline bare"],
    ["node server.js & sleep 1; curl -s http://localhost:3000/", "ask offline bare"],
    // Walls are enough, with a model and without one; with entries of the person's own it is judged as well.
    ["$TOOL --check src", "allow contained work"],
    ["$TOOL --check src", "allow contained work", MODEL],
    [
      "$TOOL --check src",
      "allow classifier work",
      { ...MODEL, settings: { autoMode: { soft_deny: ["Tools of others."] } } },
    ],
    ["$TOOL --check src", "allow classifier work", { ...MODEL, settings: { contain: { judge: true } } }],
    ["npm test", "allow contained work", MODEL],
    ["make deploy && curl https://example.com/x", "allow classifier bare", MODEL],
    // A rule that could speak of what nobody can read.
    ["$TOOL --check src", "allow contained work", deny("Read(./secrets/**)")],
    ["$TOOL --check src", "ask askRule bare", deny("Edit(./src/**)")],
    ["$TOOL --check lib", "allow contained work", deny("Edit(./src/**)")],
    ["$TOOL --check src", "allow contained work", deny("Bash(git push:*)")],
    ["$TOOL --check src", "allow contained work", deny("WebFetch(domain:example.com)")],
    ["$TOOL --check src", "ask askRule bare", deny("Bash(rm:*)")],
    ["$TOOL --check src", "ask offline bare", deny("Bash(npm run:*)")],
    ["$TOOL --check src", "ask offline bare", deny("Read(./secrets/**)"), { walls: "host" }],
  ];

  /** Edits that are not proven: walls hold them, after a restore point. */
  const EDITS: readonly Row[] = [
    ["chmod +x src/a.ts", "allow contained work"],
    ["chmod -R u+w src", "allow contained work"],
    ["ln -s src/a.ts b.ts", "allow contained work"],
    ["tar czf out.tgz src", "allow contained work"],
    ["truncate -s 0 src/a.ts", "allow contained work"],
    ["dd if=src/a.ts of=src/b.ts", "ask offline bare"],
    ["gofmt -w .", "allow contained work"],
    ["mktemp -d", "allow contained work"],
    ["f=$(mktemp) && echo x > $f && cat $f && rm $f", "allow contained work"],
    ["chmod +x src/a.ts", "allow contained work", MODEL],
    ["chmod +x src/a.ts", "allow contained work", { settings: { mode: "acceptEdits" } }],
    ["f=$(mktemp) && echo x > $f", "allow contained work", MODEL],
    ["chmod +x src/a.ts", "ask prompt bare", { settings: { mode: "default" } }],
    ["chmod +x src/a.ts", "ask offline bare", { settings: { autoMode: { classifyEdits: true } } }],
    ["chmod +x src/a.ts", "ask offline bare", {}, { walls: false }],
    ["chmod +x src/a.ts", "ask offline bare", {}, { walls: "host" }],
    ["tar czf out.tgz src", "ask askRule bare", { settings: { permissions: { ask: ["Bash(tar:*)"] } } }],
    // Rights that are lent.
    ["chmod u+s src/a.ts", "ask offline bare"],
    ["chmod 4755 src/a.ts", "ask offline bare"],
    ["chmod -R 777 src", "allow contained work"],
    ["chmod --reference=/bin/su src/a.ts", "allow contained work"],
    ["find src -name '*.ts' -exec chmod g+s {} +", "ask offline bare"],
    // What leads elsewhere later is looked at when it is used.
    ["ln -s /etc/passwd p", "allow contained work"],
    ["ln -s ../../elsewhere p", "allow contained work"],
    ["ln -s .github/workflows w", "allow contained work"],
    ["ln src/a.ts b.ts", "allow contained work"],
    ["ln -s src/a.ts .envrc", "ask offline bare"],
    ["tar czf .git/hooks/pre-commit src", "ask safetyCheck bare"],
    ["tar czf /tmp/out.tgz src", "ask offline bare"],
    ["mktemp -p /etc x.XXXX", "allow contained work"],
    // A store of credentials is not there; what is only refused is refused, and what is taken away comes back.
    ["tar czf out.tgz ~/.ssh", "ask offline bare"],
    ["truncate -s 0 .env", "ask offline bare"],
    ["d=$(mktemp -d); rm -rf $d", "allow contained work"],
    ["rm -rf nested && chmod +x src/a.ts", "allow contained work"],
  ];
  /** What looks at the machine itself sees another one inside walls. */
  const LIVE: readonly Row[] = [
    ["lsof -nP -i :3000", "ask offline bare"],
    ["lsof -i :3000", "ask offline bare"],
    ["lsof ./src/a.ts", "ask offline bare"],
    ["lsof -i :3000 | head -5", "ask offline bare"],
    ["pgrep -fl vite", "allow readOnly bare"],
    ['lsof -i ":$PORT"', "ask offline bare"],
    ["lsof -i @host.example", "ask offline bare"],
    ["lsof -i tcp@host.example:80", "ask offline bare"],
    ['ps aux | grep "$USER"', "ask offline bare"],
    ['ps aux | grep "$USER" > out.txt', "ask offline bare"],
    ["systemctl status nginx", "ask offline bare"],
    ["for p in 1 2; do ps -p $p; done", "ask offline bare"],
  ];

  const PLAIN: GateOptions = { settings: { contain: { plain: true } } };
  const PROVEN: readonly Row[] = [
    // Plain: reading alone.
    ["cat src/a.ts | head -5", "allow readOnly bare"],
    ["cat src/a.ts | head -5", "allow readOnly look", PLAIN],
    ["mkdir -p src/new", "allow acceptEdits bare"],
    // Read as reading or as an edit, and not plain.
    ["for f in src/a.ts; do wc -l $f; done", "allow readOnly look"],
    ["wc -l $(find src -name '*.ts')", "allow readOnly look"],
    ["git ls-files | xargs wc -l", "allow readOnly look"],
    ["ls -d */", "allow readOnly look"],
    ["export FOO=bar; echo $FOO", "allow readOnly look"],
    ["for d in one two; do mkdir -p src/$d; done", "allow contained work"],
    // The environment: walls give a call one of their own, a sandbox of the host does not.
    ["env", "allow readOnly look"],
    ["env", "ask offline bare", {}, { walls: "host" }],
    ["env | sort", "allow readOnly look"],
    ["env | sort", "ask offline bare", {}, { walls: "host" }],
    ["printenv", "allow readOnly look"],
    ["printenv", "ask offline bare", {}, { walls: "host" }],
    ["export -p", "allow readOnly look"],
    ["export -p", "ask offline bare", {}, { walls: "host" }],
    ["jq -n env", "allow contained work"],
    ["jq -n env", "ask offline bare", {}, { walls: "host" }],
    ["jq '$ENV' package.json", "allow contained work"],
    ["jq '$ENV' package.json", "ask offline bare", {}, { walls: "host" }],
    ["printenv GITHUB_TOKEN", "ask offline bare", {}, { walls: "host" }],
    ["printenv HOME", "ask offline bare", {}, { walls: "host" }],
    ["wc -l $(find src -name '*.ts')", "ask offline bare", {}, { walls: false }],
    ["for d in one two; do mkdir -p src/$d; done", "ask offline bare", {}, { walls: false }],
    ["wc -l $(find src -name '*.ts')", "allow readOnly look", { settings: { mode: "plan" } }],
  ];

  for (const [command, expected, options, more] of [...ROWS, ...EDITS, ...LIVE, ...PROVEN])
    test(`${command}: ${expected}`, async () => {
      expect(says(await decide(inside(command, more), options))).toBe(expected);
    });

  test.each([
    ["in the background", inside("npm test", { input: { command: "npm test", run_in_background: true } })],
    ["with a field nobody declared", inside("npm test", { input: { command: "npm test", sandbox: "off" } })],
    ["typed into a process", call("BashInput", { id: "1", chars: "npm test\n" }, { walls: true })],
    ["code for an interpreter that keeps running", call("REPL", { code: "1" }, { walls: true })],
    ["PowerShell", call("PowerShell", { command: "npm test" }, { walls: true })],
  ])("never %s", async (_why, action) => {
    expect(says(await decide(action))).toMatch(/^ask \w+ bare$/);
    expect(walls.orders).toEqual([]);
  });

  test("the order says what walls have to keep", async () => {
    await decide(inside("npm test"), {
      settings: {
        permissions: { deny: ["Read(./secrets/**)"], ask: ["Edit(./src/**)"], additionalDirectories: ["../lib"] },
        contain: { writable: ["/scratch"], hidden: ["/data"], env: ["CI"] },
      },
    });
    const gate = [`${here.home}/.config/sallyport`, `${here.home}/.local/state/sallyport`];
    expect(walls.orders).toMatchObject([
      {
        walls: "work",
        command: "npm test",
        cwd: here.root,
        projectRoot: here.root,
        home: here.home,
        writable: [`${here.home}/code/lib`, "/scratch"],
        hidden: ["/data", here.at("secrets")],
        gateDirectories: expect.arrayContaining(["/etc/sallyport", ...gate]),
        readOnly: [here.at("src")],
        env: ["CI"],
        gitWrites: false,
      },
    ]);
  });
});

describe("walls that cannot be put up", () => {
  const broken = (): WallsPart => standing(async () => fail("no ticket")).part;
  const throws: WallsPart = {
    ...standing().part,
    raise: async () => {
      throw new Error("disk full");
    },
  };

  test.each([
    ["fail", broken()],
    ["throw", throws],
  ])("%s: the call goes on as if there were none", async (_how, part) => {
    expect(says(await decide(inside("npm test"), { walls: part }))).toBe("ask offline bare");
    expect(says(await decide(inside("npm test"), { walls: part, settings: { mode: "acceptEdits" } }))).toBe(
      "ask prompt bare",
    );
    expect(says(await decide(inside("$X y"), { walls: part, classifier: scripted(SAYS_YES) }))).toBe(
      "deny classifier bare",
    );
  });

  test("a sweep that cannot be ended stops every call in its project", async () => {
    const part: WallsPart = { ...walls.part, finishSweeps: () => ["still there: .git/hooks/x"] };
    expect(await decide(inside("ls"), { walls: part })).toMatchObject({ behavior: "deny", by: "error" });
  });
});

describe("a rule says that a call may run, walls say where", () => {
  test.each([
    ["npm test", "allow allowRule work", allow("Bash(npm test)")],
    ["npm test", "allow allowRule bare", { ...allow("Bash(npm test)"), walls: null }],
    ["git push", "allow allowRule bare", allow("Bash(git push)")],
    ["npm install", "allow allowRule bare", allow("Bash(npm install:*)")],
    ["npm test && git push", "allow allowRule work", allow("Bash(npm test)", "Bash(git push)")],
    [
      "npm test",
      "allow allowRule bare",
      { settings: { permissions: { allow: ["Bash(npm test)"] }, contain: { free: ["Bash(npm test)"] } } },
    ],
    [
      "npm test && npm run build",
      "allow allowRule work",
      {
        settings: {
          permissions: { allow: ["Bash(npm test)", "Bash(npm run build)"] },
          contain: { free: ["Bash(npm test)"] },
        },
      },
    ],
  ] as const)("%s: %s", async (command, expected, options) => {
    expect(says(await decide(inside(command), options as GateOptions))).toBe(expected);
  });

  test("a script of this session is covered inside walls, and nowhere else", async () => {
    for (const [part, expected] of [
      [walls.part, "allow allowRule work"],
      [null, "ask offline bare"],
    ] as const) {
      const gate = here.gate({ walls: part, classifier: null, ...allow("Bash(node fresh.js)", "Edit") });
      await gate.check(call("Write", { file_path: here.at("fresh.js"), content: "1" }));
      expect(says(await gate.check(inside("node fresh.js")))).toBe(expected);
    }
  });
});

test("another hook of the same call is given the same line, and where it is gone the call does not run", async () => {
  const gate = here.gate({ walls: walls.part, classifier: null });
  const first = await gate.judge(inside("npm test", { toolUseId: "u1", event: "PreToolUse" }));
  expect(first).toMatchObject({ joined: false, run: "walled", decision: { by: "contained" } });
  const second = await gate.judge(inside("npm test", { toolUseId: "u1", event: "PermissionRequest" }));
  expect(second).toMatchObject({ joined: true, run: "walled", decision: { by: "contained" } });

  const lost = here.gate({ walls: { ...walls.part, lineOf: () => undefined }, classifier: null });
  await lost.judge(inside("npm test", { toolUseId: "u1", event: "PreToolUse" }));
  expect(await lost.judge(inside("npm test", { toolUseId: "u1", event: "PermissionRequest" }))).toMatchObject({
    run: null,
    decision: { behavior: "deny", by: "error" },
  });
});

test("an agent that types a ticket's line is asked about", async () => {
  const line = `. '${here.home}/.local/state/sallyport/walls/tickets/0/run'`;
  for (const command of [
    line,
    `cat ${here.home}/.local/state/sallyport/walls/live/x`,
    `cd ${here.home}/.local/state/sallyport && . walls/tickets/0/run`,
  ])
    expect(says(await decide(inside(command)))).toBe("ask safetyCheck bare");
});

describe("what came of a walled call", () => {
  const outcome = (more: Partial<TicketOutcome>): TicketOutcome => ({
    ticket: "t1",
    refused: [],
    swept: [],
    writes: [],
    creates: [],
    complete: true,
    ...more,
  });

  test("a refused call is not walled again, and the ask names how its rule is freed", async () => {
    const gate = here.gate({ walls: walls.part, classifier: null, ...allow("Bash(npm test)") });
    expect(says(await gate.check(inside("npm test")))).toBe("allow allowRule work");
    walls.ended.push(outcome({ refused: ["packages.example:443"] }));
    const again = await gate.check(inside("npm test"));
    expect(says(again)).toBe("ask offline bare");
    expect(again.reason).toContain("sallyport allow --free 'Bash(npm test)'");
    expect(says(await gate.check(inside("npm run build")))).toBe("allow contained work");
  });

  test("a refused call goes to the model, whose yes is then without walls", async () => {
    const gate = here.gate({ walls: walls.part, ...MODEL });
    await gate.check(inside("$TOOL x"));
    walls.ended.push(outcome({ refused: ["x"] }));
    expect(says(await gate.check(inside("$TOOL x")))).toBe("allow classifier bare");
  });

  test("what it wrote is the session's, and its result is told once", async () => {
    const gate = here.gate({ walls: walls.part, classifier: null, ...allow("Bash(node made.js)") });
    await gate.check(inside("npm test"));
    walls.ended.push(outcome({ writes: [here.at("made.js")], creates: [here.at("made.js")] }));
    here.write("made.js", "1\n");
    expect(says(await gate.check(bash("rm made.js")))).toBe("allow acceptEdits bare");
    expect(says(await gate.check(bash("node made.js")))).toBe("ask offline bare");
  });
});

describe("why there are no walls is said", () => {
  const failing = { walls: standing(async () => fail("a\uFFFD.txt: its name cannot be read as text")).part };
  test.each<[string, Action, GateOptions, string | undefined]>([
    ["they could not be put up", inside("npm test"), failing, "a\uFFFD.txt: its name cannot be read as text"],
    ["nor for an opaque command", inside("eval $X"), failing, "its name cannot be read as text"],
    ["the host cannot", inside("npm test", { walls: false, noWalls: "its sandbox is on" }), {}, "its sandbox is on"],
    ["walls would not have held it", inside("git push", { walls: false, noWalls: "its sandbox is on" }), {}, undefined],
    ["nobody wants them", inside("npm test", { walls: false }), {}, undefined],
  ])("%s", async (_, action, options, why) => {
    const { behavior, walls: around, reason } = await decide(action, options);
    expect([behavior, around]).toEqual(["ask", null]);
    if (why === undefined) expect(reason).not.toContain("inside walls");
    else expect(reason).toMatch(/; it could not be put inside walls: .+\. (?:To settle|Walls|No rule|Nothing)/);
    if (why !== undefined) expect(reason).toContain(why);
  });
});

describe("what rules name that is not there, or is in git's objects", () => {
  const order = async (...rules: readonly string[]): Promise<WallsOrder> => {
    await decide(inside("npm test"), deny(...rules));
    const [first] = walls.orders;
    if (first === undefined) throw new Error("no walls were ordered");
    return first;
  };
  const matches = ({ unmade }: WallsOrder, path: string): boolean =>
    unmade.some((expression) => new RegExp(`^${expression}(/.*)?$`, "i").test(here.at(path)));

  test.each<[string, readonly string[], readonly string[]]>([
    ["Edit(locked.txt)", ["locked.txt", "a/b/locked.txt", "LOCKED.txt/x"], ["locked-txt", "unlocked.txt"]],
    ["Edit(/db/*.sql)", ["db/1.sql"], ["db/a/1.sql", "x/db/1.sqlx"]],
    ["Edit(gen/**)", ["gen/a", "gen/a/b"], ["gene/a"]],
    ["Edit(a?c.[ch])", ["abc.c", "abc.h"], ["ac.c"]],
    ["Edit(x+(1).txt)", ["x+(1).txt"], ["xx1.txt"]],
  ])("%s", async (rule, yes, no) => {
    const ordered = await order(rule);
    expect(yes.filter((path) => !matches(ordered, path))).toEqual([]);
    expect(no.filter((path) => matches(ordered, path))).toEqual([]);
  });

  test("objects are hidden where a Read rule names a tracked file, also one that was removed", async () => {
    const git = (...words: readonly string[]) =>
      spawnSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.org", ...words], { cwd: here.root });
    git("init", "-q");
    here.write("gone.key", "k");
    git("add", ".");
    git("commit", "-qm", "one");
    rmSync(here.at("gone.key"));
    const objects = here.at(".git/objects");
    const hides = async (...rules: readonly string[]): Promise<boolean> => {
      walls = standing();
      return (await order(...rules)).hiddenObjects.includes(objects);
    };
    expect(await hides("Read(secrets/**)")).toBe(true);
    expect(await hides("Read(gone.key)")).toBe(true);
    expect(await hides("Read(untracked.txt)")).toBe(false);
    expect(await hides("Edit(secrets/**)")).toBe(false);
    writeFileSync(here.at(".git/index"), "garbage");
    expect(await hides("Read(untracked.txt)")).toBe(true);
    rmSync(here.at(".git"), { recursive: true });
  });
});

describe("walls that nobody was told of are taken down again", () => {
  const dropping = () => {
    let made = 0;
    const dropped: string[] = [];
    const part: WallsPart = {
      ...walls.part,
      raise: (order) => raisedAs({ run: "walled", ticket: `t${++made}` }, order),
      lineOf: () => "walled",
      drop: (ticket) => void dropped.push(ticket),
    };
    return { part, dropped, made: () => made };
  };

  test("two events of one call at once: one ticket is left", async () => {
    const { part, dropped } = dropping();
    const gate = here.gate({ walls: part, classifier: null });
    const event = (name: string): Action => inside("node test.js", { session: "twice", toolUseId: "u", event: name });
    const both = await Promise.all([gate.judge(event("PreToolUse")), gate.judge(event("PermissionRequest"))]);
    expect(both.map(({ joined }) => joined).sort()).toEqual([false, true]);
    expect(dropped).toHaveLength(1);
  });

  test("nobody waits any more: nothing is put up, and the call does not run", async () => {
    const { part, made } = dropping();
    const gate = here.gate({ walls: part, classifier: null });
    const waited = async (): Promise<void> => {
      throw new Error("gone");
    };
    const { decision } = await gate.judge(inside("node test.js", { session: "gone" }), { waited });
    expect([decision.behavior, made()]).toEqual(["deny", 0]);
  });
});

describe("a call in the background", () => {
  const later = (command: string, said: boolean): Action => ({
    ...inside(command),
    input: { command, run_in_background: said },
  });
  test("that runs code is not put inside walls, and the question says so", async () => {
    const decision = await decide(later("npm test", true));
    expect(says(decision)).toBe("ask offline bare");
    expect(decision.reason).toContain("it is not put inside walls because it is to outlast the call");
  });
  test.each([
    ["what is not in the background", "npm test", false],
    ["what walls would not hold anyway", "npm publish", true],
    ["what is proven", "git status", true],
  ])("is not spoken of where it changes nothing: %s", async (_, command, said) => {
    expect((await decide(later(command, said))).reason).not.toContain("background");
  });
  test("nor where there are no walls at all", async () => {
    expect((await decide(later("npm test", true), { walls: null })).reason).not.toContain("background");
  });
  test.each(['for f in src/*.ts; do cat "$f"; done', "find . -name '*.ts' | xargs wc -l"])(
    "that only reads is put inside them: %s",
    async (command) => {
      expect(says(await decide(later(command, true)))).toBe("allow readOnly look");
    },
  );
});
