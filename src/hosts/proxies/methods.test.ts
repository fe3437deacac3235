/** No method of a protocol is passed on because nobody thought of it: what the published SDKs know stands in the tables. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as acp from "@agentclientprotocol/sdk";
import * as acpNes from "@agentclientprotocol/sdk/experimental/nes";
import * as acpNext from "@agentclientprotocol/sdk/experimental/v2/unstable";
import * as acpUnstable from "@agentclientprotocol/sdk/unstable";
import * as mcp from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { mcpProxy } from "./mcp.ts";
import { ACP_TO_EDITOR, type Fate, MCP_TO_CLIENT, MCP_TO_SERVER, oddParameter } from "./methods.ts";

type Union = { readonly options: readonly { readonly shape: { readonly method: { readonly value: string } } }[] };
const methodsOf = (...unions: readonly unknown[]): readonly string[] =>
  (unions as readonly Union[]).flatMap(({ options }) => options.map(({ shape }) => shape.method.value));

const known = (table: Readonly<Record<string, Fate>>) => new Set(Object.keys(table));
const strangers = (methods: readonly string[], table: Readonly<Record<string, Fate>>) =>
  methods.filter((method) => !known(table).has(method));

describe("every method of the SDKs has its row", () => {
  test.each<[string, readonly string[], Readonly<Record<string, Fate>>]>([
    ["MCP, from the client", methodsOf(mcp.ClientRequestSchema, mcp.ClientNotificationSchema), MCP_TO_SERVER],
    ["MCP, from the server", methodsOf(mcp.ServerRequestSchema, mcp.ServerNotificationSchema), MCP_TO_CLIENT],
    [
      "ACP, from the agent",
      [acp, acpUnstable, acpNext, acpNes].flatMap((sdk) => [
        ...Object.values(sdk.CLIENT_METHODS),
        ...Object.values(sdk.PROTOCOL_METHODS),
      ]),
      ACP_TO_EDITOR,
    ],
  ])("%s", (_, methods, table) => {
    expect(methods.length).toBeGreaterThan(8);
    expect(strangers(methods, table)).toEqual([]);
  });
});

describe("every parameter the SDKs know may be said, and no other", () => {
  type Shaped = { readonly unwrap?: () => Shaped; readonly options?: readonly Shaped[]; readonly shape?: object };
  const fieldsOf = (schema: Shaped | undefined): readonly string[] =>
    schema?.unwrap !== undefined
      ? fieldsOf(schema.unwrap())
      : [...Object.keys(schema?.shape ?? {}), ...(schema?.options ?? []).flatMap(fieldsOf)];
  type Known = { readonly shape: { readonly method: { readonly value: string }; readonly params?: Shaped } };
  const mcpFields = (...unions: readonly unknown[]): readonly (readonly [string, readonly string[]])[] =>
    (unions as readonly { readonly options: readonly Known[] }[]).flatMap(({ options }) =>
      options.map(({ shape }) => [shape.method.value, fieldsOf(shape.params)] as const),
    );

  type Schema = { readonly properties?: object; readonly $ref?: string } & Readonly<
    Partial<Record<"allOf" | "anyOf" | "oneOf", readonly Schema[]>>
  > &
    Readonly<Record<"x-side" | "x-method", string | undefined>>;
  function acpFields(version: string): readonly (readonly [string, readonly string[]])[] {
    const [, folder = ""] =
      /^(.*@agentclientprotocol\/sdk\/)/.exec(createRequire(import.meta.url).resolve("@agentclientprotocol/sdk")) ?? [];
    const { $defs } = JSON.parse(readFileSync(join(folder, "schema", version), "utf8")) as {
      readonly $defs: Readonly<Record<string, Schema>>;
    };
    const names = (schema: Schema | undefined): readonly string[] => [
      ...Object.keys(schema?.properties ?? {}),
      ...(schema?.$ref === undefined ? [] : names($defs[schema.$ref.split("/").at(-1) ?? ""])),
      ...[schema?.allOf, schema?.anyOf, schema?.oneOf].flatMap((all) => (all ?? []).flatMap(names)),
    ];
    return Object.entries($defs).flatMap(([name, schema]) =>
      schema["x-side"] !== "agent" && schema["x-method"] !== undefined && /(?:Request|Notification)$/.test(name)
        ? [[schema["x-method"], names(schema)] as const]
        : [],
    );
  }

  test.each<[string, readonly (readonly [string, readonly string[]])[], Readonly<Record<string, Fate>>]>([
    ["MCP, from the client", mcpFields(mcp.ClientRequestSchema, mcp.ClientNotificationSchema), MCP_TO_SERVER],
    ["MCP, from the server", mcpFields(mcp.ServerRequestSchema, mcp.ServerNotificationSchema), MCP_TO_CLIENT],
    ["ACP, from the agent", acpFields("v1/schema.json"), ACP_TO_EDITOR],
    ["ACP, from the agent, not settled yet", acpFields("v1/schema.unstable.json"), ACP_TO_EDITOR],
  ])("%s", (_, methods, table) => {
    expect(methods.length).toBeGreaterThan(8);
    for (const [method, fields] of methods) {
      const said = (params: object) => oddParameter(table, { method, id: 1, params: params as never, result: null });
      expect(said(Object.fromEntries(fields.map((name) => [name, 1]))), method).toBeUndefined();
      if (table[method]?.fields !== undefined) expect(said({ frobnicate: 1 }), method).toContain("nobody knows");
    }
  });

  test("what passes unjudged has its parameters", () => {
    for (const table of [MCP_TO_SERVER, MCP_TO_CLIENT, ACP_TO_EDITOR])
      for (const [method, fate] of Object.entries(table))
        if (fate.is === "harmless") expect(fate.fields, method).toBeDefined();
  });
});

/** The next era's SDK exports no list: its schemas name each method once, whichever way it goes. */
test("every method of the newest MCP SDK stands in one of the tables", () => {
  const dir = dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/client"));
  const code = readdirSync(dir)
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => readFileSync(join(dir, name), "utf8"))
    .join("\n");
  const methods = [...code.matchAll(/literal\("((?!ref\/)[a-z]+\/[A-Za-z/_]+)"\)/g)].map(([, name = ""]) => name);
  expect(methods.length).toBeGreaterThan(20);
  expect(strangers([...new Set(methods)], { ...MCP_TO_SERVER, ...MCP_TO_CLIENT })).toEqual([]);
});

