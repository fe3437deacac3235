/**
 * What runtimes, loaders and test runners look for in the directories above code that lies outside the project: packages, and the files
 * that say how code is read. Nobody names them, and one that comes there changes what the code is.
 */
import { isInside } from "../machine/index.ts";
import type { Call } from "./call.ts";
import { isSystem, parentOf } from "./own-trees.ts";
import { stampFile, stampTree } from "./stamp-files.ts";

const NAMES = (
  "package.json .npmrc pnpm-workspace.yaml .pnp.cjs .pnp.js .pnp.loader.mjs tsconfig.json jsconfig.json deno.json deno.jsonc bunfig.toml .babelrc babel.config.js " +
  "babel.config.json .swcrc pyproject.toml setup.cfg tox.ini pytest.ini conftest.py .python-version Pipfile Gemfile .ruby-version .bundle/config Cargo.toml " +
  ".cargo/config.toml rust-toolchain rust-toolchain.toml go.mod go.work .tool-versions mise.toml .mise.toml .envrc .env global.json Directory.Build.props Directory.Build.targets"
).split(" ");
const PACKAGES = "node_modules";

const MAX_DIRECTORIES = 64;
/** Of one directory of packages, and how far down: a package's name, and what stands directly in it. */
const MAX_ENTRIES = 2_000;
const LEVELS = 2;

/** `directories`: where code lies. */
export function stampAbove(directories: readonly string[], call: Call): readonly string[] {
  const { projectRoot, world } = call;
  const outside = directories.filter((dir) => dir === projectRoot || !isInside(dir, projectRoot));
  const above = new Set(outside.flatMap((dir) => [dir, call.real(dir).path]).flatMap(upwards));
  return [...above].slice(0, MAX_DIRECTORIES).flatMap((dir) => {
    const at = dir === "/" ? "" : dir;
    const found = new Set(world.readDir(dir) ?? []);
    const files = NAMES.filter((name) => found.has(name.split("/", 1)[0] ?? "")).map((name) => `${at}/${name}`);
    const packages = found.has(PACKAGES) ? [`${at}/${PACKAGES}`] : [];
    return [
      ...[...files, ...packages].map((path) => stampFile(path, world)),
      ...packages.flatMap((path) => stampTree(path, world, { most: MAX_ENTRIES, levels: LEVELS })),
    ];
  });
}

/** The directories above one, nearest first. */
function upwards(dir: string): readonly string[] {
  if (isSystem(dir) && dir !== "/") return [];
  const above: string[] = [];
  for (let at = parentOf(dir); above.at(-1) !== at; at = parentOf(at)) above.push(at);
  return above;
}
