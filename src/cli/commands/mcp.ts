/** `sallyport mcp`: stands in front of an MCP server, a program or an address. */
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { followingGate, openPool, standingAt, stateDir } from "../../app/index.ts";
import { once } from "../../contract/kept.ts";
import { messageOf } from "../../contract/result.ts";
import {
  acceptChanges,
  changesOf,
  describeChange,
  endTogether,
  type McpProxyParts,
  mcpOverHttp,
  mcpProxy,
  startChild,
  textLines,
  toolPins,
} from "../../hosts/proxies/index.ts";
import { command } from "../command.ts";
import { flag, list, text } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";
import { ownTerminal, realTerminal } from "../terminal/person.ts";
import { askWord, readAnswers } from "../terminal/prompt.ts";
import { refuse, tell } from "../terminal/style.ts";

export const mcp = command({
  name: "mcp",
  about: "stand in front of an MCP server and judge its clients' tool calls",
  usage: [
    ["sallyport mcp [options] -- COMMAND ARGUMENTS…", "a server that is a program"],
    ["sallyport mcp [options] --url URL", "a server over HTTP"],
  ],
  help: "Put this line in place of the server's own in the client's configuration. Tool calls and resources are judged; everything else passes through, in whatever revision of the protocol the two speak. What you must decide is asked through a client that can show you a form, and else denied, in words the model can read. A tool whose description changed since its first use is held back until you have seen the change.",
  options: {
    url: text("URL", "the address of a server over HTTP"),
    name: text("NAME", "the server's name in rules (mcp__NAME__tool); default: from the command or the address"),
    header: list('"K: V"', "sent to the URL; may be given more than once"),
    accept: flag("show what the server --name changed about its tools, and let it count; at a terminal of your own"),
    session: text("ID", "what is remembered between calls; default: as long as this process lives"),
    settings: text("X", "a settings file, or JSON"),
  },
  positionals: "command",
  run: async ({ options, words, misuse }, io) => {
    const { url, settings, header } = options;
    if (options.accept) return acceptTools(options.name, io);
    if ((url === undefined) === (words.length === 0)) return misuse("give a command after --, or --url");
    const standing = (root: string): string => standingAt(root, io);
    const pool = openPool(io, { settings, tell: (text) => tell(io, text), stays: true, standing });
    const opened = pool.gateAt(io.cwd);
    if (!opened.ok) return refuse(io, opened.error);
    for (const warning of opened.value.warnings) tell(io, warning);
    const parts = {
      gate: followingGate(() => pool.gateAt(io.cwd)),
      server: options.name ?? (url === undefined ? nameOf(words) : new URL(url).hostname),
      session: options.session ?? `mcp ${randomUUID()}`,
      at: url ?? words.join("\n"),
    };
    try {
      return url === undefined
        ? await serveProgram(words, parts, io)
        : await serveUrl({ url, headers: Object.fromEntries(header.map(parseHeader)) }, parts, io);
    } finally {
      await pool.close();
    }
  },
});

type Parts = Pick<McpProxyParts, "gate" | "server" | "session"> & { readonly at: string };

/** Shows what changed, and takes exactly that for what the server said first. */
async function acceptTools(server: string | undefined, io: CliIo): Promise<number> {
  if (server === undefined) return refuse(io, "say which server, with --name");
  const above = ownTerminal(io, realTerminal);
  if (!above.ok) return refuse(io, above.error);
  const changes = changesOf(stateDir(io.env), server);
  if (changes.length === 0) return refuse(io, `no tool of a server "${server}" is held back for what changed about it`);
  io.stdout.write(`${changes.map(describeChange).join("\n")}\n\n`);
  const said = await askWord("Let this count from now on? [yes/N]", { io, answers: readAnswers(io) });
  if (said !== "yes") return refuse(io, "nothing was accepted");
  acceptChanges(stateDir(io.env), server);
  io.stdout.write(`What "${server}" says of ${changes.map(({ tool }) => tool).join(", ")} counts from now on.\n`);
  return 0;
}

/** The client speaks to our standard input and output. */
const toClient =
  (io: CliIo) =>
  (line: string): void =>
    io.stdout.write(`${line}\n`);

