// A server of the official SDK for tests, on standard input and output or on a loopback port: `mcp-server.mjs [PORT] [modern]`.
import { createServer } from "node:http";
import { acceptedContent, createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

const [port] = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const legacy = process.argv.includes("modern") ? "reject" : undefined;

const make = () => {
  const server = new McpServer({ name: "shop", version: "1" }, { capabilities: { tools: {}, resources: {} } });
  const text = (said, more = {}) => ({ content: [{ type: "text", text: said }], ...more });
  server.registerTool(
    "look",
    {
      description: "Looks.",
      inputSchema: z.object({ at: z.string() }),
      outputSchema: z.object({ seen: z.string() }),
      icons: [{ src: "data:image/png;base64,AA==" }],
    },
    async ({ at }) => text(`saw ${at}`, { structuredContent: { seen: at }, _meta: { "com.example/kept": 1 } }),
  );
  server.registerTool("buy", { description: "Buys.", inputSchema: z.object({ item: z.string() }) }, async ({ item }) =>
    text(`bought ${item}`),
  );
  server.registerTool(
    "fit",
    { description: "Fits.", inputSchema: z.object({ item: z.string() }) },
    async ({ item }, ctx) => {
      const schema = z.object({ size: z.string() });
      const answer = acceptedContent(ctx.mcpReq.inputResponses, "size", schema);
      if (answer !== undefined) return text(`${item} in ${answer.size}`);
      const size = inputRequired.elicit({ message: "Which size?", requestedSchema: schema });
      return inputRequired({ inputRequests: { size }, requestState: "S" });
    },
  );
  server.registerTool("burn", { description: "Burns.", inputSchema: z.object({}) }, async () => text("burnt"));
  return server;
};

if (port === undefined) serveStdio(make, legacy === undefined ? {} : { legacy });
else {
  const handler = createMcpHandler(make, legacy === undefined ? {} : { legacy });
  createServer(async (req, res) => {
    const chunks = [];
    for await (const chunk of req) chunks.push(chunk);
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const response = await handler.fetch(
      new Request(`http://127.0.0.1:${port}${req.url}`, { method: req.method, headers: req.headers, ...body }),
    );
    res.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body !== null) for await (const chunk of response.body) res.write(chunk);
    res.end();
  }).listen(Number(port), "127.0.0.1");
}
