/** What a script of CMake does by itself, as the commands that do the same (likely readings). */

const CALL = /\b([A-Za-z_]\w*)\s*\(((?:"(?:\\[\s\S]|[^"\\])*"|[^()"]|\([^()]*\))*)\)/g;
const ARGUMENT = /"((?:\\[\s\S]|[^"\\])*)"|\[\[([\s\S]*?)\]\]|((?:\$(?:ENV)?\{[^}]*\}|[^\s"()])+)/g;
const MAX_CALLS = 64;

type Variables = Map<string, string>;

export function byCmake(code: string, depth = 0): readonly string[] {
  const plain = code.replace(/^((?:[^"#\n]|"(?:\\[\s\S]|[^"\\])*")*)#[^\n]*/gm, "$1");
  const variables: Variables = new Map();
  return [...plain.matchAll(CALL)].slice(0, MAX_CALLS).flatMap(([, name = "", inner = ""]) => {
    const args = [...inner.matchAll(ARGUMENT)].map(([, quoted, bracket, bare]) =>
      put(quoted?.replace(/\\(["\\$;])/g, "$1") ?? bracket ?? bare ?? "", variables),
    );
    return commandsOf(name.toLowerCase(), args, { variables, depth });
  });
}

/** Its variables by their values; where they are not known, a name that is nobody's. */
const put = (text: string, variables: Variables): string =>
  text.replace(/\$\{(\w+)\}/g, (_, name: string) =>
    /^(?:CMAKE_(?:CURRENT_)?(?:SOURCE|BINARY|LIST)_DIR|PROJECT_(?:SOURCE|BINARY)_DIR)$/.test(name)
      ? "."
      : name === "CMAKE_COMMAND"
        ? "cmake"
        : (variables.get(name) ?? `_${name}_`),
  );

interface Around {
  readonly variables: Variables;
  readonly depth: number;
}

function commandsOf(name: string, args: readonly string[], { variables, depth }: Around): readonly string[] {
  const [first = "", ...rest] = args;
  switch (name) {
    case "set":
      variables.set(first, rest.join(";"));
      return [];
    case "execute_process":
      return processes(args);
    case "exec_program":
      return [lineOf([first, ...rest.slice(rest.indexOf("ARGS") + 1)].flatMap((word) => word.split(" ")))];
    case "cmake_language":
      return first === "EVAL" && depth < 2 ? byCmake(rest.slice(1).join(" "), depth + 1) : [];
    case "configure_file":
      return [lineOf(["cp", "--", ...args.slice(0, 2)])];
    case "file":
      return fileCommands(first, rest);
    default:
      return [];
  }
}

/** `execute_process(COMMAND a b COMMAND c WORKING_DIRECTORY d …)`: a pipe. */
function processes(args: readonly string[]): readonly string[] {
  const commands: string[][] = [];
  let dir: string | undefined;
  let keyword = "";
  for (const arg of args) {
    if (KEYWORD.test(arg)) {
      keyword = arg;
      if (arg === "COMMAND") commands.push([]);
    } else if (keyword === "COMMAND") commands.at(-1)?.push(...arg.split(";"));
    else if (keyword === "WORKING_DIRECTORY") dir = arg;
  }
  const pipe = commands.map(lineOf).join(" | ");
  return pipe === "" ? [] : [dir === undefined ? pipe : `cd ${quoted(dir)}; ${pipe}`];
}
const KEYWORD =
  /^(?:COMMAND|WORKING_DIRECTORY|TIMEOUT|(?:RESULT|RESULTS|OUTPUT|ERROR)_VARIABLE|(?:INPUT|OUTPUT|ERROR)_FILE|(?:OUTPUT|ERROR)_QUIET|COMMAND_ECHO|COMMAND_ERROR_IS_FATAL|ENCODING|ECHO_(?:OUTPUT|ERROR)_VARIABLE|(?:OUTPUT|ERROR)_STRIP_TRAILING_WHITESPACE)$/;

function fileCommands(does: string, args: readonly string[]): readonly string[] {
  const [first = "", second = ""] = args;
  const to = args.indexOf("DESTINATION");
  switch (does) {
    case "REMOVE_RECURSE":
      return [lineOf(["rm", "-rf", "--", ...args.flatMap((arg) => arg.split(";"))])];
    case "REMOVE":
      return [lineOf(["rm", "-f", "--", ...args.flatMap((arg) => arg.split(";"))])];
    case "WRITE":
    case "APPEND":
      return [`: >> ${quoted(first)}`];
    case "TOUCH":
      return [lineOf(["touch", ...args])];
    case "CONFIGURE":
    case "GENERATE":
      return [`: >> ${quoted(args[args.indexOf("OUTPUT") + 1] ?? first)}`];
    case "RENAME":
      return [lineOf(["mv", "--", first, second])];
    case "COPY_FILE":
    case "CREATE_LINK":
      return [lineOf(["cp", "--", first, second])];
    case "COPY":
    case "INSTALL":
      return to < 1 ? [] : [lineOf(["cp", "-r", "--", ...args.slice(0, to), args[to + 1] ?? "."])];
    case "UPLOAD":
      return [lineOf(["curl", "-T", first, second])];
    case "DOWNLOAD":
      return [lineOf(["curl", "-o", second, first])];
    default:
      return [];
  }
}

const lineOf = (words: readonly string[]): string =>
  words
    .filter((word) => word !== "")
    .map(quoted)
    .join(" ");

/** As bash says it: of the environment it takes what the script takes, and nothing else is put in place. */
const quoted = (word: string): string =>
  `"${word.replace(/\$ENV\{(\w+)\}|["\\$`]/g, (all, name: string | undefined) => (name === undefined ? `\\${all}` : `\${${name}}`))}"`;
