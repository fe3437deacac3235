/** `sallyport init`: a short walk through host, provider, key and shadow, on a terminal. Everything it does, it shows first. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { userSettingsPath } from "../../app/settings/index.ts";
import { PROVIDERS, type ProviderName } from "../../contract/providers.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { HOSTS, type Host } from "../../hosts/index.ts";
import { readOwn, replaceOwn } from "../../hosts/install/index.ts";
import { type NeededSetting, recordOf } from "../../judge/providers/index.ts";
import { command } from "../command.ts";
import { pinsFor } from "../pins.ts";
import { refuse } from "../style.ts";
import { installHost } from "./install.ts";

/** Those a few questions can set up. */
const OFFERED = PROVIDERS.flatMap((value) => {
  const { title, hint } = recordOf(value);
  return hint === null ? [] : [{ value, label: title, hint }];
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
    const wishes = await askWishes();
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
  readonly classifier: Readonly<Record<string, string>>;
}

/** Undefined when the person gave up. */
async function askWishes(): Promise<Wishes | undefined> {
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
  const classifier = await askClassifier();
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

async function askClassifier(): Promise<SettingsWishes["classifier"] | undefined> {
  const { isCancel, select, text } = await import("@clack/prompts");
  const provider = await select({ message: "Who runs the model that judges?", options: OFFERED });
  if (isCancel(provider)) return undefined;
  const answers: Record<string, string> = {};
  for (const { setting, question } of questionsFor(provider)) {
    const answer = await text(question);
    if (isCancel(answer)) return undefined;
    answers[setting] = answer;
  }
  return { provider, ...answers };
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
