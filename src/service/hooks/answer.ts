/** One event that came over the socket, answered as the hook itself would: from the caller's words and process, not from ours. */
import { dirname } from "node:path";
import { type AppContext, answerHook, homeOf, type OpenHookGate, stateDir } from "../../app/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { type HoldAsk, type HookAnswer, type Host, hostNamed } from "../../hosts/index.ts";
import { variablesTold } from "../../machine/index.ts";
import { type HookLine, hookLine, type SessionStore } from "../../memory/index.ts";
import type { ServiceUse } from "../use.ts";
import { findCaller } from "./caller.ts";
import { type HookDelivery, type HookWords, parseHookWords } from "./delivery.ts";
import { stillWaited, whileWaited } from "./gone.ts";
import { leavingTheModel } from "./keyless.ts";
import type { RunningProgram } from "./program.ts";

export interface HookService {
  /** The service's own: of its environment the state directory, home and the keys of models are taken. */
  readonly context: AppContext;
  readonly store: SessionStore;
  readonly gates: OpenHookGate;
  /** For calls whose key the service does not have. */
  readonly keyless: OpenHookGate;
  readonly use: ServiceUse;
  readonly program: RunningProgram;
  readonly hold: HoldAsk | undefined;
}

export interface HookRun {
  /** Never rejects. Undefined: the hook has to answer after all. */
  readonly answer: Promise<HookAnswer | undefined>;
}

/** In place of a key, where nobody is asked with it. */
const HELD = "the hook has it";
/** The line ends a hook that does not end by itself this long before its own limit. */
const LINE_MARGIN_MS = 2_000;

/** Begins to answer; or says why the line must decide alone. */
export function beginAnswer(delivery: HookDelivery, service: HookService, gone: AbortController): Result<HookRun> {
  const words = parseHookWords(delivery.words);
  if (!words.ok) return words;
  const host = hostNamed(words.value.host);
  if (host === undefined) return fail("the host is not known");
  const why = whyAlone(delivery, words.value, service);
  if (why !== undefined) return fail(why);
  const caller = findCaller(delivery.pid, delivery.words);
  // Looked up while the line is there: once it has gone, what its own hook decided must still be known for the same call.
  const line = caller === undefined ? undefined : hookLine(caller.pid);
  if (caller === undefined || line?.agent === undefined) return fail("the agent's process cannot be seen");
  if (caller.cwd === null && host.toldByPlace === true)
    return fail("the directory of the agent's process cannot be seen");
  const cwd = caller.cwd ?? service.context.cwd;
  const known = { ...service, words: words.value, cwd, line, gone: gone.signal };
  if (!lacksKey(words.value, service.context)) return ok({ answer: answerAs(host, delivery, known) });
  return ok({ answer: withoutModel(gone, () => answerAs(host, delivery, { ...known, gates: service.keyless })) });
}

/** As soon as the model would be asked nothing more is recorded, and what then comes out is no answer. */
async function withoutModel(gone: AbortController, work: () => Promise<HookAnswer>): Promise<HookAnswer | undefined> {
  let left = false;
  const leave = (): void => {
    left = true;
    gone.abort();
  };
  const answer = await leavingTheModel(leave, work);
  return left ? undefined : answer;
}

/** The hook would have it, and the service does not. */
const lacksKey = ({ keys, set }: HookWords, { env }: AppContext): boolean => {
  const told = set.split(" ");
  return keys.some((name) => !env[name] && told.includes(name));
};

/** What the service could not do as the hook would. */
function whyAlone(
  delivery: HookDelivery,
  words: HookWords,
  { context, program, use }: HookService,
): string | undefined {
  if (words.state !== stateDir(context.env)) return "the line keeps its record elsewhere";
  if (delivery.home !== homeOf(context.env)) return "the line belongs to another home";
  if (program.isOf(dirname(words.program))) return undefined;
  use.foreign();
  return "the line is of another program, or this one was replaced since";
}

interface KnownCaller extends HookService {
  readonly words: HookWords;
  readonly cwd: string;
  readonly line: HookLine;
  readonly gone: AbortSignal;
}

function answerAs(host: Host, { limitSeconds, event }: HookDelivery, caller: KnownCaller): Promise<HookAnswer> {
  const { words, cwd, line, gone, store, hold, context, gates } = caller;
  return answerHook({
    host,
    context: { env: environmentOf(words, context), cwd, now: context.now },
    stdin: once(event),
    variables: variablesTold(words.set, words.places, homeOf(context.env)),
    agent: () => line.agent,
    store: whileWaited(store, gone),
    mostMs: limitSeconds * 1_000 - LINE_MARGIN_MS,
    signal: gone,
    stays: gates,
    asker: { since: () => line.began, waited: () => stillWaited(gone) },
    ...(hold === undefined ? {} : { hold }),
  });
}

/** The same variables the hook would have; of a key that only the hook has, that it is there. */
const environmentOf = ({ keys, path, config, state, set }: HookWords, { env }: AppContext): AppContext["env"] => ({
  ...Object.fromEntries(keys.map((name) => [name, env[name] || (set.split(" ").includes(name) ? HELD : undefined)])),
  HOME: homeOf(env),
  PATH: path,
  XDG_CONFIG_HOME: config,
  SALLYPORT_STATE_DIR: state,
});

async function* once(event: Buffer): AsyncGenerator<Uint8Array> {
  yield event;
}
