/** Words of calls: for each role those it is meant for and some that it is not, options that no row has, and what stands around a command. */

/** Plain ones first; those behind them are refused, or must be harmless. */
interface Words {
  readonly plain: readonly string[];
  readonly odd?: readonly string[];
}

const ROLES: Readonly<Record<string, Words>> = {
  read: {
    plain: ["a.txt", "src/b.ts", "README.md", "none.txt", "./docs/guide.md"],
    odd: ["src", "*.txt", "-", "~/other/a.txt"],
  },
  list: { plain: [".", "src", "a.txt", "none", ".."], odd: ["*", "src/*", "~/other", ".git"] },
  search: { plain: ["src", "a.txt", "docs", "."], odd: ["src/*", "none", ".."] },
  stage: { plain: ["a.txt", "src", "draft.txt", "."], odd: ["*.txt", ":/", "none", ".git/config"] },
  write: {
    plain: ["made.txt", "a.txt", "src/made.ts", "draft.txt"],
    odd: ["src", "made/deep.txt", "README.md", "*.txt"],
  },
  delete: { plain: ["README.md", "draft.txt", "src/deep", "none.txt"], odd: ["src", ".", "*.txt", "~/other/a.txt"] },
  move: { plain: ["README.md", "draft.txt", "src/b.ts"], odd: ["src", "none.txt", "*.txt"] },
  text: { plain: ["1", "x", "foo bar"], odd: [".env", "made.txt", "1x"] },
  pattern: { plain: ["foo", "a.*b", "a b"], odd: [".env", "made.txt", "*.ts"] },
  revision: {
    plain: ["HEAD", "main", "v1", "HEAD~1", "topic..main"],
    odd: ["HEAD:a.txt", "none", "--output=made.txt", "HEAD:.env", ".env"],
  },
  directory: { plain: [".", "src"], odd: ["~/other", "none", "..", "/tmp"] },
  host: { plain: ["http://localhost:3000/"], odd: [] },
};
/** What a word has to be as a whole. */
const FORMS: Readonly<Record<string, Words>> = {
  number: { plain: ["5", "12"], odd: ["5x", "-5", ".env", "1,made.txt"] },
  numbers: { plain: ["1", "1,2"], odd: ["x", "1;x"] },
  name: { plain: ["f", "d"], odd: ["-x", "../x", "f,l"] },
  sed: {
    plain: ["p", "1,2p", "/foo/p", "$p", "s/foo/bar/g", "s|a|b|"],
    odd: [
      "w made.txt",
      "s/foo/x/w made.txt",
      "s/.*/touch made.txt/e",
      "e touch made.txt",
      "r .env",
      "1r.env",
      "s/foo/x/gw made.txt",
      "1e touch made.txt",
      "p;w made.txt",
      "/foo/w made.txt",
      "R.env",
      "1,2W made.txt",
    ],
  },
  printf: { plain: ["%s", "x", "%5s"], odd: ["%d", "%n", "%(%s)T", "%q"] },
  ps: { plain: ["aux", "ax"], odd: ["auxe", "e"] },
  executable: { plain: ["+x", "u+x"], odd: ["777", "u+s", "-x", "a+w"] },
  gitformat: { plain: ["%h %s", "oneline", "%an"], odd: ["%G?", "%(describe)", "%(signature)", "%GS"] },
  gitsort: { plain: ["refname", "-creatordate"], odd: ["signature", "contents"] },
  fields: { plain: ["title,body"], odd: ["title;x"] },
  repository: { plain: ["o/n"], odd: ["evil.example/o/n", "o/../n"] },
  branch: { plain: ["main"], odd: ["https://192.0.2.7/x", "-x"] },
  state: { plain: ["open", "success"], odd: ["x y"] },
  words: { plain: ["is:open foo"], odd: ["a;b", "$x"] },
  duration: { plain: ["5m"], odd: ["x"] },
  endpoint: {
    plain: ["repos/o/n/issues", "repos/o/n"],
    odd: [
      "user/keys",
      "repos/o/n/../../../user/emails",
      "repos/o/n/%2e%2e/%2e%2e/user",
      "repos/{owner}/{repo}/contents",
      "graphql",
      "https://192.0.2.7/x",
      "orgs/o",
    ],
  },
  get: { plain: ["GET"], odd: ["POST", "DELETE"] },
  jq: { plain: [".title"], odd: ["env", "input", "$ENV.HOME", '"\\(env.HOME)"'] },
  loopback: {
    plain: ["http://localhost:3000/", "http://127.0.0.1:8080/health", "http://localhost"],
    odd: [
      ...[
        "http://192.0.2.7/",
        "http://127.0.0.1@192.0.2.7/health",
        "http://localhost.example.net/health",
        "http://127.0.0.1:2375/",
      ],
      ...[
        "file:///etc/hosts",
        "http://localhost:3000/shutdown",
        "example.org",
        "http://127.0.0.1.192.0.2.7/",
        "http://localhost:3000/@.env",
      ],
    ],
  },
};

