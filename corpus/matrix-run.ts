/** `npm run matrix`: the matrix of `matrix.ts`, a share of the corpus by seed; exit 1 where an allow rests on the watch. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LABELS, type Row, readCorpus } from "./format.ts";
import { type Compared, isKept, MATRIX_MODES, MUTED_MANNERS, type Run, runMatrix } from "./matrix.ts";

const { values } = parseArgs({
  options: {
    share: { type: "string", default: "0.03" },
    seed: { type: "string", default: process.env.SALLYPORT_SEED ?? "20261115" },
    from: { type: "string", default: "" },
    label: { type: "string", multiple: true },
    mode: { type: "string", multiple: true },
    watch: { type: "string", multiple: true },
    jobs: { type: "string", default: String(Math.min(2, availableParallelism())) },
    show: { type: "string", default: "20" },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
/** Those that are named; all where none is. */
function chosen<T extends string>(all: readonly T[], named: readonly string[] | undefined): readonly T[] {
  const found = named === undefined ? all : all.filter((one) => named.includes(one));
  if (found.length === 0) throw new Error(`one of ${all.join(", ")}`);
  return found;
}

const began = Date.now();
const corpus = readCorpus(join(process.cwd(), "corpus"));
const rows = new Map(LABELS.flatMap((label) => corpus.rows[label].map((row) => [`${label} ${row.id}`, row] as const)));
const runs = await runMatrix({
  share: Number(values.share),
  seed: values.seed,
  from: values.from,
  labels: chosen(LABELS, values.label),
  manners: chosen(MUTED_MANNERS, values.watch),
  modes: chosen(MATRIX_MODES, values.mode),
  jobs: Number(values.jobs),
});

say("watch    mode         walls   rows   bare  walled  holes  harmful  under a deny rule");
for (const run of runs) say(lineOf(run));
show("bare allows that the whole gate did not give", ({ holes }) => holes);
show("into walls with a need or a loss in them", ({ harmful }) => harmful);
show("walled under a deny rule", ({ undenied }) => undenied);
const broken = runs.filter((run) => !isKept(run)).length;
say(`${runs.length - broken} of ${runs.length} runs held, ${((Date.now() - began) / 1000).toFixed(0)} s`);
process.exitCode = broken > 0 ? 1 : 0;

function lineOf({ manner, mode, walls, rows: all, bare, walled, holes, harmful, undenied }: Run): string {
  const words = [manner.padEnd(8), mode.padEnd(12), walls ? "walls" : "     "].join(" ");
  const numbers = [all, bare, walled, holes.length, harmful.length, undenied.length];
  return words + numbers.map((one, i) => `${one}`.padStart([7, 7, 8, 7, 9, 19][i] ?? 0)).join("");
}

/** A row that is found in several runs is shown once. */
function show(title: string, from: (run: Run) => readonly Compared[]): void {
  const found = new Map<string, Compared[]>();
  for (const one of runs.flatMap(from)) found.set(one.id, [...(found.get(one.id) ?? []), one]);
  if (found.size === 0) return;
  say(`\n${found.size} rows: ${title}`);
  for (const each of [...found.values()].slice(0, Number(values.show))) say(`  ${describe(each)}`);
}

function describe(found: readonly Compared[]): string {
  const [first] = found;
  const row: Row | undefined = first && rows.get(`${first.label} ${first.id}`);
  if (first === undefined || row === undefined) return "";
  const { whole, unwalled } = first;
  const call = row.command ?? `${row.tool} ${JSON.stringify(row.input)}`;
  const where = [...new Set(found.map(({ manner, mode, walls }) => `${manner} ${mode}${walls ? " walls" : ""}`))];
  const settings = row.settings === undefined ? "" : ` ${JSON.stringify(row.settings).slice(0, 160)}`;
  const was = `whole ${whole.behavior} ${whole.by}${whole.walled ? " walled" : ""}`;
  const need = unwalled === undefined ? "" : `, ${unwalled}`;
  return `${row.id} ${first.label}, ${was}, here ${first.by}${need} (${where.join(", ")}): ${call.slice(0, 160)}  [${row.from}]${settings}`;
}
