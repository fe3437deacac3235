// Runs a TypeScript program of this repository: `node scripts/run.mjs bench/gate.ts [arguments]`. Node 20 cannot by itself.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write("usage: node scripts/run.mjs FILE.ts [arguments]\n");
  process.exit(1);
}
const program = `${basename(file, ".ts")}.mjs`;
const out = mkdtempSync(join(resolve("node_modules"), ".run-"));
try {
  await build({
    entryPoints: [file],
    outfile: join(out, program),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
  const done = spawnSync(
    process.execPath,
    ["--enable-source-maps", ...(process.env.NODE_FLAGS?.split(" ") ?? []), join(out, program), ...args],
    { stdio: "inherit" },
  );
  process.exitCode = done.status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
