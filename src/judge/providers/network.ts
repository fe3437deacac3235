/**
 * A `fetch` for networks with a proxy or certificates of their own, both named in settings: no environment variable is
 * consulted. Only as much of `fetch` as a JSON API needs.
 */
import { readFileSync } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import * as tls from "node:tls";
import type { Fetch } from "./transport.ts";

export interface Network {
  /** `http://user:password@host:port`. */
  readonly proxy?: string | undefined;
  /** A PEM file with further certificate authorities. */
  readonly caFile?: string | undefined;
}

/** A file or address that is no good fails each call, not the start. */
export const specialFetch =
  (network: Network): Fetch =>
  async (input, init) => {
    const url = new URL(typeof input === "string" || input instanceof URL ? input : input.url);
    const signal = init?.signal ?? undefined;
    signal?.throwIfAborted();
    const secure = tlsOptions(url, network);
    const headers = Object.fromEntries(new Headers(init?.headers).entries());
    const options = { method: init?.method ?? "GET", headers, signal };
    const proxy = network.proxy === undefined ? undefined : new URL(network.proxy);
    const send = url.protocol === "http:" ? sendPlain : sendSecure;
    return send({ url, proxy, options, secure, body: init?.body });
  };

const tlsOptions = (url: URL, { caFile }: Network) => ({
  ...(isIP(url.hostname) ? {} : { servername: url.hostname }),
  ...(caFile === undefined ? {} : { ca: [...tls.rootCertificates, readFileSync(caFile, "utf8")] }),
});

interface Outgoing {
  readonly url: URL;
  readonly proxy: URL | undefined;
  readonly options: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal | undefined;
  };
  readonly secure: ReturnType<typeof tlsOptions>;
  readonly body: unknown;
}

const sendPlain = async ({ url, proxy, options, body }: Outgoing): Promise<Response> => {
  if (proxy === undefined) return respond(http.request(url, options), body);
  const headers = { ...options.headers, host: url.host, ...credentials(proxy) };
  return respond(http.request({ ...address(proxy), ...options, path: url.href, headers }), body);
};

const sendSecure = async ({ url, proxy, options, secure, body }: Outgoing): Promise<Response> => {
  if (proxy === undefined) return respond(https.request(url, { ...options, ...secure, agent: false }), body);
  const socket = await tunnel(proxy, url, options.signal);
  const createConnection = () => tls.connect({ socket, ...secure });
  return respond(https.request(url, { ...options, createConnection }), body);
};

const address = (url: URL) => ({ host: url.hostname, port: url.port === "" ? 80 : Number(url.port) });

const credentials = (proxy: URL): Readonly<Record<string, string>> =>
  proxy.username === ""
    ? {}
    : {
        "proxy-authorization": `Basic ${Buffer.from(`${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`).toString("base64")}`,
      };

/** A connection through the proxy, before TLS: the proxy sees where, not what. */
const tunnel = (proxy: URL, to: URL, signal: AbortSignal | undefined) =>
  new Promise<Duplex>((resolve, reject) => {
    const target = `${to.hostname}:${to.port === "" ? 443 : to.port}`;
    const request = http.request({
      ...address(proxy),
      method: "CONNECT",
      path: target,
      headers: { host: target, ...credentials(proxy) },
      signal,
    });
    request.on("error", reject);
    request.on("connect", (response, socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      return reject(Object.assign(new Error(`the proxy answered ${response.statusCode}`), { code: "EPROXY" }));
    });
    request.end();
  });

const respond = (request: http.ClientRequest, body: unknown): Promise<Response> =>
  new Promise((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (message) => {
      const status = message.statusCode ?? 500;
      const headers = new Headers();
      for (const [name, value] of Object.entries(message.headers))
        for (const one of [value ?? []].flat()) headers.append(name, one);
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          message.on("data", (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)));
          message.on("end", () => controller.close());
          message.on("error", (error) => controller.error(error));
        },
        cancel: () => {
          message.destroy();
        },
      });
      resolve(new Response([101, 204, 205, 304].includes(status) ? null : stream, { status, headers }));
    });
    request.end(typeof body === "string" ? body : undefined);
  });
