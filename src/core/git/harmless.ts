/** Which configuration of a repository starts nothing and leads nowhere: a closed list of harmless keys, never of harmful ones. */
import rows from "./harmless.json" with { type: "json" };
import type { Personal } from "./personal.ts";
import type { Repository } from "./repository.ts";
import type { GitSetting } from "./syntax.ts";

/** Keys as git lists them in lower case, `*` for any subsection; with `values` only these, with `not` in other sub-commands only. */
interface HarmlessKeys {
  readonly keys: readonly string[];
  readonly values: readonly string[] | undefined;
  readonly not: readonly string[] | undefined;
}

const HARMLESS: readonly HarmlessKeys[] = rows.map(({ keys, values, not }) => ({
  keys: keys.split(" "),
  values: values?.split(" "),
  not: not?.split(" "),
}));

export const isHarmlessFor = (sub: string, { settings }: Repository, { brought }: Personal): boolean =>
  [...settings, ...brought].every((setting) => isHarmless(setting, sub));

function isHarmless({ key, value }: GitSetting, sub: string): boolean {
  // Git of long ago had no such sub-command, and would take the alias.
  if (key === `alias.${sub.split(" ")[0]}`) return false;
  return HARMLESS.some(
    ({ keys, values, not }) =>
      keys.some((pattern) => isNamed(pattern, key)) &&
      (values === undefined || (value !== null && values.includes(value.toLowerCase()))) &&
      !not?.includes(sub),
  );
}

function isNamed(pattern: string, key: string): boolean {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) return pattern === key;
  return key.length > before.length + after.length && key.startsWith(before) && key.endsWith(after);
}

/** Sections whose values are programs that the listed sub-commands may start. */
const STARTS =
  /^(?:core\.(?:fsmonitor|pager|virtualfilesystem)|filter\.|diff\.|gpg\.|hook\.|pager\.|interactive\.|trailer\.|lfs\.)/;
/** `./tool`, `python tools/x.py`: found from the top of the work tree, whoever named it. */
const IN_WORK_TREE = /(?:^|[\s"'=!])(?!\/)[\w.@-]+\//;

/** The person's own setting that names a program of whatever project it stands in. */
export const leadsIntoProject = ({ settings }: Personal): boolean =>
  settings.some(({ key, value }) => STARTS.test(key) && value !== null && IN_WORK_TREE.test(value));
