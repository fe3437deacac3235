/** `sallyport mcp`: stands in front of an MCP server, a program or an address. */
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { openGate, stateDir } from "../../app/index.ts";
import { messageOf } from "../../contract/result.ts";
import {
  endTogether,
  forgetPins,
  type McpProxyParts,
  mcpProxy,
  startChild,
  textLines,
  toolPins,
} from "../../hosts/proxies/index.ts";
import { command } from "../command.ts";
import type { CliIo } from "../io.ts";
import { flag, list, text } from "../options.ts";
import { refuse, tell } from "../style.ts";
import { ownTerminal, realTerminal } from "../terminal.ts";

export const mcp = command({
  name: "mcp",
  about: "stand in front of an MCP server and judge its clients' tool calls",
  usage: [
    ["sallyport mcp [options] -- COMMAND ARGUMENTS…", "a server that is a program"],
    ["sallyport mcp [options] --url URL", "a server over HTTP"],
  ],
  help: "Put this line in place of the server's own in the client's configuration. Tool calls and resources are judged; everything else passes through. A tool whose description changed since its first use is held back. Nobody can be asked here: what would be asked is denied, in words the model can read.",
  options: {
    url: text("URL", "the address of a server over HTTP"),
    name: text("NAME", "the server's name in rules (mcp__NAME__tool); default: from the command or the address"),
    header: list('"K: V"', "sent to the URL; may be given more than once"),
    accept: flag(
      "read as first said whatever the server --name says of its tools the next time; at a terminal of your own",
    ),
    session: text("ID", "what is remembered between calls; default: as long as this process lives"),
    settings: text("X", "a settings file, or JSON"),
  },
  positionals: "command",
  run: async ({ options, words, misuse }, io) => {
    const { url, settings, header } = options;
    if (options.accept) return acceptTools(options.name, io);
    if ((url === undefined) === (words.length === 0)) return misuse("give a command after --, or --url");
    const opened = openGate(io, { settings, projectRoot: io.cwd, tell: (text) => tell(io, text), stays: true });
    if (!opened.ok) return refuse(io, opened.error);
    for (const warning of opened.value.warnings) tell(io, warning);
    const parts = {
      gate: opened.value.gate,
      server: options.name ?? (url === undefined ? nameOf(words) : new URL(url).hostname),
      session: options.session ?? `mcp ${randomUUID()}`,
      at: url ?? words.join("\n"),
    };
    try {
      return url === undefined
        ? await serveProgram(words, parts, io)
        : await serveUrl({ url, headers: Object.fromEntries(header.map(parseHeader)) }, parts, io);
    } finally {
      await opened.value.close();
    }
  },
});

type Parts = Pick<McpProxyParts, "gate" | "server" | "session"> & { readonly at: string };

/** The person has read what changed: what the server says next counts as what it said first. */
function acceptTools(server: string | undefined, io: CliIo): number {
  if (server === undefined) return refuse(io, "say which server, with --name");
  const above = ownTerminal(io, realTerminal);
  if (!above.ok) return refuse(io, above.error);
  const count = forgetPins(stateDir(io.env), server);
  if (count === 0) return refuse(io, `nothing is kept of a server "${server}"`);
  io.stdout.write(`What "${server}" says of its tools counts as new: each is kept again at its next use.\n`);
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

/** The server is reached with the official transport. */
async function serveUrl({ url, headers }: Address, parts: Parts, io: CliIo): Promise<number> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const { JSONRPCMessageSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...headers } } });
  const write = toClient(io);
  const toServer = (line: string): void => {
    const message = JSONRPCMessageSchema.parse(JSON.parse(line));
    transport.send(message).catch((error: unknown) => {
      const why = `Sallyport: the server at ${url} does not answer: ${messageOf(error)}`;
      if ("id" in message && "method" in message)
        write(JSON.stringify({ jsonrpc: "2.0", id: message.id, error: { code: -32_000, message: why } }));
    });
  };
  const proxy = mcpProxy({ ...parts, pins: toolPins(stateDir(io.env), parts), cwd: io.cwd, toClient: write, toServer });
  transport.onmessage = (message) => {
    // What the client and the server agreed on is for every later request to say.
    if ("result" in message && typeof message.result === "object" && "protocolVersion" in message.result)
      transport.setProtocolVersion(String(message.result.protocolVersion));
    void proxy.fromServer(JSON.stringify(message));
  };
  await transport.start();
  await passOn(proxy, io);
  await transport.terminateSession().catch(() => undefined);
  await transport.close();
  io.exit?.(0);
  return 0;
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
