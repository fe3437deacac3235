/** A loopback server that answers, fails or misbehaves as it is told, one step a request. For tests. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { formatAt, type ServedAnswer, type WireFormat } from "./wires.ts";

export type ServerStep =
  | { readonly do: "answer"; readonly answer: ServedAnswer }
  | {
      readonly do: "status";
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly do: "body"; readonly body: string; readonly type?: string; readonly status?: number }
  | { readonly do: Misbehaviour };

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface FaultServer {
  readonly url: string;
  /** Requests since the last `script`. */
  readonly seen: readonly SeenRequest[];
  /** The last step goes on for all further requests. */
  script(...steps: readonly ServerStep[]): void;
  close(): Promise<void>;
}

export const faultServer = async (): Promise<FaultServer> => {
  let steps: readonly ServerStep[] = [];
  let seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? "";
    seen.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
    const step = steps[Math.min(seen.length, steps.length) - 1];
    const format = formatAt(path);
    if (step === undefined || format === undefined) send(response, 404, "application/json", "{}");
    else play(step, format, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get seen() {
      return seen;
    },
    script: (...next) => {
      steps = next;
      seen = [];
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

const send = (
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(body);
};

const json = "application/json";

type Misbehaviour = "hang" | "drip" | "reset" | "half" | "flood";

const play = (step: ServerStep, format: WireFormat, response: ServerResponse): void => {
  if (step.do === "answer") send(response, 200, json, JSON.stringify(format.answer(step.answer)));
  else if (step.do === "status")
    send(
      response,
      step.status,
      json,
      JSON.stringify(format.error(step.status, step.message ?? "it failed")),
      step.headers,
    );
  else if (step.do === "body") send(response, step.status ?? 200, step.type ?? json, step.body);
  else MISBEHAVE[step.do](response, JSON.stringify(format.answer({ text: "<block>no</block>" })));
};

const MISBEHAVE: { readonly [what in Misbehaviour]: (response: ServerResponse, body: string) => void } = {
  hang: () => {},
  reset: (response) => response.destroy(),
  half: (response, body) => {
    response.writeHead(200, { "content-type": json, "content-length": String(body.length) });
    response.write(body.slice(0, body.length / 2));
    setTimeout(() => response.destroy(), 5);
  },
  drip: (response, body) => {
    response.writeHead(200, { "content-type": json, "content-length": String(body.length) });
    let at = 0;
    const timer = setInterval(() => at < body.length - 1 && response.write(body[at++]), 10);
    response.on("close", () => clearInterval(timer));
  },
  flood: (response) => {
    response.writeHead(200, { "content-type": json });
    const timer = setInterval(() => response.write(" ".repeat(256 * 1024)), 1);
    response.on("close", () => clearInterval(timer));
  },
};
