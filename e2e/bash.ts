/**
 * The installed bash as the referee: runs scripts of made-up names in empty directories with an empty PATH and a
 * handler that notes what bash tried to run, in a namespace of their own where the machine allows it.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KnownWord, ShellReading } from "../src/contract/reading.ts";
import { diskWorld } from "../src/machine/index.ts";
import { readShell } from "../src/watch/reading/index.ts";

/** A program's name and words, as bash passed them. */
export type Argv = readonly string[];

export interface Refereed {
  readonly script: string;
  /** The directory it ran in, which is also its home. */
  readonly home: string;
  readonly ran: readonly Argv[];
  readonly reading: ShellReading;
}

const SECONDS_EACH = 2;
const UNIT = "\x1f";
const RECORD = "\x1e";

/** Names that begin with `t` succeed, all others fail. */
const DRIVER = String.raw`
ulimit -f 2048 -t 20 2>/dev/null
command_not_found_handle() {
  local IFS=$' \t\n' record
  builtin printf -v record '%s\x1f' "$@"; builtin printf '%s\x1e' "$record" >>"$FUZZ_LOG"
  case $1 in t*) return 0;; esac
  return 127
}
export -f command_not_found_handle
cd "$1" || exit 1
for script in "$1"/*.sh; do
  run=${"$"}{script%.sh}
  cd "$run" || continue
  text=$(<"$script")
  FUZZ_LOG=$run.log FUNCNEST=6 HOME=$run PATH=$run/none \
    /usr/bin/timeout -s KILL ${SECONDS_EACH} /bin/bash --norc --noprofile -c "$text" </dev/null >/dev/null 2>&1
  cd "$1"
done
`;

/** Runs every script, and reads every script, from the same empty directory. */
export function referee(scripts: readonly string[], read: typeof readShell = readShell): readonly Refereed[] {
  const dir = mkdtempSync(join(tmpdir(), "referee-"));
  try {
    // Bash drops the newlines at the end of what it reads of a file, so both get the text without them.
    const texts = scripts.map((script) => script.replace(/\0/g, "").replace(/\n+$/, ""));
    const readings = texts.map((text, index) => {
      const home = join(dir, String(index));
      mkdirSync(home);
      writeFileSync(`${home}.sh`, text);
      return read(text, {
        cwd: home,
        projectRoot: home,
        world: diskWorld({ home, path: "" }),
        written: new Set(),
      });
    });
    runAll(dir);
    return readings.map((reading, index) => ({
      script: texts[index] ?? "",
      home: join(dir, String(index)),
      ran: logged(join(dir, `${index}.log`)),
      reading,
    }));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function runAll(dir: string): void {
  const bash = ["/bin/bash", "--norc", "--noprofile", "-c", DRIVER, "referee", dir];
  const [program = "/bin/bash", ...args] = canIsolate() ? [...ISOLATED, ...bash] : bash;
  try {
    execFileSync(program, args, { stdio: "ignore", env: {} });
  } catch {
    // The driver's own status says nothing: the logs do.
  }
}

const ISOLATED = ["/usr/bin/unshare", "-rnpf", "--kill-child"];
let isolates: boolean | undefined;

function canIsolate(): boolean {
  if (isolates === undefined) {
    try {
      execFileSync("/usr/bin/unshare", ["-rnpf", "--kill-child", "/bin/true"], { stdio: "ignore" });
      isolates = true;
    } catch {
      isolates = false;
    }
  }
  return isolates;
}

function logged(file: string): readonly Argv[] {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return text
    .split(RECORD)
    .filter((record) => record !== "")
    .map((record) => record.split(UNIT).slice(0, -1));
}

/** One of the commands that were read is the one that ran. */
export const lists = (reading: ShellReading, argv: Argv): boolean =>
  reading.commands.some((command) => command.wrappers.includes(argv[0] ?? "") || fits(command.words, argv));

/** As `KnownWord` says. */
type ReadWord = Pick<KnownWord, "value" | "prefix"> & { readonly glob?: boolean; readonly splits?: boolean };

/** What ran has these words. */
export function fits(words: readonly ReadWord[], argv: Argv, i = 0, j = 0): boolean {
  const word = words[i];
  if (word === undefined) return j === argv.length;
  const here = argv[j];
  if (word.splits !== true && word.glob !== true) {
    if (here === undefined || !fitsWord(word, here)) return false;
    return fits(words, argv, i + 1, j + 1);
  }
  for (let taken = 0; j + taken <= argv.length; taken += 1) if (fits(words, argv, i + 1, j + taken)) return true;
  return false;
}

/** A process substitution's name is whatever descriptor was free. */
const fitsWord = (word: ReadWord, here: string): boolean =>
  word.value === null
    ? here.startsWith(word.prefix)
    : word.value === here || (word.value.includes("/dev/fd/") && here.includes("/dev/fd/"));
