/** What `doctor` looks at: settings, keys, the model, the ledger and the hosts. */
import { existsSync, readFileSync } from "node:fs";
import { type AppContext, hostEnvironment, openGate, stateDir } from "../../app/index.ts";
import { loadSettings, MANAGED_PATH, type Settings, userSettingsPath } from "../../app/settings/index.ts";
import { bad, examineHost, good, type HealthFinding, scopesInPlace, warn } from "../../hosts/doctor/index.ts";
import { allHosts, HOST_NAMES, type Host } from "../../hosts/index.ts";
import { COST_BASIS, costOfChoice, describeCost, examineAgentProvider, recordOf } from "../../judge/providers/index.ts";
import { examineMirrors } from "../change/mirror.ts";
import { keysOf, pinsFor } from "../change/pins.ts";
import { describeDead } from "../rules/without-effect.ts";
import { serviceStands } from "../serve/standing.ts";
import { heedSettings, keptWalls, leftBehind, tryWalls, wallsFinding } from "../walls.ts";
import { examineRecord } from "./record.ts";
import { lastUnasked } from "./unasked.ts";

/** More are not tried on the gate. */
const MAX_RULES = 200;

export interface DoctorScope {
  /** These hosts; without any, those the gate is installed in. */
  readonly hosts: readonly Host[];
  readonly askModel: boolean;
  /** Tries the walls again, instead of telling what came of it last time, and checks all of the record. */
  readonly full: boolean;
}

export async function examine(scope: DoctorScope, io: AppContext): Promise<readonly HealthFinding[]> {
  const { hosts: named, askModel, full } = scope;
  const pinned = pinsFor(io);
  if (!pinned.ok)
    return [
      bad("settings", pinned.error, "fix what it names; until then every hook denies"),
      ...(await examineRecord(io, scope)),
    ];
  const { pins, settings } = pinned.value;
  const at = hostEnvironment(io);
  const hosts = named.length > 0 ? named : allHosts().filter((host) => scopesInPlace(host, at, pins).length > 0);
  const findings: HealthFinding[] = [checkSettings(settings, io), ...checkRules(io), ...checkKeys(settings, io)];
  for (const says of await describeDead(settings.rules.slice(0, MAX_RULES), io))
    findings.push(warn("settings", says, "take it out: sallyport allow --remove, or ask --remove"));
  findings.push(...(await checkAgents(settings, io)), ...checkCosts(settings));
  if (askModel || (await wasUnasked(settings, io))) findings.push(await askTheModel(settings, io));
  findings.push(...(await examineRecord(io, scope)), checkService(settings, io));
  findings.push(wallsFinding(heedSettings(full ? await tryWalls(io) : keptWalls(io), settings)));
  for (const why of leftBehind(io)) findings.push(bad("walls", why, "do what it names, then make any call there"));
  for (const host of hosts) findings.push(...(await examineHost(host, at, pins)));
  findings.push(...examineMirrors(settings, io));
  if (hosts.length === 0)
    findings.push(warn("agents", "the gate is installed in none", `sallyport install HOST (${HOST_NAMES.join(", ")})`));
  return findings;
}

/** Calls were judged without the model that is set up: whether it answers now, only asking tells. */
async function wasUnasked({ classifier }: Settings, io: AppContext): Promise<boolean> {
  try {
    return classifier.provider !== "offline" && existsSync(stateDir(io.env)) && (await lastUnasked(io)) !== undefined;
  } catch {
    return false; // What is wrong with the record is said of the record.
  }
}

function checkService(settings: Settings, { env }: AppContext): HealthFinding {
  const { serving, why } = serviceStands(stateDir(env), settings);
  const runs =
    serving === undefined
      ? []
      : [`${serving.address}, process ${serving.pid}, since ${new Date(serving.started).toISOString()}`];
  return good("service", [...runs, ...(why === null ? [] : [why])].join("; "));
}

