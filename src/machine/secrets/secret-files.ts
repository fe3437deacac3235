/** Files whose contents are secrets, and what of their text is one. */
import { foldSegment } from "../fold.ts";
import { secretFile } from "../secret-names.ts";
import { isVariablesFile, type Range } from "./assigned-values.ts";
import { isSecretByWords } from "./secret-words.ts";

const HOLDS = /^\.?secrets?$|^\.?secrets\.(?:ini|conf|cfg|properties)$|^\.?(?:netrc|pgpass)$/i;
/** Code about secrets holds none by its name. */
const CODE = /\.(?!(?:txt|key|pem|json|ya?ml|toml|ini|conf|cfg|token|pass|pwd|pw|creds)$)\w{1,5}$/i;
/** `prod.password`, `github.token`. */
const isSecretEnding = (name: string): boolean =>
  /[\w-]\.(?:token|password|passwd|passphrase|secret|pass|pwd|pw|creds|apikey)$/i.test(name);
const MAX_PATH = 1_024;

/** By their own names or by the folder they lie in. */
export function holdsSecrets(path: string): boolean {
  if (path.length > MAX_PATH || /example|sample|template/i.test(path)) return false;
  const parts = path.trim().split(/[/\\]/);
  const last = parts.at(-1) ?? "";
  if (isVariablesFile(path) || HOLDS.test(last)) return true;
  if (CODE.test(last.replace(/^\./, ""))) return false;
  const name = last.replace(/\.(?:txt|key)$/i, "").replace(/^\./, "");
  return (
    parts.slice(-2).some((part) => HOLDS.test(part)) ||
    (/^[\w-]+$/.test(name) && (isSecretByWords(name) || (/[./]/.test(path) && /^(?:pw|pass)$/i.test(name)))) ||
    isSecretEnding(name) ||
    secretFile(foldSegment(last)) !== undefined
  );
}

const WORDS = /[^\s"'`=,;<>{}()[\]]+/g;
const MADE = /^(?=.*\d)(?=.*[A-Za-z]).{8,}$|^[A-Za-z0-9+/=_-]{20,}$/;

/** Of one word all of it; of several those that nobody would write by hand. */
export function madeRanges(text: string): readonly Range[] {
  const whole = text.trim();
  const from = text.indexOf(whole);
  if (whole !== "" && !/\s/.test(whole)) return [{ from, to: from + whole.length }];
  return [...text.matchAll(WORDS)].flatMap(({ 0: word, index }) =>
    word.length <= 4_096 && MADE.test(word) ? [{ from: index, to: index + word.length }] : [],
  );
}
