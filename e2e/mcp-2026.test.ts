/** The revision 2026-07-28 through the built proxy: the official SDK as client and as server, over stdio and loopback HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { removeTree } from "../src/testing/remove-tree.ts";

const root = join(import.meta.dirname, "..");
const program = join(root, "dist/sallyport.cjs");
const shop = join(root, "e2e/mcp-server.mjs");

let top = "";
beforeAll(() => {
  if (!existsSync(program)) throw new Error("dist/sallyport.cjs is not there: run npm run build first");
  top = realpathSync(mkdtempSync(join(tmpdir(), "mcp-2026-")));
  mkdirSync(join(top, "home/app"), { recursive: true });
});
afterAll(() => removeTree(top));

const SETTINGS = JSON.stringify({
  permissions: { allow: ["mcp__shop__look"], deny: ["mcp__shop__burn"] },
  classifier: { provider: "offline" },
});

let client: Client | undefined;
let server: ChildProcess | undefined;
afterEach(async () => {
  await client?.close();
  server?.kill();
  [client, server] = [undefined, undefined];
});

async function startServer(kind: string, ...words: readonly string[]): Promise<readonly string[]> {
  if (kind === "a program") return ["--", process.execPath, shop, ...words];
  const port = await freePort();
  server = spawn(process.execPath, [shop, String(port), ...words], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/mcp`;
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
  return ["--url", url];
}

interface Person {
  /** What the person answers to each question, by what it says. */
  readonly answers: (message: string) => object;
  readonly mode?: "legacy" | { readonly pin: string };
}

async function connect(args: readonly string[], { answers, mode = { pin: "2026-07-28" } }: Person): Promise<Client> {
  const made = new Client(
    { name: "test", version: "1" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  );
  made.setRequestHandler("elicitation/create", async ({ params }) => answers(params.message) as never);
  client = made;
  const env = { HOME: join(top, "home"), PATH: process.env.PATH ?? "" };
  const line = [program, "mcp", "--name", "shop", "--settings", SETTINGS, ...args];
  await made.connect(
    new StdioClientTransport({ command: process.execPath, args: line, env, cwd: join(top, "home/app") }),
  );
  return made;
}

const textOf = (result: unknown): string =>
  (result as { content: readonly { text?: string }[] }).content.map(({ text = "" }) => text).join("");
const YES = { action: "accept", content: { allow: true } };
const asks = (message: string): boolean => message.startsWith("Sallyport asks");

describe.each(["a program", "an address"])("%s", (kind) => {
  test("nothing is downgraded: a server of that revision alone is reached, and its results are as they were", async () => {
    const shopper = await connect(await startServer(kind, "modern"), { answers: () => ({ action: "cancel" }) });
    const { tools } = await shopper.listTools();
    expect(tools.find(({ name }) => name === "look")).toMatchObject({ icons: [expect.anything()], outputSchema: {} });
    expect(await shopper.callTool({ name: "look", arguments: { at: "bréad" } })).toMatchObject({
      structuredContent: { seen: "bréad" },
      _meta: { "com.example/kept": 1 },
    });
  });
  test("a denial is a result the client takes, and one without an answer names the way at a terminal", async () => {
    const shopper = await connect(await startServer(kind), { answers: () => ({ action: "cancel" }) });
    const denied = await shopper.callTool({ name: "burn", arguments: {} });
    expect([denied.isError, textOf(denied)]).toEqual([true, expect.stringContaining("Denied by Sallyport:")]);
    expect(textOf(await shopper.callTool({ name: "buy", arguments: { item: "bread" } }))).toContain(
      "sallyport approve ",
    );
  });
  test.each([
    ["yes", YES, "bought bread"],
    ["no", { action: "decline" }, "said no"],
  ])("what the person must decide is asked through the client: %s", async (_, said, expected) => {
    const questions: string[] = [];
    const shopper = await connect(await startServer(kind), {
      answers: (message) => {
        questions.push(message);
        return said;
      },
    });
    expect(textOf(await shopper.callTool({ name: "buy", arguments: { item: "bread" } }))).toContain(expected);
    expect(questions).toEqual([expect.stringContaining('{"mcp__shop__buy":{"item":"bread"}}')]);
  });
  test("an approved call goes on through the server's own question: the person is asked once about the call", async () => {
    const questions: string[] = [];
    const shopper = await connect(await startServer(kind), {
      answers: (message) => {
        questions.push(asks(message) ? "gate" : message);
        return asks(message) ? YES : { action: "accept", content: { size: "M" } };
      },
    });
    expect(textOf(await shopper.callTool({ name: "fit", arguments: { item: "hat" } }))).toBe("hat in M");
    expect(questions).toEqual(["gate", "Which size?"]);
  });
  test("the same server in the era before: asked while the call waits", async () => {
    const shopper = await connect(await startServer(kind), { answers: () => YES, mode: "legacy" });
    expect(textOf(await shopper.callTool({ name: "look", arguments: { at: "x" } }))).toBe("saw x");
    expect(textOf(await shopper.callTool({ name: "buy", arguments: { item: "bread" } }))).toBe("bought bread");
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
