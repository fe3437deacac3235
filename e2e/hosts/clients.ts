/** The real clients: fetched from npm by name, each with a throw-away home and a model on loopback. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { LAST_TRIED } from "../../src/hosts/tried.ts";
import { MCP_SERVER } from "./mcp-server.ts";

export interface Client {
  readonly host: string;
  readonly package: string;
  readonly version: string;
  readonly bin: string;
  /** The name of its shell tool, and its input for a command. */
  readonly shell: (command: string) => { readonly tool: string; readonly input: object };
  /** Goes on with the newest session of the directory. */
  readonly resume?: readonly string[];
  /** A call that hands a task to a sub-agent. */
  readonly task?: (prompt: string) => { readonly tool: string; readonly input: object };
  /** False where a delegation returns at once: the session is kept until the sub-agent is done. */
  readonly waitsForTask?: false;
  /** False where its own sandbox keeps the commands it runs from every model: an agent started so gets nowhere. */
  readonly nests?: false;
  /** A call that writes a file with its own tool. */
  readonly write?: (path: string, content: string) => { readonly tool: string; readonly input: object };
  /** How the client is told of the MCP server of these tests, and the name it gives that server's tool. */
  readonly mcp?: { readonly tool: string; readonly prepare: (home: string, project: string) => void };
  /** How it says that it will not do a thing whatever anybody answers, before its hooks are asked. */
  readonly refuses?: RegExp;
  /** What comes back from a sub-agent is reviewed, and the agent that takes over is told. */
  readonly reviewed?: true;
  /** A session of work is compared inside walls and without: only where commands are rewritten. */
  readonly walled?: true;
  /** What a sub-agent needs besides, where the client has none of itself. */
  readonly prepareTask?: (home: string, packages: string) => void;
  /** Writes what the client needs to reach the model on this port. */
  readonly prepare: (home: string, port: number) => void;
  readonly env: (port: number) => Readonly<Record<string, string>>;
  /** Makes it offer every tool at once that it would otherwise let its model look for. */
  readonly listing?: Readonly<Record<string, string>>;
  /** In the mode the documentation names: a hook that fails lets nothing run. */
  readonly args: (prompt: string) => readonly string[];
  /** Without a gate: everything runs. */
  readonly bareArgs?: (prompt: string) => readonly string[];
  /** Without prompts, where that differs: the everyday way. */
  readonly freeArgs?: (prompt: string) => readonly string[];
  readonly advisory: boolean;
  /** A Node of its own, where it does not run on the one of these tests; on its PATH. */
  readonly node?: string;
  /** Not the version that was last tried, but the newest. */
  readonly isNewest?: true;
}

const put = (path: string, text: string): void => {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
};

const opencodeConfig = (port: number): string =>
  JSON.stringify({
    autoupdate: false,
    share: "disabled",
    model: "mock/mock-model",
    small_model: "mock/mock-model",
    enabled_providers: ["mock"],
    provider: {
      mock: {
        npm: "@ai-sdk/openai-compatible",
        name: "mock",
        options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "not-a-key" },
        models: { "mock-model": { name: "mock", limit: { context: 100_000, output: 4096 } } },
      },
    },
  });

const opencodeEnv = (prefix: string): Readonly<Record<string, string>> => ({
  [`${prefix}_DISABLE_AUTOUPDATE`]: "1",
  [`${prefix}_DISABLE_MODELS_FETCH`]: "1",
  [`${prefix}_DISABLE_LSP_DOWNLOAD`]: "1",
  npm_config_offline: "true",
  npm_config_registry: "http://127.0.0.1:1",
});

const opencodeServer = (file: string) => ({
  tool: `${MCP_SERVER.name}_${MCP_SERVER.tool}`,
  prepare: (home: string) =>
    merge(join(home, ".config", file), {
      mcp: { [MCP_SERVER.name]: { type: "local", command: [MCP_SERVER.command, ...MCP_SERVER.args] } },
    }),
});

/** A JSON file with something more in it. */
const merge = (path: string, more: object): void =>
  put(path, JSON.stringify({ ...(existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}), ...more }));

const SERVER = { command: MCP_SERVER.command, args: MCP_SERVER.args };
/** Claude Code's shape, which others share. */
const servers = (file: (home: string, project: string) => string, more: object = {}) => ({
  tool: `mcp__${MCP_SERVER.name}__${MCP_SERVER.tool}`,
  prepare: (home: string, project: string) =>
    merge(file(home, project), { mcpServers: { [MCP_SERVER.name]: { ...SERVER, ...more } } }),
});

