/**
 * Codex for one answer: `codex exec`. It gets a home of its own that holds nothing but its login, so that no instructions,
 * hooks, servers, skills, memories or rules of the person's can be in it; every tool is off, and a version that does not know
 * one of the options refuses to start (`--strict-config`).
 */
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { ChildEnd } from "../child.ts";
import { failureOfStatus } from "../failure.ts";
import { type Completion, type Failed, failed, joinParts, notSetUp } from "../provider.ts";
import { parseLines } from "./events.ts";
import type { AgentKind, AgentPlace } from "./kind.ts";
import { markFile } from "./login.ts";

const LOGIN = "codex login";
const KEY = "CODEX_API_KEY";

/** Whatever would give the model a tool, or text that is not ours. */
const OFF_FEATURES =
  "hooks shell_tool unified_exec view_image apps plugins multi_agent skill_search goals image_generation sleep_tool tool_suggest";
const OFF_CONFIG = [
  'web_search="disabled"',
  "tools.update_plan.enabled=false",
  "tools.experimental_request_user_input.enabled=false",
  "skills.include_instructions=false",
  "skills.bundled.enabled=false",
  "project_doc_max_bytes=0",
  "project_root_markers=[]",
  "include_environment_context=false",
  "include_permissions_instructions=false",
  "include_apps_instructions=false",
  "include_collaboration_mode_instructions=false",
  'history.persistence="none"',
  "analytics.enabled=false",
  "check_for_update_on_startup=false",
  'model_reasoning_effort="low"',
];

export const codex: AgentKind = {
  title: "Codex",
  login: LOGIN,
  missing: (home) => (existsSync(loginFile(home)) ? undefined : `Codex is not logged in; run: ${LOGIN}`),
  loginMark: (home) => markFile(loginFile(home)),
  prepare: ({ model, system, messages }, place) => ({
    args: [
      ...["exec", "--json", "--ephemeral", "--ignore-user-config", "--ignore-rules", "--strict-config"],
      ...["--skip-git-repo-check", "-s", "read-only", "-m", model],
      ...OFF_FEATURES.split(" ").flatMap((feature) => ["--disable", feature]),
      ...[...OFF_CONFIG, ...endpointConfig(place)].flatMap((setting) => ["-c", setting]),
      ...[
        "-c",
        `model_instructions_file=${toml(place.scene.put("system.md", joinParts(system) || "Answer briefly."))}`,
      ],
      "-",
    ],
    env: { ...makeHome(place), ...(place.key === null ? {} : { [KEY]: place.key }) },
    input: messages.map(joinParts).join("\n\n"),
  }),
  read: (end) => {
    const events = parseLines(end.stdout);
    const failure = events.map((event) => TurnFailed.safeParse(event).data).find((event) => event !== undefined);
    if (failure !== undefined) return failureOf(failure.error.message);
    const done = events.map((event) => TurnDone.safeParse(event).data).find((event) => event !== undefined);
    if (end.trouble !== null || done === undefined) return withoutTurn(end);
    const items = events.flatMap((event) => ItemEvent.safeParse(event).data ?? []);
    const used = items.find(({ item }) => !HARMLESS_ITEMS.has(item.type));
    if (used !== undefined) return failed("bad_response", `Codex tried to use a tool (${used.item.type})`);
    const said = items.filter(({ type, item }) => type === "item.completed" && item.type === "agent_message");
    return completionOf(
      said.map(({ item }) => item.text ?? ""),
      done.usage,
    );
  },
  canaries: ({ word, mark }) => {
    const hook = (event: string) => [{ matcher: "*", hooks: [{ type: "command", command: mark(event) }] }];
    const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "Stop"];
    const hooks = JSON.stringify({ hooks: Object.fromEntries(events.map((event) => [event, hook(`hook-${event}`)])) });
    const server = `[mcp_servers.canary]\ncommand = "/bin/sh"\nargs = ["-c", ${toml(mark("server"))}]\n`;
    const config = `developer_instructions = "${word}"\nnotify = ["/bin/sh", "-c", ${toml(mark("notify"))}]\n${server}`;
    const skill = `---\nname: canary\ndescription: ${word}\n---\n${word}\n`;
    return {
      home: {
        ".codex/AGENTS.md": word,
        ".codex/config.toml": config,
        ".codex/hooks.json": hooks,
        ".codex/skills/canary/SKILL.md": skill,
        ".agents/skills/canary/SKILL.md": skill,
      },
      above: { "AGENTS.md": word, ".codex/config.toml": server, ".agents/skills/canary/SKILL.md": skill },
      here: { "AGENTS.md": word, ".codex/config.toml": server },
    };
  },
  wirePath: "/v1",
  trialModel: "gpt-5.6-luna",
  shell: (cmd) => ({ tool: "exec_command", input: { cmd } }),
};

