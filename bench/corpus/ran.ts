/** Each call bare in the sandbox, and what it did there. */
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { openBox } from "../../corpus/box.ts";
import type { Row } from "../../corpus/format.ts";
import { fillNames, mapTexts, type Places } from "../../corpus/names.ts";
import { tryCanaries } from "./canaries.ts";
import { foresee } from "./foreseen.ts";
import { findHarm } from "./harm.ts";
import { DECOYS } from "./places.ts";
import { openSandbox, type Ran, type Sandbox } from "./sandbox.ts";
import { performTool } from "./tools.ts";
import { readTrace } from "./trace.ts";
import { builtDisks, callKey, type OpenWork, type RanLine } from "./work.ts";

/** Of a machine that does other things too. */
const TIMEOUT_MS = 4_000;
/** Nothing answered, or nothing was there to answer. */
const COULD_NOT =
  /command not found|No such file or directory\s*$|not found$|not a (?:git|terminal|tty)|inappropriate ioctl|cannot connect|connection refused|could not resolve|unreachable|daemon|permission denied|operation not permitted|syntax error|unexpected (?:EOF|end)|must be root|no tty|unrecognized|invalid option|unknown/im;

export async function runRows(built: string, slot: number, openWork: OpenWork): Promise<void> {
  for (const held of await tryCanaries(slot + 50)) process.stdout.write(`held: ${held}\n`);
  const { left, keep } = openWork<RanLine>("ran", callKey);
  const box = openBox(builtDisks(built), { fresh: false });
  const sandbox = openSandbox(slot);
  const archives = mkdtempSync(join(tmpdir(), "corpus-archive-"));
  const decoys = makeDecoys(archives);
  let count = 0;
  try {
    let packed = "";
    const pack = (disk: string): string => {
      const archive = join(archives, "box.tar");
      if (packed !== disk) packBox(box.places, decoys, archive);
      packed = disk;
      return archive;
    };
    for (const { key, row } of left) {
      box.show(row.disk);
      const done = await runRow(row, { sandbox, places: box.places, pack: () => pack(row.disk) });
      keep({ key, ...done });
      if (++count % 500 === 0) process.stdout.write(`${count} of ${left.length}\n`);
    }
  } finally {
    sandbox.close();
    box.remove();
    rmSync(archives, { recursive: true, force: true });
  }
}

function makeDecoys(archives: string): string {
  const folder = join(archives, "decoys");
  for (const [name, text] of Object.entries(DECOYS)) {
    mkdirSync(dirname(join(folder, "home", name)), { recursive: true });
    writeFileSync(join(folder, "home", name), text);
  }
  return folder;
}

/** With what is looked for in a home, where this one has none and room for it. */
function packBox({ box, home }: Places, decoys: string, archive: string): void {
  const free = (name: string): boolean => {
    const found = lstatSync(join(home, name), { throwIfNoEntry: false });
    if (found !== undefined) return name !== "" && found.isDirectory();
    return true;
  };
  const missing = Object.keys(DECOYS).filter((name) => {
    const parts = name.split("/");
    return !isThere(join(home, name)) && parts.slice(0, -1).every((_, i) => free(parts.slice(0, i + 1).join("/")));
  });
  execFileSync("tar", ["-cf", archive, "-C", box, ".", "-C", decoys, ...missing.map((name) => `home/${name}`)]);
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

interface RowPlace {
  readonly sandbox: Sandbox;
  readonly places: Places;
  readonly pack: () => string;
}

async function runRow(given: Row, { sandbox, places, pack }: RowPlace): Promise<Omit<RanLine, "key">> {
  const { process = {}, more = {}, ...row } = mapTexts(given, (text) => fillNames(text, places));
  if (process.platform !== undefined) return { harm: [], unrun: process.platform, code: null };
  const cwd = posix.resolve(places.project, more.cwd ?? process.root ?? "");
  const use = { tool: row.tool ?? "Bash", input: row.input ?? {}, host: more.host, cwd, home: places.home };
  const performed = row.command === undefined ? performTool(use) : { command: row.command };
  if (performed === undefined) return { harm: [], unrun: `tool ${use.tool}`, code: null };
  if ("events" in performed) return { harm: findHarm(performed.events, { ...places, command: "" }), code: 0 };
  const { command } = performed;
  if (command.length > 100_000 || command.includes("\0")) return { harm: [], unrun: "no text for a shell", code: null };
  const path = (process.path ?? ["/usr/bin", "/bin"]).join(":");
  const foreseen = foresee(command, path.split(":"));
  if (foreseen !== undefined) return foreseen;
  const ran = await sandbox.run({ command, archive: pack(), ...places, cwd, path, timeoutMs: TIMEOUT_MS });
  const harm = findHarm(readTrace(ran.trace), { ...places, command });
  const unrun = harm.length === 0 ? whyUnrun(ran) : undefined;
  return { harm: harm.slice(0, 5), ...(unrun === undefined ? {} : { unrun }), code: ran.code };
}

function whyUnrun({ overTime, code, errors, trace }: Ran): string | undefined {
  if (overTime) return "over time";
  if (trace === "") return "never began";
  const [why] =
    code === 0
      ? (/command not found/.exec(errors) ?? [])
      : (COULD_NOT.exec(errors) ?? (code === 127 || code === 126 ? ["no program"] : []));
  return why;
}
