/**
 * Files that code loads by a name which the packages and settings around it give to them: `imports` and `exports` of a package, its
 * own name, a package that a link of `node_modules` leads to, `paths` of a tsconfig, the map of Deno. Absolute, whether they are there
 * or not; of several conditions every one counts.
 */
import { basename, dirname } from "node:path/posix";
import { absolutePath, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

const MAX_DEFINITION_BYTES = 256 * 1024;
/** Names of one text, targets of one name, directories above a text. */
const MAX_NAMES = 256;
const MAX_TARGETS = 64;
const MAX_LEVELS = 32;

const ENDINGS = ["", ".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".tsx", ".jsx", ".json", ".node"];
const ENTRIES = ["index.js", "index.cjs", "index.mjs", "index.ts", "index.tsx"];

/** `file`: absolute, where the text stands. */
export function aliasTargets(text: string, file: string, call: PolicyCall): readonly string[] {
  const names = namesIn(text);
  if (names.length === 0) return [];
  const found = directoriesAbove(dirname(file), call).flatMap((dir) =>
    tablesAt(dir, call).flatMap((table) => names.flatMap((name) => namedBy(table, name, call))),
  );
  const linked = directoriesAbove(dirname(file), call).flatMap((dir) =>
    names.flatMap((name) => linkedBy(dir, name, call)),
  );
  return [...new Set([...found, ...linked])].filter((path) => isInside(path, call.projectRoot));
}

/** Strings of the code that are no path by themselves. */
function namesIn(text: string): readonly string[] {
  const all = [...text.matchAll(/["'`]([^"'`\s]{1,256})["'`]/g)].map(([, name = ""]) => name);
  return [...new Set(all)].filter((name) => /^(?!\.{0,2}\/|node:)[@#~\w$]/.test(name)).slice(0, MAX_NAMES);
}

/** Up to the project. */
function directoriesAbove(from: string, { projectRoot }: PolicyCall): readonly string[] {
  const dirs: string[] = [];
  for (let dir = from; isInside(dir, projectRoot) && dirs.length < MAX_LEVELS; dir = dirname(dir)) {
    dirs.push(dir);
    if (dir === projectRoot) break;
  }
  return dirs;
}

/** What stands for what: a key, with `*` or a slash at its end for anything behind it. */
interface AliasTable {
  readonly base: string;
  readonly entries: readonly (readonly [key: string, targets: readonly string[]])[];
}

function tablesAt(dir: string, call: PolicyCall): readonly AliasTable[] {
  const own = objectAt(`${dir}/package.json`, call);
  const deno = ["deno.json", "deno.jsonc", `import${"_"}map.json`].map((name) => objectAt(`${dir}/${name}`, call));
  const typescript = ["tsconfig.json", "tsconfig.base.json", "jsconfig.json"].map((name) =>
    objectAt(`${dir}/${name}`, call),
  );
  return [
    { base: dir, entries: [...entriesOf(own?.imports), ...selfEntries(own)] },
    ...deno.map((one) => ({ base: dir, entries: entriesOf(one?.imports) })),
    ...typescript.map((one) => pathsOf(dir, fieldsOf(one?.compilerOptions))),
  ];
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

function objectAt(path: string, { world }: PolicyCall): Fields | undefined {
  const bytes = world.readFile(path, MAX_DEFINITION_BYTES);
  return bytes === undefined ? undefined : fieldsOf(parsed(new TextDecoder().decode(bytes)));
}

/** With comments and commas too many, as settings of TypeScript have them. */
function parsed(text: string): unknown {
  const plain = text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string?: string) => string ?? "")
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? "");
  try {
    return JSON.parse(plain.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

const entriesOf = (value: unknown): AliasTable["entries"] =>
  Object.entries(fieldsOf(value) ?? {}).map(([key, targets]) => [key, stringsIn(targets)]);

const stringsIn = (value: unknown): readonly string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).slice(0, MAX_TARGETS).flatMap(stringsIn)
      : [];

/** A package may load itself by its name, as others would. */
function selfEntries(own: Fields | undefined, name = own?.name): AliasTable["entries"] {
  if (own === undefined || typeof name !== "string" || name === "") return [];
  const { exports, main, module } = own;
  const parts = Object.keys(fieldsOf(exports) ?? {}).filter((key) => key.startsWith("."));
  const exported = parts.length === 0 ? [[".", stringsIn(exports)] as const] : entriesOf(exports);
  const entries = exported
    .filter(([key]) => parts.length === 0 || key.startsWith("."))
    .map(([key, targets]) => [`${name}${key.slice(1)}`, targets] as const);
  return [...entries, [name, [...stringsIn([main, module]), ...ENTRIES.map((entry) => `./${entry}`)]]];
}

/** `paths` and `baseUrl`: any name may stand below that. */
const pathsOf = (dir: string, options: Fields | undefined): AliasTable => {
  const base = typeof options?.baseUrl === "string" ? `${dir}/${options.baseUrl}` : dir;
  const below = options?.baseUrl === undefined ? [] : [["*", ["./*"]] as const];
  return { base, entries: [...entriesOf(options?.paths), ...below] };
};

function namedBy({ base, entries }: AliasTable, name: string, call: PolicyCall): readonly string[] {
  return entries.flatMap(([key, targets]) => {
    const rest = restBehind(key, name);
    if (rest === undefined) return [];
    return targets
      .filter((target) => !target.includes(":"))
      .flatMap((target) => loadable(target.endsWith("/") ? target + rest : target.replaceAll("*", rest), base, call));
  });
}

/** What `*` stands for; undefined: the name is not meant. */
function restBehind(key: string, name: string): string | undefined {
  if (key === name) return "";
  const [before = "", after = ""] = key.endsWith("/") ? [key] : key.split("*");
  const isOpen = key.includes("*") || key.endsWith("/");
  const fits = isOpen && name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
  return fits ? name.slice(before.length, name.length - after.length) : undefined;
}

/** As a loader takes it: with an ending, as a directory, and the source of what is compiled. */
function loadable(target: string, base: string, { world }: PolicyCall): readonly string[] {
  const path = absolutePath(target, base, world);
  const source = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  return [
    ...ENDINGS.map((ending) => path + ending),
    ...(source === path ? [] : [source]),
    ...ENTRIES.map((entry) => `${path}/${entry}`),
  ];
}

/** `node_modules/NAME` is a link to a package of the project. */
function linkedBy(dir: string, name: string, call: PolicyCall): readonly string[] {
  const [, owner] = /^((?:@[\w.-]+\/)?[\w.-]+)(?:\/|$)/.exec(name) ?? [];
  if (owner === undefined) return [];
  const place = `${dir}/node_modules/${owner}`;
  if (call.world.lstat(place).kind === "absent") return [];
  const { path: real } = call.real(place);
  if (real === place || !isInside(real, call.projectRoot) || real.includes("/node_modules/")) return [];
  const table = { base: real, entries: selfEntries(objectAt(`${real}/package.json`, call) ?? {}, owner) };
  const below = name === owner ? [] : loadable(name.slice(owner.length + 1), real, call);
  return [...namedBy(table, name, call), ...below, ...builtFrom(below)];
}

/** `dist/x.js` is made from what lies in `src` under that name. */
const builtFrom = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => (basename(dirname(path)) === "dist" ? [path.replace(/\/dist\/([^/]+)$/, "/src/$1")] : []));
