/** Which rows hold all words of a search: in the call, the reason, the rule, the tool, the project or the session, or as the id. */
import { word } from "./columns.ts";
import { hashText } from "./hash.ts";
import type { Tables } from "./tables.ts";
import { foldCase, spellings } from "./texts.ts";

/** More words than these are not looked for. */
const MAX_WORDS = 16;

export type RowTest = (row: number) => boolean;

/** There is no query language: words are looked for as they stand. Undefined: there is nothing to look for. */
export function compileSearch(tables: Tables, q: string | undefined): RowTest | undefined {
  const words = [...new Set((q ?? "").split(/\s+/u).filter((one) => one !== ""))].slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  // The rarest first: most rows are out after one look.
  const [first, ...others] = words.map((one) => searchFor(tables, one)).sort((a, b) => a.share - b.share);
  if (first === undefined || others.length === 0) return first?.test;
  return (row) => first.test(row) && others.every(({ test }) => test(row));
}

interface WordSearch {
  readonly test: RowTest;
  /** The more, the more rows hold it. */
  readonly share: number;
}

/** Words that many rows share are looked at once; the texts of a row only where none of those holds it. */
function searchFor(tables: Tables, wanted: string): WordSearch {
  const { columns, texts, names } = tables;
  const { call, reason, rule, tool, session, idHash } = columns.arrays;
  const forms = spellings(wanted);
  const inNames = names.matches(forms);
  const inSessions = sessionsMatching(tables, forms, inNames);
  const { holds, share } = texts.search(forms.map((form) => Buffer.from(form)));
  const hash = hashText(wanted);
  return {
    share: share() + (inNames.includes(1) ? 1 : 0),
    test: (row) =>
      holds(word(call, row)) ||
      holds(word(reason, row)) ||
      inSessions[word(session, row)] === 1 ||
      inNames[word(rule, row)] === 1 ||
      inNames[word(tool, row)] === 1 ||
      idHash[row] === hash,
  };
}

function sessionsMatching({ sessions }: Tables, forms: readonly string[], inNames: Uint8Array): Uint8Array {
  const table = new Uint8Array(sessions.length);
  for (const [number, { id, project }] of sessions.entries()) {
    const text = foldCase(id);
    if (inNames[project] === 1 || forms.some((form) => text.includes(form))) table[number] = 1;
  }
  return table;
}
