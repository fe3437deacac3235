/** Saves one file as a process of its own, which a test can kill or starve: STATE FILE. */
import { diskWorld } from "../../../machine/index.ts";
import { openRestorePoints } from "../save.ts";

const [stateDir = "", path = ""] = process.argv.slice(2);
const limits = { maxBytes: 2 ** 40, maxFiles: 10, maxMs: 600_000, keepDays: 7, keepBytes: 2 ** 40 };
const points = openRestorePoints({ stateDir, limits, world: diskWorld(), now: Date.now });
const call = { session: "s", key: "k", toolUseId: null, tool: "Bash", text: "" };
const saved = points.save({ call, paths: [path], creates: [], expected: new Map() });
console.log(saved.ok ? "saved" : saved.error.why);
