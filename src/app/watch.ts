import type { Watch } from "../gate/index.ts";
import { decideOffline } from "../judge/index.ts";
import { redact } from "../machine/secrets/index.ts";
import { readShell, simpleCommands } from "../watch/reading/index.ts";
import { readWindows, windowsCommands } from "../watch/windows/index.ts";

/** The watch, as every gate of this program is handed it. */
export const WATCH: Watch = { readShell, simpleCommands, readWindows, windowsCommands, decideOffline, redact };
