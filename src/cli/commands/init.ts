/** `sallyport init`: sets up agents, a model and a key. Nothing is written before the last yes, and all of it or nothing. */
import { loadPersonSettings } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import { PROVIDERS, type ProviderName } from "../../contract/providers.ts";
import { all, fail, ok, type Result } from "../../contract/result.ts";
import { HOST_NAMES, type Host, hostNamed } from "../../hosts/index.ts";
import { recordOf } from "../../judge/providers/index.ts";
import type { EndpointSettings } from "../../policy/settings/index.ts";
import { findServing, waitUntil } from "../../service/running/index.ts";
import { agreeTo } from "../change/agree.ts";
import { nameCommands } from "../change/settle.ts";
import { command, type GivenArguments } from "../command.ts";
import { unknownHost } from "../nearest.ts";
import { flag, list, text } from "../options.ts";
import { findSavedRules } from "../rules/saved.ts";
import { BY_HOOKS_TOLD, wishedService } from "../serve/agreeing.ts";
import { describeMissingKeys } from "../serve/keep.ts";
import { applySetup } from "../setup/apply.ts";
import { askerOn } from "../setup/ask.ts";
import { pinnedProgram, proposedProvider } from "../setup/ask-model.ts";
import { type FoundMachine, findMachine, proposedHosts } from "../setup/found.ts";
import { planSetup, type SetupPlan, type SetupWishes } from "../setup/plan.ts";
import { agreeToPlan, describeMachine, describePlan, sayDone } from "../setup/show.ts";
import { parseAddress, parseVariable, tryModel } from "../setup/try-model.ts";
import { type AskingAt, askWishes } from "../setup/wishes.ts";
import type { CliIo } from "../terminal/io.ts";
import { refuse, wordWhole } from "../terminal/style.ts";
import { tryWalls } from "../walls.ts";

const OPTIONS = {
  host: list("NAME", `an agent to guard; all that are found without it (${HOST_NAMES.join(", ")})`),
  provider: text("NAME", `who runs the model (${PROVIDERS.join(", ")})`),
  model: text("NAME", "the model"),
  "base-url": text("URL", "the address of a compatible server"),
  "key-env": text("NAME", "the variable that holds the key, never the key itself"),
  shadow: flag("begin by watching: everything is judged and recorded, the agent is told nothing"),
  adopt: flag("adopt the rules that Claude Code saved in projects"),
  service: flag(
    "keep one service running for all agents: a user unit of systemd, or a launch agent of macOS (untested)",
  ),
  "no-service": flag("no service: each hook starts a process of its own (service.start false in your settings)"),
  "no-test": flag("do not ask the model one tiny question first"),
  "dry-run": flag("show what would be changed, and change nothing"),
  yes: flag("do not ask: what is not given is as found and proposed", "y"),
  json: flag("for programs; with --yes or --dry-run"),
};

type InitGiven = GivenArguments<typeof OPTIONS>;

export const init = command({
  name: "init",
  about: "set up an agent, a model and a key, step by step",
  usage: [
    ["sallyport init", "finds agents and keys, proposes, asks; Enter takes what is proposed"],
    ["sallyport init --yes", "takes what is proposed, for scripts"],
  ],
  help: "Writes your settings file and the agents' own, all or none, after the last yes; before that nothing is written.",
  options: OPTIONS,
  notes: "Exit: 0 set up, 1 nothing was changed.",
  run: async (given, io) => {
    if (process.platform === "win32")
      return refuse(io, "setting up on Windows is not supported yet: its shells start hooks in another way");
    const loaded = loadPersonSettings(io);
    if (!loaded.ok) return refuse(io, `${loaded.error}; correct that first, nothing was changed`);
    const machine = findMachine(io);
    if (given.options.yes || given.options["dry-run"]) return setUpAlone(given, machine, loaded.value.settings, io);
    if (io.stdin.isTTY !== true || !io.stdout.isTTY)
      return given.misuse("init asks questions and needs a terminal; --yes takes what is proposed");
    const asker = askerOn(io);
    try {
      for (const line of describeMachine(machine)) asker.say(line);
      return await setUpAsking(machine, loaded.value.settings, { io, asker, said: given.options });
    } finally {
      asker.close();
    }
  },
});

/** On a terminal. */
export async function setUpAsking(machine: FoundMachine, settings: Settings, at: AskingAt): Promise<number> {
  const { io, asker } = at;
  const wishes = await askWishes(machine, settings, at);
  if (wishes === undefined) return refuse(io, "nothing was changed");
  const plan = planSetup(wishes, io);
  if (!plan.ok) return refuse(io, `${plan.error}; nothing was changed`);
  if (!(await agreeToPlan(plan.value, asker, io))) return refuse(io, "nothing was changed");
  asker.close();
  io.stdout.write("Setting it up …\n");
  return carryOut(plan.value, io);
}

