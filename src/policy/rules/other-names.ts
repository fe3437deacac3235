/** The same command by other names, for deny and ask rules: each way counts, and none of them allows anything. */

/** Programs that are installed with their version behind their name. */
const VERSIONED =
  /^((?:python|pip|pydoc|ipython|easy_install|node|ruby|gem|irb|perl|php|lua|luajit|java|gcc|g\+\+|clang|clang\+\+|tclsh|guile|ghc))-?\d+(?:\.\d+)*$/;
const CALLED: Readonly<Record<string, readonly string[]>> = {
  nodejs: ["node"],
  "docker-compose": ["docker", "compose"],
  "podman-compose": ["podman", "compose"],
};
/** What does the work of a sub-command of git. */
const PUSHES = /^(?:send-pack|http-push|remote-https?|remote-ssh)$/;

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Other word lists that mean the same; the list itself is not among them. */
export function otherNames(words: readonly string[]): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  for (let list: readonly string[] | undefined = words; list !== undefined && found.length < 4; ) {
    const next: readonly string[] | undefined = renamed(list);
    if (next !== undefined) found.push(next);
    list = next;
  }
  return found;
}

function renamed([program = "", ...rest]: readonly string[]): readonly string[] | undefined {
  const name = baseName(program);
  const versioned = VERSIONED.exec(name)?.[1];
  if (versioned !== undefined) return [versioned, ...rest];
  const called = Object.hasOwn(CALLED, name) ? CALLED[name] : undefined;
  if (called !== undefined) return [...called, ...rest];
  // git's own programs, each a sub-command.
  const sub = /^git-([a-z-]+)$/.exec(name)?.[1];
  if (sub !== undefined) return ["git", sub, ...rest];
  if (name === "git" && PUSHES.test(rest[0] ?? "")) return ["git", "push", ...rest.slice(1)];
  if (name === "git" && rest[0] === "subtree" && rest[1] === "push") return ["git", "push", ...rest.slice(2)];
  return withoutVariables(program, rest);
}

const UNSET = /^\$(?:\w+|\{\w+\}|…)/;

/** A variable that nobody set is nothing: `git ${Z}push`, `git $Z push`. */
function withoutVariables(program: string, rest: readonly string[]): readonly string[] | undefined {
  if (!rest.slice(0, 3).some((word) => UNSET.test(word))) return undefined;
  const left = rest.map((word) => word.replace(UNSET, "")).filter((word) => word !== "");
  return left.length === 0 ? undefined : [program, ...left];
}
