/** Fields that are secrets by what stands beside them, or by the tool that is called with them. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../contract/action.ts";
import { hideInObject, hidesMore, redactObject, secretsIn } from "./redact.ts";

const S = "zebrastripe";

test.each<JsonObject>([
  { key: "DB_PASSWORD", value: S },
  { variable: "DB_PASSWORD", value: S },
  { env: [{ name: "DB_PASSWORD", value: S }] },
  { vars: [{ key: "API_TOKEN", val: S }] },
  { name: "DB_PASSWORD", content: S },
  { secretName: "a", value: S },
  { secret_name: "a", value: S },
  { secret_id: "a", payload: S },
  { envVar: "DB_PASSWORD", newValue: S },
  { Name: "DB_PASSWORD", Value: S },
  { name: "DB_PASSWORD", string_value: S },
  { name: "DB_PASSWORD", default: S },
  { id: "password", value: S },
  { pairs: [["DB_PASSWORD", S]] },
  { action: "set_secret", name: "a", value: S },
  { type: "secret", name: "a", value: S },
  { secret: true, name: "a", value: S },
  { sensitive: true, key: "a", value: S },
  { key: "a", value: S, is_secret: true },
  { type: "encrypted", key: "a", value: S },
  { Parameters: [{ ParameterKey: "DbPassword", ParameterValue: S }] },
  { options: [{ option: "--password", argument: S }] },
  { json: JSON.stringify({ name: "DB_PASSWORD", type: "x", value: S }) },
  { json: JSON.stringify({ value: S, name: "DB_PASSWORD" }) },
  { json: JSON.stringify({ text: JSON.stringify([{ key: "API_TOKEN", value: S }]) }) },
])("%j", (input) => {
  expect(JSON.stringify(redactObject(input))).not.toContain(S);
  expect(secretsIn(input).join(" ")).toContain(S);
});

test.each<[string, JsonObject]>([
  ["mcp__x__set_secret", { name: "db", value: S }],
  ["mcp__x__createSecret", { name: "db", payload: S }],
  ["mcp__vault__write-secret", { path: "a/b", data: S }],
  ["mcp__x__add_credential", { id: "1", value: S }],
  ["mcp__x__update_secrets", { items: [{ name: "db", value: S }] }],
  ["mcp__x__rotate_password", { user: "alice", value: S }],
  ["mcp__x__login", { username: "alice", pw: S }],
  ["mcp__x__set_password", { user: "alice", new: S }],
  ["mcp__x__changePassword", { user: "alice", to: S }],
  ["mcp__x__set_env_var", { key: "FOO", value: "Zebra77Stripe" }],
])("%s %j", (tool, input) => {
  expect(JSON.stringify(redactObject(input, tool))).not.toMatch(/zebrastripe|Zebra77/);
  expect(JSON.stringify(hideInObject(input, tool))).not.toMatch(/zebrastripe|Zebra77/);
  expect(secretsIn(input, tool)).toHaveLength(1);
  expect(hidesMore(input, tool)).toBe(false);
});

test("what is more than a word cannot be shown whole", () => {
  expect(hidesMore({ name: "a", value: "rm -rf /" }, "mcp__x__set_secret")).toBe(true);
});

describe("stays as it is", () => {
  test.each<[string, JsonObject]>([
    ["mcp__x__set_secret", { name: "db", project: "shop", environment: "prod" }],
    ["mcp__x__get_secret", { name: "db", value: "hello" }],
    ["mcp__secrets__list", { name: "db", value: "hello" }],
    ["mcp__x__set_env_var", { key: "NODE_ENV", value: "production" }],
    ["mcp__x__update_design_tokens", { name: "space", value: "4px" }],
    ["mcp__x__create_issue", { title: "token", body: "It fails" }],
    ["mcp__x__fill", { element: "Search", text: "hello" }],
    ["x", { user: "name", name: "x", value: "hello" }],
    ["x", { name: "tokens.md", content: "hello" }],
    ["x", { path: "docs/secrets.md", content: "hello" }],
    ["x", { name: "token", content: "some words of a page" }],
    ["x", { to: "bob@x.example", name: "token" }],
    ["x", { name: "max_tokens", value: "4096" }],
    ["x", { key: "theme", value: "dark", visible: true }],
  ])("%s %j", (tool, input) => {
    expect(redactObject(input, tool)).toEqual(input);
  });
});
