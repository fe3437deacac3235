/** The core built with one planted fault: in memory, never by changing a file of the tree. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type { Fault } from "./faults.ts";
import type { CoreBuild } from "./referee.ts";

/** Throws where what is to be found does not stand there exactly once. */
export function plant({ name, edits }: Fault): ReadonlyMap<string, string> {
  const changed = new Map<string, string>();
  for (const [file, find, put] of edits) {
    const path = resolve("src/core", file);
    const text = changed.get(path) ?? readFileSync(path, "utf8");
    if (text.split(find).length !== 2) throw new Error(`${name}: not found once in ${file}: ${find}`);
    changed.set(
      path,
      text.replace(find, () => put),
    );
  }
  return changed;
}

function planting(changed: ReadonlyMap<string, string>): Plugin {
  return {
    name: "planted-fault",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\/src\/core\/.*\.(?:ts|json)$/ }, ({ path }) => {
        const contents = changed.get(path);
        return contents === undefined ? undefined : { contents, loader: path.endsWith(".json") ? "json" : "ts" };
      });
    },
  };
}

export async function buildBroken(fault: Fault): Promise<CoreBuild> {
  const changed = plant(fault);
  const out = await mkdtemp(join(resolve("node_modules"), ".fault-"));
  try {
    const outfile = join(out, "core.mjs");
    await build({
      ...{
        entryPoints: ["e2e/referee/core.ts"],
        outfile,
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node20",
      },
      ...{ packages: "external", logLevel: "error", plugins: [planting(changed)] },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
