/** `sallyport init`: a short walk through host, provider, key and shadow, on a terminal. Everything it does, it shows first. */
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { Env } from "../../app/index.ts";
import { userSettingsPath } from "../../app/settings/index.ts";
import { PROVIDERS, type ProviderName } from "../../contract/providers.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { HOSTS, type Host } from "../../hosts/index.ts";
import { readOwn, replaceOwn } from "../../hosts/install/index.ts";
import { COST_BASIS, costOfChoice, describeCost, type NeededSetting, recordOf } from "../../judge/providers/index.ts";
import { command } from "../command.ts";
import { pinsFor } from "../pins.ts";
import { refuse } from "../style.ts";
import { installHost } from "./install.ts";

/** Those a few questions can set up, with what they cost; an agent only where its program is found. */
export const offeredProviders = (env: Env) =>
  PROVIDERS.flatMap((value) => {
    const { title, hint, reach } = recordOf(value);
    if (hint === null || (reach.by === "agent" && findOnPath(reach.program, env) === undefined)) return [];
    return [{ value, label: title, hint: `${hint}; ${describeCost(costOfChoice({ provider: value }))}` }];
  });

const ASK_FOR: Readonly<Partial<Record<NeededSetting, { readonly message: string; readonly placeholder: string }>>> = {
  baseUrl: { message: "Its address", placeholder: "http://127.0.0.1:11434/v1" },
  model: { message: "The model", placeholder: "qwen3:8b" },
};

export const init = command({
  name: "init",
  about: "set up an agent, a model and a key, step by step",
  usage: [["sallyport init"]],
  help: `Asks on a terminal; writes your settings file and the agent's own, and shows both first.
Without a terminal: write the settings file yourself and run sallyport install HOST --yes.`,
  options: {},
  run: async ({ misuse }, io) => {
    if (io.stdin.isTTY !== true || !io.stdout.isTTY) return misuse("init asks questions and needs a terminal");
    const wishes = await askWishes(io.env);
    if (wishes === undefined) return refuse(io, "nothing was changed");
    const path = userSettingsPath(io.env);
    if (path === null) return refuse(io, "there is no home directory to keep settings in");
    const written = writeSettings(path, wishes.settings);
    if (!written.ok) return refuse(io, written.error);
    io.stdout.write(`${path} is written.\n`);
    const pinned = pinsFor(io);
    if (!pinned.ok) return refuse(io, pinned.error);
    return installHost({ host: wishes.host, scope: "user", yes: false, dryRun: false }, pinned.value, io);
  },
});

interface Wishes {
  readonly host: Host;
  readonly settings: SettingsWishes;
}
export interface SettingsWishes {
  readonly shadow: boolean;
  readonly classifier: Readonly<Record<string, string | readonly string[]>>;
}

/** Undefined when the person gave up. */
async function askWishes(env: Env): Promise<Wishes | undefined> {
  const { intro, isCancel, outro, select } = await import("@clack/prompts");
  intro("Sallyport: a gate in front of your agent");
  const host = await select({
    message: "Which agent?",
    options: HOSTS.map((value) => ({
      value,
      label: value.title,
      ...(value.failsOpen === null ? {} : { hint: "advisory" }),
    })),
  });
  if (isCancel(host)) return undefined;
  const classifier = await askClassifier(env);
  if (classifier === undefined) return undefined;
  const shadow = await select({
    message: "How to begin?",
    options: [
      { value: true, label: "Watch first", hint: "everything is judged and recorded, the agent is told nothing" },
      { value: false, label: "Live", hint: "what is not safe does not run" },
    ],
  });
  if (isCancel(shadow)) return undefined;
  outro("Now the change in the agent's own settings");
  return { host, settings: { shadow, classifier } };
}

async function askClassifier(env: Env): Promise<SettingsWishes["classifier"] | undefined> {
  const { isCancel, note, select, text } = await import("@clack/prompts");
  note(COST_BASIS, "What the costs below stand on");
  const provider = await select({ message: "Who runs the model that judges?", options: offeredProviders(env) });
  if (isCancel(provider)) return undefined;
  const answers: Record<string, string | readonly string[]> = pinnedProgram(provider, env);
  for (const { setting, question } of questionsFor(provider)) {
    const answer = await text(question);
    if (isCancel(answer)) return undefined;
    answers[setting] = answer;
  }
  return { provider, ...answers };
}

/** The agent's program by its absolute path: later nobody's PATH is asked. */
export function pinnedProgram(provider: ProviderName, env: Env): { readonly command?: readonly string[] } {
  const { reach } = recordOf(provider);
  const found = reach.by === "agent" ? findOnPath(reach.program, env) : undefined;
  return found === undefined ? {} : { command: [found] };
}

/**
 * As written in PATH, not where a link leads: an update moves the link. Never a project's own program: `npx` puts those first,
 * and a repository must not bring the model that judges it.
 */
function findOnPath(program: string, env: Env): string | undefined {
  const names = process.platform === "win32" ? [`${program}.exe`] : [program];
  const folders = (env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !folder.split(/[/\\]/).includes("node_modules"));
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file));
}

function questionsFor(provider: ProviderName) {
  const { needs, keyEnv } = recordOf(provider);
  return [
    ...needs.flatMap((setting) => {
      const question = ASK_FOR[setting];
      return question === undefined ? [] : [{ setting, question }];
    }),
    ...(keyEnv === null
      ? []
      : [{ setting: "apiKeyEnv", question: { message: "The variable that holds the key", initialValue: keyEnv } }]),
  ];
}

/** Into the person's settings; every other key in the file stays. */
export function writeSettings(path: string, wishes: SettingsWishes): Result<void> {
  const before = readOwn(path);
  if (!before.ok) return before;
  let current: unknown;
  try {
    current = before.value === null ? {} : JSON.parse(before.value.toString("utf8"));
  } catch {
    return fail(`${path} is not valid JSON; fix it first`);
  }
  if (typeof current !== "object" || current === null || Array.isArray(current))
    return fail(`${path} holds no JSON object`);
  const next = {
    version: 1,
    ...current,
    shadow: wishes.shadow,
    classifier: { ...("classifier" in current ? (current.classifier as object) : {}), ...wishes.classifier },
  };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const written = replaceOwn(path, Buffer.from(`${JSON.stringify(next, null, 2)}\n`), before.value);
  return written.ok ? ok(undefined) : written;
}