export const CLIENTS: readonly Client[] = [
  {
    host: "claude-code",
    ...LAST_TRIED["claude-code"],
    bin: "claude",
    shell: (command) => ({ tool: "Bash", input: { command, description: "x" } }),
    write: (file_path, content) => ({ tool: "Write", input: { file_path, content } }),
    mcp: servers((home) => join(home, ".claude.json")),
    walled: true,
    reviewed: true,
    task: (prompt) => ({ tool: "Task", input: { description: "x", prompt, subagent_type: "general-purpose" } }),
    prepare: () => undefined,
    env: (port) => ({
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: "sk-ant-not-a-key",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      IS_SANDBOX: "1",
    }),
    listing: { ENABLE_TOOL_SEARCH: "false" },
    resume: ["--continue"],
    args: (prompt) => ["-p", prompt, "--output-format", "json", "--permission-mode", "dontAsk"],
    bareArgs: (prompt) => ["-p", prompt, "--output-format", "json", "--permission-mode", "bypassPermissions"],
    advisory: false,
  },
  {
    host: "codex",
    ...LAST_TRIED.codex,
    nests: false,
    bin: "codex",
    shell: (command) => ({ tool: "exec_command", input: { cmd: command } }),
    task: (message) => ({ tool: "multi_agent_v1/spawn_agent", input: { message } }),
    waitsForTask: false,
    prepare: (home, port) =>
      put(
        join(home, ".codex/config.toml"),
        [
          'model = "mock-model"',
          'model_provider = "mock"',
          "check_for_update_on_startup = false",
          "[model_providers.mock]",
          'name = "mock"',
          `base_url = "http://127.0.0.1:${port}/v1"`,
          'env_key = "MOCK_KEY"',
          'wire_api = "responses"',
          "request_max_retries = 0",
          "stream_max_retries = 0",
          "[analytics]",
          "enabled = false",
          "",
        ].join("\n"),
      ),
    env: () => ({ MOCK_KEY: "not-a-key" }),
    // The flag stands for the person's review of the hook, for one run.
    args: (prompt) => [
      "exec",
      "--skip-git-repo-check",
      "--json",
      "--dangerously-bypass-hook-trust",
      "-s",
      "read-only",
      prompt,
    ],
    freeArgs: (prompt) => [
      "exec",
      "--skip-git-repo-check",
      "--json",
      "--dangerously-bypass-hook-trust",
      "-s",
      "workspace-write",
      prompt,
    ],
    advisory: false,
  },
  {
    host: "gemini",
    ...LAST_TRIED.gemini,
    bin: "gemini",
    shell: (command) => ({ tool: "run_shell_command", input: { command, description: "x" } }),
    write: (file_path, content) => ({ tool: "write_file", input: { file_path, content } }),
    refuses: /Path not in workspace: Attempted path \\"[^"]*\/\.git\//,
    mcp: {
      ...servers((home) => join(home, ".gemini/settings.json")),
      tool: `mcp_${MCP_SERVER.name}_${MCP_SERVER.tool}`,
    },
    walled: true,
    prepare: (home) =>
      put(
        join(home, ".gemini/settings.json"),
        JSON.stringify({
          security: { auth: { selectedType: "gemini-api-key" } },
          privacy: { usageStatisticsEnabled: false },
          telemetry: { enabled: false },
          general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        }),
      ),
    env: (port) => ({ GEMINI_API_KEY: "not-a-key", GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}` }),
    args: (prompt) => ["--skip-trust", "--approval-mode", "yolo", "-m", "gemini-2.5-flash", "-o", "json", "-p", prompt],
    advisory: true,
  },
  {
    host: "opencode",
    ...LAST_TRIED.opencode,
    bin: "opencode",
    shell: (command) => ({ tool: "bash", input: { command, description: "x" } }),
    write: (filePath, content) => ({ tool: "write", input: { filePath, content } }),
    mcp: opencodeServer("opencode/opencode.json"),
    walled: true,
    reviewed: true,
    task: (prompt) => ({ tool: "task", input: { description: "x", prompt, subagent_type: "general" } }),
    prepare: (home, port) => put(join(home, ".config/opencode/opencode.json"), opencodeConfig(port)),
    env: () => opencodeEnv("OPENCODE"),
    args: (prompt) => ["run", "--format", "json", prompt],
    advisory: true,
  },
  {
    host: "copilot",
    ...LAST_TRIED.copilot,
    bin: "copilot",
    shell: (command) => ({ tool: "bash", input: { command, description: "x" } }),
    write: (path, file_text) => ({ tool: "create", input: { path, file_text } }),
    mcp: {
      ...servers((home) => join(home, ".copilot/mcp-config.json"), { type: "local", tools: ["*"] }),
      tool: `${MCP_SERVER.name}-${MCP_SERVER.tool}`,
    },
    walled: true,
    task: (prompt) => ({
      tool: "task",
      input: { description: "x", prompt, agent_type: "general-purpose", name: "helper" },
    }),
    prepare: () => undefined,
    env: (port) => ({
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`,
      COPILOT_PROVIDER_API_KEY: "not-a-key",
      COPILOT_MODEL: "gpt-5",
      COPILOT_AUTO_UPDATE: "false",
    }),
    args: (prompt) => ["-p", prompt, "--output-format", "json"],
    bareArgs: (prompt) => ["-p", prompt, "--output-format", "json", "--allow-all-tools"],
    advisory: true,
  },
  {
    host: "qwen",
    ...LAST_TRIED.qwen,
    bin: "qwen",
    shell: (command) => ({ tool: "run_shell_command", input: { command, description: "x", is_background: false } }),
    write: (file_path, content) => ({ tool: "write_file", input: { file_path, content } }),
    mcp: servers((home) => join(home, ".qwen/settings.json")),
    task: (prompt) => ({
      tool: "agent",
      input: { description: "x", prompt, subagent_type: "general-purpose", run_in_background: false },
    }),
    prepare: (home) =>
      put(
        join(home, ".qwen/settings.json"),
        JSON.stringify({
          security: { auth: { selectedType: "openai" } },
          privacy: { usageStatisticsEnabled: false },
          telemetry: { enabled: false },
          general: { enableAutoUpdate: false, disableAutoUpdate: true },
        }),
      ),
    env: (port) => ({
      OPENAI_API_KEY: "not-a-key",
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_MODEL: "mock-model",
      QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
    }),
    args: (prompt) => ["--auth-type", "openai", "--approval-mode", "yolo", "-o", "json", "-p", prompt],
    advisory: true,
  },
  {
    host: "kilo",
    ...LAST_TRIED.kilo,
    bin: "kilo",
    shell: (command) => ({ tool: "bash", input: { command, description: "x" } }),
    write: (filePath, content) => ({ tool: "write", input: { filePath, content } }),
    mcp: opencodeServer("kilo/kilo.json"),
    walled: true,
    reviewed: true,
    task: (prompt) => ({ tool: "task", input: { description: "x", prompt, subagent_type: "general" } }),
    prepare: (home, port) => put(join(home, ".config/kilo/kilo.json"), opencodeConfig(port)),
    env: () => ({ ...opencodeEnv("KILO"), KILO_DISABLE_SESSION_INGEST: "1", KILO_TELEMETRY_LEVEL: "off" }),
    args: (prompt) => ["run", "--format", "json", prompt],
    advisory: true,
  },
  {
    host: "pi",
    ...LAST_TRIED.pi,
    bin: "pi",
    node: "22.23.3",
    shell: (command) => ({ tool: "bash", input: { command } }),
    write: (path, content) => ({ tool: "write", input: { path, content } }),
    mcp: { tool: "notes_touch_file", prepare: (home) => put(join(home, ".pi/agent/extensions/notes.ts"), PI_TOOL) },
    walled: true,
    task: (task) => ({ tool: "subagent", input: { agent: "worker", task } }),
    prepare: (home, port) => {
      const provider = { baseUrl: `http://127.0.0.1:${port}/v1`, api: "openai-completions", apiKey: "not-a-key" };
      const models = [{ id: "mock-model" }];
      put(join(home, ".pi/agent/models.json"), JSON.stringify({ providers: { mock: { ...provider, models } } }));
      put(join(home, ".pi/agent/settings.json"), '{"defaultProvider":"mock","defaultModel":"mock-model"}');
    },
    prepareTask: (home, packages) => {
      const example = join(packages, "@earendil-works/pi-coding-agent/examples/extensions/subagent");
      cpSync(example, join(home, ".pi/agent/extensions/subagent"), { recursive: true });
      put(join(home, ".pi/agent/agents/worker.md"), "---\nname: worker\ndescription: works\n---\nWork.\n");
    },
    env: () => ({ PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1", PI_TELEMETRY: "0" }),
    args: (prompt) => ["-p", "--mode", "json", prompt],
    advisory: false,
  },
  {
    host: "cline",
    ...LAST_TRIED.cline,
    bin: "cline",
    shell: (command) => ({ tool: "run_commands", input: { commands: [command] } }),
    write: (path, new_text) => ({ tool: "editor", input: { path, new_text } }),
    mcp: {
      ...servers((home) => join(home, ".cline/data/settings/cline_mcp_settings.json")),
      tool: `${MCP_SERVER.name}__${MCP_SERVER.tool}`,
    },
    walled: true,
    task: (task) => ({ tool: "spawn_agent", input: { systemPrompt: "You help.", task } }),
    prepare: (home, port) => {
      const settings = { provider: "openai-compatible", apiKey: "not-a-key", model: "mock-model" };
      const provider = { settings: { ...settings, baseUrl: `http://127.0.0.1:${port}/v1` }, updatedAt: NEVER };
      const providers = { "openai-compatible": { ...provider, tokenSource: "manual" } };
      const file = { version: 1, lastUsedProvider: "openai-compatible", providers };
      put(join(home, ".cline/data/settings/providers.json"), JSON.stringify(file));
    },
    // Without its own service in the background.
    env: () => ({
      ...{ CLINE_SESSION_BACKEND_MODE: "local", CLINE_LOG_ENABLED: "0" },
      // As the notes of its installation say.
      CLINE_PLUGIN_IMPORT_TIMEOUT_MS: "60000",
    }),
    // As those notes say too: it ends a run after three calls in a row that were denied, or late on a busy machine.
    args: (prompt) => ["--json", "--retries", "12", prompt],
    advisory: true,
  },
];

const NEVER = "2026-01-01T00:00:00.000Z";

/** pi before version 1 has no MCP: a tool that an extension brings stands in its place. */
const PI_TOOL = `import { writeFileSync } from "node:fs";
export default (pi) => pi.registerTool({
  name: "notes_touch_file", label: "notes", description: "touches a file",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  execute: async (_id, { path }) => { writeFileSync(path, "x"); return { content: [{ type: "text", text: "touched" }], details: {} }; },
});
`;

const FETCH_LIMIT_MS = 300_000;

/** Into this folder, with a home inside it: packages that set themselves up do it there. False when it cannot be had. */
export function fetchPackage(wanted: Pick<Client, "package" | "version" | "node">, folder: string): boolean {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const own = process.env.npm_config_userconfig ?? join(homedir(), ".npmrc");
  const node = wanted.node === undefined ? [] : [`node-${process.platform}-${process.arch}@${wanted.node}`];
  const what = ["install", "--no-save", "--no-audit", "--no-fund", `${wanted.package}@${wanted.version}`, ...node];
  const { status } = spawnSync("npm", what, {
    cwd: folder,
    env: { ...process.env, HOME: home, npm_config_userconfig: own },
    stdio: "ignore",
    timeout: FETCH_LIMIT_MS,
  });
  return status === 0;
}

/** The client's program, fetched unless it is in the folder already; undefined when it cannot be had. */
export function fetched(client: Client, folder: string): string | undefined {
  const at = join(folder, `${client.host}${client.isNewest === true ? `-${client.version}` : ""}`);
  const program = join(at, "node_modules/.bin", client.bin);
  const has = (): boolean => existsSync(program) && versionAt(at, client) === client.version;
  return (has() || fetchPackage(client, at)) && has() ? program : undefined;
}

/** The version that lies there: one kept from an earlier run may be another. */
function versionAt(folder: string, client: Client): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, "node_modules", client.package, "package.json"), "utf8"));
    return version;
  } catch {
    return undefined;
  }
}

/** The newest version that can be had; undefined where the registry does not say. */
export function newestVersion({ package: name }: Pick<Client, "package">): string | undefined {
  const { status, stdout } = spawnSync("npm", ["view", name, "version"], { encoding: "utf8", timeout: 60_000 });
  const version = stdout?.trim().split("\n").at(-1) ?? "";
  return status === 0 && /^\d/.test(version) ? version : undefined;
}

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

/** Ends the client, and everything it started in its group, when the time is over. */
export function run(
  program: string,
  args: readonly string[],
  at: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly limitMs: number },
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: at.cwd, env: at.env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    let [stdout, stderr, timedOut] = ["", "", false];
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, at.limitMs);
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString("utf8");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString("utf8");
    });
    child.on("close", () => {
      clearTimeout(timer);
      resolve({ stdout, stderr, timedOut });
    });
  });
}
