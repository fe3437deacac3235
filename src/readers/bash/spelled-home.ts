/** Home in the code of other languages, as they and their libraries name it, and places below it that variables are named for. */
import { usualPlace } from "../../machine/index.ts";

/** Home, as languages and their libraries say it. */
const HOME =
  /(?:require\(\s*["'](?:node:)?os["']\s*\)\.|(?:(?<![\w.])(?:\w+\.)*)?)(?:(?:userInfo\(\)\.)?homedir(?:\(\)|(?<=\(\)\.homedir)\b)|Path\.home\(\)|expanduser\(\s*["']~\/?["']\s*\)|Path\(\s*["']~\/?["']\s*\)\.expanduser\(\)|expand\(\s*["'](?:~|\$HOME)\/?["']\s*\)|UserHomeDir\(\)|environ(?:\[|\.get\()\s*["']HOME["']\s*[\])]|env(?:\.HOME\b|\.get\(\s*["']HOME["']\s*\)|\[["']HOME["']\])|[Gg]etenv\(\s*["']HOME["']\s*\)|getpw(?:uid|nam)\((?:[^()]|\([^()]*\))*\)\.(?:pw_)?dir|Dir\.home(?:\(\))?)|\bENV(?:IRON)?\[["']HOME["']\]|\$ENV\{["']?HOME["']?\}|\$_(?:SERVER|ENV)\[["']HOME["']\]|\(\s*getpw(?:uid|nam)\b(?:[^()]|\([^()]*\))*\)\s*\[7\]/g;

/** The same, as languages have it that are started less often: of the JVM and Erlang, Lisps, Tcl, R, Haskell, Swift and others. */
const OTHER_HOMES = new RegExp(
  [
    String.raw`\bSystem\.(?:user_home!?(?:\(\))?|(?:get_env|getenv|fetch_env!)\(\s*["']HOME["']\s*\)|getProperty\(\s*["']user\.home["']\s*\))`,
    String.raw`\bPath\.(?:expand\(\s*["']~\/?["']\s*\)|home\b(?!\())`,
    String.raw`\((?:System\/)?(?:getenv|getProperty|get-environment-variable|environment-variable-ref|uiop:getenv|expand-file-name)\s+["'](?:HOME|user\.home|~\/?)["']\s*\)`,
    String.raw`\(user-homedir-pathname\)|\(find-system-path\s+(?:'|\(quote\s+)home-dir\)?\)|\((?:fs|babashka\.fs)\/home\)`,
    String.raw`\$(?:::)?env\(HOME\)|\[file\s+(?:normalize|nativename)\s+~\/?\]`,
    String.raw`\bpath\.expand\(\s*["']~\/?["']\s*\)|\bSys\.getenv\s*\(?\s*["']HOME["']\s*\)?|\bfs::path_home\(\)`,
    String.raw`\b(?:System\.Directory\.)?getHomeDirectory\b|\bgetHomeDir\(\)|\bos:getenv\(\s*["']HOME["']\s*\)|\$\*HOME\b`,
    String.raw`(?:\$\.)?\bNSHomeDirectory\(\)|\bFileManager\.default\.homeDirectoryForCurrentUser\b|\bPlatform\.environment\[["']HOME["']\]!?`,
    String.raw`\[(?:System\.)?Environment\]::GetFolderPath\(\s*["']UserProfile["']\s*\)`,
  ].join("|"),
  "g",
);

/** A place below it. */
const BELOW =
  /(?:(?<![\w.])(?:\w+\.)*)?(?:expanduser|expand_path|expand)\(\s*(["'])(~\/[^"'\n]*)\1\s*\)|(?:(?<![\w.])(?:\w+\.)*)?Path\(\s*(["'])(~\/[^"'\n]*)\3\s*\)\.expanduser\(\)/g;

/** A variable of the environment, as languages read it. */
const READ = new RegExp(
  [
    String.raw`(?:(?<![\w.])(?:\w+\.)*)?(?:environ(?:\[|\.get\()\s*["'](\w+)["'][^\])\n]{0,80}[\])]|[Gg]etenv\(\s*["'](\w+)["'][^)\n]{0,80}\)|env(?:\.([A-Z]\w+)\b|\[["'](\w+)["']\]|\.get\(\s*["'](\w+)["']\s*\)))`,
    String.raw`\bENV(?:\[["'](\w+)["']\]|\.fetch\(\s*["'](\w+)["'][^)\n]{0,80}\))|\$_(?:SERVER|ENV)\[["'](\w+)["']\]`,
  ].join("|"),
  "g",
);
/** Perl has it inside a text as well. */
const READ_BY_PERL = /(["'/])?\$ENV\{["']?(\w+)["']?\}(?=([/"'])?)/g;

/** What stands behind a variable of any name, where it goes on to the gate's own. */
const GOES_ON = /^\s*\]?\)?\s*(?:\+|,|\.{1,2}|\}|\/)?\s*["'`]?\/?sallyport\b/;

/** The same code with the usual place where it reads a variable that names one. */
const spellVariables = (code: string): string =>
  code
    .replace(READ, (whole: string, ...rest: readonly unknown[]) => {
      const at = rest.findIndex((one) => typeof one === "number");
      const name = rest.slice(0, at).find((one) => typeof one === "string") as string;
      const place = placeOf(name, code.slice((rest[at] as number) + whole.length));
      return place === undefined ? whole : `"~/${place}"`;
    })
    .replace(READ_BY_PERL, (whole, ...[before = "", name, behind = "", at]) => {
      const place = placeOf(name, code.slice(at + whole.length));
      if (place === undefined) return whole;
      return before !== "" && behind !== "" ? `${before}~/${place}` : `${before}"~/${place}"`;
    })
    .replace(/[$#]?\{\s*"(~\/[^"\n]{0,80})"\s*\}/g, "$1");

const placeOf = (name: string, behind: string): string | undefined =>
  usualPlace(name) ?? (name !== "HOME" && GOES_ON.test(behind) ? ".config" : undefined);

/** In a text, where a word of it begins. */
const IN_TEXT = /(["'`]|["'`][\w./ -]{1,80} )\$(?:ENV\{["']?HOME["']?\}|HOME\b)(?=[/"'`\s])/g;

/** `h = homedir()`: from there on the name is home. */
function namedHome(code: string): string {
  const names = [...code.matchAll(/(?<![\w$.])(\$?[A-Za-z_]\w*)\s*:?=\s*"~"(?=\s*(?:[;,\n)]|$))/g)].map(
    ([, name = ""]) => name,
  );
  return names.reduce((text, name) => {
    const use = new RegExp(`(?<![\\w$."'\`])${name.replace("$", "\\$")}(?![\\w"'\`]|\\s*:?=(?!=))`, "g");
    return text.replace(use, '"~"');
  }, code);
}

/** The same code with `"~"` where it names home, put together with the texts beside it. */
export const spellHome = (code: string): string =>
  namedHome(
    spellVariables(code)
      .replace(IN_TEXT, "$1~")
      .replace(OTHER_HOMES, '"~"')
      .replace(HOME, '"~"')
      .replace(BELOW, (...[, , one, , other]) => `"${one ?? other}"`),
  )
    .replace(/\b(?:str|Path|pathlib\.Path|String|resolve|realpath)\(\s*"~"\s*\)/g, '"~"')
    .replace(/[$#]?\{\s*"~"\s*\}/g, "~")
    .replace(/(["'`])(?:\s*(?:\+|\.{1,2})\s*|\s+)"~"(?!\.)/g, "~$1")
    .replace(/"~"(?:\s*(?:\+|\.{1,2}(?!\w))\s*|\s+)(["'`])/g, "$1~")
    .replace(/"~"\s*\/\s*(["'])/g, "$1~/")
    .replace(/\bjoin\(\s*"~"\s*,\s*(["'`])/g, "($1~/");
