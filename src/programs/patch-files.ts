/**
 * The files a patch touches: the `*** Begin Patch` form of Codex, OpenCode and Copilot. Hosts read it with more or less
 * patience (padded headers, other white space, headers among context lines), so only the strict form is read: what one host
 * could take for a header and another for text is refused.
 */
import { fail, ok, type Result } from "../contract/result.ts";

export interface PatchedFile {
  readonly path: string;
  readonly deletes: boolean;
  /** The contents come from there. */
  readonly from?: string;
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
  let section: Section = null;
  for (const [i, line] of patch.trim().split(/\r?\n/).entries()) {
    const marker = readMarker(line);
    const wrong = marker === undefined ? wrongText(section, line) : wrongMarker(section, marker);
    if (wrong !== undefined) return fail(`line ${i + 1} of the patch ${wrong}`);
    if (typeof marker !== "object") continue;
    if (marker.header === "Move to") files.push(...moved(files.at(-1)?.path ?? "", marker.path));
    else if (marker.path !== "") files.push({ path: marker.path, deletes: marker.header === "Delete File" });
    section = marker.header;
  }
  return files.length === 0 ? fail("the patch names no file") : ok(files);
}

const moved = (from: string, path: string): readonly PatchedFile[] => [
  { path: from, deletes: true },
  { path, deletes: false, from },
];

const LIKELY_HEADER = /\*\*\*\s*(?:Add File|Update File|Delete File|Move to)\s*:(.+)/giu;

/** What a patient reader could find named in a patch outside the strict form: for what finds, never for what proves. */
export const likelyPatchPaths = (patch: string): readonly string[] =>
  [...patch.matchAll(LIKELY_HEADER)].map(([, path = ""]) => path.trim()).filter((path) => path !== "");

/** Below which header a line stands; null before the patch begins. */
type Section = Header | "Begin" | "End" | null;

function wrongText(section: Section, line: string): string | undefined {
  if (section === null) return "is not `*** Begin Patch`";
  if (section === "End") return "stands behind its end";
  const first = section === "Begin" ? "" : BODIES[section];
  return line === "" || first.includes(line.charAt(0))
    ? undefined
    : "is neither a header nor text that may stand there";
}

function wrongMarker(section: Section, marker: Marker): string | undefined {
  if (section === "End") return "stands behind its end";
  if (marker === "unclear") return "is padded or is not a header every reader knows";
  if (marker === "End of File") return undefined;
  if ((marker.header === "Begin") !== (section === null)) return "begins the patch a second time, or not at all";
  return marker.header === "Move to" && section !== "Update File" ? "moves what is not updated" : undefined;
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
