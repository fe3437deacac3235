/** Requests of the era without sessions, as a server on loopback sees them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventsOf, mcpOverHttp } from "./mcp-http.ts";

interface Seen {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
let seen: Seen[] = [];
let answer: (body: string, res: ServerResponse, req: IncomingMessage) => void = () => undefined;
let server: Server;
let url = "";
let client: string[] = [];
beforeEach(async () => {
  [seen, client] = [[], []];
  server = createServer(async (req, res) => {
    let body = "";
    for await (const chunk of req) body += chunk;
    seen.push({ headers: req.headers, body });
    answer(body, res, req);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const line = (method: string, params: object = {}, id: number | string = 1): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta: META } });
const open = () => mcpOverHttp({ url, headers: { "X-Key": "k" }, toClient: (text) => client.push(text) });
const json = (res: ServerResponse, body: object, status = 200): void => {
  res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
};
const result = (body: string, said: object = {}): object => ({ jsonrpc: "2.0", id: JSON.parse(body).id, result: said });

describe("headers repeat what the body says", () => {
  beforeEach(() => {
    answer = (body, res) => json(res, result(body));
  });
  test.each<[string, object, string | undefined]>([
    ["tools/call", { name: "look" }, "look"],
    ["resources/read", { uri: "file:///a b" }, "file:///a b"],
    ["prompts/get", { name: "größe" }, `=?base64?${Buffer.from("größe").toString("base64")}?=`],
    ["tools/call", { name: "a\r\nX-Evil: 1" }, `=?base64?${Buffer.from("a\r\nX-Evil: 1").toString("base64")}?=`],
    ["tools/call", { name: "=?base64?x?=" }, `=?base64?${Buffer.from("=?base64?x?=").toString("base64")}?=`],
    ["tools/call", { name: " padded" }, `=?base64?${Buffer.from(" padded").toString("base64")}?=`],
    ["server/discover", { name: "x" }, undefined],
  ])("%s %j", async (method, params, name) => {
    const http = open();
    expect(http.send(line(method, params))).toBe(true);
    await http.close();
    expect(seen[0]?.headers).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      "x-key": "k",
    });
    expect([seen[0]?.headers["mcp-name"], seen[0]?.headers["x-evil"]]).toEqual([name, undefined]);
    expect(seen[0]?.body).toBe(line(method, params));
  });
  test("arguments that a tool's schema wants as headers", async () => {
    const tool = {
      name: "sql",
      inputSchema: {
        properties: {
          region: { type: "string", "x-mcp-header": "Region" },
          at: { type: "object", properties: { zone: { type: "integer", "x-mcp-header": "Zone" } } },
          bad: { type: "string", "x-mcp-header": "no good" },
          gone: { type: "string", "x-mcp-header": "Gone" },
        },
      },
    };
    answer = (body, res) => json(res, result(body, { tools: [tool] }));
    const http = open();
    http.send(line("tools/list"));
    await http.close();
    http.send(
      line("tools/call", { name: "sql", arguments: { region: "us", at: { zone: 4 }, bad: "x", gone: null } }, 2),
    );
    await http.close();
    const { headers } = seen[1] ?? { headers: {} };
    const params = Object.entries(headers).filter(([name]) => name.startsWith("mcp-param-"));
    expect(Object.fromEntries(params)).toEqual({ "mcp-param-region": "us", "mcp-param-zone": "4" });
  });
});

describe("answers", () => {
  const exchange = async (text = line("tools/call", { name: "look" })): Promise<readonly unknown[]> => {
    const http = open();
    http.send(text);
    await http.close();
    return client.map((one) => JSON.parse(one));
  };
  test("a stream: what comes before the answer, and the answer; lines' ends inside JSON are white space", async () => {
    answer = (body, res) => {
      res.writeHead(200, { "Content-Type": "text/event-stream" });
      res.write(
        ': hello\r\n\r\nevent: message\r\ndata: {"jsonrpc":"2.0",\r\ndata: "method":"notifications/progress"}\r\n\r\n',
      );
      res.end(`data: ${JSON.stringify(result(body, { n: 1 }))}\n\n`);
    };
    expect(await exchange()).toEqual([
      { jsonrpc: "2.0", method: "notifications/progress" },
      { jsonrpc: "2.0", id: 1, result: { n: 1 } },
    ]);
  });
  test.each<[string, (body: string, res: ServerResponse) => void, object]>([
    [
      "an error of the protocol, with a status of its own",
      (_, res) =>
        json(res, { jsonrpc: "2.0", error: { code: -32_022, message: "x", data: { supported: ["2026-07-28"] } } }, 400),
      { id: 1, error: { code: -32_022, data: { supported: ["2026-07-28"] } } },
    ],
    [
      "a status without one",
      (_, res) => void res.writeHead(401).end("no"),
      { id: 1, error: { message: expect.stringContaining("401") } },
    ],
    [
      "a stream that ends without an answer",
      (_, res) => void res.writeHead(200, { "Content-Type": "text/event-stream" }).end(": \n\n"),
      { id: 1, error: { message: expect.stringContaining("without an answer") } },
    ],
    [
      "a redirect to another server",
      (_, res) => void res.writeHead(307, { Location: "http://127.0.0.2:1/" }).end(),
      { id: 1, error: { message: expect.stringContaining("another server") } },
    ],
    [
      "a connection that breaks",
      (_, res) => void res.destroy(),
      { id: 1, error: { message: expect.stringContaining("does not answer") } },
    ],
  ])("%s", async (_, says, expected) => {
    answer = says;
    expect(await exchange()).toEqual([expect.objectContaining({ id: 1 })]);
    expect(JSON.parse(client[0] ?? "")).toMatchObject(expected);
  });
  test("a redirect within the server is followed, with the same body", async () => {
    answer = (body, res, req) =>
      req.url === "/mcp" ? void res.writeHead(308, { Location: "/mcp/" }).end() : json(res, result(body));
    expect(await exchange()).toMatchObject([{ id: 1, result: {} }]);
    expect(seen[1]?.body).toBe(seen[0]?.body);
  });
});

test("cancelling closes the stream, and nobody answers", async () => {
  const closed = new Promise<void>((resolve) => {
    answer = (_, res) => {
      res.writeHead(200, { "Content-Type": "text/event-stream" }).write(": \n\n");
      res.on("close", () => resolve());
    };
  });
  const http = open();
  http.send(line("tools/call", { name: "slow" }, "c1"));
  await expect.poll(() => seen.length).toBe(1);
  expect(http.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"c1"}}')).toBe(true);
  await closed;
  await http.close();
  expect(client).toEqual([]);
});

test.each([
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","id":1,"result":{}}',
])("%s is of the era with sessions", (text) => {
  expect(open().send(text)).toBe(false);
  expect(seen).toEqual([]);
});

test("events cut anywhere are the same events", async () => {
  const bytes = new TextEncoder().encode('data: {"a":"é"}\r\n\r\n: x\r\rdata:1\ndata: 2\n\n');
  async function* cut(at: number): AsyncGenerator<Uint8Array> {
    yield bytes.slice(0, at);
    yield bytes.slice(at);
  }
  for (let at = 0; at <= bytes.length; at += 1) {
    const got = [];
    for await (const event of eventsOf(cut(at))) got.push(event);
    expect(got, `cut at ${at}`).toEqual(['{"a":"é"}', "1\n2"]);
  }
});
