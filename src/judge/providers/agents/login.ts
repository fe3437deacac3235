/** Whether somebody is logged in to an agent, by its own files: they are seen to be there, and nothing of a login is kept or shown. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Another text for other files. Never throws. */
export const markFile = (path: string): string => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "" : [found.ino, found.size, found.mtimeMs].join(" ");
};

/** Claude Code's credentials, or the account its own settings name where the system keeps the credentials; "" where there is neither. */
export function claudeLogin(home: string): string {
  const signs = [markFile(join(home, ".claude", ".credentials.json")), accountIn(join(home, ".claude.json"))];
  return signs.join("") === "" ? "" : createHash("sha256").update(signs.join("\n")).digest("hex");
}

function accountIn(file: string): string {
  try {
    const settings: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof settings !== "object" || settings === null) return "";
    const account = ["oauthAccount", "primaryApiKey"].flatMap(
      (key) => Object.getOwnPropertyDescriptor(settings, key)?.value ?? [],
    );
    return account.length === 0 ? "" : JSON.stringify(account);
  } catch {
    return "";
  }
}

/** Where whoever manages a machine can give Claude Code a key without a login. */
const MANAGED = ["/etc/claude-code", "/Library/Application Support/ClaudeCode"];

/** Nobody is logged in for certain: elsewhere the system itself may keep the login, or a key stand in the machine's settings. */
export const isClaudeLoggedOut = (home: string): boolean =>
  claudeLogin(home) === "" && process.platform === "linux" && !MANAGED.some((path) => existsSync(path));
