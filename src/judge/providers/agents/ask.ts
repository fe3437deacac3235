/** One run of an agent: what it is given of the environment, where it stands, what is seen of it. */
import { userInfo } from "node:os";
import { delimiter, dirname } from "node:path";
import { SIDE_QUERY_VARIABLE } from "../../../contract/own-marks.ts";
import { type ChildEnd, runChild } from "../child.ts";
import type { Clock } from "../deadline.ts";
import type { Environment } from "../keys.ts";
import type { Network } from "../network.ts";
import type { Failed, ModelRequest } from "../provider.ts";
import type { Exchange } from "../transport.ts";
import type { AgentKind } from "./kind.ts";
import type { Scene } from "./scene.ts";

export interface AgentProgram {
  /** The agent's program by its absolute path, and arguments that come before all others. */
  readonly command: readonly string[];
  readonly env: Environment;
  /** Null: the agent's own login. */
  readonly key: string | null;
  /** Null: the agent's own endpoint. */
  readonly baseUrl: string | null;
  readonly network: Network;
  /** Where the folders it stands in are made. */
  readonly folder: string;
  /** Where it is kept which versions are closed; undefined: only in memory. */
  readonly proofs: string | undefined;
  readonly clock: Clock;
  readonly observe?: ((exchange: Exchange) => void) | undefined;
}

/** Whose home and language it is; nothing else of ours is the agent's. */
const PASSED = "HOME USERPROFILE APPDATA LOCALAPPDATA SystemRoot LANG LC_ALL TMPDIR TEMP TMP".split(" ");

export const homeIn = (env: Environment): string => env.HOME ?? env.USERPROFILE ?? "/";

/** May throw where its files cannot be written. */
export const runAgent = async (
  kind: AgentKind,
  program: AgentProgram,
  what: { readonly request: ModelRequest; readonly scene: Scene; readonly signal: AbortSignal },
): Promise<ChildEnd | Failed> => {
  const { scene, request, signal } = what;
  const [file = "", ...before] = program.command;
  const { key, baseUrl } = program;
  const run = kind.prepare(request, { scene, home: homeIn(program.env), key, baseUrl });
  const child = { file, args: [...before, ...run.args], env: { ...environment(program), ...run.env }, cwd: scene.cwd };
  const end = await runChild(child, run.input, signal);
  program.observe?.({
    url: file,
    request: run.input,
    status: end.ok && end.trouble === null ? 0 : 1,
    response: end.ok ? `${end.stdout}${end.stderr}` : end.detail,
  });
  return end;
};

const environment = ({ env, command: [file = ""], network }: AgentProgram): Record<string, string> => {
  const passed = PASSED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  const user = env.USER ?? userName();
  return {
    ...Object.fromEntries(passed),
    // Programs it is written in, not programs of a project.
    PATH: [dirname(process.execPath), dirname(file), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter),
    ...(user === undefined ? {} : { USER: user, LOGNAME: user }),
    ...(network.proxy === undefined ? {} : { HTTPS_PROXY: network.proxy, HTTP_PROXY: network.proxy }),
    ...(network.caFile === undefined ? {} : { NODE_EXTRA_CA_CERTS: network.caFile, SSL_CERT_FILE: network.caFile }),
    [SIDE_QUERY_VARIABLE]: "1",
  };
};

const userName = (): string | undefined => {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
};
