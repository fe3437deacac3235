/** git where `-C` puts it: what it may do there its own proofs say, and each place it shows or stages may be shown. */
import { resolve } from "node:path/posix";
import type { Word } from "../../contract/simple.ts";
import { proveGit } from "../git/index.ts";
import { isSecret, mayEnter, mayList, mayRead, maySearch } from "../places/index.ts";
import type { SortedWords } from "../programs/sort.ts";
import type { Scene, Touch } from "../types.ts";
import { matchesOf } from "./globs.ts";
import { placeAt } from "./place-at.ts";
import type { Touched } from "./touches.ts";

/** Without a sub-command it tells of itself. */
export function touchedByGit({ use, does }: SortedWords, start: string, scene: Scene): Touched | undefined {
  if (use.path.length === 0) return { touches: [], saves: [] };
  const cwd = directoryOf(use.options, start, scene);
  if (cwd === undefined) return undefined;
  const operands = use.operands.map((one) => expanded(one, cwd, scene));
  const all = operands.flatMap((one) => one ?? []);
  if (operands.includes(undefined) || (does === "edits" && all.length > operands.length)) return undefined;
  const options = use.options.filter(({ role }) => role !== "directory");
  const isSecretName = (path: string): boolean => isSecret(path, scene);
  const touches = proveGit({ ...use, options, operands: all }, { cwd, scene, isSecretName });
  const isShown = touches?.every((touch) => mayShow(touch, scene)) && !all.some((one) => namesSecret(one, cwd, scene));
  return touches !== undefined && isShown ? { touches, saves: [] } : undefined;
}

function directoryOf(options: SortedWords["use"]["options"], start: string, scene: Scene): string | undefined {
  let cwd: string | undefined = start;
  for (const { value } of options.filter(({ role }) => role === "directory")) {
    cwd = value === null || cwd === undefined ? undefined : placeAt(value, cwd, scene);
    if (cwd === undefined || !mayEnter(cwd, scene)) return undefined;
  }
  return cwd;
}

type Operand = SortedWords["use"]["operands"][number];

/** A glob is the names that it stands for. */
function expanded({ word, role }: Operand, cwd: string, scene: Scene): readonly Operand[] | undefined {
  if (!word.glob) return [{ word, role }];
  return matchesOf(word, cwd, scene)?.map((path) => ({ word: literal(path), role }));
}

const literal = (value: string): Word => ({ value, text: value, prefix: value });

function mayShow({ role, path }: Touch, scene: Scene): boolean {
  switch (role) {
    case "list":
      return mayList(path, scene);
    case "search":
      return maySearch(path, scene);
    case "read":
      // Of a directory it shows what changed in it, which is told file by file.
      return scene.disk.lstat(path).kind === "directory" ? mayList(path, scene) : mayRead(path, scene);
    case "stage":
      return mayRead(path, scene);
    default:
      return false;
  }
}

/** `HEAD:.env`, `:0:.env`: history is not claimed, but for what its own name says. */
function namesSecret({ word: { value } }: Operand, cwd: string, scene: Scene): boolean {
  const parts = (value ?? "").split(":");
  const paths = parts.slice(1).map((_, i) => parts.slice(i + 1).join(":"));
  return paths.some((path) => path !== "" && isSecret(resolve(cwd, path), scene));
}
