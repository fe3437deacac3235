/**
 * Commands that a program is given as text and hands to a shell: in a value of an option, in a sign of its own language
 * (`!rm x` in an editor, `.shell` in a database), on its input, in a variable that names a helper, or as its last words.
 * For likely readings only: a text too many can deny or ask, and never allow.
 */

import { isPowerful } from "../../machine/index.ts";
import { readSedScript, sedScriptIn } from "../../programs/index.ts";
import { codeSpellings, wordsBehind } from "./code-spellings.ts";
import { asShell } from "./make-words.ts";
import { inOtherWords } from "./other-words.ts";
import { shellCalls } from "./shell-calls.ts";
import { quoteWord } from "./started-calls.ts";

/** One use of a program, as far as its words are known. */
export interface GivenUse {
  readonly program: string;
  readonly words: readonly string[];
  readonly input: string | undefined;
  /** What the files hold that it takes code from. */
  readonly files: readonly string[];
  /** Those that are set for it. */
  readonly variables?: readonly { readonly name: string; readonly value: string | null }[];
}

interface GiverRow {
  readonly programs: RegExp;
  /** Options whose value is a command: the word behind, or what stands behind `=` or the letter in the same word. */
  readonly options?: RegExp;
  /** What stands in any of its words; the command is the first group that is there. */
  readonly inWords?: RegExp;
  /** The same on its input, line by line. */
  readonly inInput?: RegExp;
  /** Its words and its input are code that may call a shell. */
  readonly calls?: true;
  /** Its operands, each a command. */
  readonly operands?: true;
}

/** Behind this sign stands a command, whichever word or range of lines it belongs to (`r !x`, `%!x`, `:w !x`). */
const BANG = /(?:^|[\s:|%$\d.,'"+>/]|\bre?a?d?)!+\s*([^!\n]+?)["']?$/m;
/** What a setting of git's is called that names a program; a value of several words is looked at whatever it is called. */
const GIT_SETTING =
  /^(?:ext::|(?:(?:alias|pager)\.[^=]+|[\w-]+\.(?:[^=]*\.)?\w*(?:command|cmd|program|hook|hooks|editor|pager|driver|helper|textconv|clean|smudge|process|external|fsmonitor|askpass|proxy|filter|tool|vcs|pack))=!?|[\w-]+\.[^=]+=(?:!|(?=\S+\s)))(.+)$/is;
/** A command of the database's own that takes another's output or gives its own to it. */
const DOT_COMMAND =
  /(?:^|\n)\s*\.(?:(?:shell|system)\s+([^\n]+)|\w+\s+(?:[^\n]*?\s)?(?:\|\s*([^\n]+)|"\|\s*([^"\n]+)|'\|\s*([^'\n]+)))/;

