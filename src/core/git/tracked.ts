/** Whether git keeps a file: its bytes are those the index names, and git would put the same ones back. */
import { createHash } from "node:crypto";
import { dirname } from "node:path/posix";
import { inflateSync } from "node:zlib";
import type { World } from "../../contract/world.ts";
import type { Scene } from "../types.ts";
import { isBelow, listDir, readBytes, readText, realPath } from "./files.ts";
import { readTracked } from "./gitindex.ts";
import { configHome, readPersonal } from "./personal.ts";
import { findRepository, type Repository } from "./repository.ts";
import { isFalse } from "./syntax.ts";

const FILE_BYTES_MAX = 16 << 20;
const ATTRIBUTES_BYTES_MAX = 1 << 20;
const REGULAR = 0o100000;

export function isTrackedClean(path: string, scene: Scene): boolean {
  const { disk } = scene;
  const dir = dirname(path);
  const repo = realPath(dir, disk) === dir ? findRepository(dir, disk) : undefined;
  if (repo === undefined || isBelow(path, repo.gitDir) || isBelow(path, repo.commonDir)) return false;
  const name = path.slice(repo.workTree.length + 1);
  const entries = readTracked(name, repo, disk) ?? [];
  const [entry] = entries;
  if (entry === undefined || entries.length > 1 || entry.special || (entry.mode & 0o170000) !== REGULAR) return false;
  const bytes = readBytes(path, FILE_BYTES_MAX, disk);
  if (bytes === null || bytes === undefined || disk.lstat(path).executable !== ((entry.mode & 0o111) !== 0))
    return false;
  const oid = createHash(repo.hash).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
  return oid === entry.oid && holdsObject(repo, { oid, bytes }, disk) && !mayConvert(repo, dir, scene);
}

/** As a file of its own with these bytes; or, by the index of a pack that is not too long to be read, in that pack. */
function holdsObject(repo: Repository, { oid, bytes }: { oid: string; bytes: Buffer }, disk: World): boolean {
  const objects = `${repo.commonDir}/objects`;
  const loose = readBytes(`${objects}/${oid.slice(0, 2)}/${oid.slice(2)}`, FILE_BYTES_MAX, disk);
  if (loose !== null) return loose !== undefined && isOf(loose, bytes);
  const packs = listDir(`${objects}/pack`, disk)?.filter(({ name }) => name.endsWith(".idx")) ?? [];
  const hash = Buffer.from(oid, "hex");
  return packs.some(({ name }) => {
    const pack = `${objects}/pack/${name.slice(0, -".idx".length)}.pack`;
    const index = disk.lstat(pack).kind === "file" ? readBytes(`${objects}/pack/${name}`, PACK_INDEX_MAX, disk) : null;
    return index != null && index.length > FANOUT_END && index.readUInt32BE(0) === PACK_INDEX && lists(index, hash);
  });
}

/** Behind the counts stand the names of all objects, one after another. */
function lists(index: Buffer, hash: Buffer): boolean {
  const names = index.subarray(FANOUT_END, FANOUT_END + index.readUInt32BE(FANOUT_END - 4) * hash.length);
  let at = names.indexOf(hash);
  while (at >= 0 && at % hash.length !== 0) at = names.indexOf(hash, at + 1);
  return at >= 0;
}
const PACK_INDEX_MAX = 8 << 20;
/** Of version 2. */
const [PACK_INDEX, FANOUT_END] = [0xff744f63, 8 + 256 * 4];

function isOf(loose: Buffer, bytes: Buffer): boolean {
  try {
    const text = inflateSync(loose, { maxOutputLength: FILE_BYTES_MAX + 64 });
    return text.equals(Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
  } catch {
    return false;
  }
}

/** Settings and attributes with which git writes other bytes than its object holds. `text` alone does not where lines end in LF. */
function mayConvert(repo: Repository, dir: string, scene: Scene): boolean {
  const personal = readPersonal(repo, scene);
  if (personal === undefined) return true;
  const settings = [...personal.settings, ...personal.brought, ...repo.settings];
  const turns = settings.some(
    (one) =>
      one.key === "core.attributesfile" ||
      (one.key === "core.autocrlf" && !isFalse(one) && one.value?.toLowerCase() !== "input") ||
      (one.key === "core.eol" && !["lf", "native"].includes(one.value?.toLowerCase() ?? "")),
  );
  const files = [`${repo.commonDir}/info/attributes`, `${configHome(scene)}/git/attributes`, "/etc/gitattributes"];
  for (let here = dir; isBelow(here, repo.workTree); here = dirname(here)) files.push(`${here}/.gitattributes`);
  return turns || files.some((file) => converts(readText(file, ATTRIBUTES_BYTES_MAX, scene.disk)));
}

/** Whatever files the line is for. */
const CONVERTS = /(?:^|[ \t])(?:filter|ident|working-tree-encoding|crlf|eol(?!=lf(?:[ \t\r]|$)))(?:[= \t\r]|$)/m;

const converts = (text: string | null | undefined): boolean =>
  text !== null && (text === undefined || CONVERTS.test(text));
