/** `sallyport doctor`: looks at each piece, says what is wrong and how to mend it. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { openGate } from "../../app/open.ts";
import { stateDir } from "../../app/paths.ts";
import { MANAGED_PATH, type Settings, userSettingsPath } from "../../app/settings/index.ts";
import { bad, examineHost, good, type HealthFinding, scopesInPlace, warn } from "../../hosts/doctor/index.ts";
import { HOST_NAMES, HOSTS, type Host, hostNamed } from "../../hosts/index.ts";
import { ledgerStore } from "../../memory/index.ts";
import type { CliIo } from "../io.ts";
import { keysOf, pinsFor } from "../pins.ts";
import { painter, visible } from "../style.ts";
import { hostEnvironment } from "./install.ts";

export const HELP = `sallyport doctor: what works and what does not

  sallyport doctor           everything, and every agent the gate is installed in
  sallyport doctor HOST…     these agents: ${HOST_NAMES.join(", ")}

  --model        ask the model one harmless question (it costs a little)
  --json         for programs

Exit: 0 when nothing is wrong, 1 otherwise.
`;

const OPTIONS = {
  model: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    io.stderr.write(
      `sallyport: ${error instanceof Error ? (error.message.split(". ")[0] ?? "") : "wrong options"} (see sallyport doctor --help)\n`,
    );
    return 1;
  }
  const { values, hosts, unknown } = parsed;
  if (values.help === true) {
    io.stdout.write(HELP);
    return 0;
  }
  if (unknown !== undefined) {
    io.stderr.write(`sallyport: there is no host "${unknown}"; there are ${HOST_NAMES.join(", ")}\n`);
    return 1;
  }
  const findings = await examine(hosts, values.model === true, io);
  if (values.json === true) io.stdout.write(`${JSON.stringify(findings)}\n`);
  else tell(findings, io);
  return findings.some(({ state }) => state === "bad") ? 1 : 0;
}

function parse(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    strict: true,
    allowPositionals: true,
  });
  const hosts = HOSTS.filter(({ name }) => positionals.includes(name));
  return { values, hosts, unknown: positionals.find((name) => hostNamed(name) === undefined) };
}

async function examine(named: readonly Host[], model: boolean, io: CliIo): Promise<readonly HealthFinding[]> {
  const pinned = pinsFor(io);
  if (!pinned.ok)
    return [bad("settings", pinned.error, "mend what it names; until then every hook denies"), await ledgerFinding(io)];
  const { pins, settings } = pinned.value;
  const at = hostEnvironment(io);
  const hosts = named.length > 0 ? named : HOSTS.filter((host) => scopesInPlace(host, at, pins).length > 0);
  const findings: HealthFinding[] = [settingsFinding(settings, io), ...keyFindings(settings, io)];
  if (model) findings.push(await modelFinding(settings, io));
  findings.push(await ledgerFinding(io));
  for (const host of hosts) findings.push(...(await examineHost(host, at, pins)));
  if (hosts.length === 0)
    findings.push(warn("agents", "the gate is installed in none", `sallyport install HOST (${HOST_NAMES.join(", ")})`));
  return findings;
}

function settingsFinding({ mode, shadow, classifier }: Settings, io: CliIo): HealthFinding {
  const files = [MANAGED_PATH, userSettingsPath(io.env) ?? ""].filter((path) => path !== "" && existsSync(path));
  const from = files.length === 0 ? "no file, so the defaults hold" : files.join(", ");
  const says = `mode ${mode}, provider ${classifier.provider} (${from})`;
  return shadow
    ? warn(
        "settings",
        `${says}; shadow: agents are told nothing, everything runs`,
        "set shadow to false to make the gate count",
      )
    : good("settings", says);
}

function keyFindings(settings: Settings, io: CliIo): readonly HealthFinding[] {
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
    ...unread.map((file) => bad("key", `${file} cannot be read`, "mend classifier.apiKeyFile")),
  ];
}

function readable(file: string): boolean {
  try {
    return readFileSync(file, "utf8").trim() !== "";
  } catch {
    return false;
  }
}

async function modelFinding(settings: Settings, io: CliIo): Promise<HealthFinding> {
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
      "mend the key, the endpoint or the network; until then such calls are held back",
    );
  if (verdict.block === "unparseable")
    return bad(
      "model",
      `${verdict.model ?? "it"} does not answer in the form it is told to`,
      "choose another classifier.model",
    );
  return good("model", `${verdict.model ?? settings.classifier.provider} answers`);
}

async function ledgerFinding(io: CliIo): Promise<HealthFinding> {
  const dir = stateDir(io.env);
  try {
    const found = statSync(dir, { throwIfNoEntry: false });
    if (found === undefined) return good("ledger", `${dir} does not exist yet`);
    if (process.platform !== "win32" && (found.mode & 0o077) !== 0)
      return bad("ledger", `${dir} is open to other users`, `chmod 700 ${dir}`);
    const { sessions, records, findings } = await ledgerStore({ stateDir: dir }).verify();
    const [first] = findings;
    if (first !== undefined)
      return bad(
        "ledger",
        `session ${first.session ?? first.name}, record ${first.record}: ${first.what}`,
        "sallyport log verify tells more; move the file aside to begin that session anew",
      );
    return good("ledger", `${sessions} sessions, ${records} records, nothing changed`);
  } catch (error) {
    return bad(
      "ledger",
      error instanceof Error ? error.message : String(error),
      `mend ${dir}; until then every hook denies`,
    );
  }
}

const SIGNS = { ok: ["allow", "ok  "], warn: ["ask", "note"], bad: ["deny", "BAD "] } as const;

function tell(findings: readonly HealthFinding[], io: CliIo): void {
  const paint = painter(io.stdout, io.env);
  for (const { about, state, says, mend } of findings) {
    const [style, sign] = SIGNS[state];
    io.stdout.write(`${paint(style, sign)} ${paint("bold", about)}: ${visible(says)}\n`);
    if (mend !== undefined) io.stdout.write(`     ${paint("dim", "mend:")} ${visible(mend)}\n`);
  }
}
