/** A throw-away home with a project in it, on the real disk, and what the core proves of calls there. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { diskWorld } from "../../machine/index.ts";
import { type CoreCall, type Process, type Proof, proveCall } from "../index.ts";

export interface Project {
  readonly home: string;
  readonly root: string;
  readonly proves: (command: string, more?: Partial<CoreCall>, process?: Partial<Process> | null) => Proof | undefined;
  readonly remove: () => void;
}

export const SYSTEM_PATH: readonly string[] = ["/usr/local/bin", "/usr/bin", "/bin"];

/** A value that begins with "-> " is a link, one with "#!" a program, `null` a directory; names are below home. */
export function makeProject(files: Readonly<Record<string, string | null>>): Project {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "core-")));
  const home = join(top, "home");
  const root = join(home, "p");
  mkdirSync(root, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const path = join(home, name);
    mkdirSync(content === null ? path : dirname(path), { recursive: true });
    if (content?.startsWith("-> ")) symlinkSync(content.slice(3), path);
    else if (content !== null) writeFileSync(path, content);
    if (content?.startsWith("#!")) chmodSync(path, 0o755);
  }
  const proves: Project["proves"] = (command, more = {}, process = {}) => {
    const call: CoreCall = {
      tool: "Bash",
      input: { command },
      cwd: root,
      projectRoot: root,
      additional: [],
      written: new Set(),
      gatePlaces: [],
      canSave: () => true,
      unsafeTools: new Set(),
      ...more,
    };
    const known = {
      path: SYSTEM_PATH,
      variables: new Set<string>(),
      values: {},
      names: new Set<string>(),
      terminal: false,
    };
    const disk = diskWorld({ home, path: SYSTEM_PATH.join(":"), platform: "linux" });
    return proveCall(call, disk, process === null ? undefined : { ...known, ...process });
  };
  return { home, root, proves, remove: () => rmSync(top, { recursive: true, force: true }) };
}
