/** Tools that a project declares for its own tests, checks, formats and builds. */
import lists from "./rows/tools.json" with { type: "json" };

const setOf = (names: readonly string[]): ReadonlySet<string> => new Set(names.flatMap((each) => each.split(" ")));

const PROJECT_TOOLS = setOf([...lists.checkers, ...lists.tools]);

/** It tests, checks, formats or builds a project, by settings that stand in it. */
export const isProjectTool = (name: string): boolean => PROJECT_TOOLS.has(name);
