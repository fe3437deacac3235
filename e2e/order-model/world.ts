/** A small machine in memory: nothing of it is looked at on the disk, and nothing of it runs. */
import type { PathInfo, World } from "../../src/contract/world.ts";
import type { Process } from "../../src/core/index.ts";
import { viewOnce } from "../../src/machine/index.ts";

export const HOME = "/home/p";
export const ROOT = `${HOME}/code/app`;
export const at = (path: string): string => `${ROOT}/${path}`;

/** A shell in which nothing is set that bends a program. */
export const CLEAN: Process = {
  ...{ path: ["/usr/bin"], variables: new Set<string>(), values: {}, names: new Set<string>() },
  terminal: false,
};

const FILES: Readonly<Record<string, string>> = {
  [at("src/a.ts")]: "a\n",
  [at("tool.js")]: "1\n",
  [at("hidden/x")]: "x\n",
};
const PROGRAMS = "ls cat touch curl node tar git rm frobnicate".split(" ").map((name) => `/usr/bin/${name}`);

const info = (kind: PathInfo["kind"], size = 0, executable = false): PathInfo => ({
  ...{ kind, size, executable, mtimeMs: 1, ctimeMs: 1, links: 1 },
});

const parents = (path: string): readonly string[] =>
  path
    .split("/")
    .flatMap((_, i, parts) => (i === 0 ? ["/"] : i === parts.length - 1 ? [] : [parts.slice(0, i + 1).join("/")]));

function inMemory(): World {
  const places = new Map<string, PathInfo>();
  for (const [path, text] of Object.entries(FILES)) places.set(path, info("file", text.length));
  for (const path of PROGRAMS) places.set(path, info("file", 1, true));
  for (const path of [...places.keys(), "/tmp/x"]) for (const one of parents(path)) places.set(one, info("directory"));
  const look = (path: string): PathInfo => places.get(path) ?? info("absent");
  const read = (path: string): Uint8Array | undefined => {
    const text = FILES[path];
    return text === undefined ? undefined : new TextEncoder().encode(text);
  };
  return {
    ...{ platform: "linux", home: HOME, path: ["/usr/bin"], lstat: look, stat: look, readLink: () => undefined },
    readFile: (path, limit) => {
      const bytes = read(path);
      return bytes === undefined || bytes.length > limit ? undefined : bytes;
    },
    readDir: (path) =>
      look(path).kind === "directory"
        ? [...places.keys()].flatMap((one) => {
            const name = one.slice(path === "/" ? 1 : path.length + 1);
            return one !== path && isBelow(one, path) && !name.includes("/") ? [name] : [];
          })
        : undefined,
  };
}

const isBelow = (path: string, dir: string): boolean => path.startsWith(dir === "/" ? "/" : `${dir}/`);

/** One look at each place for the whole run: it never changes. */
export const WORLD: World = viewOnce(inMemory());
