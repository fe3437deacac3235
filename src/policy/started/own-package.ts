/** `npx NAME` runs what the package that stands here calls so, before anything that is fetched or installed. */
import { basename } from "node:path/posix";
import { programNames } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { rootsOf } from "./roots.ts";
import { readText } from "./sources.ts";
import type { Words } from "./word.ts";

export const looksUpPackages = (words: Words): boolean =>
  words.some((word, i) => {
    const names = programNames(word);
    if (names.some((name) => /^(?:npx|bunx|pnpx)$/.test(name))) return true;
    return names.some((name) => /^(?:npm|pnpm|yarn|bun)$/.test(name)) && /^(?:exec|x|dlx)$/.test(words[i + 1] ?? "");
  });

/** One of the words is a program of the project's own package, or that package. */
export function runsOwnPackage(words: Words, call: PolicyCall): boolean {
  if (!looksUpPackages(words)) return false;
  const names = rootsOf(call).flatMap((root) => namesGiven(readText(`${root}/package.json`, call)) ?? []);
  return words.some((word) => names.includes(word.replace(/(?<=.)@[^@/]*$/, "")));
}

/** An edit of a package's description after which it has other programs than before, or of which that cannot be told. */
export function givesPrograms(path: string, call: PolicyCall): boolean {
  if (basename(path).toLowerCase() !== "package.json") return false;
  const before = readText(path, call);
  const after = textAfter(before, call);
  const given = after === undefined ? undefined : programsIn(after);
  return given === undefined || (given !== "{}" && given !== programsIn(before === "" ? "{}" : before));
}

/** What an edit makes of a file; undefined: not known. */
export function textAfter(before: string, { tool, input }: PolicyCall): string | undefined {
  const { content, old_string: old, new_string: text, replace_all: all } = input;
  if (tool === "Write") return typeof content === "string" ? content : undefined;
  if (tool !== "Edit" || typeof old !== "string" || typeof text !== "string" || old === "") return undefined;
  return all === true ? before.split(old).join(text) : before.replace(old, () => text);
}

function programsIn(text: string): string | undefined {
  try {
    const { bin, directories } = JSON.parse(text);
    return JSON.stringify({ bin, directories });
  } catch {
    return undefined;
  }
}

function namesGiven(text: string): readonly string[] | undefined {
  try {
    const { name, bin } = JSON.parse(text);
    return [name, ...(typeof bin === "object" && bin !== null ? Object.keys(bin) : [])].filter(
      (one) => typeof one === "string",
    );
  } catch {
    return undefined;
  }
}
