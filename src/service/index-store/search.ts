/** Which rows hold all words of a search: in the call, the reason, the rule, the tool, the project or the session, or as the id. */
import { hashText } from "./hash.ts";
import type { Tables } from "./tables.ts";
import { foldCase, spellings } from "./texts.ts";

/** More words than these are not looked for. */
const MAX_WORDS = 16;

/** Those of `rows` that match, in the same order. */
export type RowSearch = (rows: Uint32Array) => Uint32Array;

/** There is no query language: words are looked for as they stand. Undefined: there is nothing to look for. */
export function compileSearch(tables: Tables, q: string | undefined): RowSearch | undefined {
  const words = [...new Set((q ?? "").split(/\s+/u).filter((word) => word !== ""))].slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  // The longest first: most rows are out after one look.
  const searches = words.sort((a, b) => b.length - a.length).map((word) => searchWord(tables, word));
  return (rows) => searches.reduce((left, search) => (left.length === 0 ? left : search(left)), rows);
}

function searchWord(tables: Tables, word: string): RowSearch {
  const { columns, texts, names } = tables;
  const forms = spellings(word);
  const needles = forms.map((form) => Buffer.from(form));
  const inNames = names.matches(forms);
  const inSessions = sessionsMatching(tables, forms, inNames);
  const idHash = hashText(word);
  const isNamed = (row: number): boolean => {
    const { rule, tool, session, idHash: ids } = columns.arrays;
    return (
      inNames[rule[row] ?? 0] === 1 ||
      inNames[tool[row] ?? 0] === 1 ||
      inSessions[session[row] ?? 0] === 1 ||
      ids[row] === idHash
    );
  };
  return (rows) => {
    const { call, reason } = columns.arrays;
    const isFound = new Uint8Array(rows.length);
    const open: number[] = [];
    for (let i = 0; i < rows.length; i++) {
      if (isNamed(rows[i] ?? 0)) isFound[i] = 1;
      else open.push(i);
    }
    const places = new Uint32Array(2 * open.length);
    open.forEach((i, at) => {
      places[2 * at] = call[rows[i] ?? 0] ?? 0;
      places[2 * at + 1] = reason[rows[i] ?? 0] ?? 0;
    });
    const found = texts.find(places.sort(), needles);
    if (found.size > 0)
      for (const i of open)
        if (found.has(call[rows[i] ?? 0] ?? 0) || found.has(reason[rows[i] ?? 0] ?? 0)) isFound[i] = 1;
    return rows.filter((_, i) => isFound[i] === 1);
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
