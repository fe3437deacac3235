/** Places that texts name by a variable. */

/** Directories as agents, editors and shells write them. */
export const HERE =
  /\$\{?(?:CLAUDE_PROJECT_DIR|PWD|workspaceFolder|workspaceRoot|GEMINI_PROJECT_DIR|CURSOR_PROJECT_DIR|INIT_CWD|containerWorkspaceFolder|localWorkspaceFolder)\}?|\$\(git rev-parse --show-toplevel\)|\$\(pwd\)|`pwd`|`git rev-parse --show-toplevel`/g;
export const HOME = /\$HOME\b|\$\{HOME\}|%h(?=\/)|\$\{env:HOME\}/g;

export interface KnownPlaces {
  readonly root: string;
  readonly home: string;
}
