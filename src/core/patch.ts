/**
 * The files a patch touches: the `*** Begin Patch` form, in the strict part of its grammar that every host's parser reads the same. What one
 * could take for a header and another for text is outside of it.
 */

export interface PatchPart {
  readonly path: string;
  readonly does: "add" | "update" | "delete";
  /** Where an updated file goes. */
  readonly to?: string;
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
/** Nothing that some reader strips, folds or ends a line at. */
const PLAIN_PATH = /^(?![\s\p{C}\p{Z}])[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*(?<![\s\p{C}\p{Z}])$/u;
/** Every character that some reader may strip before it looks for a header. */
const PADDING = /^[\s\p{C}\p{Z}\p{M}]+/u;
/** Where some reader ends a line and others do not. */
const ODD_ENDS = /[\r\v\f\u0085\u2028\u2029]/;

/** What lines below a header may begin with. */
const BODIES: Readonly<Record<PatchPart["does"], string>> = { add: "+", update: " +-@", delete: "" };

/** In order; undefined for what is not strictly a patch. A file that is moved is one of these. */
export function patchedFiles(patch: string): readonly PatchPart[] | undefined {
  const [first, ...lines] = patch.trim().split(/\r?\n/);
  if (first !== "*** Begin Patch" || lines.pop() !== "*** End Patch") return undefined;
  const files: PatchPart[] = [];
  let opened: PatchPart | undefined;
  for (const line of lines) {
    const read = readLine(line, files.at(-1), opened);
    if (read === undefined) return undefined;
    if (read !== "text") {
      if (read.to !== undefined) files.pop();
      files.push(read);
    }
    opened = read === "text" || read.to !== undefined ? undefined : read;
  }
  return files.length === 0 ? undefined : files;
}

/** `file`: the last one named; `opened`: the same, where its header stands on the line before. */
function readLine(
  line: string,
  file: PatchPart | undefined,
  opened: PatchPart | undefined,
): PatchPart | "text" | undefined {
  if (!looksLikeMarker(line)) return isText(line, file) ? "text" : undefined;
  if (line === "*** End of File") return file?.does === "update" && opened === undefined ? "text" : undefined;
  const [, to] = MOVE.exec(line) ?? [];
  if (to !== undefined) return opened?.does === "update" && PLAIN_PATH.test(to) ? { ...opened, to } : undefined;
  return readHeader(line);
}

const isText = (line: string, file: PatchPart | undefined): boolean =>
  file !== undefined && (line === "" ? file.does === "update" : BODIES[file.does].includes(line.charAt(0)));

const DOES: Readonly<Record<string, PatchPart["does"]>> = { Add: "add", Update: "update", Delete: "delete" };

function readHeader(line: string): PatchPart | undefined {
  const [, word = "", path = ""] = HEADER.exec(line) ?? [];
  const does = DOES[word];
  return does === undefined || !PLAIN_PATH.test(path) ? undefined : { path, does };
}

/** A patient reader could take it for a header. */
const looksLikeMarker = (line: string): boolean =>
  line.split(ODD_ENDS).some((piece) => piece.replace(PADDING, "").startsWith("***"));
