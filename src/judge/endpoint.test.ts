/** What an endpoint says of itself is not believed: a prompt it cut, and a key it says back. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEndpoints } from "./endpoint.ts";
import type { Exchange } from "./providers/index.ts";
import type { NetworkProvider } from "./providers/table.ts";
import { type FaultServer, faultServer } from "./providers/testing/server.ts";
import { baseUrl, WIRES } from "./providers/testing/wires.ts";
import { testSettings } from "./testing.ts";

const KEY = "corp-secret-key-0123456789/+";
let server: FaultServer;
beforeAll(async () => {
  server = await faultServer();
});
afterAll(() => server.close());

async function ask(provider: NetworkProvider, characters: number, seen: Exchange[] = []) {
  const settings = {
    ...testSettings(),
    provider,
    baseUrl: baseUrl(provider, server.url),
    apiKeyEnv: "K",
    model: "claude-haiku-4-5-20251001",
    region: "r",
    project: "p",
  };
  const [endpoint] = openEndpoints({ settings, env: { K: KEY }, observe: (one) => void seen.push(one) });
  if (endpoint === undefined) throw new Error("no endpoint");
  const request = {
    system: [{ text: "x".repeat(characters) }],
    messages: [[{ text: "" }]],
    maxTokens: 64,
    stop: [],
    tool: null,
  };
  return endpoint.complete(request, { timeoutMs: 5_000, session: "s" });
}

describe.each(WIRES)("%s", (wire) => {
  /** The server says that it read 10,000 tokens or 10,500, most of them from its cache. */
  test.each([
    [69_000, true],
    [80_000, false],
  ])("a prompt of %i characters", async (characters, ok) => {
    server.script({ do: "answer", answer: { text: "<block>no</block>" } });
    expect(await ask(wire, characters)).toMatchObject(ok ? { ok } : { ok, failure: "too_long" });
  });

  test.each([400, 401])("a key that is said back with status %i is in nothing that is kept or told", async (status) => {
    const said = `wrong key ${KEY}, ${encodeURIComponent(KEY)}, ${Buffer.from(KEY).toString("base64")}`;
    server.script({ do: "status", status, message: said });
    const seen: Exchange[] = [];
    const kept = JSON.stringify([await ask(wire, 10, seen), seen]);
    expect(kept).toContain("[secret, 28 characters]");
    expect(kept).not.toContain("corp-secret");
    expect(kept).not.toContain(Buffer.from(KEY).toString("base64").slice(0, 12));
  });

  test("a key in the model's own words, or cut off by a bound", async () => {
    server.script({ do: "answer", answer: { text: `<block>yes</block><reason>${KEY}</reason>` } });
    expect(JSON.stringify(await ask(wire, 10))).not.toContain("corp-secret");
    server.script({ do: "status", status: 400, message: `${"x ".repeat(243)}${KEY}` });
    expect(JSON.stringify(await ask(wire, 10))).not.toContain("corp-sec");
  });
});
