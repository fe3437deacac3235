/**
 * Copilot CLI 1.0 opens what is written; but `grep` and `glob`, given a place that is not there, take its words for several
 * places, also within a list.
 */
import type { HostPaths } from "../../contract/opening.ts";

const SEARCHES = new Set(["grep", "rg", "glob"]);

export const copilotPaths: HostPaths = (text, { tool }) =>
  SEARCHES.has(tool) && /\s/.test(text.trim()) ? text.split(/\s+/).filter((word) => word !== "") : [];