const loginFile = (home: string): string => join(home, ".codex", "auth.json");
/** A TOML string with JSON's escapes. */
const toml = (text: string): string => JSON.stringify(text);

/** The login is the person's own file, not a copy: a token that is renewed is renewed for both. */
const makeHome = ({ scene, home, key }: AgentPlace): Readonly<Record<string, string>> => {
  const own = join(scene.root, "codex");
  const nowhere = join(scene.root, "home");
  for (const path of [own, nowhere]) mkdirSync(path, { mode: 0o700 });
  if (key === null)
    for (const name of ["auth.json", "auth.lock"]) symlinkSync(join(home, ".codex", name), join(own, name));
  return { CODEX_HOME: own, HOME: nowhere, USERPROFILE: nowhere };
};

const endpointConfig = ({ baseUrl, key }: AgentPlace): readonly string[] => {
  if (baseUrl === null) return [];
  const login = key === null ? "requires_openai_auth=true" : `env_key=${toml(KEY)}`;
  const tries = "request_max_retries=2,stream_max_retries=2,supports_websockets=false";
  return [
    'model_provider="endpoint"',
    `model_providers.endpoint={name="endpoint",base_url=${toml(baseUrl)},wire_api="responses",${login},${tries}}`,
  ];
};

const Tokens = z._default(z.number().check(z.nonnegative()), 0);
const Used = z.object({ input_tokens: Tokens, cached_input_tokens: Tokens, output_tokens: Tokens });
const TurnDone = z.object({ type: z.literal("turn.completed"), usage: Used });
const TurnFailed = z.object({ type: z.literal("turn.failed"), error: z.object({ message: z.string() }) });
const ItemEvent = z.object({
  type: z.enum(["item.started", "item.updated", "item.completed"]),
  item: z.object({ type: z.string(), text: z.optional(z.string()) }),
});
/** `error` is how it warns. */
const HARMLESS_ITEMS: ReadonlySet<string> = new Set(["agent_message", "reasoning", "error"]);

const completionOf = (texts: readonly string[], usage: z.infer<typeof Used>): Completion => {
  const cacheRead = Math.min(usage.input_tokens, usage.cached_input_tokens);
  return {
    ok: true,
    // Only one message is an answer; several make none.
    text: texts.join("\n"),
    toolCalls: [],
    stop: "end",
    stopSent: false,
    usage: { input: usage.input_tokens - cacheRead, output: usage.output_tokens, cacheRead, cacheWrite: 0 },
    costUsd: null,
  };
};

const NOT_LOGGED_IN = /not logged in|log ?in again|sign in|unauthorized|access token|refresh token/i;
const LIMIT_REACHED = /usage limit|rate limit|too many requests|quota/i;
const TOO_LONG = /context_length_exceeded|context window/i;
const BUSY = /high demand|overloaded|at capacity/i;

const failureOf = (message: string): Failed => {
  const status = /(?:unexpected|last) status:? (\d{3})/i.exec(message)?.[1];
  if (TOO_LONG.test(message)) return failed("too_long", message);
  if (LIMIT_REACHED.test(message)) return failed("rate_limited", message);
  if (NOT_LOGGED_IN.test(message) || status === "401") return notSetUp("auth", `Codex: ${message}; run: ${LOGIN}`);
  if (status === "404") return notSetUp("bad_request", `Codex: ${message}; set classifier.model`);
  if (BUSY.test(message)) return failed("overloaded", message);
  return status === undefined ? failed("server_error", `Codex: ${message}`) : failureOfStatus(Number(status), message);
};

/** A version that does not know an option says so and stops. */
const withoutTurn = ({ trouble, stderr }: ChildEnd): Failed => {
  const why = stderr.replace(/^WARNING:.*$/gm, "").trim();
  return /unknown configuration field|unknown feature flag|unexpected argument|error loading config/i.test(why)
    ? notSetUp("auth", `this version of Codex cannot be closed off (${why}); update it: npm install -g @openai/codex`)
    : failed("bad_response", `Codex gave no answer (${trouble ?? "exit code 0"}): ${why}`);
};