export function wordsFor(use: string): Words {
  const [role = "", form] = use.split(":");
  const found = form === undefined ? ROLES[role] : FORMS[form];
  if (found === undefined) throw new Error(`no words for ${use}`);
  return form === undefined ? found : { plain: found.plain, odd: [...(found.odd ?? [])] };
}

/** As the shell has to be given it; what is to be a glob stands bare. */
export const quoted = (word: string): string =>
  /^(?:~\/)?[A-Za-z0-9_./,:@%+=*?~^[\]-]+$/.test(word) || /^'/.test(word) ? word : `'${word}'`;

/** What stands around a command; `@` is it. */
export const PLAIN_FORMS: readonly string[] = [
  ...["@", "@ 2>&1", "@ | head -n 5", "cd . && @", "@; ls", "@ || true", "@ && echo done", "@ > /dev/null", "@\npwd"],
];
export const ODD_FORMS: readonly string[] = [
  ...[
    "@ > made.txt",
    "@ >> draft.txt",
    "@ < a.txt",
    "cd src && @",
    "cd src; @",
    "cd none; @",
    "cd none || @",
    "cd - && @",
    "cd && @",
  ],
  ...[
    "cd ../other && @",
    "CI=1 @",
    "PATH=./tools @",
    "LD_PRELOAD=./evil.so @",
    "PATH=.; @",
    "@ &",
    "@ > .env",
    "@ < .env",
    "@ | tee made.txt",
  ],
  ...[
    "@ > a.txt && cat a.txt",
    "echo x > made.txt && @",
    "echo .env | xargs @",
    "@ $HOME",
    "@ 2> made.txt",
    "time @",
    "! @",
    "( @ )",
    "@ > ../made.txt",
  ],
  ...["ls && cd src && @", "cd src && ls; @", "cd src && true || @", "@ > README.md", "true > README.md; @"],
];

/** Whole texts, each of more than one command or of a form that no row has. */
export const TEXTS: readonly string[] = [
  "mv draft.txt new.txt && echo x > new.txt",
  "cp draft.txt new.txt && rm draft.txt",
  "echo a > made.txt && echo b > made.txt",
  "git add a.txt && git commit -m x",
  "git add a.txt && git commit -m x && git status",
  "git add -A && git commit -q -m 'x y' && git log -n 1",
  "git checkout -b made && git add a.txt",
  "cat a.txt | sort | uniq -c | sort -rn | head -n 3",
  "grep -rn foo src | wc -l",
  "find . -name '*.ts' | xargs cat",
  "ls | xargs sort -o",
  "cat a.txt >> a.txt",
  "cat <<'EOF' > made.txt\n$(touch planted)\nEOF",
  "cat <<EOF\n$(touch planted)\nEOF",
  "git commit -a -m \"$(cat <<'EOF'\nmessage\n\nmore\nEOF\n)\"",
  "cd src && git add b.ts",
  "cd src && cat ../a.txt",
  "cd src && ls && cat b.ts; cat a.txt",
  "mkdir made && cd made && ls",
  "touch made.txt && cat made.txt",
  "rm draft.txt; ls",
  "rm -r src && git status",
  "cp a.txt made.txt; git status",
  "echo x > made.txt; git add made.txt",
  "sed -n 1,2p a.txt && sed -i s/foo/x/ README.md",
  "sed -i s/foo/x/ a.txt && git diff",
  "[ -f a.txt ] && cat a.txt",
  "test -e .env || echo none",
  "which cat; id; hostname; pwd",
  "curl -s http://localhost:3000/health | head -n 1",
];
