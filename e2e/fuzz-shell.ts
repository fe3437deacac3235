/**
 * The reader against the installed bash. Random scripts of made-up names run in an empty directory with an empty PATH
 * and a handler that notes what bash tried to run. A miss: bash ran a name, or passed words, that the reader did not
 * list, in a command it did not call opaque.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diskWorld } from "../src/places/index.ts";
import { type KnownWord, readShell, type ShellReading } from "../src/shell/index.ts";
import { randomScript, seeded } from "./fuzz-grammar.ts";

export interface Miss {
  readonly seed: number;
  readonly script: string;
  /** What bash ran. */
  readonly ran: readonly string[];
  readonly kind: "name" | "words";
}

export interface Outcome {
  readonly scripts: number;
  readonly ran: number;
  readonly opaque: number;
  readonly reasons: ReadonlyMap<string, number>;
  readonly misses: readonly Miss[];
}

const SECONDS_EACH = 2;
const UNIT = "\x1f";
const RECORD = "\x1e";

/** Runs in its own bash with nothing to find; every script in a directory of its own. */
const DRIVER = String.raw`
ulimit -f 2048 -t 20 2>/dev/null
command_not_found_handle() {
  local IFS=$' \t\n'
  local record
  builtin printf -v record '%s\x1f' "$@"; builtin printf '%s\x1e' "$record" >>"$FUZZ_LOG"
  case $1 in t*) return 0;; esac
  return 127
}
export -f command_not_found_handle
cd "$1" || exit 1
for script in "$1"/*.sh; do
  run=${"$"}{script%.sh}
  /bin/mkdir "$run" && cd "$run" || continue
  text=$(<"$script")
  FUZZ_LOG=$run.log FUNCNEST=6 HOME=$run PATH=$run/none \
    /usr/bin/timeout -s KILL ${SECONDS_EACH} /bin/bash --norc --noprofile -c "$text" </dev/null >/dev/null 2>&1
  cd "$1"
done
`;

export function fuzz(first: number, count: number): Outcome {
  const dir = mkdtempSync(join(tmpdir(), "fuzz-shell-"));
  try {
    const scripts = new Map<number, string>();
    for (let seed = first; seed < first + count; seed += 1) {
      const script = randomScript(seeded(seed)).replace(/\0/g, "");
      scripts.set(seed, script);
      writeFileSync(join(dir, `${seed}.sh`), script);
    }
    runAll(dir);
    let ran = 0;
    let opaque = 0;
    const reasons = new Map<string, number>();
    const misses: Miss[] = [];
    for (const [seed, script] of scripts) {
      const argvs = logged(join(dir, `${seed}.log`));
      ran += argvs.length;
      // Bash drops trailing newlines of a command substitution, and so does the driver.
      const home = join(dir, String(seed));
      const reading = readShell(script.replace(/\n+$/, ""), {
        cwd: home,
        projectRoot: home,
        world: diskWorld({ home, path: "" }),
        written: new Set(),
      });
      if (reading.opaque.length > 0) {
        opaque += 1;
        for (const { why } of reading.opaque) reasons.set(why, (reasons.get(why) ?? 0) + 1);
        continue;
      }
      const miss = argvs.find((argv) => !lists(reading, argv));
      if (miss !== undefined)
        misses.push({ seed, script, ran: miss, kind: namesOf(reading).has(miss[0] ?? "") ? "words" : "name" });
    }
    return { scripts: count, ran, opaque, reasons, misses };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function runAll(dir: string): void {
  mkdirSync(dir, { recursive: true });
  const bash = ["/bin/bash", "--norc", "--noprofile", "-c", DRIVER, "fuzz", dir];
  const isolated = canIsolate() ? ["/usr/bin/unshare", "-rnpf", "--kill-child", ...bash] : bash;
  const [program = "/bin/bash", ...args] = isolated;
  try {
    execFileSync(program, args, { stdio: "ignore", env: {} });
  } catch {
    // The driver's own status says nothing: the logs do.
  }
}

let isolates: boolean | undefined;

function canIsolate(): boolean {
  if (isolates !== undefined) return isolates;
  try {
    execFileSync("/usr/bin/unshare", ["-rnpf", "--kill-child", "/bin/true"], { stdio: "ignore" });
    isolates = true;
  } catch {
    isolates = false;
  }
  return isolates;
}

function logged(file: string): readonly (readonly string[])[] {
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

const namesOf = (reading: ShellReading): ReadonlySet<string | null> =>
  new Set(reading.commands.map((each) => each.words[0]?.value ?? null));

/** One of the commands that were read is the one that ran. */
const lists = (reading: ShellReading, argv: readonly string[]): boolean =>
  reading.commands.some((command) => command.wrappers.includes(argv[0] ?? "") || fits(command.words, 0, argv, 0));

function fits(words: readonly KnownWord[], i: number, argv: readonly string[], j: number): boolean {
  const word = words[i];
  if (word === undefined) return j === argv.length;
  const may = word.splits || word.glob;
  const here = argv[j];
  if (!may)
    return (
      here !== undefined &&
      (word.value === null ? here.startsWith(word.prefix) : word.value === here || isPipe(word, here)) &&
      fits(words, i + 1, argv, j + 1)
    );
  for (let taken = 0; j + taken <= argv.length; taken += 1) if (fits(words, i + 1, argv, j + taken)) return true;
  return false;
}

/** A process substitution's name is whatever descriptor was free. */
const isPipe = (word: KnownWord, here: string): boolean =>
  word.value?.includes("/dev/fd/") === true && here.includes("/dev/fd/");

/** `node … fuzz-shell 20000 1`: how many, and the first seed. */
export function main(args: readonly string[]): number {
  const total = Number(args[0] ?? "20000");
  const start = Number(args[1] ?? "1");
  const misses: Miss[] = [];
  const reasons = new Map<string, number>();
  let ran = 0;
  let opaque = 0;
  for (let seed = start; seed < start + total; seed += 500) {
    const outcome = fuzz(seed, Math.min(500, start + total - seed));
    ran += outcome.ran;
    opaque += outcome.opaque;
    for (const [why, times] of outcome.reasons) reasons.set(why, (reasons.get(why) ?? 0) + times);
    misses.push(...outcome.misses);
    process.stderr.write(`\r${seed + 499 - start + 1}/${total} scripts, ${misses.length} misses `);
  }
  process.stderr.write("\n");
  for (const miss of misses.slice(0, 20)) {
    console.log(`--- seed ${miss.seed}, ${miss.kind}: bash ran ${JSON.stringify(miss.ran)}\n${miss.script}`);
  }
  for (const [why, times] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 12))
    console.log(`${String(times).padStart(6)}  ${why}`);
  console.log(`scripts ${total}  commands run ${ran}  opaque ${opaque}  misses ${misses.length}`);
  return misses.length === 0 ? 0 : 1;
}

if (process.argv[1]?.includes("fuzz-shell") === true && process.env.VITEST === undefined)
  process.exitCode = main(process.argv.slice(2));
