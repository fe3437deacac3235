/**
 * Commands among what a program is given that may start them: a word, its last words, a text in its code, its input. Of what starts
 * shells or jobs on this machine every text counts; of a program nobody knows only what is nothing but a command, for prose names
 * commands too, and a denial of the floor cannot be lifted.
 */
import { inQuotes } from "../../contract/shell-word.ts";
import { isInside } from "../../machine/index.ts";
import { isChecker, programNamed } from "../../programs/index.ts";
import { beginsIn, commandAt, showsWords } from "../../readers/bash/index.ts";
import { literalsIn } from "../code-literals.ts";
import { optionOf, SAYS_MESSAGE, TESTS } from "../gate-behind.ts";
import { isElsewhere } from "../launched-tasks.ts";
import type { CallCommand, CallView } from "../offline/index.ts";
import { isInBox } from "./elsewhere.ts";
import { ONLY_SAYS } from "./given-texts.ts";
import { speaksLanguage } from "./languages.ts";

const MAX_TEXTS = 16;
const MAX_TEXT = 4_096;

export function commandsHanded(command: CallCommand, view: CallView): readonly string[] {
  if (command.name === null || isInBox(command, view)) return [];
  const [, ...values] = command.words.map(({ value, outline, prefix }) => value ?? outline ?? prefix);
  const program = command.name.slice(command.name.lastIndexOf("/") + 1);
  const given: Given = { program, values, input: command.input ?? "" };
  const texts = startsJobs(given)
    ? [...textsFor(given), ...lastWords(given)]
    : mayStart(command, given, view)
      ? textsFor(unsaid(given)).filter(isWholly)
      : [];
  const all = [...texts, ...(speaksLanguage(program) ? calledIn(given) : [])];
  return [...new Set(all)].filter((text) => /\S\s+\S/.test(text) && text.length <= MAX_TEXT).slice(0, MAX_TEXTS);
}

interface Given {
  readonly program: string;
  readonly values: readonly string[];
  readonly input: string;
}

/** Shells for somebody else, queues of jobs, and what brings a machine into a state, all of them here. */
const STARTS_JOBS = /^(?:salt-call|puppet|chef-apply|chef-shell|chef-client|cinc-apply|cf-agent)$/;
/** Those that are told in the words of a shell. */
const TAKES_SHELL =
  /^(?:newgrp|sg|login|su|runuser|setpriv|nsenter|unshare|sbatch|srun|salloc|qsub|qrsh|qlogin|bsub|condor_run|condor_submit|oarsub|flux|mpirun|mpiexec|at|batch|nq|tsp?|pueue|dbus-run-session|dbus-launch|script|scriptlive|watch|entr|unbuffer|gosu|su-exec|start-stop-daemon|daemonize)$/;

