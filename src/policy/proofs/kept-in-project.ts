/**
 * Files whose contents decide whether reading them is proven: of the project hidden ones that nobody listed as plain, since programs keep
 * their keys under names of their own and no table of those is ever whole; of it and of home those that are called like what they may hold.
 */
import {
  absolutePath,
  foldSegment,
  isInside,
  isOfTools,
  isSource,
  isUnknownDot,
  segmentsOf,
} from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

const CALLED =
  /(?:^|[ ._-])(?:secrets?|credentials?|creds?|passwd|passwords?|passphrases?|api[_-]?keys?|vault[_-]?pass)(?:[ ._-]|$)/;
/** Colours and words of a language are called so too. */
const CALLED_TOKEN = /(?:^|[ ._-])(?:tokens?|pat|jwt|bearer)(?:[ ._-]|$)/;
const FOLDERS = /^(?:.*[._-])?(?:secrets?|credentials?|creds?|passwords?|passwds?)$/;
const FOLDERS_OF_TOKENS = /^(?:.*[._-])?tokens?$/;
/** Made to be run elsewhere, with the passwords of databases that live for a test: only what nobody makes up counts. */
const OF_SERVICES =
  /^\.(?:github|gitlab.*|gitea|forgejo|circleci|travis\..*|drone\..*|woodpecker.*|buildkite|semaphore|azure-pipelines.*|appveyor.*|cirrus\..*|devcontainer|docker|woodpecker|pre-commit.*|husky|vscode|config)$/;

/** `token`: only what nobody makes up for a test. Undefined: a file like any other. `path`: absolute. */
export function mayKeepSecrets(path: string, call: PolicyCall): "any" | "token" | undefined {
  const names = (belowProject(path, call) ?? elsewhere(path, call)).map(foldSegment);
  const name = names.at(-1) ?? "";
  if (names.length === 0 || isSource(name)) return undefined;
  const hidden = names.some((one) => isUnknownDot(one) || /^[#~%]+\./.test(one));
  if (names.some((one) => OF_SERVICES.test(one))) return "token";
  if (hidden || CALLED.test(name) || names.slice(0, -1).some((one) => FOLDERS.test(one))) return "any";
  return CALLED_TOKEN.test(name) || names.some((one) => one.startsWith(".") || FOLDERS_OF_TOKENS.test(one))
    ? "token"
    : undefined;
}

/** Its name says that it is one, or its folder does: a value that stands alone in it needs no name of its own. */
export function isCalledSecret(path: string, call: PolicyCall): boolean {
  const names = (belowProject(path, call) ?? elsewhere(path, call)).map(foldSegment);
  const name = names.at(-1) ?? "";
  if (isSource(name) || names.some((one) => OF_SERVICES.test(one))) return false;
  return (
    CALLED.test(name) ||
    CALLED_TOKEN.test(name) ||
    (names.slice(0, -1).some((one) => FOLDERS.test(one)) && !name.startsWith("."))
  );
}

/** The segments of what lies in other projects and places. What is hidden in home, and what the system and toolchains keep, is for tables of their own. */
function elsewhere(path: string, { world }: PolicyCall): readonly string[] {
  if (isOfTools(path, world)) return [];
  const inHome = isInside(path, world.home);
  const names = segmentsOf(inHome ? path.slice(world.home.length) : path);
  return names[0]?.startsWith(".") === true || (!inHome && OF_SYSTEM.test(path)) ? [] : names;
}
const OF_SYSTEM = /^(?:\/private)?\/(?:etc|var|run|opt|boot|usr|proc|sys|dev|lib\w*|s?bin)\//i;

/** The segments below the innermost place the session works in; of that place itself none. */
function belowProject(
  path: string,
  { projectRoot, places, settings, world, real }: PolicyCall,
): readonly string[] | undefined {
  const roots = [projectRoot, places.projectRoot, ...settings.additionalDirectories]
    .map((dir) => absolutePath(dir, projectRoot, world))
    .flatMap((dir) => [dir, real(dir).path])
    .filter((root) => root !== world.home && isInside(path, root));
  const root = roots.sort((a, b) => b.length - a.length)[0];
  return root === undefined ? undefined : path.slice(root.length).split("/").filter(Boolean);
}

/** What builds and tools lay down by themselves, other work trees, and what git packs. */
const MADE =
  /^\.(?:next|nuxt|output|svelte-kit|astro|vite|docusaurus|parcel-cache|sass-cache|cache|tmp|temp|pytest_cache|mypy_cache|ruff_cache|hypothesis|nyc_output|ipynb_checkpoints|tox|nox|venv|turbo|angular|gradle|dart_tool|terraform|yarn|pnpm-store|worktrees)$/;
const PACKED = /\/\.git\/(?:.*\/)?(?:objects|lfs)\//;

/** Below a hidden directory of a tree, at any depth: settings of some program, whatever they are called. `place`: where the tree begins. */
export function isBelowHidden(path: string, place: string, made = MADE): boolean {
  const folders = path.slice(place.length).split("/").slice(0, -1).map(foldSegment);
  if (isSource(foldSegment(path.slice(path.lastIndexOf("/") + 1))) || PACKED.test(path)) return false;
  return folders.some((one) => one.startsWith(".")) && !folders.some((one) => made.test(one));
}
