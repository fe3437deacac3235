/** Restore points as a person reads them: a line each, or one with its files and how they differ from now. */
import { relative } from "node:path";
import type { PointHead } from "../../contain/index.ts";
import { diffOfSaved, type Quarantined, type UndoItem, type UndoPlan } from "../../contain/undo/index.ts";
import { inQuotes } from "../../contract/shell-word.ts";
import { cut, formatLabelled, type Page, visible } from "../terminal/style.ts";

/** Longer files, and what is no text, are only named. */
const DIFF_LINES_MAX = 40;
const SHOWN_MAX = 200;

export function formatPointLine(head: PointHead, page: Page): string {
  const { id, at, cause, call, entries, bytes } = head;
  const first = formatHead(id, `${formatMoment(at)}  ${describeKept({ cause, entries, bytes })}`, page);
  const session = call.session === "" ? "" : ` (session ${visible(call.session)})`;
  const room = Math.max(page.columns - 4, 20);
  return `${first}    ${cut(`${visible(`${call.tool} ${call.text}`)}${session}`, room)}\n`;
}

/** On one line, or where that is too narrow on as many as it takes. */
const formatHead = (id: string, text: string, page: Page): string =>
  formatLabelled({ label: id, text: ` ${text}`, style: "bold", indent: 0 }, page);

function describeKept({ cause, entries, bytes }: Pick<PointHead, "cause" | "entries" | "bytes">): string {
  const why = cause === "undo" ? "before an undo" : "before the call";
  if (entries === 0) return `${why}: nothing was there`;
  return `${why}: ${entries} ${entries === 1 ? "file or folder" : "files and folders"}, ${formatBytes(bytes)}`;
}

export function formatQuarantineLine({ id, at, places }: Quarantined, page: Page): string {
  const named = places.map(({ path }) => visible(path)).join(", ");
  const first = formatHead(id, `${formatMoment(at)}  made inside walls in a protected place, and moved away`, page);
  return `${first}    ${cut(named, Math.max(page.columns - 4, 20))}\n`;
}

const MISSING_MAX = 5;

/** What brings back what git has: a line to copy for each file, never broken. */
export function formatMissing(missing: readonly string[], cwd: string): string {
  const one = missing.length === 1;
  const head = `${one ? "A file" : `${missing.length} files`} that git tracks ${one ? "is" : "are"} not there:\n`;
  const lines = missing.slice(0, MISSING_MAX).map((path) => `  git restore ${pathspec(relative(cwd, path))}\n`);
  const more = missing.length - lines.length;
  return `${head}${lines.join("")}${more > 0 ? `  and ${more} more: git ls-files --deleted\n` : ""}`;
}

/** Exactly this file, for git and for the shell: a name may look like a pattern or an option. */
function pathspec(path: string): string {
  if (/^[\w./@+][\w./@+-]*$/.test(path)) return path;
  return inQuotes(visible(`:(literal)${path}`));
}

const VERDICTS = { "bring back": "allow", same: "dim", changed: "ask", blocked: "deny" } as const;

export function formatPlan({ items, created, point }: UndoPlan, stateDir: string, page: Page): string {
  const listed = items.filter(({ verdict }) => verdict !== "same");
  const same = items.length - listed.length;
  return [
    formatPointLine(point.head, page),
    ...listed.slice(0, SHOWN_MAX).map((item) => formatItem(item, stateDir, page)),
    listed.length > SHOWN_MAX ? `  and ${listed.length - SHOWN_MAX} more\n` : "",
    same > 0 ? `  ${same} more ${same === 1 ? "is" : "are"} as saved\n` : "",
    ...created.slice(0, SHOWN_MAX).map((path) => `  ${page.paint("dim", "made since")}  ${visible(path)}\n`),
    created.length > SHOWN_MAX ? `  and ${created.length - SHOWN_MAX} more made since\n` : "",
  ].join("");
}

function formatItem(item: UndoItem, stateDir: string, { paint, columns }: Page): string {
  const { entry, verdict, why } = item;
  const size = entry.kind === "file" ? formatBytes(entry.size) : entry.kind;
  const head = `  ${paint(VERDICTS[verdict], verdict.padEnd(10))}  ${visible(entry.path)}  ${paint("dim", `${size}; ${why}`)}\n`;
  const lines = diffOfSaved(item, stateDir, DIFF_LINES_MAX).map(
    (line) => `      ${cut(visible(line), Math.max(columns - 6, 20))}\n`,
  );
  return head + lines.join("");
}

const formatBytes = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1 << 20
      ? `${(bytes / 1024).toFixed(1)} KB`
      : `${(bytes / (1 << 20)).toFixed(1)} MB`;

const two = (n: number): string => String(n).padStart(2, "0");
function formatMoment(at: number): string {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

export const itemJson = ({ entry, verdict, why }: UndoItem) => ({
  path: entry.path,
  kind: entry.kind,
  size: entry.kind === "file" ? entry.size : null,
  verdict,
  why,
});
