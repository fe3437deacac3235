/** `sallyport mcp`: stands in front of an MCP server, a program or an address. */
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { type CliGate, openGate } from "../../app/open.ts";
import { endTogether, mcpProxy, startChild, textLines } from "../../hosts/proxies/index.ts";
import { beforeCommand } from "../before-command.ts";
import type { CliIo } from "../io.ts";

export const HELP = `sallyport mcp: judges the tool calls of an MCP server's clients

  sallyport mcp [options] -- COMMAND ARGUMENTS…     a server that is a program
  sallyport mcp [options] --url URL                 a server over HTTP

Put this line in place of the server's own in the client's configuration. Only tools/call is judged; everything else
passes through. Nobody can be asked here: what would be asked is denied, in words the model can read.

  --name NAME       the server's name in rules (mcp__NAME__tool); default: from the command or the address
  --header "K: V"   sent to the URL; may be given more than once
  --session ID      what is remembered between calls; default: as long as this process lives
  --settings X      a settings file, or JSON
`;

const OPTIONS = {
  url: { type: "string" },
  name: { type: "string" },
  header: { type: "string", multiple: true },
  session: { type: "string" },
  settings: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const given = beforeCommand(args, OPTIONS);
  if (!given.ok) return cannot(io, given.error);
  const { values, command } = given.value;
  if (values.help === true) {
    io.stdout.write(HELP);
    return 0;
  }
  const { url } = values;
  if ((url === undefined) === (command.length === 0)) return cannot(io, "give a command after --, or --url");
  const opened = openGate(io, { settings: values.settings, projectRoot: io.cwd });
  if (!opened.ok) return cannot(io, opened.error);
  for (const warning of opened.value.warnings) io.stderr.write(`sallyport: ${warning}\n`);
  const parts = {
    gate: opened.value,
    server: values.name ?? (url === undefined ? nameOf(command) : new URL(url).hostname),
    session: values.session ?? `mcp ${randomUUID()}`,
  };
  try {
    return url === undefined
      ? await programServer(command, parts, io)
      : await urlServer(url, values.header ?? [], parts, io);
  } finally {
    await opened.value.close();
  }
}

interface Parts {
  readonly gate: CliGate;
  readonly server: string;
  readonly session: string;
}

const line =
  (io: CliIo) =>
  (text: string): void =>
    io.stdout.write(`${text}\n`);

async function programServer(command: readonly string[], { gate, server, session }: Parts, io: CliIo): Promise<number> {
  const child = startChild(command, io.cwd);
  if (io.exit !== undefined) endTogether(child);
  const proxy = mcpProxy({ gate: gate.gate, server, session, cwd: io.cwd, toClient: line(io), toServer: child.send });
  const back = (async () => {
    for await (const text of child.lines()) io.stdout.write(`${text}\n`);
  })();
  const forth = (async () => {
    const open = new Set<Promise<void>>();
    for await (const text of textLines(io.stdin)) {
      const one: Promise<void> = proxy.fromClient(text).finally(() => open.delete(one));
      open.add(one);
    }
    await Promise.all(open);
    child.closeInput();
  })();
  forth.catch((error: unknown) => {
    io.stderr.write(`sallyport: ${String(error)}\n`);
    child.kill();
  });
  const code = await child.ended;
  await back.catch(() => undefined);
  io.exit?.(code);
  return code;
}

/** The client speaks to our standard input and output; the server is reached with the official transport. */
async function urlServer(
  url: string,
  headers: readonly string[],
  { gate, server, session }: Parts,
  io: CliIo,
): Promise<number> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const { JSONRPCMessageSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const requestInit = { headers: Object.fromEntries(headers.map(headerOf)) };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  const toServer = (text: string): void => {
    const message = JSONRPCMessageSchema.parse(JSON.parse(text));
    transport.send(message).catch((error: unknown) => {
      const why = `Sallyport: the server at ${url} does not answer: ${error instanceof Error ? error.message : String(error)}`;
      if ("id" in message && "method" in message)
        io.stdout.write(
          `${JSON.stringify({ jsonrpc: "2.0", id: message.id, error: { code: -32_000, message: why } })}\n`,
        );
    });
  };
  const proxy = mcpProxy({ gate: gate.gate, server, session, cwd: io.cwd, toClient: line(io), toServer });
  transport.onmessage = (message) => {
    // What the client and the server agreed on is for every later request to say.
    if ("result" in message && typeof message.result === "object" && "protocolVersion" in message.result)
      transport.setProtocolVersion(String(message.result.protocolVersion));
    io.stdout.write(`${JSON.stringify(message)}\n`);
  };
  await transport.start();
  const open = new Set<Promise<void>>();
  for await (const text of textLines(io.stdin)) {
    const one: Promise<void> = proxy.fromClient(text).finally(() => open.delete(one));
    open.add(one);
  }
  await Promise.all(open);
  await transport.terminateSession().catch(() => undefined);
  await transport.close();
  io.exit?.(0);
  return 0;
}

function headerOf(text: string): readonly [string, string] {
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

function cannot(io: CliIo, why: string): number {
  io.stderr.write(`sallyport: ${why} (see sallyport mcp --help)\n`);
  return 1;
}
