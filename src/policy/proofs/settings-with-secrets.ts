/** Settings with a secret in them: an address with a password, a header with a token, the key of a registry. */
import { fixedPart, type ReadEffect } from "../../contract/effect.ts";
import type { World } from "../../contract/world.ts";
import {
  foldSegment,
  isExportOfSecrets,
  isPlainOfHome,
  isSource,
  isStartFile,
  listEntries,
  matchesNow,
  mayBeUndotted,
  nameList,
  segmentsOf,
} from "../../machine/index.ts";
import { holdsToken, redact, tellsSecret } from "../../machine/secrets/index.ts";
import type { PolicyCall } from "../call.ts";
import { isBareSecret } from "./bare-values.ts";
import { isCalledSecret, mayKeepSecrets } from "./kept-in-project.ts";
import { holdsSecretTable, isTable } from "./secret-tables.ts";

/** Settings hold whatever somebody wrote into them: the same name is plain in one project and a credential in the next. */
export function showsSecretSettings(effect: ReadEffect, call: PolicyCall): boolean {
  const { target, recursive, content } = effect;
  const { world, real } = call;
  if (!content || target.path === "") return false;
  const base = target.certainty === "glob" ? fixedPart(target) : target.path;
  const wide = recursive || target.certainty === "unknown";
  const below = ["", "/config", ...(wide ? ["/.git/config", "/.gitconfig"] : [])];
  const ways = [...new Set([base, real(base).path])];
  return (
    ways
      .flatMap((path) => below.map((more) => `${path}${more}`))
      .some((path) =>
        GIT_SETTINGS.test(path) || isSettings(path)
          ? hasSecret(path, world)
          : isPlainOfHome(path, world) && holdsSecret(path, world),
      ) ||
    ways.some((path) => showsProjectSecret(path, recursive || target.certainty !== "exact", call)) ||
    namedFiles(effect, ways, world).some((path) => isUndottedSecret(path, world) || isNamedTable(path, call))
  );
}

/** As of hidden secrets only naming one counts: a search of all that lies below a place does not. */
const namedFiles = ({ target }: ReadEffect, ways: readonly string[], world: World): readonly string[] =>
  target.certainty === "glob" ? (matchesNow(target.path, world) ?? []).slice(0, MAX_LOOKED_AT) : ways;

/** By its ending, or called like what it may hold; an export that a pattern stands for now is one by its name alone. */
function isNamedTable(path: string, call: PolicyCall): boolean {
  const name = foldSegment(segmentsOf(path).at(-1) ?? "");
  if (isExportOfSecrets(name)) return true;
  return (isTable(name) || mayKeepSecrets(path, call) !== undefined) && holdsSecretTable(path, call.world);
}

function isUndottedSecret(path: string, world: World): boolean {
  const name = foldSegment(segmentsOf(path).at(-1) ?? "");
  return mayBeUndotted(name) && !isSource(name) && (holdsSecret(path, world) || holds(isColonTable, path, world));
}

