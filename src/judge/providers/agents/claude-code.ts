/**
 * Claude Code for one answer: `claude -p`. No tools, hooks, settings, servers, skills, memory, instructions or session; the
 * system prompt replaces its own. Text like `@file` in a prompt makes it read that file, unless attachments are off.
 */
import * as z from "zod/mini";
import type { ChildEnd } from "../child.ts";
import { failureOfStatus } from "../failure.ts";
import { type Completion, type Failed, failed, joinParts, notSetUp, type Stop } from "../provider.ts";
import { parseLines } from "./events.ts";
import type { AgentKind } from "./kind.ts";
import { claudeLogin, isClaudeLoggedOut } from "./login.ts";

const LOGIN = "claude, then /login";
const NO_LOGIN = `Claude Code is not logged in; run: ${LOGIN}`;

export const claudeCode: AgentKind = {
  title: "Claude Code",
  login: LOGIN,
  missing: (home) => (isClaudeLoggedOut(home) ? NO_LOGIN : undefined),
  loginMark: claudeLogin,
  prepare: ({ model, system, messages, maxTokens }, { scene, key, baseUrl }) => ({
    args: [
      ...["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
      ...["--model", model, "--system-prompt-file", scene.put("system.md", joinParts(system) || "Answer briefly.")],
      ...["--safe-mode", "--tools", "", "--permission-mode", "dontAsk", "--max-turns", "1"],
      ...["--setting-sources", "", "--strict-mcp-config", "--disable-slash-commands", "--no-session-persistence"],
    ],
    env: {
      CLAUDE_CODE_DISABLE_ATTACHMENTS: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      // The prompt asks for the thinking it wants.
      MAX_THINKING_TOKENS: "0",
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxTokens),
      CLAUDE_CODE_MAX_RETRIES: "2",
      ...(key === null
        ? {}
        : { [key.startsWith("sk-ant-oat") ? "CLAUDE_CODE_OAUTH_TOKEN" : "ANTHROPIC_API_KEY"]: key }),
      ...(baseUrl === null ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
    },
    input: `${JSON.stringify({
      type: "user",
      message: { role: "user", content: messages.map((parts) => ({ type: "text", text: joinParts(parts) })) },
    })}\n`,
  }),
  read: (end) => {
    const events = parseLines(end.stdout);
    const result = events.map((event) => Result.safeParse(event).data).find((event) => event !== undefined);
    if (result === undefined) return withoutResult(end);
    if (result.is_error) return failureOf(result);
    if (end.trouble !== null || result.subtype !== "success")
      return failed("bad_response", `Claude Code ended with ${end.trouble ?? result.subtype}`);
    if (!events.some((event) => Bare.safeParse(event).success))
      return failed("bad_response", "Claude Code does not say that it had no tools and no servers");
    if (events.some((event) => isUse(event))) return failed("bad_response", "Claude Code tried to use a tool");
    return completionOf(result);
  },
  canaries: ({ word, mark }) => {
    const hook = (event: string) => [{ matcher: "*", hooks: [{ type: "command", command: mark(event) }] }];
    const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "Stop", "SessionEnd"];
    const settings = JSON.stringify({
      hooks: Object.fromEntries(events.map((event) => [event, hook(`hook-${event}`)])),
      enableAllProjectMcpServers: true,
    });
    const servers = JSON.stringify({ mcpServers: { canary: { command: "/bin/sh", args: ["-c", mark("server")] } } });
    const skill = `---\nname: canary\ndescription: ${word}\n---\n${word}\n`;
    const folder = {
      "CLAUDE.md": word,
      "AGENTS.md": word,
      ".claude/settings.json": settings,
      ".claude/skills/canary/SKILL.md": skill,
      ".mcp.json": servers,
    };
    return {
      home: {
        ".claude/settings.json": settings,
        ".claude/CLAUDE.md": word,
        ".claude/skills/canary/SKILL.md": skill,
        ".claude/agents/canary.md": skill,
        ".claude/commands/canary.md": word,
        "CLAUDE.md": word,
      },
      above: folder,
      here: folder,
    };
  },
  wirePath: "",
  trialModel: "claude-haiku-4-5-20251001",
  shell: (command) => ({ tool: "Bash", input: { command, description: "x" } }),
};

const Tokens = z._default(z.number().check(z.nonnegative()), 0);
const Result = z.object({
  type: z.literal("result"),
  subtype: z.string(),
  is_error: z.boolean(),
  api_error_status: z.nullish(z.number()),
  result: z._default(z.string(), ""),
  stop_reason: z.nullish(z.string()),
  total_cost_usd: z.nullish(z.number().check(z.nonnegative())),
  usage: z.object({
    input_tokens: Tokens,
    output_tokens: Tokens,
    cache_read_input_tokens: Tokens,
    cache_creation_input_tokens: Tokens,
  }),
});

const Nothing = z.array(z.unknown()).check(z.maxLength(0));
const Bare = z.object({
  type: z.literal("system"),
  subtype: z.literal("init"),
  tools: Nothing,
  mcp_servers: Nothing,
  skills: z.optional(Nothing),
  plugins: z.optional(Nothing),
});

const Said = z.object({
  type: z.literal("assistant"),
  message: z.object({ content: z.array(z.object({ type: z.enum(["text", "thinking", "redacted_thinking"]) })) }),
});
const isUse = (event: unknown): boolean =>
  z.object({ type: z.literal("assistant") }).safeParse(event).success && !Said.safeParse(event).success;

const STOPS: Readonly<Record<string, Stop>> = { end_turn: "end", max_tokens: "length", refusal: "refusal" };

const completionOf = ({ result, stop_reason, usage, total_cost_usd }: z.infer<typeof Result>): Completion => ({
  ok: true,
  text: result,
  toolCalls: [],
  stop: STOPS[stop_reason ?? ""] ?? "other",
  stopSent: false,
  usage: {
    input: usage.input_tokens,
    output: usage.output_tokens,
    cacheRead: usage.cache_read_input_tokens,
    cacheWrite: usage.cache_creation_input_tokens,
  },
  costUsd: total_cost_usd ?? null,
});

const NOT_LOGGED_IN = /not logged in|\/login|authenticat|oauth|invalid api key|credit balance/i;
const LIMIT_REACHED = /limit reached|hit your .*limit|usage limit/i;

const failureOf = ({ api_error_status, result }: z.infer<typeof Result>): Failed => {
  if (api_error_status !== null && api_error_status !== undefined) {
    if (api_error_status === 401) return notSetUp("auth", `Claude Code: ${result}; run: ${LOGIN}`);
    if (api_error_status === 404) return notSetUp("bad_request", `Claude Code: ${result}; set classifier.model`);
    return failureOfStatus(api_error_status, result);
  }
  if (LIMIT_REACHED.test(result)) return failed("rate_limited", result);
  if (/^not logged in/i.test(result)) return notSetUp("auth", NO_LOGIN);
  if (NOT_LOGGED_IN.test(result)) return notSetUp("auth", `Claude Code: ${result}; run: ${LOGIN}`);
  return failed("server_error", `Claude Code: ${result}`);
};

/** A version that does not know an option says so and stops. */
const withoutResult = ({ trouble, stderr }: ChildEnd): Failed =>
  /unknown option/.test(stderr)
    ? notSetUp("auth", `this Claude Code is too old to be asked (${stderr.trim()}); run: claude update`)
    : failed("bad_response", `Claude Code gave no result (${trouble ?? "exit code 0"}): ${stderr}`);
