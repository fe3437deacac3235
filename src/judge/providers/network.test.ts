import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer, type Server as SecureServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CLOCK, createProvider, type ModelRequest, networkFetch } from "./index.ts";
import { CERTIFICATE, KEY } from "./testing/certificate.ts";
import { FORMATS } from "./testing/wires.ts";

const REQUEST: ModelRequest = {
  model: "m",
  system: [{ text: "s" }],
  messages: [[{ text: "hello" }]],
  maxTokens: 1,
  stop: [],
  temperature: 0,
  disableThinking: true,
  tool: null,
  cacheKey: null,
};
const caFile = join(mkdtempSync(join(tmpdir(), "ca-")), "ca.pem");
const body = JSON.stringify(FORMATS.anthropic.answer({ text: "<block>no</block>" }));

let secure: SecureServer;
let proxy: Server;
let ports: { secure: number; plain: number; proxy: number };
let plain: Server;
let through: string[];
const open = new Set<Socket>();
const port = async (server: Server | SecureServer): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  writeFileSync(caFile, CERTIFICATE);
  secure = createSecureServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  plain = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  proxy = createServer((request, response) => {
    through.push(`${request.url} ${request.headers["proxy-authorization"] ?? ""}`);
    request.resume();
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  proxy.on("connect", (request, socket: Socket) => {
    through.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"] ?? ""}`);
    const target = connect(Number(request.url?.split(":")[1]), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    open.add(socket).add(target);
    target.on("error", () => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    socket.on("error", () => target.destroy());
  });
  ports = { secure: await port(secure), plain: await port(plain), proxy: await port(proxy) };
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  for (const server of [secure, proxy, plain]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
beforeEach(() => {
  through = [];
});

const ask = (baseUrl: string, network: Parameters<typeof networkFetch>[0], timeoutMs = 10_000) =>
  createProvider(
    { provider: "anthropic", baseUrl, apiKeyEnv: "K" },
    { env: { K: "k" }, fetch: networkFetch(network), clock: { ...CLOCK, pause: async () => {} } },
  ).complete(REQUEST, { timeoutMs });

test("a server with a certificate of one's own is trusted only if the settings name it", async () => {
  const url = `https://localhost:${ports.secure}`;
  expect(await ask(url, { caFile })).toMatchObject({ ok: true, text: "<block>no</block>" });
  expect(await ask(url, {})).toMatchObject({ ok: false, failure: "network" });
});

test("https goes through the proxy as a tunnel, still checked end to end", async () => {
  const proxyUrl = `http://me:p%40ss@127.0.0.1:${ports.proxy}`;
  const url = `https://localhost:${ports.secure}`;
  expect(await ask(url, { caFile, proxy: proxyUrl })).toMatchObject({ ok: true });
  expect(through).toEqual([`CONNECT localhost:${ports.secure} Basic ${Buffer.from("me:p@ss").toString("base64")}`]);
  expect(await ask(url, { proxy: proxyUrl })).toMatchObject({ ok: false, failure: "network" });
});

test("http goes through the proxy by its whole address", async () => {
  expect(await ask(`http://localhost:${ports.plain}`, { proxy: `http://127.0.0.1:${ports.proxy}` })).toMatchObject({
    ok: true,
  });
  expect(through).toEqual([`http://localhost:${ports.plain}/v1/messages `]);
});

test.each([
  ["a certificate file that is not there", () => ({ caFile: "/nonexistent/ca.pem" })],
  ["a proxy that is not there", () => ({ proxy: "http://127.0.0.1:1" })],
  ["a proxy that refuses", () => ({ proxy: `http://127.0.0.1:${ports.plain}` })],
  ["a proxy that is no address", () => ({ proxy: "nonsense" })],
])("%s is an outage, not an answer", async (_, network) => {
  expect((await ask(`https://localhost:${ports.secure}`, network())).ok).toBe(false);
});

test("nothing set: the global fetch", () => {
  expect(networkFetch({})).toBe(globalThis.fetch);
});