/** `host:5432:db:user:password`, and what servers check passwords against: values that are named by their place alone. */
const isColonTable = (text: string): boolean =>
  /^[^\s:#]+:(?:\d{1,5}|\*):[^:\n]*:[^:\n]*:[^\s:]|^[^\s:#]+:(?:\$\w+\$|\{\w+\})\S/m.test(text);

/** A file of the project, or one that lies directly in a directory of it that is read, of which its name tells nothing and its contents do. */
function showsProjectSecret(path: string, wide: boolean, call: PolicyCall): boolean {
  const may = mayKeepSecrets(path, call);
  if (may === undefined) return false;
  if (call.world.stat(path).kind !== "directory")
    return (
      (may === "any" && holdsSecret(path, call.world)) ||
      holds((text) => holdsToken(text) || tellsSecret(text), path, call.world) ||
      (isCalledSecret(path, call) && holds(isBareSecret, path, call.world))
    );
  return (
    wide &&
    (listEntries(path, call.world) ?? [])
      .filter(({ kind }) => kind !== "directory")
      .slice(0, MAX_LOOKED_AT)
      .some(({ name }) => showsProjectSecret(`${path}/${name}`, false, call))
  );
}
/** Files of one directory. */
const MAX_LOOKED_AT = 64;

function holds(tells: (text: string) => boolean, path: string, world: World): boolean {
  const { kind, size } = world.stat(path);
  const bytes = kind === "file" && size <= MAX_LOOKED_INTO ? world.readFile(path, MAX_LOOKED_INTO) : undefined;
  return bytes !== undefined && tells(textIn(bytes));
}

/** A file that is small enough to be looked into, and shows one. */
export function holdsSecret(path: string, world: World): boolean {
  const { kind, size } = world.stat(path);
  return kind === "file" && size <= MAX_LOOKED_INTO && hasSecret(path, world);
}

/** In whatever width its signs are: programs that search tell by the first bytes. */
const textIn = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll("\0", "");

/** Copies too (`config.bak`). */
const GIT_SETTINGS =
  /\/\.git\/(?:.*\/)?(?:config[^/]*|(?:remotes|branches)\/.*)$|\/\.gitconfig[^/]*$|\/\.config\/git\/[^/]*$|^\/etc\/gitconfig$/i;
/** Of package managers, registries and servers that agents are given: where a token stands beside what is no secret. */
const MAY_HOLD_TOKENS = nameList(
  ".npmrc* .yarnrc* .pnpmrc bunfig.toml .bunfig.toml pip.conf pip.ini uv.toml .condarc condarc nuget.config auth.json .mcp.json mcp.json opencode.json* .gemrc gradle.properties settings.xml .wgetrc .curlrc".split(
    " ",
  ),
);
/** Settings, notes and copies of agents, editors and shells: tokens stand there beside what is no secret. */
const OF_AGENTS =
  /\/\.(?:claude|codex|gemini|qwen|cursor|copilot|continue|kilocode|kilo|opencode|factory|windsurf|roo|amp|junie|kiro|pi|cline|zed|vscode|config|emacs\.d)\/(?:.*\/)?(?:[^/.]+|\.?[^/]*\.(?:jsonc?|json5|toml|ya?ml|ini|conf|cfg|properties|xml|lock|z?sh|bash|fish|el|txt|bak|backup[^/]*|authinfo))$/i;
const OF_SHELLS = /\/\.(?:bashrc|bash_profile|bash_login|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin)$/i;

const isSettings = (path: string): boolean => {
  if (OF_AGENTS.test(path) || OF_SHELLS.test(path)) return true;
  const [name = "", folder = ""] = segmentsOf(path).map(foldSegment).reverse();
  if (MAY_HOLD_TOKENS(name) !== undefined) return true;
  return (folder === ".bundle" && name === "config") || (folder === ".cargo" && name.startsWith("c"));
};
/** What shells and editors start with is written in languages of their own. Git's is read. */
const isStarting = (path: string, world: World): boolean =>
  !GIT_SETTINGS.test(path) && (OF_SHELLS.test(path) || isStartFile(path, world));

const MAX_SETTINGS = 1_000_000;
/** In bytes; what nobody calls settings and is longer is a log, an archive or data. */
const MAX_LOOKED_INTO = 262_144;

function hasSecret(path: string, world: World): boolean {
  const { kind } = world.stat(path);
  if (kind === "absent") return false;
  const bytes = world.readFile(path, MAX_SETTINGS);
  if (bytes === undefined) return kind !== "directory";
  const text = textIn(bytes);
  if (!isStarting(path, world)) return redact(text) !== text;
  // An alias stands for a command, whatever it is called.
  const said = text.replace(/^([ \t]*alias[ \t]+)[\w.-]+=/gm, "$1_=");
  return redact(said) !== said || tellsSecret(text);
}
