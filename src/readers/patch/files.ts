/**
 * The files a patch touches: the `*** Begin Patch` form of Codex, OpenCode and Copilot. Hosts read it with more or less
 * patience (padded headers, other white space, headers among context lines), so only the strict form is read: what one host
 * could take for a header and another for text is refused.
 */
import { fail, ok, type Result } from "../../contract/result.ts";

export interface PatchedFile {
  readonly path: string;
  readonly deletes: boolean;
}

const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/;
/** Nothing that some reader strips, folds or ends a line at. */
const PLAIN_PATH = /^(?![\s\p{C}\p{Z}])[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*(?<![\s\p{C}\p{Z}])$/u;
/** Every character that some reader may strip before it looks for a header. */
const PADDING = /^[\s\p{C}\p{Z}\p{M}]+/u;
/** Where some reader ends a line and others do not. */
const ODD_ENDS = /[\r\v\f\u0085\u2028\u2029]/;

/** What may follow a header: the lines' first characters, or nothing. */
const BODIES = { "Add File": "+", "Update File": " +-@", "Delete File": "", "Move to": " +-@" } as const;
type Header = keyof typeof BODIES;

/** In order of appearance. A moved file is both deleted and written. A patch outside the strict form fails with its line. */
export function patchFiles(patch: string): Result<readonly PatchedFile[]> {
  const files: PatchedFile[] = [];
  let header: Header | "Begin" | "End" | null = null;
  for (const [i, line] of patch.trim().split(/\r?\n/).entries()) {
    const refuse = (why: string) => fail(`line ${i + 1} of the patch ${why}`);
    if (header === "End") return refuse("stands behind its end");
    const marker = readMarker(line);
    if (marker === undefined) {
      if (header === null) return refuse("is not `*** Begin Patch`");
      if (line !== "" && (header === "Begin" || !BODIES[header].includes(line.charAt(0))))
        return refuse("is neither a header nor text that may stand there");
      continue;
    }
    if (marker === "unclear") return refuse("is padded or is not a header every reader knows");
    if (marker === "End of File") continue;
    if ((marker.header === "Begin") !== (header === null))
      return refuse("begins the patch a second time, or not at all");
    if (marker.header === "Move to" && header !== "Update File") return refuse("moves what is not updated");
    if (marker.header === "Move to") files.push({ path: files.at(-1)?.path ?? "", deletes: true });
    if (marker.header !== "Begin" && marker.header !== "End")
      files.push({ path: marker.path, deletes: marker.header === "Delete File" });
    header = marker.header;
  }
  return files.length === 0 ? fail("the patch names no file") : ok(files);
}

type Marker = { readonly header: Header | "Begin" | "End"; readonly path: string } | "End of File" | "unclear";

/** `undefined` is a line of text; whatever a patient reader could take for a header and is not one exactly is unclear. */
function readMarker(line: string): Marker | undefined {
  const pieces = line.split(ODD_ENDS);
  if (!pieces.some((piece) => piece.replace(PADDING, "").startsWith("***"))) return undefined;
  if (line === "*** Begin Patch") return { header: "Begin", path: "" };
  if (line === "*** End Patch") return { header: "End", path: "" };
  if (line === "*** End of File") return "End of File";
  const [, header, path = ""] = HEADER.exec(line) ?? [];
  return isHeader(header) && PLAIN_PATH.test(path) ? { header, path } : "unclear";
}

const isHeader = (word: string | undefined): word is Header => word !== undefined && Object.hasOwn(BODIES, word);
