/**
 * What code in a string says it would do, by its words: paths, addresses and commands it names. Hints that name a topic;
 * code that hides its words shows none, and nothing is ever proven by it.
 */
import {
  type DeleteEffect,
  type Effect,
  exact,
  globTarget,
  type ReadEffect,
  unknownTarget,
} from "../../contract/effect.ts";
import { absolutePath, isInside, realPath, secretsPicked } from "../../machine/index.ts";
import type { CallView } from "./call-view.ts";
import { codeFromGrounds } from "./code-grounds.ts";
import { looksForKeys, sweepsHome } from "./home-in-code.ts";

const MAX_CODE_CHARACTERS = 20_000;
const MAX_HINTS = 40;

type Where = Pick<CallView, "cwd" | "world" | "projectRoot">;

/** Home at the head of a text, as languages write it there. */
const HOME_IN_TEXT = String.raw`(?:\$HOME|\$ENV\{HOME\}|\$\{(?:process\.env\.HOME|os\.homedir\(\))\}|#\{(?:Dir\.home|ENV\[HOME\])\})`;
const PATH = String.raw`["'\x60]((?:~|${HOME_IN_TEXT}|[A-Za-z]:)?[/\\][^"'\x60\n]{1,160})["'\x60]`;
/** The root, or a home as languages name it. */
const ROOT_OR_HOME = String.raw`(?:["'\x60](/|~/?|[A-Za-z]:[/\\]*)["'\x60]|["'\x60]?${HOME_IN_TEXT}["'\x60]?|(?:\w+\.)*(?:expanduser\(\s*["']~/?["']\s*\)|Path\.home\(\)|homedir\(\)|UserHomeDir\(\)|environ(?:\[|\.get\()\s*["']HOME["']\s*[\])]|env\.HOME|[Gg]etenv\(\s*["']HOME["']\s*\)|ENV\[["']HOME["']\]|Dir\.home|\bHOME\b))`;
/** The directory above, or one above that. */
const ABOVE = String.raw`["'\x60]((?:\.\.[/\\]*){1,20})["'\x60]`;
const DELETES_TREE = String.raw`(?:rmtree|remove_tree|rmSync|rmdirSync|removeSync|Deno\.remove|promises["']?\)?\.rm|emptyDirSync|rimraf(?:\.sync)?|rm_rf|remove_dir_all|RemoveAll|FileUtils\.rm_r\w*|deleteDirectory|Directory\.Delete|delete-directory|unlink|fs\.rm)`;
/** What only says the same place in another way (`path.resolve(`). */
const WRAPPED = String.raw`(?:(?![\w.]{0,120}join\w{0,8}\([^()]{0,200},)(?:\w{1,40}\.){0,3}\w{1,40}\(\s*){0,2}`;
/** Every name in the root or in home, as a pattern finds them: `rmtree([glob "~/*"])`, `rm_rf(Dir["~/*"])`. */
const EVERYTHING_IN = String.raw`[\s([*]*(?:[\w.:]{1,40}[\s([]*){0,2}["'\x60](~|/)/?\.?\*+["'\x60]`;
const ADDRESS = `["'\`]((?:https?|ftp)://[^"'\`\\s]{3,300})["'\`]`;

type Maker<E extends Effect = Effect> = (found: string, where: Where) => E;
const place = (found: string, { cwd, world }: Where) =>
  exact(absolutePath(found.replace(new RegExp(`^${HOME_IN_TEXT}`), "~"), cwd, world));