function checkSettings({ mode, shadow, classifier }: Settings, io: AppContext): HealthFinding {
  const files = [MANAGED_PATH, userSettingsPath(io.env) ?? ""].filter((path) => path !== "" && existsSync(path));
  const from = files.length === 0 ? "no file, so the defaults hold" : files.join(", ");
  const says = `mode ${mode}, provider ${classifier.provider} (${from})`;
  return shadow
    ? warn(
        "settings",
        `${says}; shadow: agents are told nothing, and only their own prompts hold a call`,
        "sallyport switch live makes every decision count",
      )
    : good("settings", says);
}

/** What the files of the person and of the project here say that nobody will heed. */
export function checkRules({ env, cwd }: AppContext): readonly HealthFinding[] {
  const loaded = loadSettings({ projectRoot: cwd, env });
  if (!loaded.ok) return [bad("settings", loaded.error, "fix what it names; until then every call here is denied")];
  return loaded.value.warnings.map((says) => warn("settings", says, "correct the entry, or take it out"));
}

function checkKeys(settings: Settings, io: AppContext): readonly HealthFinding[] {
  const { provider, fallback } = settings.classifier;
  if (provider === "offline" && fallback.length === 0)
    return [
      warn(
        "model",
        "none: what is not proven harmless is asked about or denied",
        "set classifier.provider and a key (sallyport init)",
      ),
    ];
  const missing = keysOf(settings).filter((name) => !io.env[name]);
  const files = [settings.classifier, ...fallback].flatMap(({ apiKeyFile }) =>
    apiKeyFile === undefined ? [] : [apiKeyFile],
  );
  const unread = files.filter((file) => !readable(file));
  if (missing.length + unread.length === 0)
    return [good("key", keysOf(settings).join(", ") || files.join(", ") || "none is needed")];
  return [
    ...missing.map((name) =>
      bad(
        "key",
        `${name} is not set here`,
        `export ${name}=… where you start the agent, or name a file with classifier.apiKeyFile`,
      ),
    ),
    ...unread.map((file) => bad("key", `${file} cannot be read`, "fix classifier.apiKeyFile")),
  ];
}

/** The person's own agent as the classifier: tried with a model on loopback, so that it costs nothing. */
async function checkAgents({ classifier }: Settings, { env }: AppContext): Promise<readonly HealthFinding[]> {
  const findings: HealthFinding[] = [];
  for (const endpoint of [classifier, ...classifier.fallback]) {
    const why = await examineAgentProvider(endpoint, { env, network: classifier, stateDir: stateDir(env) });
    const { title } = recordOf(endpoint.provider);
    if (why === null)
      findings.push(
        good(
          "agent",
          `${title} is asked without tools, hooks, instructions or session: tried just now with a model of our own (--model asks the real one)`,
        ),
      );
    else if (why !== undefined)
      findings.push(bad("agent", why, "fix what it names; until then calls are judged without a model"));
  }
  return findings;
}

function checkCosts({ classifier }: Settings): readonly HealthFinding[] {
  const cost = costOfChoice(classifier, classifier);
  return cost === "nothing" ? [] : [good("cost", `${describeCost(cost)}. ${COST_BASIS}`)];
}

function readable(file: string): boolean {
  try {
    return readFileSync(file, "utf8").trim() !== "";
  } catch {
    return false;
  }
}

async function askTheModel(settings: Settings, io: AppContext): Promise<HealthFinding> {
  const opened = openGate(io, { projectRoot: io.cwd });
  if (!opened.ok || opened.value.query === null)
    return warn("model", "there is none to ask", "set classifier.provider");
  const verdict = await opened.value.query(
    {
      tool: "Bash",
      input: { command: "ls" },
      encoding: "ls",
      transcript: [{ user: "list the files" }],
      instructions: null,
      facts: [],
      effects: [],
      session: "doctor",
      agentModel: null,
    },
    "action",
  );
  if (verdict.block === "unavailable")
    return bad(
      "model",
      `${settings.classifier.provider} gives no verdict: ${verdict.why} (${verdict.detail})`,
      "fix the key, the endpoint or the network; until then such calls are held back",
    );
  if (verdict.block === "unparseable")
    return bad(
      "model",
      `${verdict.model ?? "it"} does not answer in the form it is told to`,
      "choose another classifier.model",
    );
  return good("model", `${verdict.model ?? settings.classifier.provider} answers`);
}
