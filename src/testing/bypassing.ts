/** A project in which the person switched the questions off, with a key at home: what rules that forbid, and the floor, still find. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bash, type Project, project } from "./index.ts";

const KEY = `-----BEGIN OPENSSH PRIVATE KEY-----\n${"b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtz\n".repeat(5)}-----END OPENSSH PRIVATE KEY-----\n`;

export interface BypassingProject extends Project {
  /** The step that decides of a command. */
  by(command: string, deny?: readonly string[]): Promise<string>;
}

export function bypassingProject(): BypassingProject {
  const here = project();
  for (const dir of [".ssh", "Documents"]) mkdirSync(join(here.home, dir), { recursive: true });
  writeFileSync(join(here.home, ".ssh/id_ed25519"), KEY);
  here.write("README.md", "a\n");
  const by = async (command: string, deny: readonly string[] = []): Promise<string> => {
    const settings = { mode: "bypassPermissions" as const, permissions: { deny: [...deny] } };
    return (await here.gate({ settings, restore: null }).check(bash(command))).by;
  };
  return { ...here, by };
}
