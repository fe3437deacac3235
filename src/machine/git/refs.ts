/** Refs, loose and packed. */
import type { World } from "../../contract/world.ts";
import { readBytes, readText } from "../../core/git/index.ts";
import type { Repo } from "./repo.ts";

const REF_BYTES_MAX = 4096;
const PACKED_BYTES_MAX = 64 << 20;
const SYMREF_DEPTH_MAX = 5;

export type Ref =
  | { readonly kind: "object"; readonly oid: string }
  /** Points to another ref, as HEAD does to a branch. */
  | { readonly kind: "symbolic"; readonly to: string }
  | { readonly kind: "absent" }
  | { readonly kind: "unknown"; readonly why: string };

/** One step: a symbolic ref is not followed. `name` is full ("HEAD", "refs/heads/main"). */
export function readRef(repo: Repo, name: string, world: World): Ref {
  if (!isRefName(name)) return { kind: "absent" };
  const file = `${isOwn(name) ? repo.gitDir : repo.commonDir}/${name}`;
  if (world.lstat(file).kind === "link") {
    const to = world.readLink(file);
    return to?.startsWith("refs/") ? { kind: "symbolic", to } : unknown(`${file} is a link`);
  }
  if (world.stat(file).kind === "directory") return packedRef(repo, name, world);
  const text = readText(file, REF_BYTES_MAX, world);
  if (text === null) return packedRef(repo, name, world);
  if (text === undefined) return unknown(`${file} cannot be read`);
  const to = /^ref:[ \t\r\n]*(\S+)\s*$/.exec(text)?.[1];
  if (to !== undefined) return { kind: "symbolic", to };
  const oid = /^([0-9a-f]{40}|[0-9a-f]{64})(\s|$)/.exec(text)?.[1];
  return oid === undefined ? unknown(`${file} is no ref`) : { kind: "object", oid };
}

/** The object a ref leads to. */
export function resolveRef(repo: Repo, name: string, world: World): Exclude<Ref, { kind: "symbolic" }> {
  let at = name;
  for (let depth = 0; depth <= SYMREF_DEPTH_MAX; depth++) {
    const ref = readRef(repo, at, world);
    if (ref.kind !== "symbolic") return ref;
    at = ref.to;
  }
  return unknown(`${name} goes through too many refs`);
}

function packedRef(repo: Repo, name: string, world: World): Ref {
  const data = readBytes(`${repo.commonDir}/packed-refs`, PACKED_BYTES_MAX, world);
  if (data === null) return { kind: "absent" };
  if (data === undefined) return unknown("packed-refs cannot be read");
  const at = data.indexOf(` ${name}\n`);
  const oid = /(?:^|\n)([0-9a-f]{40}|[0-9a-f]{64})$/.exec(data.toString("latin1", Math.max(0, at - 65), at))?.[1];
  if (at === -1) return { kind: "absent" };
  // Which of two lines counts, versions of git do not agree on.
  return oid === undefined || data.includes(` ${name}\n`, at + 1)
    ? unknown("packed-refs cannot be read")
    : { kind: "object", oid };
}

/** No part of it can leave the directory of refs. */
const isRefName = (name: string): boolean =>
  /^(HEAD|[A-Z_]+_HEAD|refs\/.+)$/s.test(name) &&
  !/[\0-\x20\x7f~^:?*[\\]|\.\.|\/\/|\/\.|@\{|\/$|\.lock(\/|$)/.test(name);

/** Refs every work tree has for itself. */
const isOwn = (name: string): boolean => !name.startsWith("refs/") || /^refs\/(bisect|worktree|rewritten)\//.test(name);

const unknown = (why: string): { kind: "unknown"; why: string } => ({ kind: "unknown", why });
