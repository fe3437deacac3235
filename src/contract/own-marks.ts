/** What is written outside of the gate's own places, so that it knows itself again. */

/** Stands in every line that `install` writes into a host's settings, and in nothing else: how our own entries are known again. */
export const HOOK_MARK = "SALLYPORT_HOOK";

/**
 * The person's own agent, started for one answer, must not become a session that the gate judges: its hooks would ask the
 * model again. Two marks say what it is. The folder it runs in reaches hooks whose line begins with an empty environment,
 * the variable reaches everything else. Both only ever close: what happens under them is denied and asks nobody.
 */
export const SIDE_QUERY_FOLDER = "sallyport-side-query-";
export const SIDE_QUERY_VARIABLE = "SALLYPORT_SIDE_QUERY";

export const isSideQueryFolder = (path: string): boolean =>
  path.split(/[/\\]/).some((segment) => segment.startsWith(SIDE_QUERY_FOLDER));
