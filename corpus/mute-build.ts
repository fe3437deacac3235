/** Builds a program of this repository in which the watch can be made to say nothing: `mute` stands around every export of its doors. */
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { MUTED_DOORS, mute, muteRecord } from "./mute.ts";

export interface BuiltProgram {
  readonly path: string;
  remove(): Promise<void>;
}

const RECORD = "src/app/watch.ts";

/** `root`: of this repository. */
export async function buildMuted(entry: string, root = process.cwd()): Promise<BuiltProgram> {
  const folder = mkdtempSync(join(resolve(root, "node_modules"), ".run-"));
  const path = join(folder, `${basename(entry, ".ts")}.mjs`);
  await build({
    entryPoints: [resolve(root, entry)],
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
    plugins: [await mutedDoors(root)],
  });
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Whoever enters a room by its door meets the muted one; the room itself stays whole behind it. */
async function mutedDoors(root: string): Promise<Plugin> {
  const texts = new Map<string, string>();
  for (const door of MUTED_DOORS) texts.set(resolve(root, door), await mutedDoor(door, root));
  return {
    name: "muted-doors",
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: /^whole:/ }, ({ path }) => ({ path: path.slice("whole:".length), namespace: "whole" }));
      onLoad({ filter: /index\.ts$|watch\.ts$/, namespace: "file" }, ({ path }) => {
        const contents = texts.get(path);
        return contents === undefined ? undefined : { contents, loader: "ts", resolveDir: resolve(path, "..") };
      });
      onLoad({ filter: /./, namespace: "whole" }, ({ path }) => ({
        contents: readFileSync(path, "utf8"),
        loader: "ts",
        resolveDir: resolve(path, ".."),
      }));
    },
  };
}

async function mutedDoor(door: string, root: string): Promise<string> {
  const from = `import * as whole from ${JSON.stringify(`whole:${resolve(root, door)}`)};
import { ${mute.name}, ${muteRecord.name} } from ${JSON.stringify(resolve(root, "corpus/mute.ts"))};`;
  if (door === RECORD) return `${from}\nexport const WATCH = ${muteRecord.name}(${JSON.stringify(door)}, whole.WATCH);`;
  const names = await exportsOf(resolve(root, door));
  return [
    from,
    ...names.map((name) => `export const ${name} = ${mute.name}(${JSON.stringify(door)}, "${name}", whole.${name});`),
  ].join("\n");
}

/** What is there when the code runs. */
async function exportsOf(path: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [path],
    outfile: "door.mjs",
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}
