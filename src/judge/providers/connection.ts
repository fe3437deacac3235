/** What an HTTP provider is set up with, and the steps that are the same for all of them. */
import type { ProviderName } from "../../contract/providers.ts";
import { type Clock, withRetries } from "./deadline.ts";
import { failureOfError } from "./failure.ts";
import {
  type CompleteOptions,
  type Completion,
  failed,
  type ModelRequest,
  notSetUp,
  type Provider,
} from "./provider.ts";
import { type Exchange, type Fetch, type Transport, transport } from "./transport.ts";

export interface Connection {
  readonly baseUrl: string;
  /** Null where the endpoint wants none, or where the platform's own credential chain is used. */
  readonly apiKey: string | null;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Bedrock and Vertex. */
  readonly region: string | null;
  readonly project: string | null;
  /** Sees each exchange, bodies only: headers carry the key. */
  readonly observe?: ((exchange: Exchange) => void) | undefined;
}

/** Every SDK is silent, tries once, and reads neither key nor endpoint from the environment. */
export const sdkOptions = (connection: Connection, wire: Transport, timeoutMs: number) => ({
  baseURL: connection.baseUrl,
  fetch: wire.fetch,
  maxRetries: 0,
  timeout: timeoutMs,
  logLevel: "off" as const,
});

/** One try: send, then read the answer by the provider's own schema. */
export type Attempt = (
  wire: Transport,
  request: ModelRequest,
  signal: AbortSignal,
  timeoutMs: number,
) => Promise<Completion>;

export const httpProvider = (name: ProviderName, connection: Connection, attempt: Attempt): Provider => ({
  complete: (request: ModelRequest, options: CompleteOptions) => {
    const { fetch, baseUrl, observe, clock, apiKey } = connection;
    if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
      return Promise.resolve(failed("bad_request", `${name}: baseUrl is not an http address`));
    if (apiKey !== null && !/^[\x21-\x7e]+$/.test(apiKey))
      return Promise.resolve(notSetUp("auth", `${name}: the key is empty or has characters no key has`));
    return withRetries(
      async (signal) => {
        const wire = transport(fetch, { baseUrl, observe });
        try {
          return await attempt(wire, request, signal, options.timeoutMs);
        } catch (error) {
          return failureOfError(error, { now: clock.now(), refused: wire.refused() });
        }
      },
      options,
      clock,
    );
  },
});
