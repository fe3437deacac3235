/** Whether git keeps a file: its bytes are those the index names, and git would put the same ones back. */
import { createHash } from "node:crypto";
import { dirname } from "node:path/posix";
import type { Scene } from "../types.ts";
import { isBelow, readBytes, readText, realPath } from "./files.ts";
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
  return oid === entry.oid && !mayConvert(repo, dir, scene);
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
