/** What becomes of a dangerous call when the gate is gone, hangs, was stopped, lies or is slow: a table, one column an agent. */
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, Ran } from "./clients.ts";
import type { ScriptedModel } from "./scripted-model.ts";

export interface FaultPlace {
  readonly client: Client;
  readonly home: string;
  readonly project: string;
  /** Our own copy of the built program. */
  readonly dist: string;
  readonly model: ScriptedModel;
}

type Spoil = (at: FaultPlace) => void;

/** A program in the hook's place that lets prompts pass and does this when a call comes. */
export const instead =
  (code: string): Spoil =>
  ({ dist }) =>
    writeFileSync(
      join(dist, "hook.cjs"),
      `if (!/PreToolUse|PermissionRequest|BeforeTool|tool\\.execute\\.before|"tool_call"|"beforeTool"|"toolName"/.test(require("fs").readFileSync(0, "utf8"))) { console.log("sallyport silent"); process.exit(0); }\n${code}\n`,
    );

const asWrapper =
  (text: string): Spoil =>
  ({ dist }) =>
    writeFileSync(join(dist, "hook.sh"), text);

/** Where an agent loads a module of ours instead of running a line. */
const MODULES: Readonly<Record<string, string>> = {
  opencode: ".config/opencode/plugins/sallyport.js",
  kilo: ".config/kilo/plugins/sallyport.js",
  pi: ".pi/agent/extensions/sallyport.ts",
  cline: ".cline/plugins/sallyport.js",
};

interface Fault {
  readonly about: string;
  readonly spoil: Spoil;
  /** Only for agents that run a line, or only for those that load a module. */
  readonly only?: "line" | "module";
}

const FAULTS: readonly Fault[] = [
  { about: "dead: its program is gone", spoil: ({ dist }) => rmSync(join(dist, "hook.cjs")) },
  { about: "removed: the whole package is gone", spoil: ({ dist }) => rmSync(dist, { recursive: true }) },
  {
    about: "dead: it kills itself",
    spoil: instead('process.kill(process.pid, "SIGKILL"); setInterval(() => 0, 1000);'),
  },
  { about: "dead: its wrapper is killed", spoil: asWrapper("kill -9 $$\n"), only: "line" },
  { about: "hung", spoil: instead("setInterval(() => 0, 1000);") },
  { about: "stopped", spoil: instead('process.kill(process.pid, "SIGSTOP"); setInterval(() => 0, 1000);') },
  { about: "stopped with its wrapper", spoil: asWrapper("kill -STOP $$\n"), only: "line" },
  { about: "lying: `{}`", spoil: instead('console.log("{}");') },
  { about: "lying: `{oops}`", spoil: instead('console.log("{oops}");') },
  {
    about: "lying: an allow of another program, twice",
    spoil: instead(
      'const yes = JSON.stringify({ decision: "allow", behavior: "allow" }); console.log(yes); console.log(yes);',
    ),
  },
  { about: "slow: it answers after three seconds", spoil: slow },
  {
    about: "its module does not load",
    spoil: ({ client, home }) => writeFileSync(join(home, MODULES[client.host] ?? ""), "this is no program"),
    only: "module",
  },
];

function slow({ dist }: FaultPlace): void {
  cpSync(join(dist, "hook.cjs"), join(dist, "hook-late.cjs"));
  writeFileSync(join(dist, "hook.cjs"), 'setTimeout(() => require("./hook-late.cjs"), 3000);\n');
}

export interface FaultRun<P> {
  /** A place with the gate installed, for one attempt. */
  readonly within: (work: (at: P) => Promise<string | undefined>) => Promise<string | undefined>;
  /** One session in which the agent tries the dangerous call. */
  readonly tryDanger: (at: P) => Promise<Ran>;
}

/** What became of the call with each fault, in order. */
export async function faultsOf<P extends FaultPlace>(
  client: Client,
  { within, tryDanger }: FaultRun<P>,
): Promise<readonly string[]> {
  const outcomes: string[] = [];
  const kind = Object.hasOwn(MODULES, client.host) ? "module" : "line";
  for (const { about, spoil, only = kind } of FAULTS) {
    const outcome =
      only === kind
        ? await within(async (at) => {
            spoil(at);
            const { timedOut } = await tryDanger(at);
            if (existsSync(join(at.project, "danger.txt"))) return "**RAN**";
            if (at.model.requests() === 0) return "not started";
            return timedOut ? "hung, not run" : "blocked";
          })
        : "–";
    outcomes.push(outcome ?? "");
    process.stdout.write(`     ${client.host}: ${about}: ${outcome}\n`);
  }
  return outcomes;
}

/** One row a fault, one column an agent, as in the documents. */
export function faultTable(columns: ReadonlyMap<string, readonly string[]>): string {
  const cells = [...columns.values()];
  const rows = FAULTS.map(({ about }, i) => `| ${[about, ...cells.map((column) => column[i] ?? "")].join(" | ")} |`);
  return [`| the gate is… | ${[...columns.keys()].join(" | ")} |`, `|---${"|---".repeat(columns.size)}|`, ...rows].join(
    "\n",
  );
}