async function serveProgram(line: readonly string[], parts: Parts, io: CliIo): Promise<number> {
  const child = startChild(line, io.cwd);
  if (io.exit !== undefined) endTogether(child);
  const pins = toolPins(stateDir(io.env), parts);
  const proxy = mcpProxy({ ...parts, pins, cwd: io.cwd, toClient: toClient(io), toServer: child.send });
  const back = (async () => {
    const open = new Set<Promise<void>>();
    for await (const answer of child.lines()) {
      const one: Promise<void> = proxy.fromServer(answer).finally(() => open.delete(one));
      open.add(one);
    }
    await Promise.all(open);
  })();
  const forth = passOn(proxy, io).then(() => child.closeInput());
  forth.catch((error: unknown) => {
    tell(io, String(error));
    child.kill();
  });
  const code = await child.ended;
  await back.catch(() => undefined);
  io.exit?.(code);
  return code;
}

/** Everything the client sends, until it sends no more and all of it is answered. */
async function passOn(proxy: ReturnType<typeof mcpProxy>, io: CliIo): Promise<void> {
  const open = new Set<Promise<void>>();
  for await (const line of textLines(io.stdin)) {
    const one: Promise<void> = proxy.fromClient(line).finally(() => open.delete(one));
    open.add(one);
  }
  await Promise.all(open);
}

interface Address {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server of the era with sessions is reached with the official transport, one without by requests of our own. */
async function serveUrl({ url, headers }: Address, parts: Parts, io: CliIo): Promise<number> {
  const write = toClient(io);
  const heard = new Set<Promise<void>>();
  let hear = (_line: string): void => undefined;
  const modern = mcpOverHttp({ url, headers, toClient: (line) => hear(line) });
  const legacy = sessionServer({ url, headers }, { write, hear: (line) => hear(line) });
  const toServer = (line: string): void => {
    if (!modern.send(line)) legacy.send(line);
  };
  const proxy = mcpProxy({ ...parts, pins: toolPins(stateDir(io.env), parts), cwd: io.cwd, toClient: write, toServer });
  hear = (line) => {
    const one: Promise<void> = proxy.fromServer(line).finally(() => heard.delete(one));
    heard.add(one);
  };
  await passOn(proxy, io);
  await modern.close();
  await legacy.close();
  await Promise.all(heard);
  io.exit?.(0);
  return 0;
}

interface SessionServer {
  readonly send: (line: string) => void;
  readonly close: () => Promise<void>;
}

/** Started with the first line for it: a server of the other era is not bothered. */
function sessionServer(
  { url, headers }: Address,
  client: { write: (line: string) => void; hear: (line: string) => void },
): SessionServer {
  const open = once(async () => {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...headers } } });
    transport.onmessage = (message) => {
      // What the client and the server agreed on is for every later request to say.
      if ("result" in message && typeof message.result === "object" && "protocolVersion" in message.result)
        transport.setProtocolVersion(String(message.result.protocolVersion));
      client.hear(JSON.stringify(message));
    };
    await transport.start();
    return transport;
  });
  let isUsed = false;
  const deliver = async (line: string): Promise<void> => {
    const { JSONRPCMessageSchema } = await import("@modelcontextprotocol/sdk/types.js");
    const sent: { readonly id?: unknown; readonly method?: unknown } = JSON.parse(line);
    try {
      await (await open()).send(JSONRPCMessageSchema.parse(sent));
    } catch (error) {
      const why = `Sallyport: the server at ${url} does not answer: ${messageOf(error)}`;
      if (sent.id !== undefined && sent.method !== undefined)
        client.write(JSON.stringify({ jsonrpc: "2.0", id: sent.id, error: { code: -32_000, message: why } }));
    }
  };
  return {
    send: (line) => {
      isUsed = true;
      deliver(line).catch(() => undefined);
    },
    close: async () => {
      if (!isUsed) return;
      const transport = await open();
      await transport.terminateSession().catch(() => undefined);
      await transport.close();
    },
  };
}

function parseHeader(text: string): readonly [string, string] {
  const at = text.indexOf(":");
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** `npx -y @scope/server-files --flag` is "server-files". */
export function nameOf(command: readonly string[]): string {
  const words = command.filter((word) => !word.startsWith("-"));
  const [program = "server", ...rest] = words.map((word) => basename(word).replace(/@[^@]*$/, ""));
  const runs = /^(?:npx|bunx|uvx|node|python3?|deno|docker|run|exec|pnpm|dlx)$/;
  return (
    (runs.test(program) ? rest.find((word) => !runs.test(word)) : program)?.replace(/\.[cm]?js$|\.py$/, "") || "server"
  );
}
