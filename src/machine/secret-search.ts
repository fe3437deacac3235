/** Files called like secrets, looked for below a place: with a bound, and not where toolchains and packages keep their own. */
import { dirname, extname } from "node:path/posix";
import { type FileSearch, fixedPart, type Target } from "../contract/effect.ts";
import { once } from "../contract/once.ts";
import type { DirEntry, World } from "../contract/world.ts";
import { cannotMatch } from "./cannot-match.ts";
import { chooser, choosing } from "./chosen-names.ts";
import { listEntries } from "./entries.ts";
import { foldPath, foldSegment } from "./fold.ts";
import { compilePattern, meets, nameList, type Pattern, segmentsOf } from "./glob.ts";
import { secretFile } from "./secret-names.ts";

/** Names looked at for one place. */
const MAX_NAMES = 20_000;

/** A path that was found; `bound`: there is more than is looked through, or something cannot be listed. */
type FoundSecret = { readonly path: string } | "bound" | undefined;

/** A folded name, its path and what stands there: whether it is what is looked for. */
type IsSecret = (name: string, path: string, kind: DirEntry["kind"]) => boolean;

/**
 * The secret below `place` that filters of a search pick out by its name (`.env*`, `server.k?y`): such a search reads it like one that
 * names it. What they take with all of its kind (`*.json`), or with everything, is not picked out.
 */
export function pickedSecret(search: FileSearch, place: Target, world: World): string | undefined {
  const filters = choosing(search.filters);
  if (filters.length === 0 || place.certainty === "unknown") return undefined;
  const [mayChoose, takesAll] = [chooser(filters), chooser(filters, false)];
  const from = place.certainty === "exact" ? place.path : fixedPart(place);
  const found = findSecretBelow(from === "" ? "/" : from, world, (name, path) => {
    const kind = secretFile(name);
    if (kind === undefined || !mayChoose(path) || takesAll(anyOfKind(kind, path))) return false;
    return !isMissed(search, path, world);
  });
  return found === "bound" ? undefined : found?.path;
}

/** A file beside it that is no secret and, where secrets are not known by their ending, ends like it. */
const anyOfKind = (kind: string, path: string): string =>
  dirname(path) + (/^[*.]/.test(kind) ? "/zq" : `/zq${extname(path)}`);

/** In bytes: longer secrets are not looked into, and may hold anything. */
const MAX_SECRET = 1_000_000;

/** Surely nothing of the file is found. */
export function isMissed(search: FileSearch, path: string, world: World): boolean {
  const bytes = world.readFile(path, MAX_SECRET);
  return bytes !== undefined && cannotMatch(search, Buffer.from(bytes).toString("latin1"));
}

export function findSecretBelow(
  place: string,
  world: World,
  isSecret: IsSecret = calledSecret,
  most = MAX_NAMES,
): FoundSecret {
  const todo = [place];
  let left = most;
  let cut = false;
  for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) {
    const base = dir === "/" ? "" : dir;
    const entries = entriesOf(dir, world);
    cut ||= entries === undefined;
    left -= entries?.length ?? 0;
    if (left < 0) return "bound";
    const found = entries?.find(
      ({ name, kind }) => kind !== "directory" && isSecret(foldSegment(name), `${base}/${name}`, kind),
    );
    if (found !== undefined) return { path: `${base}/${found.name}` };
    for (const { name, kind } of entries ?? []) if (kind === "directory") todo.push(`${base}/${name}`);
  }
  return cut ? "bound" : undefined;
}

/** Undefined: a directory that cannot be listed. What is not there, and what is a file, has nothing below it. */
function entriesOf(dir: string, world: World): readonly DirEntry[] | undefined {
  if (isOfTools(dir, world)) return [];
  return listEntries(dir, world) ?? (world.lstat(dir).kind === "directory" ? undefined : []);
}

const calledSecret = (name: string): boolean => secretFile(name) !== undefined;

/** What others wrote and published, wherever it was unpacked. */
const PACKAGES = nameList("node_modules site-packages dist-packages bower_components .yarn".split(" "));
/** Places of systems and toolchains: their keys are examples, tests and certificates everybody has. */
const OF_TOOLS: readonly string[] = [
  "/usr{,/local}/{bin,sbin,lib,lib32,lib64,libx32,libexec,include,share,src,games,go,Cellar,Homebrew}",
  "/{bin,sbin,lib,lib32,lib64,libx32,nix/store,opt/homebrew,opt/hostedtoolcache,snap,System,Library/Developer}",
  "/Applications/*.app/Contents",
];
const OF_TOOLS_IN_HOME: readonly string[] = [
  "/.cargo/{registry,git}",
  "/.{rustup,nvm,fnm,volta,pyenv,rbenv,rvm,asdf,sdkman,bun,deno,npm,pnpm-store,m2/repository,gradle/caches,gradle/wrapper}",
  "/.{gem/ruby,nuget/packages,opam,stack,ghcup,cabal/packages,dotnet,linuxbrew,vscode/extensions,cursor/extensions}",
  // Beside what people write themselves.
  "/.oh-my-zsh/{lib,plugins,themes,tools,templates,cache,log,.git}",
  "/.local/{lib,pipx,share/{pnpm,mise,uv,nvim/{lazy,mason}}}",
  "/.cache/{pip,uv,go-build,yarn,pnpm,bazel,huggingface/hub,pre-commit,ms-playwright,torch,bazelisk,node,npm,deno,pypoetry/{cache,artifacts,virtualenvs}}",
  "/{go/pkg,miniconda3,anaconda3,mambaforge,Library/Caches/go-build}",
];

const compiled = (rows: readonly string[]): readonly Pattern[] =>
  rows.flatMap((row) => compilePattern(foldPath(row)) ?? []);
const ofTools = once(() => compiled(OF_TOOLS));
const ofToolsInHome = once(() => compiled(OF_TOOLS_IN_HOME));

/** A place of packages and toolchains: what lies there everybody has. */
export function isOfTools(path: string, { home }: Pick<World, "home">): boolean {
  const way = segmentsOf(path).map(foldSegment);
  if (way.some((segment) => PACKAGES(segment) !== undefined)) return true;
  if (ofTools().some((pattern) => meets(pattern, way, false) === "at")) return true;
  const above = segmentsOf(home).map(foldSegment);
  if (above.length >= way.length || !above.every((segment, i) => way[i] === segment)) return false;
  const inside = way.slice(above.length);
  return ofToolsInHome().some((pattern) => meets(pattern, inside, false) === "at");
}