/** What m4 runs, in its own quotes or in brackets that were made such. */
const SYSCMD = /\be?syscmd\(\s*(?:`+|\[+)?([^`'\]\n)]+)/;

const GIVERS: readonly GiverRow[] = [
  {
    programs:
      /^(?:emacs\w*|[gmn]?awk|lua\w*|perl|ruby|php|julia|octave|R|Rscript|gnuplot|c?gdb|lldb|python[\d.]*|pypy\d?|node|nodejs|bun|deno|tsx|ts-node|elixir|iex|erl|escript|groovy|scala|kotlinc?|jshell|clojure|clj|bb|ghci?|runghc|guile|racket|sbcl|nim|ocaml|utop|crystal|swift|dart|raku)$/,
    calls: true,
  },
  { programs: /^g?m4$/, inWords: SYSCMD, inInput: SYSCMD },
  { programs: /^mlr$/, calls: true },
  // Perl opens what it is given by one text: with this sign at either end it is a command.
  { programs: /^perl$/, inWords: /^(?=\s*\||[^|]*\|\s*$)\s*\|?\s*([^|]{2,400}?)\s*\|?\s*$/s },
  {
    programs: /^g?make$|^bmake$/,
    options: /^(?:--eval|SHELL|\.SHELLFLAGS)$/,
    inWords: /^[A-Za-z_.]\w*[:?+]?!?=(.*\$\(shell .*)$/s,
  },
  {
    programs: /^(?:g?vim?|nvim|n?vi|view|r?vim|vimdiff|ex|ed|red|less|more|most|ftp|lftp|sftp|mail|mailx|dc)$/,
    calls: true,
    inWords: BANG,
    inInput: BANG,
  },
  {
    programs: /^(?:g|bsd)?tar$/,
    options:
      /^(?:--to-command|-I|--use-compress-program|-F|--info-script|--new-volume-script|--rsh-command|--rmt-command|--checkpoint-action)$/,
    inWords: /^--checkpoint-[a-z]*=exec=(.+)$/s,
  },
  {
    programs: /^git$/,
    options:
      /^(?:-x|-u|--exec|--upload-pack|--receive-pack|--extcmd|--tree-filter|--index-filter|--msg-filter|--env-filter|--commit-filter|--parent-filter|--tag-name-filter|-O|--open-files-in-pager|--to-cmd|--cc-cmd|--header-cmd|--sendmail-cmd)$/,
    inWords: GIT_SETTING,
  },
  { programs: /^socat$/, inWords: /(?:^|!!)(?:EXEC|SYSTEM|SHELL):["']?([^,"']+)/i },
  { programs: /^(?:nc|ncat|netcat)(?:\.\w+)?$/, options: /^(?:-e|-c|--exec|--sh-exec)$/ },
  { programs: /^(?:env_)?parallel$/, inWords: /^(\S+\s.+)$/s, inInput: /^(\S+\s.+)$/ },
  { programs: /^(?:script|scriptlive|sg|su|runuser|flock)$/, options: /^(?:-\w*c|--command)$/, inInput: /^(.+)$/ },
  {
    programs: /^(?:expect|autoexpect|tclsh|wish)$/,
    inWords: /(?:^|[;\n{[]|\s)(?:spawn|exec|system)\s+(?:-\w+\s+)*([^;\n}\]]+)/,
    inInput: /(?:^|[;{[]|\s)(?:spawn|exec|system)\s+(?:-\w+\s+)*([^;}\]]+)/,
  },
  {
    programs: /^(?:c?gdb|lldb|rr|udb)$/,
    inWords: /^(?:-{1,2}\w[\w-]*=)?(?:!|(?:platform )?shell\s|make\s|set\s+exec-wrapper\s|pipe\s.*\|)\s*(.+)$/s,
    inInput: /^\s*(?:!|(?:platform )?shell\s)\s*(.+)$/,
  },
  { programs: /^[sl]trace$/, inWords: /^(?:-o|--output=)?[|!]\s*(.+)$/s },
  { programs: /^tmux$/, inWords: /#\((.+?)\)/s },
  { programs: /^g?sed$/, inWords: /(?:^|[;{}\n\d$!/])\s*e\s+([^\n]+)/ },
  { programs: /^rsync$/, options: /^(?:-\w*e|--rsh)$/ },
  {
    programs: /^(?:ssh|scp|sftp|autossh|mosh|sshfs)$/,
    options: /^(?:-S|--ssh)$/,
    inWords: /^(?:-o)?\s*(?:Proxy|Local|KnownHosts)Command\s*[= ]\s*(.+)$/is,
  },
  { programs: /^(?:mapfile|readarray|compgen|complete)$/, options: /^-\w*C$/ },
  { programs: /^bind$/, inWords: /^[^:]*:\s*"?(.+?)"?$/s },
  { programs: /^man$/, options: /^(?:-P|--pager|-H|--html)$/ },
  { programs: /^zip$/, options: /^(?:-TT|--unzip-command)$/ },
  { programs: /^(?:sqlite3?|litecli|duckdb)$/, inWords: DOT_COMMAND, inInput: DOT_COMMAND },
  {
    programs: /^(?:psql|mysql|mariadb|mycli|pgcli|usql)$/,
    inWords: /(?:\\!|(?:^|[;\n])\s*system\s)\s*([^\n]+)/,
    inInput: /(?:\\!|^\s*system\s)\s*(.+)$/,
  },
  {
    programs:
      /^(?:tmux|screen|zellij|fish|osascript|lua\w*|at|batch|abduco|dtach|ttyd|gotty|xterm|kitty|alacritty|wezterm|foot|konsole|gnome-terminal|xfce4-terminal)$/,
    inWords: /^(\S+\s.+)$/s,
  },
  {
    programs:
      /^(?:nodemon|watchexec|entr|chokidar|onchange|cargo|concurrently|npm-run-all|hyperfine|nix-shell|nix|nix-env|guix|direnv|devbox|air|reflex|modd|wrangler|just|task|dotenv|dotenvx|infisical|doppler|op|chamber|aws-vault|envchain|teller|systemd-run|systemd-inhibit|xvfb-run|faketime|wine|qemu-x86_64\S*)$/,
    options: /^(?:-c|-x|-s|-S|-e|--exec|--run|--command|--shell|--prepare|--setup|--cleanup|--build\.cmd|--cmd)$/,
    operands: true,
  },
];

/** Git's configuration by the environment: an alias, or any other value that it runs. */
const GIT_VALUES = /^GIT_CONFIG_(?:VALUE_\d+|PARAMETERS)$/;

/** What programs would likely run of a variable's value, whichever they are; undefined where they take nothing from it. */
export function helperCode(name: string, value: string): string | undefined {
  // Words of its own that it is given besides.
  if (name === "PYTEST_ADDOPTS") return `pytest ${value}`;
  if (!/\s/.test(value)) return undefined;
  if (GIT_VALUES.test(name)) return value.replace(/^.*?(?:=|^)['"]?!?(?=[^'"=]*['"]?$)/s, "").replace(/['"]$/, "");
  if (!isPowerful(name)) return undefined;
  // A program's own language, as `PERL5DB` has it, or a command as it stands.
  const calls = shellCalls(value, "perl");
  return calls.length > 0 ? calls.join("\n") : value.replace(/^\s*\|-?\s*/, "");
}

/** Home as Tcl has it, in which expect is told what to start. */
const TCL_HOME = /\$(?:::)?env\(HOME\)/g;
const MAX_TEXTS = 32;
const MAX_TEXT = 16_384;

/** Every text the program would likely hand to a shell, in the order it stands there. */
export function givenCode(given: GivenUse): readonly string[] {
  const { program, words } = given;
  const use: GivenUse = program === "git" ? { ...given, words: [...words, ...settingsIn(words)] } : given;
  const texts = GIVERS.filter(({ programs }) => programs.test(program)).flatMap((row) => textsOf(row, use));
  const all = [...texts, ...recipesIn(use), ...editedIn(use), ...repeatedByGit(use), ...inOtherWords(use)];
  return [...new Set(all.map((text) => text.replace(TCL_HOME, "~")))]
    .filter((text) => text.length <= MAX_TEXT && /\S/.test(text))
    .slice(0, MAX_TEXTS);
}

/** `git config core.pager x`, as `-c` has it. */
const settingsIn = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, i) => {
    const before = words[i - 1] ?? "";
    return /^[\w-]+(?:\.[^=\s]+)+$/.test(before) ? [`${before}=${word}`] : [];
  });

function textsOf(row: GiverRow, { program, words, input = "", files, variables = [] }: GivenUse): readonly string[] {
  const { options, inWords, inInput, operands, calls } = row;
  const values = options === undefined ? [] : words.flatMap((word, i) => optionValue(word, words[i - 1], options));
  const said = words
    .flatMap((word) => (inWords === undefined ? [] : calls === undefined ? [word] : codeSpellings(word, program)))
    .flatMap((word) => (inWords === undefined ? [] : found(word, inWords)));
  const lines = [input, ...files].flatMap((text) => text.split("\n"));
  const typed = inInput === undefined ? [] : lines.flatMap((line) => found(line, inInput));
  const given = operands === undefined ? [] : words.filter((word) => /^[^-\s]\S*\s/.test(word));
  const called =
    calls === undefined
      ? []
      : [...words, input, ...files].flatMap((text, i) =>
          // What code on the input is given stands behind the sign for it.
          shellCalls(text, program, wordsBehind(words, i < words.length ? i : words.indexOf("-")), {
            ...(i < words.length ? { input } : {}),
            variables,
          }),
        );
  return [...values.map((value) => value.replace(/^exec=/, "")), ...said, ...typed, ...given, ...called];
}

function optionValue(word: string, before: string | undefined, options: RegExp): readonly string[] {
  if (before !== undefined && isMeant(before, options)) return [word];
  const [, long, value] = /^(-{0,2}[\w.-]+)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined && isMeant(long, options)) return [value ?? ""];
  return /^-\w[^=]*\s/s.test(word) && options.test(word.slice(0, 2)) ? [word.slice(2)] : [];
}

/** Long options may be cut short. */
const isMeant = (name: string, options: RegExp): boolean =>
  options.test(name) || (/^--\w{2}/.test(name) && longIn(options).some((one) => one.startsWith(name)));

const longIn = (options: RegExp): readonly string[] => options.source.match(/--[a-z][\w-]*/g) ?? [];

/** `e` may stand anywhere in a text; each is tried. */
const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].flatMap(([, ...groups]) => groups.find(Boolean) ?? []);

/** `make -f -`: every line of the recipes, and what is computed by a shell; in the directory it is sent to. */
function recipesIn({ program, words, input }: GivenUse): readonly string[] {
  if (!/^(?:g|b)?make$/.test(program)) return [];
  const onInput = words.some(
    (word, i) =>
      /^(?:-f|--file=?|--makefile=?)?(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.test(word) &&
      (/^-./.test(word) || /^-/.test(words[i - 1] ?? "")),
  );
  const given = words.flatMap((word, i) => (words[i - 1] === "--eval" ? [word] : found(word, /^--eval=(.+)$/s)));
  const recipes = [...(onInput && input !== undefined ? [input] : []), ...given].flatMap((given) => {
    const text = asShell(given, words);
    return [
      text
        .split("\n")
        .map((line) =>
          line
            .replace(/^[^\t=;]*::?[^;=]*;?/, "")
            .replace(/^\s*[@+-]*/, "")
            .replaceAll("$$", "$"),
        )
        .join("\n"),
      ...found(text, /\$[({]shell ([^\n]*)[)}]/),
    ];
  });
  const dirs = words.flatMap((word, i) =>
    /^(?:-C|--directory)$/.test(words[i - 1] ?? "") ? [word] : found(word, /^(?:-C|--directory=)(.+)$/s),
  );
  const goes = dirs.map((dir) => `cd ${quoteWord(dir)}\n`).join("");
  return [...shellOfMake(words), ...recipes].map((text) => goes + text);
}

/** `make SHELL=/bin/rm .SHELLFLAGS='-rf x'`: what it starts for every line, before the line itself. */
function shellOfMake(words: readonly string[]): readonly string[] {
  const set = (name: string): string | undefined =>
    words.flatMap((word) => (word.startsWith(`${name}=`) ? [word.slice(name.length + 1)] : [])).at(-1);
  const [shell, flags] = [set("SHELL"), set(".SHELLFLAGS")];
  return shell === undefined && flags === undefined ? [] : [`${shell ?? "sh"} ${flags ?? "-c"}`];
}

/** `git for-each-repo --config=x.y push`: another command of git's, behind options. */
function repeatedByGit({ program, words }: GivenUse): readonly string[] {
  const at = program === "git" ? words.indexOf("for-each-repo") : -1;
  const rest = at < 0 ? [] : words.slice(at + 1);
  const from = rest.findIndex((word, i) => !word.startsWith("-") && rest[i - 1] !== "--config");
  return from < 0 ? [] : [`git ${rest.slice(from).join(" ")}`];
}

/** `sed e` runs its input, `s/a/b/e` what it made of it. */
function editedIn({ program, words, input }: GivenUse): readonly string[] {
  if (!/^g?sed$/.test(program)) return [];
  const made = words.flatMap((word) => {
    const [, delimiter] = /^[\d,$]*s(\W)/.exec(word) ?? [];
    const parts = delimiter === undefined ? [] : word.split(delimiter);
    return /^\w*e\w*$/.test(parts.at(-1) ?? "") && parts.length > 2 ? [parts.slice(2, -1).join(delimiter)] : [];
  });
  const runsInput = made.length > 0 || words.some((word) => /^(?:[\d,$]*|.*[;}])\s*e$/.test(word));
  const { commands } = readSedScript(sedScriptIn(words));
  return [...made, ...commands, ...(runsInput && input !== undefined ? [input] : [])];
}

/** Programs that show or keep their words, or run them on another machine or root: the last words of these are no command. */
const SHOWS =
  /^(?:echo|printf|cowsay|cowthink|say|figlet|toilet|banner|logger|wall|write|notify-send|man|info|tldr|cheat|whatis|apropos|which|whereis|type|command|hash|alias|help|compgen|complete|grep|egrep|fgrep|rg|ag|ack|git|gh|glab|hub|hg|svn|jj|expr|test|\[|let|set|read|export|declare|history|fc|apt\S*|dnf|yum|brew|pacman|apk|pip\d?|npm|cargo|docker|podman|nerdctl|kubectl|oc|crictl|lxc|incus|chroot|arch-chroot|schroot|systemd-nspawn|ssh|mosh|ansible|salt|pssh|fly|heroku|vagrant|multipass|limactl|az|aws|gcloud|adb|claude|codex|gemini|opencode|llm|sallyport|shellcheck|shfmt|bashate|explainshell|touch|mkdir|ls|cat|cp|mv|rm|ln|dpkg|rpm|basename|dirname|realpath|readlink|stat|file|seq|sort|uniq|wc|head|tail|cut|tr|tee|diff|cmp|jq|yq|id|true|false|:|sleep|wait|kill|pkill|pgrep|ps|basenc|base64|md5sum|sha\d+sum|rsync|scp|tar|zip|unzip|chmod|chown|find|sed|awk|gawk|mawk|make)$/;
/** What takes away, sends or starts: a word of its own in the middle of a command is the command that is started. */
const COMMANDS =
  /^(?:\/(?:usr\/)?(?:local\/)?s?bin\/)?(?:rm|shred|srm|wipe|dd|mkfs(?:\.\w+)?|wipefs|find|mv|truncate|unlink|rmdir|chmod|chown|cp|tee|ln|touch|sed|git|curl|wget|scp|rsync|ssh|nc|ncat|sh|bash|zsh|dash|ksh|busybox|toybox|sudo|doas|env|xargs|python\d*|perl|ruby|node|php|tsx|ts-node|bun|deno)$/;

/** Shows or keeps its words, or has them run elsewhere. */
export const showsWords = (program: string): boolean => SHOWS.test(program);

/** Where in its words another command begins, for a program that is not known to do anything else with them. */
export function commandAt({ program, words }: Pick<GivenUse, "program" | "words">): number {
  return showsWords(program) ? -1 : words.findIndex((word) => COMMANDS.test(word));
}

/** Of npm, cargo and the like: behind these words stands a command. */
export const runsBehind = (program: string, words: readonly string[]): number => {
  const from = STARTS_BEHIND.find(([name]) => name.test(program))?.[1];
  const at = from === undefined ? -1 : words.findIndex((word) => from.test(word));
  const behind = at < 0 ? -1 : words.slice(at + 1).findIndex((word) => COMMANDS.test(word));
  return behind < 0 ? -1 : at + 1 + behind;
};

const STARTS_BEHIND: readonly (readonly [program: RegExp, word: RegExp])[] = [
  [/^(?:npm|pnpm|yarn|bun)$/, /^(?:exec|x|dlx|run)$/],
  [/^cargo$/, /^(?:watch|with|llvm-cov)$/],
  [/^(?:fd|fdfind)$/, /^(?:-x|-X|--exec|--exec-batch)$/],
  [/^(?:podman|buildah)$/, /^unshare$/],
];
