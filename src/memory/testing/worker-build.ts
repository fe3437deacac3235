/** For tests of several processes: the worker as one script that plain node runs. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

let built: Promise<string> | undefined;

export function worker(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), "sallyport-worker-")), "worker.mjs");
  const entry = resolve("src/memory/testing/worker.ts");
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
  return outfile;
}
