/** Code of other languages that takes home as a whole: how it walks through it, and what it does to each name it comes by. */

/** Every name below it, one after the other. */
const WALKS =
  /\b(?:walk\w*|Walk\w*|scandir|listdir|readdir\w*|Find\.find|Dir\.(?:foreach|each_child|children))\s*\(\s*"~"|"~"\)?\s*\.(?:rglob\(\s*["']\*+["']|glob\(\s*["']\*\*\/\*["']|walk\(|iterdir\()|\bglob\w*\(\s*["'`]~\/(?:\*\*\/)?\*["'`]|\bfind(?:depth)?\s*\(?\s*(?:sub\s*\{[^}]*\}|\\&\w+|\{[^}]*\})\s*,\s*"~"/;
/** Taken away or emptied by a name that the code does not hold itself. */
const TAKES_AWAY =
  /(?:\b(?:unlink\w*|remove\w*|rmtree|rm(?:Sync|dirSync|_r?f?)?|truncate\w*|delete)\s*\(\s*(?:(?!["'`\s)])|["'`]~\/["'`]\s*[+.]\s*[\w$])|\.(?:unlink|rmtree|delete)\(|\bunlink\b\s*(?:[;}@$|]|$)|\bopen\s*\(\s*(?:sys\.argv|process\.argv|ARGV|\$ARGV|\$_)[^)]{0,40}["'][wa>])/;
/** A test that everything passes, and any other. */
const ONLY_FILES =
  /\b(?:if|and|&&)\s*(?:not\s+)?(?:os\.path\.)?(?:-[fdel]\b(?:\s*\$_)?|[\w.]+\.is_?(?:file|dir|symlink)\(\)|is(?:file|dir)\([^)]*\)|File\.file\?\s*\(?\w*\)?)/gi;
const PICKS = /\b(?:if|unless|grep|filter|select|reject)\b|&&|\?[^:;]*:|ends_?with|starts_?with|fnmatch|suffix|=~/i;

export const takesAwayGiven = (code: string): boolean =>
  TAKES_AWAY.test(code) && !PICKS.test(code.replace(ONLY_FILES, " "));

/** It walks through home and takes away whatever it finds. */
export const sweepsHome = (spelled: string): boolean => WALKS.test(spelled) && takesAwayGiven(spelled);

/** How keys are called, in a text that code holds against the names it comes by. */
const CALLED_KEY =
  /["'`/](?:[^"'`\n]{0,20}[/.])?(?:id_(?:rsa|dsa|ecdsa|ed25519)?|pem|p12|kdbx|ppk|ssh|PRIVATE KEY)[^"'`\n\w]{0,4}["'`/]/;

/** It walks through home and opens what is called like a key, or whatever it finds. */
export const looksForKeys = (spelled: string): boolean =>
  WALKS.test(spelled) &&
  OPENS.test(spelled) &&
  (CALLED_KEY.test(spelled) || !PICKS.test(spelled.replace(ONLY_FILES, " ")));
const OPENS = /\bopen\s*\(|\b\w*read\w*\s*\(|\bFile\.|\bslurp\b|\bfile_get_contents\b/i;
