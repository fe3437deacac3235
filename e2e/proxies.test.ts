/** The proxies as a client meets them: the built program, the official SDKs' own clients, a real server from npm. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { client as acpClient, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { removeTree } from "../src/testing/remove-tree.ts";

const root = join(import.meta.dirname, "..");
const program = join(root, "dist/sallyport.cjs");
const everything = join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");

let top = "";
let home = "";
beforeAll(() => {
  if (!existsSync(program)) throw new Error("dist/sallyport.cjs is not there: run npm run build first");
  top = realpathSync(mkdtempSync(join(tmpdir(), "proxies-")));
  home = join(top, "home");
  mkdirSync(join(home, "app"), { recursive: true });
});
afterAll(() => removeTree(top));

/** Only the system's programs: what the runner of these tests puts on its PATH may lie where anybody writes. */
const SYSTEM_PATH = [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":");
const env = (): Record<string, string> => ({ HOME: home, PATH: SYSTEM_PATH });
const settings = (permissions: object): string => JSON.stringify({ permissions, classifier: { provider: "offline" } });
const ALLOW = settings({ allow: ["mcp__everything"], deny: ["mcp__everything__get-env"] });

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}
const textOf = (result: unknown): string => (result as Result).content.map(({ text }) => text ?? "").join("");

const SERVERS: Readonly<
  Record<string, () => Promise<{ readonly args: readonly string[]; readonly stop: () => void }>>
> = {
  "a program": async () => ({ args: ["--", process.execPath, everything, "stdio"], stop: () => undefined }),
  "an address": async () => {
    const port = await freePort();
    const server = spawn(process.execPath, [everything, "streamableHttp"], {
      env: { ...env(), PORT: String(port) },
      stdio: "ignore",
    });
    await listening(port);
    return { args: ["--url", `http://127.0.0.1:${port}/mcp`], stop: () => void server.kill() };
  },
};

describe.each(Object.keys(SERVERS))("MCP: %s", (kind) => {
  let stop: () => void = () => undefined;
  let client: Client;
  afterEach(async () => {
    await client?.close();
    stop();
  });
  async function connect(given = ALLOW): Promise<Client> {
    const server = await SERVERS[kind]?.();
    if (server === undefined) throw new Error(kind);
    stop = server.stop;
    const args = [program, "mcp", "--name", "everything", "--settings", given, ...server.args];
    client = new Client({ name: "test", version: "1" }, { capabilities: { sampling: {} } });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: env(), cwd: join(home, "app") }),
    );
    return client;
  }

  test("a call passes, another is refused in words the model can read, everything else is as it was", async () => {
    await connect();
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("echo");
    expect(textOf(await client.callTool({ name: "echo", arguments: { message: "hello" } }))).toContain("hello");
    const denied = await client.callTool({ name: "get-env", arguments: {} });
    expect(denied.isError).toBe(true);
    expect(textOf(denied)).toMatch(/Denied by Sallyport.*mcp__everything__get-env.*good faith/s);
    expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
    expect((await client.listResources()).resources.length).toBeGreaterThan(0);
  });

  test("what nobody allowed is not passed on", async () => {
    await connect(settings({}));
    const held = await client.callTool({ name: "echo", arguments: { message: "hello" } });
    expect(held.isError).toBe(true);
    expect(textOf(held)).toContain("Denied by Sallyport:");
  });

  test("forty calls at once, each with its own answer", async () => {
    await connect();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        client.callTool({ name: n % 4 === 3 ? "get-env" : "echo", arguments: { message: `number ${n}.` } }),
      ),
    );
    for (const [n, answer] of answers.entries())
      expect(textOf(answer)).toContain(n % 4 === 3 ? "Denied by Sallyport" : `number ${n}.`);
  });

  test("progress comes through", async () => {
    await connect();
    const seen: number[] = [];
    const call = { name: "trigger-long-running-operation", arguments: { duration: 1, steps: 4 } };
    await client.callTool(call, undefined, { onprogress: ({ progress }) => void seen.push(progress) });
    // The last one may come together with the result, and the client forgets its listener at that moment.
    expect(seen.slice(0, 3)).toEqual([1, 2, 3]);
  });

  test("a call is cancelled, and the connection goes on", async () => {
    await connect();
    const stopper = new AbortController();
    const call = { name: "trigger-long-running-operation", arguments: { duration: 30, steps: 3 } };
    const waiting = client.callTool(call, undefined, { signal: stopper.signal });
    setTimeout(() => stopper.abort(), 300);
    await expect(waiting).rejects.toThrow();
    expect(textOf(await client.callTool({ name: "echo", arguments: { message: "still here" } }))).toContain(
      "still here",
    );
  });

  test("a message of three million characters", async () => {
    await connect();
    const message = "x".repeat(3_000_000);
    expect(textOf(await client.callTool({ name: "echo", arguments: { message } })).length).toBeGreaterThanOrEqual(
      3_000_000,
    );
  });
});

test("MCP: a server that does not start is the proxy's end", async () => {
  const args = [program, "mcp", "--settings", ALLOW, "--", join(top, "no-such-program")];
  const child = spawn(process.execPath, args, { env: env(), stdio: ["pipe", "pipe", "pipe"] });
  expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(1);
});

