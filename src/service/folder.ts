/** The service's own folder in the state directory: the person's alone, or the service does not start. */
import { lstatSync, mkdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { fail, messageOf, ok, type Result } from "../contract/result.ts";
import { stateLayout } from "../contract/state-dir.ts";

/** What stands where in the folder. */
export const serviceLayout = (stateDir: string) => {
  const folder = stateLayout(stateDir).service;
  return {
    folder,
    /** Hooks reach the service here. */
    socket: join(folder, "hook.sock"),
    /** What installing pinned: an event that carries it comes from the hook line. */
    secret: join(folder, "secret"),
    /** Hashes alone. */
    tokens: join(folder, "tokens.json"),
    codes: join(folder, "codes.json"),
    /** Which process serves, and where. */
    serving: join(folder, "serve.json"),
    /** What the service said when it runs in the background. */
    log: join(folder, "serve.log"),
    index: join(folder, "index.sqlite"),
  };
};

/** Anybody but the owner can do something here. */
const OTHERS = 0o077;

/** Makes what is missing, 0700. An error says what is wrong with a folder that is there, and what to do. */
export function prepareFolder(stateDir: string): Result<string> {
  const { folder } = serviceLayout(stateDir);
  try {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const place of [stateDir, folder]) {
      const wrong = whatIsWrong(lstatSync(place));
      if (wrong !== null) return fail(`${place} ${wrong}; the service does not start there`);
    }
    return ok(folder);
  } catch (error) {
    return fail(`the folder of the service could not be made: ${messageOf(error)}`);
  }
}

function whatIsWrong(found: Stats): string | null {
  if (found.isSymbolicLink()) return "is a link: put a real folder there";
  if (!found.isDirectory()) return "is not a folder";
  if (process.platform === "win32") return null;
  if (found.uid !== process.getuid?.()) return "belongs to somebody else";
  return (found.mode & OTHERS) === 0 ? null : "is open to others: chmod 700 it";
}
