/** A sub-command whose reading is finished: put on the list, with what its redirections and its wrappers add. */
import { beside } from "../../contract/beside.ts";
import { type Effect, exact, type Target, unknownTarget, unknownUse } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { programNamed } from "../../programs/index.ts";
import type { CommandDraft, Invocation } from "./invocation.ts";
import { isLikely } from "./likely.ts";
import { emit, knownWord, type ScriptPoint } from "./reader.ts";
import type { Flow, State, Value } from "./state.ts";
import { targetOf } from "./target.ts";

/** Commands that show nothing of what they are given. */
const SILENT =
  /^(?:\[|test|:|true|false|cd|read|export|declare|typeset|local|readonly|set|unset|shift|exit|return|break|continue|eval|source|\.|mapfile|readarray|getopts|let|trap|wait|pushd|popd)$/;

export interface FinishedCommand {
  readonly flow: Flow;
  /** The program; the first word where nothing else is said. */
  readonly name?: string;
  readonly runsCodeByOption?: boolean;
}

/** Answers the flow, less what the redirections leave unknown of it. */
export function finishCommand(
  point: ScriptPoint,
  draft: CommandDraft,
  { flow, name, runsCodeByOption }: FinishedCommand,
): Flow {
  const { call } = draft;
  const [first] = draft.words;
  const program = name ?? first?.value ?? null;
  const redirections = withContents(call, flow.out);
  const fed = call.fed ?? point.fed ?? [];
  const before = point.state;
  emit(point, {
    text: call.text,
    name: first?.glob === true || first?.splits === true ? null : program,
    words: draft.words,
    wrappers: draft.wrappers,
    assignments: draft.assignments,
    effects: effectsOf(point, draft, { program, redirections }),
    redirections,
    runsCodeByOption: runsCodeByOption === true,
    understood: draft.unclear.length === 0,
    cwd: theOnly(draft.places ?? draft.state.dirs),
    depth: point.depth,
    via: point.via,
    ...(fed.length === 0 ? {} : { fedBy: fed }),
    ...knownInput(call),
    ...(call.secrets === undefined || call.secrets.length === 0 ? {} : { secrets: [...new Set(call.secrets)] }),
    ...(draft.fresh === true ? { fresh: true } : {}),
  });
  const touch = (state: State | null): State | null =>
    state === null || state.touched || point.state === before ? state : { ...state, touched: true };
  return { ok: touch(flow.ok), fail: touch(flow.fail), out: knownOutput(point, call, flow.out) };
}

function knownInput({ stdin }: Invocation): Pick<SubCommand, "input"> {
  const input = stdin.kind === "text" ? stdin.text : stdin.kind === "unknown" ? stdin.outline : undefined;
  return input === undefined ? {} : { input };
}

interface Redirected {
  readonly program: string | null;
  readonly redirections: readonly Effect[];
}

function effectsOf(
  point: ScriptPoint,
  draft: CommandDraft,
  { program, redirections }: Redirected,
): SubCommand["effects"] {
  const { call } = draft;
  const effects: Effect[] = [...draft.effects, ...redirections];
  const acts = effects.some((effect) => effect.do !== "read" && effect.do !== "environment");
  if (!acts && !SILENT.test(program ?? ":"))
    for (const secret of new Set(call.secrets))
      effects.push({ do: "secret", act: "secret.variable", on: `$${secret}` });
  effects.push(...inPlaceOf(point, effects));
  for (const why of draft.unclear) effects.push(unknownUse(why));
  if (!call.redirects.moved) effects.push(...keptOutputs(point, draft));
  return effects;
}

/**
 * `mv src old && mv x src`: where an earlier command took the directory away, what goes "into" it stands in its place, and
 * so does everything below. Both may be: the earlier one may have failed.
 */
function inPlaceOf({ reader }: ScriptPoint, effects: readonly Effect[]): readonly Effect[] {
  if (!effects.some((effect) => effect.do === "write" && effect.from !== undefined)) return [];
  const gone = goneBy(reader.commands);
  if (gone.size === 0) return [];
  return effects.flatMap((effect): readonly Effect[] => {
    if (effect.do !== "write" || effect.from === undefined || effect.target.certainty === "unknown") return [];
    const place = effect.target.path.slice(0, effect.target.path.lastIndexOf("/"));
    return gone.has(place) ? [{ ...effect, target: exact(place), recursive: true }] : [];
  });
}

interface Gone {
  /** So many commands were looked at. */
  readonly seen: number;
  readonly first: SubCommand | undefined;
  readonly last: SubCommand | undefined;
  readonly places: Set<string>;
}
const goneBefore = beside<readonly SubCommand[], Gone>();

/** What the commands so far took away: each is looked at once, as long as they only become more. */
function goneBy(commands: readonly SubCommand[]): ReadonlySet<string> {
  const kept = goneBefore.get(commands);
  const goesOn = kept !== undefined && kept.first === commands[0] && kept.last === commands[kept.seen - 1];
  const places = goesOn ? kept.places : new Set<string>();
  for (const command of commands.slice(goesOn ? kept.seen : 0))
    for (const path of command.effects.flatMap(takenPlaces)) places.add(path);
  goneBefore.set(commands, { seen: commands.length, first: commands[0], last: commands.at(-1), places });
  return places;
}

const takenPlaces = (effect: Effect): readonly string[] =>
  effect.do === "delete" && effect.target.certainty === "exact" ? [effect.target.path] : [];

/** Files in which wrappers keep the output that nothing else takes. */
const keptOutputs = (point: ScriptPoint, draft: CommandDraft): readonly Effect[] =>
  [...new Set(draft.wrappers.map((wrapper) => programNamed(wrapper)?.wrapper?.output))].flatMap((file) => {
    if (file === undefined) return [];
    const target = targetOf(knownWord(file), point.state.dirs[0] ?? unknownTarget(), point.reader.context.world);
    return [{ do: "write", target, recursive: false, as: "append" }];
  });

/** A file that gets exactly what a known command prints. */
function withContents({ redirects }: Invocation, out: Value | null): readonly Effect[] {
  if (out?.kind !== "text" || redirects.output.length === 0) return redirects.effects;
  return redirects.effects.map((effect) =>
    effect.do === "write" && redirects.output.includes(effect) ? { ...effect, contents: out.text } : effect,
  );
}

/** A file that cannot be opened keeps the command from running at all; a number stays one. */
function knownOutput(point: ScriptPoint, { redirects }: Invocation, out: Value | null): Value | null {
  if (isLikely(point)) return redirects.moved ? null : out;
  if (redirects.moved || point.state.rewired) return null;
  return redirects.effects.length === 0 || out?.kind === "number" ? out : null;
}

const theOnly = (places: readonly Target[]): Target => (places.length === 1 ? places[0] : undefined) ?? unknownTarget();
