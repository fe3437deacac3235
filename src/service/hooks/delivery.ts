/** What an installed line sends: who it is, the words it would start the hook with, and the event as it came. */
import { fail, ok, type Result } from "../../contract/result.ts";

export interface HookDelivery {
  /** The shell of the line. */
  readonly pid: number;
  /** After so many seconds the line blocks the call by itself. */
  readonly limitSeconds: number;
  readonly home: string;
  /** What the line would start: node's script and its arguments. */
  readonly words: readonly string[];
  readonly event: Buffer;
}

/** What the hook's own command line says. */
export interface HookWords {
  /** hook.cjs. */
  readonly program: string;
  readonly host: string;
  readonly config: string;
  readonly state: string;
  /** The agent's PATH, as data. */
  readonly path: string;
  /** Names of the agent's variables that bend programs, and the values of those that name places. */
  readonly set: string;
  readonly places: string | undefined;
  readonly keys: readonly string[];
}

const GREETING = "sallyport-hook 1";
const MAX_WORDS = 64;
const NEW_LINE = 10;

/** A failure is a sentence, and the line then decides alone. */
export function parseDelivery(body: Buffer): Result<HookDelivery> {
  let at = 0;
  const line = (): string | undefined => {
    const end = body.indexOf(NEW_LINE, at);
    if (end < 0) return undefined;
    const text = body.toString("utf8", at, end);
    at = end + 1;
    return text;
  };
  if (line() !== GREETING) return fail("it is not a line of this version");
  const [pid, limitSeconds, home, count] = [numberIn(line()), numberIn(line()), line(), numberIn(line())];
  if (pid === undefined || limitSeconds === undefined || home === undefined)
    return fail("the line does not say who it is");
  if (count === undefined || count > MAX_WORDS) return fail("the line has no words");
  const words = Array.from({ length: count }, line).filter((word) => word !== undefined);
  if (words.length !== count) return fail("the line has fewer words than it says");
  return ok({ pid, limitSeconds, home, words, event: body.subarray(at) });
}

const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;

/** Only what `install` writes: a line with anything else starts its own hook, which knows what to say to it. */
export function parseHookWords([program = "", host = "", ...rest]: readonly string[]): Result<HookWords> {
  const given = new Map<string, string>();
  const keys: string[] = [];
  for (let i = 0; i < rest.length; i++) {
    const name = rest[i] ?? "";
    if (name === "--vouched") continue;
    const value = rest[++i];
    if (value === undefined || !OPTIONS.has(name) || given.has(name)) return fail(`the line has the word ${name}`);
    if (name === "--key") keys.push(value);
    else given.set(name, value);
  }
  const [config, state, path] = [given.get("--config"), given.get("--state"), given.get("--path")];
  if (!rest.includes("--vouched") || config === undefined || state === undefined || path === undefined)
    return fail("the line does not pin what it must");
  return ok({ program, host, config, state, path, set: given.get("--set") ?? "", places: given.get("--places"), keys });
}

const OPTIONS = new Set(["--config", "--state", "--path", "--set", "--places", "--key", "--key-fd"]);
