/** Codex CLI 0.166 makes an address of every path, by which tabs and ends of lines fall out of it; all else is a name. */
import type { HostPaths } from "../../contract/opening.ts";

export const codexPaths: HostPaths = (text) => [text.replace(/[\t\n\r]/g, "")];