describe("what a server says to the client", () => {
  function bench() {
    const [client, server]: [string[], string[]] = [[], []];
    const proxy = mcpProxy({
      gate: { shadow: false } as never,
      pins: { hear: () => undefined } as never,
      ...{ server: "s", session: "s", cwd: "/" },
      toClient: (line) => client.push(line),
      toServer: (line) => server.push(line),
    });
    return { client, server, proxy };
  }

  test.each([
    '{"jsonrpc":"2.0","id":1,"method":"terminal/create","params":{"command":"rm"}}',
    '{"jsonrpc":"2.0","id":1,"method":"Sampling/CreateMessage","params":{}}',
    '{"jsonrpc":"2.0","method":"notifications/run","params":{}}',
    '{"jsonrpc":"2.0","id":1,"m\\u0065thod":"fs/write","params":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","Method":"fs/write","params":{}}',
    '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"fs/write"}]',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"command":"rm"}}',
    '{"jsonrpc":"2.0","id":1,"method":"roots/list","params":["rm"]}',
    '{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"x","requestedSchema":{},"run":"rm"}}',
    '{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"tools":[]}}',
  ])("%s is not passed on", async (line) => {
    const here = bench();
    await here.proxy.fromServer(line);
    expect(here.client).toEqual([]);
  });

  test.each([
    '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[]}}',
    '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a method"}]}}',
    '{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"method":"x","Method":"y"}}}',
  ])("%s passes as it came", async (line) => {
    const here = bench();
    await here.proxy.fromServer(line);
    expect(here.client).toEqual([line]);
  });
});
