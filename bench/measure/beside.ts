/** Another gate on the same rows: cc-safety-net, fetched from npm into a folder that is thrown away. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const NAME = "cc-safety-net";
const VERSION = "2.4.5";
const FETCH_TIMEOUT_MS = 120_000;

export interface Beside {
  readonly name: string;
  /** True when it has no objection: the agent's own rules then decide. It is asked in a directory that exists, as it needs. */
  readonly allows: (command: string) => boolean;
  readonly program: string;
  readonly remove: () => void;
}

/** A sentence when it cannot be had. */
export async function fetchBeside(): Promise<Beside | string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bench-beside-")));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", `${NAME}@${VERSION}`];
  const done = spawnSync("npm", args, { encoding: "utf8", timeout: FETCH_TIMEOUT_MS, cwd: folder });
  if (done.status !== 0) {
    remove();
    return `${NAME} ${VERSION} could not be fetched (npm exit ${done.status ?? "timeout"}); its rows are left out`;
  }
  const home = join(folder, "node_modules", NAME);
  try {
    process.env.CC_SAFETY_NET_HOME = join(folder, "home");
    const api: unknown = await import(pathToFileURL(join(home, "dist/api.js")).href);
    const version = String(JSON.parse(readFileSync(join(home, "package.json"), "utf8")).version);
    const check = checkOf(api);
    const project = join(folder, "project");
    mkdirSync(project);
    if (check === undefined) throw new Error("it has no checkCommand");
    return {
      name: `${NAME} ${version}`,
      allows: (command) => check({ command, cwd: project }).kind === "allow",
      program: join(home, "dist/bin/cc-safety-net.js"),
      remove,
    };
  } catch (error) {
    remove();
    return `${NAME} ${VERSION} could not be loaded: ${error instanceof Error ? error.message : String(error)}`;
  }
}

type Check = (input: { readonly command: string; readonly cwd: string }) => { readonly kind: string };

const checkOf = (api: unknown): Check | undefined =>
  typeof api === "object" && api !== null && "checkCommand" in api && typeof api.checkCommand === "function"
    ? (api.checkCommand as Check)
    : undefined;
