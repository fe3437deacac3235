/** What the classifier is shown of the conversation: one line an entry, in blocks whose boundaries do not move. */
import { createHash, type Hash } from "node:crypto";
import type { Turn } from "../contract/action.ts";
import { cutMiddle, jsonString, plainText, shorten } from "../contract/escape.ts";
import { hideInObject, hideSecrets } from "../machine/secrets/index.ts";
import type { TranscriptFormat, TranscriptWindow } from "../policy/settings/index.ts";
import { encodeCall, type ToolBox } from "../policy/tools/index.ts";
import { answerOf, boundInput, holdTurns, MAX_ENTRY_CHARACTERS, RAW_CHARACTERS } from "./hold.ts";
import type { TranscriptEntry } from "./types.ts";

const COMPACT_ENTRIES = 20;
export const COMPACT_CHARACTERS = 200;

/** Tools of the specification's table, shown under their own name. Every other name is somebody else's word. */
const NAMED: ReadonlySet<string> = new Set(
  `Bash PowerShell REPL Edit Write NotebookEdit Agent WebFetch WebSearch Grep Config CronCreate CronList SendMessage
   TaskOutput BashOutput update_plan Read Glob LSP ToolSearch ListMcpResources ReadMcpResource TodoWrite TaskCreate
   TaskGet TaskUpdate TaskList TaskStop AskUserQuestion EnterPlanMode ExitPlanMode TeamCreate TeamDelete Sleep
   classify_result`.split(/\s+/),
);

/** The key a tool's calls are written under. `user` is never one. */
export const toolKey = (name: string): string => (NAMED.has(name) || name.startsWith("mcp__") ? name : `tool:${name}`);

/** One entry as one line, line end included. */
export const line = (entry: TranscriptEntry, format: TranscriptFormat): string => {
  const [key, text] = keyAndText(entry);
  if (format === "jsonl") return `{${jsonString(key)}:${jsonString(text)}}\n`;
  return `${key === "user" ? "User:" : plainText(key)} ${plainText(text)}\n`;
};

/** No tool is written under this key, as none is under `user`. */
const LEFT_OUT = "left out";

const keyAndText = (entry: TranscriptEntry): readonly [string, string] => {
  if ("user" in entry) return ["user", entry.user];
  if ("tool" in entry) return [toolKey(entry.tool), entry.encoding];
  return [LEFT_OUT, `${entry.leftOut} calls stood here; they are not shown, what the user said is`];
};

/** Turns with their calls encoded, the same for every door. What has nothing to show is left out. */
export const toEntries = (turns: readonly Turn[], tools: ToolBox): readonly TranscriptEntry[] =>
  holdTurns(turns).flatMap((turn): readonly TranscriptEntry[] => {
    if ("leftOut" in turn) return turn.leftOut === 0 ? [] : [turn];
    if ("user" in turn) return turn.user.trim() === "" ? [] : [{ user: boundWords(turn.user) }];
    const tool = tools(turn.tool);
    const encoding = encodeCall(tool, hideInObject(boundInput(turn)));
    return [
      ...(encoding === "" ? [] : [{ tool: tool.name, encoding: shorten(encoding, MAX_ENTRY_CHARACTERS) }]),
      ...answerOf(turn).map((user) => ({ user: boundWords(user) })),
    ];
  });

/** Secrets are taken out before a long text is cut: a cut must not break one in two. */
const boundWords = (text: string): string =>
  text.length <= MAX_ENTRY_CHARACTERS
    ? text
    : shorten(hideSecrets(shorten(text, RAW_CHARACTERS)), MAX_ENTRY_CHARACTERS);

/** The compact window: the last entries, each cut; the first and the latest thing the person said always among them. */
export const applyWindow = (
  entries: readonly TranscriptEntry[],
  window: TranscriptWindow,
): readonly TranscriptEntry[] => {
  if (window === "full") return entries;
  const said = entries.flatMap((entry, index) => ("user" in entry ? [index] : []));
  const must = new Set([said[0], said.at(-1)].filter((index) => index !== undefined));
  const outside = [...must].filter((index) => index < entries.length - COMPACT_ENTRIES).length;
  const from = Math.max(0, entries.length - COMPACT_ENTRIES + outside);
  return entries.filter((_, index) => index >= from || must.has(index)).map(cutEntry);
};

const cutEntry = (entry: TranscriptEntry): TranscriptEntry => {
  if ("user" in entry) return { user: cutMiddle(entry.user, COMPACT_CHARACTERS) };
  return "tool" in entry ? { ...entry, encoding: cutMiddle(entry.encoding, COMPACT_CHARACTERS) } : entry;
};

/**
 * Where an earlier request of the session ended: how many lines it had, its action included, and their hash.
 * A provider finds a cached prefix only where a mark of an earlier request stood, and looks back at most 20 blocks
 * from the new mark. So a block ends at every earlier mark, and everything between two marks is one block.
 */
export interface Mark {
  readonly lines: number;
  readonly hash: string;
}

interface Blocks {
  /** The text before the action, whole lines each. */
  readonly before: readonly string[];
  readonly action: string;
  /** The mark this request sets, to be remembered for the next. */
  readonly mark: Mark;
}

/**
 * `marks` in ascending order; those that do not fit this transcript (another branch, an edited history) are passed
 * over. Without marks, when nothing can be remembered, every line is a block of its own.
 */
export const blocks = (lines: readonly string[], action: string, marks: readonly Mark[] | null): Blocks => {
  const hash = createHash("sha256");
  const wanted = new Set(marks?.map((mark) => `${mark.lines} ${mark.hash}`));
  const lengths = new Set(marks?.map((mark) => mark.lines));
  const before: string[] = [];
  let open = "";
  for (const [index, text] of lines.entries()) {
    hash.update(text);
    open += text;
    const marked = lengths.has(index + 1) && wanted.has(`${index + 1} ${short(hash)}`);
    if (marks === null) {
      before.push(open);
      open = "";
    } else if (marked) {
      const own = open.length - text.length;
      // The marked line was a block of its own in the request that marked it.
      if (own > 0) before.push(open.slice(0, own));
      before.push(text);
      open = "";
    }
  }
  if (open !== "") before.push(open);
  return { before, action, mark: { lines: lines.length + 1, hash: short(hash.update(action)) } };
};

/** Only tells prefixes of one session apart: nothing depends on it but the cache. */
const short = (hash: Hash): string => hash.copy().digest("hex").slice(0, 16);
