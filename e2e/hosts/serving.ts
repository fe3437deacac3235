/** A home's own service, as its person would start it. */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";

export interface ServedHome {
  readonly dist: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function startServing({ dist, project, env }: ServedHome): Promise<ChildProcess> {
  const args = [join(dist, "sallyport.cjs"), "serve", "--port", String(await freePort())];
  const child = spawn(process.execPath, args, { cwd: project, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: unknown): void => {
      said += String(chunk);
      if (/serves http/.test(said)) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", () => reject(new Error(`the service ended: ${said}`)));
  });
  return child;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
