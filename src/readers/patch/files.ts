/** The files a patch touches: the `*** Begin Patch` form of Codex and OpenCode, and unified diffs. */

export interface PatchedFile {
  readonly path: string;
  readonly deletes: boolean;
}

const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/;
const DIFF = /^(?:---|\+\+\+) (?:[ab]\/)?([^\t\n]+)/;

/** In order of appearance. A moved file is both deleted and written. */
export function patchFiles(patch: string): readonly PatchedFile[] {
  const files: PatchedFile[] = [];
  const native = patch.includes("*** Begin Patch");
  let updated = "";
  for (const line of patch.split(/\r?\n/)) {
    const header = HEADER.exec(line.trimEnd());
    const path = (header?.[2] ?? "").trim();
    if (header !== null && path !== "") {
      if (header[1] === "Move to" && updated !== "") files.push({ path: updated, deletes: true });
      files.push({ path, deletes: header[1] === "Delete File" });
      if (header[1] === "Update File") updated = path;
      continue;
    }
    const diff = native ? null : DIFF.exec(line);
    const name = diff?.[1]?.trim();
    if (name !== undefined && name !== "" && name !== "/dev/null") files.push({ path: name, deletes: false });
  }
  return files;
}