function startsJobs({ program, values }: Given): boolean {
  if (STARTS_JOBS.test(program) || TAKES_SHELL.test(program)) return true;
  // Every machine it knows, this one too.
  if (program === "salt") return values.some((value) => /^["']?\*["']?$/.test(value));
  if (program === "chroot") return values.some((value) => /^\/+$/.test(value));
  const hosts = values.flatMap((value) => value.replace(/^-[Hwm](?=\w)/, "").split(/[\s,]+/));
  return ON_MACHINES.test(program) && beginsIn(program, hosts).length > 0;
}
/** The same on several machines: here where one of them is this one. */
const ON_MACHINES = /^(?:pdsh|pssh|parallel-ssh|clush|dsh|rexec|rsh|remsh)$/;

/** Nobody knows it, or it is known to start what it is given. */
function mayStart({ effects }: CallCommand, { program, values }: Given, { projectRoot }: CallView): boolean {
  if ([isElsewhere, isChecker, speaksLanguage, isBoxed, shows].some((is) => is(program))) return false;
  if (
    [program, ...values].some(
      (value) => TESTS.test(value) || /^(?:test|t|sallyport|bats|\S+[-_](?:lint|check|test)(?:er)?)$/.test(value),
    )
  )
    return false;
  const known = programNamed(program);
  // A script of the project is read for itself.
  const isUnknown = effects.some(
    (effect) =>
      effect.do === "run" &&
      (effect.what === "unknown-program" ||
        (effect.script?.certainty === "exact" && !isInside(effect.script.path, projectRoot))),
  );
  if (known === undefined) return isUnknown;
  // `npx cowsay 'rm -rf ~'`.
  return known.launcher === true && !shows(values.find((value) => !value.startsWith("-")) ?? "");
}
/** What they start is in a root of its own. */
const BOXES =
  /^(?:chroot|runc|crun|ctr|apptainer|singularity|schroot|proot|fakechroot|lxc-\w+|docker-\w+|udocker|enroot|wsl\.exe|pdsh|parallel-ssh|dsh|clush|cssh|salt-\w+|rexec|rsh|remsh)$/;
const isBoxed = (program: string): boolean => BOXES.test(program);
/** Show, keep, send or ask about what they are given. */
const SHOWS =
  /^(?:bat(?:cat)?|glow|fx|delta|pygmentize|highlight|ccat|lolcat|boxes|gum|dialog|whiptail|zenity|yad|rofi|fzf|sk|pbcopy|xclip|xsel|wl-copy|clip(?:\.exe)?|copyq|http|https|xh|slack\S*|telegram\S*|signal-cli|ntfy|jrnl|todo\S*|taskwarrior|nb|zk|obsidian|aider|goose|amp|ollama|aichat|sgpt|mods|fabric|cursor-agent|copilot|crush|qwen|bd|linear|jira|trello|vale|aspell|hunspell|codespell|cspell|tree-sitter|ast-grep|semgrep|comby|bashlex|qrencode|espeak\S*|spd-say)$/;
const shows = (program: string): boolean => SHOWS.test(program) || showsWords(program) || SAYS.test(program);

/** Without the values of options that say a message. */
const unsaid = ({ values, ...rest }: Given): Given => ({
  ...rest,
  values: values.filter((value, i) => {
    const option = optionOf(value, values[i - 1]);
    return !SAYS_MESSAGE.test(option) && !ASKS_ABOUT.test(option);
  }),
});
const ASKS_ABOUT =
  /^(?:-[kqg]|--?(?:explain|describe|check|lint|grep|pattern|regexp?|match|filter|search|find|query|prompt|ask|name|label|expect|content))$/;

/** Words that are texts, what stands behind an option in them, the strings in them; the same of its input. */
const textsFor = ({ program, values, input }: Given): readonly string[] =>
  [...values, input]
    .filter((text) => text.length <= MAX_TEXT)
    .flatMap((text) => {
      const value = /^(?:-{0,2}[\w.-]+=|-[A-Za-z])(?=[^=\s])(.+)$/s.exec(text)?.[1];
      const strings =
        TAKES_SHELL.test(program) || isProse(text)
          ? []
          : literalsIn(text, /^\s*[{[]\s*["']/.test(text) ? isCommandField : isNotSaid);
      return [text, ...(value === undefined ? [] : [value]), ...strings];
    });

/** Strings in plain words; in code there are brackets. */
const isProse = (text: string): boolean =>
  plainIn(text.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, " ")) > 1 && !/[{}()[\]]|=>/.test(text);

/** No word before it that only shows or keeps a text. */
const isNotSaid = (before: string): boolean =>
  !/[=!~]=?\s*\*$|[=!]=\s*$/.test(before) && !SAYS.test(/([\w.:>-]+)\s*\(?\s*$/.exec(before)?.[1] ?? "");
const SAYS = new RegExp(
  `${ONLY_SAYS.source}|(?:^|[.:>-])(?:cat|put\\w*|message|note|notify|show|display|format\\w*)$`,
  "i",
);

/** In data: the name of the field says so. */
const isCommandField = (before: string): boolean =>
  /(?:command|cmd|script|shell|exec\w*|run|code|args|argv)["']?\s*[:=]?\s*\[?\s*$/i.test(before);

/** `pssh -H localhost rm -rf x`: one command from where it begins. */
function lastWords({ values }: Given): readonly string[] {
  const at = commandAt({ program: "", words: values });
  return at < 0 ? [] : [values.slice(at).map(lastWord).join(" ")];
}
const lastWord = (value: string): string => (/^[\w~./*=:@,+-]+$/.test(value) ? value : inQuotes(value));

/** Nothing but a command: words that are no option, no place and no program are few. */
const isWholly = (text: string): boolean =>
  !text.includes("`") &&
  text
    .split(/[;&|\n]+/)
    .map((part) => part.trim().split(/\s+/))
    .every(([first = "", ...rest]) => TALKS.test(first) || plainIn(rest.join(" ")) < MAX_PLAIN);
/** Commands whose words may be prose. */
const TALKS = /^(?:#.*|echo|printf|logger|export|set|:)$/;
const MAX_PLAIN = 2;

const plainIn = (text: string): number =>
  text.split(/\s+/).filter((word) => /^[A-Za-z]{2,}[.,:!?]?$/.test(word) && programNamed(word) === undefined).length;

/** Languages that call without brackets (`shell "rm -rf x"`), and Raku's own quotes. */
const calledIn = ({ program, values, input }: Given): readonly string[] =>
  FOLLOWED.test(program)
    ? []
    : [...values, input].flatMap((code) => [
        ...literalsIn(code, (before) => /[\w>-]\s*\(?\s*$/.test(before) && isNotSaid(before)),
        ...[...code.matchAll(OWN_QUOTES)].map(([, listed, quoted]) => listed ?? quoted ?? ""),
      ]);
/** Those whose calls are read for themselves. */
const FOLLOWED = /^(?:python[\d.]*|node|deno|bun|php|ruby|perl|g?vim?|nvim|ex|emacs\w*)$/;
const OWN_QUOTES = /\b(?:run|shell)[\s(]*<([^<>\n]{4,400})>|\bqq?x\s*[{[(<|/]([^}\])>|\n]{4,400})/g;
