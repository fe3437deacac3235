/** Runs a program with one fault planted in it: a file of the tree reads otherwise in memory, and nothing on the disk is changed. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin } from "esbuild";

export interface Fault {
  /** What is wrong with it, in a few words. */
  readonly name: string;
  readonly file: string;
  /** Stands in the file once. */
  readonly find: string;
  readonly put: string;
}

/** Throws where the text does not stand there once: then the fault is none any more. */
export function plant(text: string, { name, file, find, put }: Fault): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${name}: its text stands ${parts.length - 1} times in ${file}`);
  return parts.join(put);
}

const plugin = (fault: Fault): Plugin => ({
  name: "planted",
  setup: ({ onLoad }) => {
    const path = resolve(fault.file);
    onLoad({ filter: /\.(?:ts|json)$/ }, (args) =>
      args.path === path
        ? { contents: plant(readFileSync(path, "utf8"), fault), loader: path.endsWith(".ts") ? "ts" : "json" }
        : undefined,
    );
  },
});

const MAX_MS = 600_000;

export async function runPlanted(
  program: string,
  fault: Fault,
  args: readonly string[],
): Promise<{ readonly status: number | null; readonly output: string }> {
  const out = mkdtempSync(join(resolve("node_modules"), ".planted-"));
  try {
    const outfile = join(out, "planted.mjs");
    await build({
      ...{ entryPoints: [program], outfile, bundle: true, platform: "node", format: "esm", target: "node20" },
      ...{ packages: "external", logLevel: "silent", plugins: [plugin(fault)] },
    });
    const { status, stdout, stderr } = spawnSync(process.execPath, [outfile, ...args], {
      ...{ encoding: "utf8", timeout: MAX_MS },
    });
    return { status, output: stdout + stderr };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