const hostOf = (url: string): string | null => /^\w+:\/\/(?:[^/@]*@)?([^/:?#]+)/.exec(url)?.[1]?.toLowerCase() ?? null;

const reads: Maker<ReadEffect> = (path, where) => ({
  do: "read",
  target: place(path, where),
  recursive: false,
  content: true,
});
/** What a search by a pattern finds: the secrets it picks out below, or what is called as it says. */
const finds: Maker = (pattern, { cwd, world }) => {
  const [base = "", inner = ""] = /^([^*?[]*\/)?(.*)$/s.exec(pattern)?.slice(1) ?? [];
  const last = inner.slice(inner.lastIndexOf("/") + 1);
  const [picked = last.replace(/[*?[\]]+/g, "x")] = secretsPicked(last);
  const deep = inner.includes("**") || !inner.includes("/");
  const path = absolutePath(deep ? base + picked : pattern, cwd, world);
  return { do: "read", target: deep ? exact(path) : globTarget(path), recursive: false, content: true };
};
const findsInHome: Maker = (pattern, where) => finds(`~/**/${pattern}`, where);
/** Away from where it was, with everything in it. */
const movesAway: Maker = (path, where) => ({
  do: "write",
  target: unknownTarget(),
  recursive: true,
  as: "move",
  from: place(path, where),
});
const writes: Maker = (path, where) => ({ do: "write", target: place(path, where), recursive: false });
const deletes: Maker = (path, where) => ({ do: "delete", target: place(path, where), recursive: false });
const deletesAll: Maker<DeleteEffect> = (path, where) => ({
  do: "delete",
  target: place(path, where),
  recursive: true,
});
const gets: Maker = (url) => ({ do: "network", host: hostOf(url), method: "GET", sends: false });
const sendsTo: Maker = (host) => ({ do: "network", host: host.toLowerCase(), sends: true });
const posts: Maker = (url) => ({ do: "network", host: hostOf(url), method: "POST", sends: true });

/** The first that fits a piece of text counts for it; a path that fits nothing else is taken to be read. */
const HINTS: readonly (readonly [pattern: RegExp, maker: Maker])[] = [
  [new RegExp(`${DELETES_TREE}\\s*\\(?\\s*${WRAPPED}${ROOT_OR_HOME}\\s*\\)*\\s*(?:[,);]|t\\)|$)`, "g"), deletesAll],
  [new RegExp(`${DELETES_TREE}\\s*\\(?\\s*${WRAPPED}${ABOVE}`, "g"), deletesAll],
  [new RegExp(`${DELETES_TREE}${EVERYTHING_IN}`, "g"), deletesAll],
  [
    new RegExp(
      `(?:rmtree|rmSync|rm_rf|remove_dir_all|RemoveAll|FileUtils\\.rm_r\\w*|deleteDirectory|fs\\.rm)\\(\\s*${PATH}`,
      "g",
    ),
    deletesAll,
  ],
  [
    new RegExp(
      `(?:os\\.(?:remove|unlink)|unlink(?:Sync)?|File\\.delete|remove_file|os\\.Remove|delete POSIX file)\\(?\\s*${PATH}`,
      "g",
    ),
    deletes,
  ],
  [/\bunlink\s*\(?\s*glob\w*\s*\(?\s*["'`](?:[^"'`\n]*\s)?(~)\/\.?\*+(?=[\s"'`])/g, deletesAll],
  [
    new RegExp(
      `\\b(?:move|rename|renames|renameSync|mv|mvSync|moveSync|os\\.replace)\\b\\s*\\(?\\s*${ROOT_OR_HOME}\\s*,`,
      "g",
    ),
    movesAway,
  ],
  [new RegExp(`${ROOT_OR_HOME}\\)?\\.(?:rename|replace|move)\\(`, "g"), movesAway],
  [
    new RegExp(`\\b(?:move|rename|renames|renameSync|mv|mvSync|moveSync|os\\.replace)\\b\\s*\\(?\\s*${PATH}\\s*,`, "g"),
    movesAway,
  ],
  [new RegExp(`(?:open|fopen|File\\.open)\\(\\s*${PATH}\\s*,\\s*["'\`][wax]`, "g"), writes],
  [
    new RegExp(
      `(?:writeFile(?:Sync)?|appendFile(?:Sync)?|file_put_contents|os\\.WriteFile|File\\.write|GzipFile)\\(\\s*${PATH}`,
      "g",
    ),
    writes,
  ],
  [new RegExp(`(?:requests\\.(?:post|put|patch)|axios\\.post|http\\.Post|HttpPost)\\(\\s*${ADDRESS}`, "g"), posts],
  [
    new RegExp(
      `(?:->|\\.)(?:post|put|patch|post_form|upload|send)\\w*\\(\\s*(?:URI(?:\\.parse)?\\(\\s*)?${ADDRESS}`,
      "gi",
    ),
    posts,
  ],
  [new RegExp(`urlopen\\(\\s*(?:\\w+\\.)*(?:Request\\(\\s*)?${ADDRESS}\\s*,`, "g"), posts],
  [new RegExp(`fetch\\(\\s*${ADDRESS}\\s*,[^)]{0,80}method\\s*:\\s*["'](?:POST|PUT)`, "g"), posts],
  [
    /(?:INET6?->new|TCPSocket\.(?:new|open)|connect(?:ion)?|createConnection|fsockopen|stream_socket_client|Dial|SMTP|FTP)\(+\s*(?:PeerAddr\s*=>\s*|["']tcp["'],\s*|\d+\s*,\s*)?["'](?:tcp:\/\/)?((?:[\w-]+\.)+[\w-]+)(?::\d+)?["']/g,
    sendsTo,
  ],
  [/(?:Connection|Client|Session|Socket|Telnet|SSL)\(\s*\(?\s*["'`]((?:[\w-]+\.)+[\w-]+)(?::\d+)?["'`]/g, sendsTo],
  [
    /\b(?:host|hostname|server|peer(?:addr|host)?|address)["']?\s*(?:=>|[:=])\s*["'`]((?:[\w-]+\.)+[a-z][\w-]*)(?::\d+)?["'`]/gi,
    sendsTo,
  ],
  // Networks as files, in awk and in bash.
  [/["'`\s](?:\/inet[46]?|\/dev)\/(?:tcp|udp)\/(?:\d+\/)?((?:[\w-]+\.)+[\w-]+)\//g, sendsTo],
  [new RegExp(ADDRESS, "g"), gets],
  [/"~"\)?\s*\.r?glob\(\s*["']([^"'\n]{1,160})["']/g, findsInHome],
  [/["'`]((?:~|\/)[^"'`\n]{0,120}[*?[][^"'`\n]{0,120})["'`]/g, finds],
  [new RegExp(PATH, "g"), reads],
];

export function hintsOf(code: string, where: Where): readonly Effect[] {
  const text = code.slice(0, MAX_CODE_CHARACTERS);
  const elsewhere = codeFromGrounds(text, where).flatMap((one) => hintsIn(one.code, one.where).filter(takesAway));
  return [...hintsIn(text, where), ...elsewhere];
}

const takesAway = (effect: Effect): boolean =>
  effect.do === "delete" || (effect.do === "write" && effect.as === "move");

function hintsIn(text: string, where: Where): readonly Effect[] {
  const taken = new Set<string>();
  const effects: Effect[] = [
    ...(sweepsHome(text) ? [deletesAll("~", where)] : []),
    ...(looksForKeys(text) ? [reads("~/.ssh", where)] : []),
  ];
  for (const [pattern, maker] of HINTS)
    for (const [whole, said] of text.matchAll(pattern)) {
      const found = said ?? (/home|~/i.test(whole) ? "~" : "");
      if (taken.has(found) || effects.length >= MAX_HINTS) continue;
      taken.add(found);
      effects.push(maker(found, where));
    }
  return [...effects, ...relativeDeletes(text, where)];
}

const DELETES_RELATIVE = new RegExp(
  `${DELETES_TREE}\\s*\\(?\\s*${WRAPPED}["'\`]((?![~/])[^"'\`\\n]{1,160})["'\`]`,
  "g",
);

/** Where the code stands, or behind a link: of what lies in the project nothing is told by it. */
const relativeDeletes = (text: string, where: Where): readonly Effect[] =>
  [...text.matchAll(DELETES_RELATIVE)]
    .slice(0, MAX_HINTS)
    .map(([, said = ""]) => deletesAll(said, where))
    .filter(
      (effect) =>
        !isInside(realPath(effect.target.path, where.world).path, realPath(where.projectRoot, where.world).path),
    );

/** The files among these that code names as it stands, whatever it is called with. */
export function namedFiles(code: string, files: ReadonlySet<string>, where: Where): readonly Effect[] {
  if (files.size === 0) return [];
  return [...code.slice(0, MAX_CODE_CHARACTERS).matchAll(/["'`]([^"'`\n]{1,160})["'`]/g)]
    .map(([, said = ""]) => reads(said, where))
    .filter((effect) => [...files].some((file) => isInside(effect.target.path, file)));
}
