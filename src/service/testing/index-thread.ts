/** For tests and benchmarks: the thread of the index as one file that plain node runs. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

let built: Promise<string> | undefined;

/** Built once a process. */
export function indexThread(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-index-thread-"));
  const outfile = join(folder, "record-index.cjs");
  const entry = resolve("src/service/index-store/thread.ts");
  await build({
    ...{ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "cjs", logLevel: "error" },
    mainFields: ["module", "main"],
  });
  return outfile;
}
