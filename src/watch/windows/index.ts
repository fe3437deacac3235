/** The room's door: PowerShell and cmd by their words. */
export { readWindows, windowsCommands } from "./read.ts";
