/**
 * Guarded places of home and of the project that a pattern of the shell matches (`rm -rf ./.*`), or that a search asks for by a hidden name
 * and something changes then (`find . -path '*\/.claude/*' -delete`). What a search only comes upon is none of them.
 */
import { basename } from "node:path/posix";
import { exact } from "../contract/effect.ts";
import type { SubCommand } from "../contract/reading.ts";
import { apart, isInside, listEntries, type ProtectedPlace, segmentMatches } from "../machine/index.ts";
import { matchedBy } from "./brought.ts";
import type { PolicyCall } from "./call.ts";
import { searchesBehind } from "./floor/index.ts";
import { type AskedName, type CallCommand, type CallView, namesActedOn, viewsOf } from "./offline/index.ts";
import { protectionOf } from "./protection.ts";
import { writtenWords } from "./rules/index.ts";

const MAX_PLACES = 400;

export function foundGuarded(call: PolicyCall): ProtectedPlace | undefined {
  for (const path of [...matchedHidden(call), ...foundHidden(call)].slice(0, MAX_PLACES)) {
    const place = protectionOf(exact(path), call);
    if (place?.kind === "ask") return place;
  }
  return undefined;
}

const matchedHidden = (call: PolicyCall): readonly string[] =>
  (matchedBy(call) ?? []).filter((path) => basename(path).startsWith(".") && !/^\.{1,2}$/.test(basename(path)));

function foundHidden(call: PolicyCall): readonly string[] {
  return viewsOf(call).flatMap((view) =>
    view.commands.flatMap((command) =>
      changesFound(command, call) ? searchesBehind(command, view).flatMap((search) => namedBy(search, view)) : [],
    ),
  );
}

/** It changes or takes away places that are not named one by one. */
const changesFound = (command: CallCommand, call: PolicyCall): boolean =>
  command.effects.some(
    (effect) => effect.do === "delete" || (effect.do === "write" && effect.target.certainty === "unknown"),
  ) ||
  (isRead(command) && writtenWords(call, [command]).some(({ spreads }) => spreads === true));

const isRead = (command: CallCommand): command is SubCommand => "understood" in command && command.cwd !== undefined;

/** What stands in home or the project under a hidden name that it asks for. */
function namedBy(search: CallCommand, { home, projectRoot, world }: CallView): readonly string[] {
  const asked = namesActedOn(search).filter(({ pattern }) => HIDDEN.test(pattern));
  if (asked.length === 0) return [];
  const roots = search.effects.flatMap((effect) => (effect.do === "read" ? [effect.target.path] : []));
  return [home, projectRoot]
    .filter((dir) => roots.some((root) => root !== "" && isInside(dir, root)))
    .flatMap((dir) => (listEntries(dir, world) ?? []).map(({ name }) => `${dir}/${name}`))
    .filter((path) => basename(path).startsWith("."))
    .flatMap((path) => [
      path,
      ...(listEntries(path, world) ?? []).slice(0, MAX_PLACES).map(({ name }) => `${path}/${name}`),
    ])
    .filter((path) => asked.some((one) => fits(one, path, roots)));
}

const HIDDEN = /(?:^|\/)\.[^/.*?[]/;

/** A path is compared as the search spells it, from its root on. */
function fits({ path: whole, pattern }: AskedName, path: string, roots: readonly string[]): boolean {
  if (!whole) return segmentMatches(pattern.toLowerCase(), basename(path).toLowerCase());
  const body = pattern.replace(/[.+^${}()|\\]/g, "\\$&").replaceAll("?", ".");
  const expression = compile(`^${apart(body.split("*"))}$`);
  return roots.some((root) => {
    const below = path.slice(root === "/" ? 0 : root.length);
    return isInside(path, root) && [path, `.${below}`, below.slice(1)].some((one) => expression?.test(one) === true);
  });
}

/** With more stars than this the comparison could take for ever. */
const MAX_STARS = 8;

function compile(text: string): RegExp | undefined {
  if (text.split("*").length > MAX_STARS + 1) return undefined;
  try {
    return new RegExp(text, "is");
  } catch {
    return undefined;
  }
}
