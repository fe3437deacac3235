/** Home in the code of other languages, as they and their libraries name it. */

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
    code
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
