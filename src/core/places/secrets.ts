/** What no proof opens: credential stores, by where they lie, and files called like secrets, wherever they lie. */
import { keepAnswers, once } from "../../contract/kept.ts";
import { foldedSegments, foldSegment, spelledOut } from "./fold.ts";
import NAMES from "./secret-names.json" with { type: "json" };
import STORES from "./stores.json" with { type: "json" };
import { globPattern, homesOf, namesOf, nameTest, placeTable, type TableRow } from "./table.ts";

interface StoreRow extends TableRow {
  readonly what: string;
}

/** A row of names, or one of exports: a name that holds one of these (and one of those), with one of these endings. */
interface NameRow {
  readonly names?: string;
  readonly holds?: string;
  readonly and?: string;
  readonly ends?: string;
}

const stores = once(() => placeTable<StoreRow>(STORES));

/** Those that count from home or from the root; `exact`: without those that only count with a word in them. */
export const storeNames = ({ exact = false } = {}): readonly string[] =>
  STORES.flatMap((row) => (exact && "words" in row ? [] : namesOf(row))).filter((name) => /^[~/]/.test(name));

const alternatives = (words: string): string => `(?:${words.split(" ").map(globPattern).join("|")})`;

const called = once(() => nameTest((NAMES as readonly NameRow[]).flatMap(({ names }) => names?.split(" ") ?? [])));
const exported = once(
  () =>
    new RegExp(
      (NAMES as readonly NameRow[])
        .filter(({ holds }) => holds !== undefined)
        .map(({ holds = "", and, ends = "" }) => {
          const more = and === undefined ? "" : `${alternatives(and)}.*`;
          return `(?:^|[^a-z])${alternatives(holds)}.*${more}\\.${alternatives(ends)}$`;
        })
        .join("|"),
    ),
);

/** `example.env`, `.env.sample`: made to be read. */
const EXAMPLE = /(?:^|[._-])(?:example|sample|template|tpl|dist|defaults?|schema|vault)(?:[._-]|$)/;
/** A copy is called like what it was made of. */
const OF_COPIES = /(?:[._-](?:bak|backup|old|orig|original|save|saved|copy|prev|tmp|swp|swo|txt|\d+)|[~#%])+$/;
/** What editors put around the name while somebody writes (`#.env#`, `.#.env`, `%.env%`). */
const BEFORE_COPIES = /^(?:#|\.#|%|~\$?)(?=.)/;

/** A file of this name holds a secret, as far as names tell. */
export const isSecretName = keepAnswers((name): boolean => spelledOut(name).map(foldSegment).some(isCalledSecret));

function isCalledSecret(name: string): boolean {
  if ((/\.env(?:\.|$)/.test(name) && EXAMPLE.test(name)) || name.endsWith(".pub")) return false;
  if (called()(name) || called()(name.replace(BEFORE_COPIES, "").replace(OF_COPIES, ""))) return true;
  if (exported().test(name)) return !EXAMPLE.test(name.replace(/vault/g, ""));
  // `.pgpass.prod`, `.netrc_work`: a hidden name that goes on says whose it is. A list of what a scanner has found is none.
  const [, stem] = /^(\.[a-z\d]{2,})[._-]/.exec(name) ?? [];
  return stem !== undefined && !EXAMPLE.test(name) && !name.endsWith(".baseline") && called()(stem);
}

/** What keeps credentials there, by its name in the table. `path`: absolute. */
export function credentialStore(path: string, home: string): string | undefined {
  const segments = foldedSegments(path);
  return stores().find(segments, homesOf(segments, foldedSegments(home)))[0]?.row.what;
}

export const isCredentialPlace = (path: string, home: string): boolean => credentialStore(path, home) !== undefined;

/** A store of the table could end in this name: most names are told apart by that alone. */
export const mayEndStore = (name: string): boolean => stores().mayEnd(foldSegment(name));

/** It is or lies in a credential store, is called like a secret, or lies in a hidden directory that is (`.env/`, `.secrets/`). */
export function isSecretPlace(path: string, home: string): boolean {
  if (isCredentialPlace(path, home)) return true;
  return spelledOut(path)
    .map(foldedSegments)
    .some((names) => names.some((name, i) => (i === names.length - 1 || name.startsWith(".")) && isSecretName(name)));
}
