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

/** Programs that hand git's own words on to it, beside words of their own. */
const WRAPPERS = /^(?:hub|lab|legit)$/;

/** They read an option with one dash or two, and a switch with its value. */
const INFRASTRUCTURE = /^(?:terraform|tofu)$/;
const DESTROYS = /^(?:--destroy(?:=\w+)?|-destroy=\w+)$/;

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
  if (WRAPPERS.test(name)) return ["git", ...rest];
  if (name === "gh" && rest[0] === "api") return calledByApi(rest.slice(1));
  if (name === "git" && PUSHES.test(rest[0] ?? "")) return ["git", "push", ...rest.slice(1)];
  if (name === "git" && rest[0] === "subtree" && rest[1] === "push") return ["git", "push", ...rest.slice(2)];
  if (INFRASTRUCTURE.test(name) && rest.some((word) => DESTROYS.test(word)))
    return [name, ...rest.map((word) => word.replace(DESTROYS, "-destroy"))];
  return withoutVariables(program, rest);
}

/** What a path of GitHub's interface, or a change asked for by name, is as a command of its own. */
const BY_API: readonly (readonly [path: RegExp, words: string])[] = [
  [/\/pulls\/[^/]*\/merge\b|mergePullRequest|enablePullRequestAutoMerge/i, "pr merge"],
  [/\/pulls\/[^/]*\/reviews\b|addPullRequestReview/i, "pr review"],
  [/\/pulls\/?$|createPullRequest/i, "pr create"],
  [/\/pulls\//i, "pr edit"],
  [/\/issues\/?$|createIssue/i, "issue create"],
  [/\/issues\/[^/]*\/comments\b|addComment/i, "issue comment"],
  [/\/issues\//i, "issue edit"],
  [/\/releases\b/i, "release create"],
  [/\/dispatches\b/i, "workflow run"],
  [/\/secrets\//i, "secret set"],
  [/\/variables\b/i, "variable set"],
  [/\/keys\b/i, "ssh-key add"],
  [/^\/?gists\b/i, "gist create"],
];

/** Undefined where it only asks. */
function calledByApi(words: readonly string[]): readonly string[] | undefined {
  const method = words.flatMap((word, i) => {
    const [, attached] = /^(?:-\w*X|--method)=?(.*)$/s.exec(word) ?? [];
    return attached === undefined ? [] : [attached === "" ? (words[i + 1] ?? "") : attached];
  })[0];
  if (!isApiWrite(words)) return undefined;
  const known = BY_API.find(([path]) => words.some((word) => path.test(word)))?.[1];
  const deletes = /^DELETE$/i.test(method ?? "") && words.some((word) => /^\/?repos\/[^/]+\/[^/]+\/?$/.test(word));
  return known === undefined && !deletes ? undefined : ["gh", ...(known ?? "repo delete").split(" "), ...words];
}

/** `gh api` with a method, fields or a body: anything that GitHub can be told. */
export const isApiWrite = (words: readonly string[]): boolean =>
  words.some((word, i) => {
    if (/^(?:-\w*[fF]|--field|--raw-field|--input)/.test(word)) return true;
    const [, attached] = /^(?:-\w*X|--method)=?(.*)$/s.exec(word) ?? [];
    return attached !== undefined && !/^GET$/i.test(attached === "" ? (words[i + 1] ?? "") : attached);
  });

const UNSET = /^\$(?:\w+|\{\w+\}|…)/;

/** A variable that nobody set is nothing: `git ${Z}push`, `git $Z push`. */
function withoutVariables(program: string, rest: readonly string[]): readonly string[] | undefined {
  if (!rest.slice(0, 3).some((word) => UNSET.test(word))) return undefined;
  const left = rest.map((word) => word.replace(UNSET, "")).filter((word) => word !== "");
  return left.length === 0 ? undefined : [program, ...left];
}