/** With what was given and what is proposed. */
async function setUpAlone({ options, misuse }: InitGiven, machine: FoundMachine, settings: Settings, io: CliIo) {
  const wishes = wishesFrom(options, machine, { settings, io });
  if (!wishes.ok) return misuse(wishes.error);
  const { classifier } = wishes.value;
  if (!options["no-test"] && !options["dry-run"] && classifier.provider !== "offline") {
    const tried = await tryModel(classifier, io.env);
    if (!tried.ok) return refuse(io, `${tried.error}; nothing was changed (--no-test sets it up all the same)`);
  }
  const plan = planSetup(wishes.value, io);
  if (!plan.ok) return refuse(io, `${plan.error}; nothing was changed`);
  const shown = describePlan(plan.value, io.env);
  await agreeTo(shown, { yes: options.yes, dryRun: options["dry-run"], json: options.json }, io);
  const changes = shown.lines;
  if (options["dry-run"]) {
    io.stdout.write(options.json ? `${JSON.stringify({ done: false, changes })}\n` : "");
    return 0;
  }
  if (!options.json) return carryOut(plan.value, io);
  const done = await applySetup(plan.value, io.env);
  if (!done.ok) return refuse(io, `${done.error}; nothing was changed`);
  const walls = await tryWalls(io);
  const service = await addressOf(plan.value);
  io.stdout.write(`${JSON.stringify({ done: true, changes, walls: walls.stand, service })}\n`);
  return 0;
}

async function carryOut(plan: SetupPlan, io: CliIo): Promise<number> {
  const done = await applySetup(plan, io.env);
  if (!done.ok) return refuse(io, `${done.error}; nothing was changed`);
  const told = [...done.value, ...(await sayService(plan))];
  for (const line of sayDone(plan, told, await tryWalls(io)))
    io.stdout.write(wordWhole(io.stdout, nameCommands(line, plan.pinned.place, io.env)));
  return 0;
}

/** Where the service answers; null where none was wished for, or it does not yet. */
async function addressOf({ service, stateDir }: SetupPlan): Promise<string | null> {
  if (service === null) return null;
  await waitUntil(() => findServing(stateDir) !== undefined);
  return findServing(stateDir)?.address ?? null;
}

async function sayService(plan: SetupPlan): Promise<readonly string[]> {
  if (plan.service === null) return plan.wishes.service === "by hooks" ? [BY_HOOKS_TOLD] : [];
  const address = await addressOf(plan);
  return [
    address === null
      ? "The service was started and does not answer yet: look again with sallyport status."
      : `The service runs at ${address}; its page: sallyport serve link. To end it: sallyport serve --uninstall.`,
    ...describeMissingKeys(plan.pinned.settings),
  ];
}

interface SetupGround {
  readonly settings: Settings;
  readonly io: CliIo;
}

function wishesFrom(
  options: InitGiven["options"],
  machine: FoundMachine,
  { settings, io }: SetupGround,
): Result<SetupWishes> {
  const hosts = hostsFrom(options.host, machine);
  if (!hosts.ok) return hosts;
  const classifier = endpointFrom(options, machine, io);
  if (!classifier.ok) return classifier;
  const adopt = options.adopt ? findSavedRules(io, settings).waiting : [];
  const { shadow } = options;
  if (options.service && options["no-service"]) return fail("--service and --no-service exclude each other");
  const service = wishedService(options, settings, io);
  return ok({ hosts: hosts.value, classifier: classifier.value, shadow, adopt, service });
}

function hostsFrom(names: readonly string[], machine: FoundMachine): Result<readonly Host[]> {
  const unknown = names.find((name) => hostNamed(name) === undefined);
  if (unknown !== undefined) return fail(unknownHost(unknown));
  if (names.length > 0) return ok(names.flatMap((name) => hostNamed(name) ?? []));
  const found = proposedHosts(machine);
  return found.length > 0
    ? ok(found)
    : fail(`no agent was found on PATH or in the home directory; name one with --host: ${HOST_NAMES.join(", ")}`);
}

function endpointFrom(options: InitGiven["options"], machine: FoundMachine, io: CliIo): Result<EndpointSettings> {
  const provider = options.provider === undefined ? proposedProvider(machine) : providerNamed(options.provider);
  if (provider === undefined)
    return fail(`there is no provider "${options.provider}"; there are ${PROVIDERS.join(", ")}`);
  const given = all({ baseUrl: addressFrom(options), apiKeyEnv: keyFrom(options, provider, io) });
  if (!given.ok) return given;
  const endpoint = { ...given.value, model: options.model, ...pinnedProgram(provider, io.env) };
  const missing = recordOf(provider).needs.find((need) => !endpoint[need]);
  if (missing !== undefined) return fail(`--provider ${provider} needs ${NEEDED[missing]}`);
  if (options.model === "") return fail("--model: a model has to be named");
  const set = Object.fromEntries(Object.entries(endpoint).filter(([, value]) => value !== undefined));
  return ok({ provider, ...set });
}

const NEEDED = { baseUrl: "--base-url", model: "--model", command: "its program on PATH" } as const;

function addressFrom({ "base-url": given }: InitGiven["options"]): Result<string | undefined> {
  const address = given === undefined ? ok(undefined) : parseAddress(given);
  return address.ok ? address : fail(`--base-url: ${address.error}`);
}

function keyFrom(options: InitGiven["options"], provider: ProviderName, { env }: CliIo): Result<string | undefined> {
  const named = options["key-env"] ?? recordOf(provider).keyEnv;
  if (named === null) return ok(undefined);
  const key = parseVariable(named, options["no-test"] ? { [named]: "later" } : env);
  return key.ok ? key : fail(`--key-env: ${key.error}`);
}

const providerNamed = (name: string): ProviderName | undefined => PROVIDERS.find((one) => one === name);