/** As `goose mcp developer` serves them to Goose: a shell and an editor, each a tool of a server. */
const DEVELOPER = `
import { execSync } from "node:child_process";
import { createInterface } from "node:readline";
const tool = (name, fields) => ({ name, description: name, inputSchema: { type: "object", properties: Object.fromEntries(fields.map((f) => [f, { type: "string" }])) } });
const TOOLS = [tool("shell", ["command"]), tool("text_editor", ["command", "path", "file_text"])];
const ANSWERS = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "developer", version: "1" } }),
  "tools/list": () => ({ tools: TOOLS }),
  "tools/call": ({ arguments: { command } }) => ({ content: [{ type: "text", text: execSync(command).toString() }] }),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: ANSWERS[method]?.(params) ?? {} }));
});
`;

describe("Goose, whose own tools are a server's", () => {
  let client: Client;
  afterEach(() => client?.close());
  async function shell(command: string, permissions: object): Promise<Result> {
    writeFileSync(join(top, "developer.mjs"), DEVELOPER);
    const server = [process.execPath, join(top, "developer.mjs")];
    const args = [program, "mcp", "--name", "developer", "--settings", settings(permissions), "--", ...server];
    client = new Client({ name: "goose", version: "1.34.0" }, { capabilities: {} });
    const transport = new StdioClientTransport({ command: process.execPath, args, env: env(), cwd: join(home, "app") });
    await client.connect(transport);
    return (await client.callTool({ name: "shell", arguments: { command } })) as Result;
  }

  test.each([
    ["nothing is said of it: held, and the person can approve it", {}, /sallyport approve/],
    ["a deny rule", { deny: ["mcp__developer__shell"], allow: ["mcp__developer"] }, /forbids this/],
    ["a place of the person's in its words", { deny: ["Edit(~/app/goose-*)"], allow: ["mcp__developer"] }, /Sallyport/],
  ])("%s", async (_about, permissions, told) => {
    const marker = join(home, "app/goose-marker");
    const result = await shell(`touch ${marker}`, permissions);
    expect([result.isError, existsSync(marker)]).toEqual([true, false]);
    expect(textOf(result)).toMatch(told);
  });
  test("an allow rule lets it run", async () => {
    expect(textOf(await shell("echo from-goose", { allow: ["mcp__developer__shell"] }))).toBe("from-goose\n");
  });
});

describe("ACP: the official client and agent", () => {
  let child: ChildProcess;
  afterEach(() => void child?.kill());

  /** One prompt for each command; what the agent says it was answered, and how often the editor was asked. */
  async function session(
    commands: readonly string[],
    given: string,
    startedIn = join(home, "app"),
  ): Promise<{ readonly told: readonly string[]; readonly asked: number; readonly did: readonly string[] }> {
    const args = [program, "acp", "--settings", given, "--", process.execPath, join(root, "e2e/hosts/acp-agent.mjs")];
    child = spawn(process.execPath, args, { env: env(), cwd: startedIn, stdio: ["pipe", "pipe", "inherit"] });
    if (child.stdin === null || child.stdout === null) throw new Error("no pipes");
    const stream = ndJsonStream(
      Writable.toWeb(child.stdin),
      Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>,
    );
    let asked = 0;
    const told: string[] = [];
    const did: string[] = [];
    await acpClient()
      .onRequest("terminal/create", ({ params }) => {
        did.push(params.command);
        return { terminalId: "t" };
      })
      .onRequest("fs/write_text_file", ({ params }) => {
        did.push(params.path);
        return {};
      })
      .onRequest("session/request_permission", () => {
        asked++;
        return { outcome: { outcome: "cancelled" as const } };
      })
      .onNotification("session/update", ({ params: { update } }) => {
        if (update.sessionUpdate === "agent_message_chunk" && update.content.type === "text")
          told.push(update.content.text);
      })
      .connectWith(stream, async (agent) => {
        await agent.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
        const { sessionId } = await agent.request("session/new", { cwd: join(home, "app"), mcpServers: [] });
        for (const text of commands)
          await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      });
    return { told, asked, did };
  }

  test("reading is allowed for once, a deny rule is a no, and what the person must decide goes to the editor", async () => {
    writeFileSync(join(home, "app/a.txt"), "a");
    const given = settings({ deny: ["Bash(git push:*)"] });
    expect(await session(["cat a.txt", "git push --force", "npm publish"], given)).toEqual({
      told: ["answered: once", "answered: no", "answered: cancelled"],
      asked: 1,
      did: [],
    });
  });

  test("the project is where the editor began the session, wherever the proxy was started: its root and its rules", async () => {
    const app = join(home, "app");
    mkdirSync(join(app, ".sallyport"), { recursive: true });
    writeFileSync(
      join(app, ".sallyport/settings.json"),
      JSON.stringify({ permissions: { deny: ["Bash(cat b.txt)"] } }),
    );
    const commands = ["cat b.txt", `write: ${app}/new.txt`, `write: ${home}/beside.txt`];
    const { told, did } = await session(commands, settings({}), home);
    expect([did, told[0]]).toEqual([[join(app, "new.txt")], "answered: no"]);
    removeTree(join(app, ".sallyport"));
  });

  test("terminals and files of the editor are judged first, and asked about there", async () => {
    const given = settings({ deny: ["Bash(git push:*)", "Edit(~/.profile)"] });
    const commands = ["terminal: ls", "terminal: git push --force", `write: ${home}/.profile`, "terminal: npm publish"];
    const { told, asked, did } = await session(commands, given);
    expect(did).toEqual(["ls"]);
    expect(asked).toBe(1);
    expect(told.map((text) => text.slice(0, 8))).toEqual(["done", "refused:", "refused:", "refused:"]);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const up = await fetch(`http://127.0.0.1:${port}/mcp`).then(
      () => true,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the server does not come up");
}
