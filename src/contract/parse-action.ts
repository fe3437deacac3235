/** The edge: the one function through which an action from outside comes in. */
import { type Action, MODES } from "./action.ts";
import { fail, ok, type Result } from "./result.ts";
import { parseStrictJson } from "./strict-json.ts";

/** Nothing real is nested deeper; what is, was made to break a parser. */
export const MAX_DEPTH = 64;

/** What is wrong with a value, or undefined. */
type Check = (value: unknown) => string | undefined;

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text: Check = (value) => (typeof value === "string" ? undefined : "must be a string");
const fullText: Check = (value) => text(value) ?? (value === "" ? "must not be empty" : undefined);
const flag: Check = (value) => (typeof value === "boolean" ? undefined : "must be a boolean");
const count: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : "must be a whole number";
const anything: Check = () => undefined;
const object: Check = (value) => (isObject(value) ? undefined : "must be an object");
const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;
const directory: Check = (value) =>
  text(value) ?? (ABSOLUTE.test(String(value)) ? undefined : "must be an absolute path");
const mode: Check = (value) =>
  MODES.some((known) => known === value) ? undefined : `must be one of ${MODES.join(", ")}`;
const turns: Check = (value) => {
  if (!Array.isArray(value)) return "must be an array";
  const wrong = value.findIndex((turn) => !isObject(turn) || misfit(turn, shapeOf(turn)) !== undefined);
  return wrong < 0 ? undefined : `entry ${wrong} must be {"user": …} or {"tool": …, "input": …}`;
};

const list: Check = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === "string") ? undefined : "must be an array of strings";
const texts: Check = (value) =>
  isObject(value) && Object.values(value).every((one) => typeof one === "string")
    ? undefined
    : "must be an object of strings";
const process: Check = (value) => (isObject(value) ? misfit(value, PROCESS, "the process") : "must be an object");

interface Shape {
  readonly required: Readonly<Record<string, Check>>;
  readonly optional: Readonly<Record<string, Check>>;
}

const USER_TURN: Shape = { required: { user: text }, optional: {} };
const GAP_TURN: Shape = { required: { leftOut: count }, optional: {} };
const TOOL_TURN: Shape = { required: { tool: text, input: object }, optional: { answer: text, result: anything } };
/** Whoever cannot name the variables that are set knows nothing of what bends programs. */
const PROCESS: Shape = {
  required: { variables: list },
  optional: { path: text, values: texts, names: list, terminal: flag },
};
const ACTION: Shape = {
  required: { tool: fullText, input: object },
  optional: {
    cwd: directory,
    mode,
    headless: flag,
    host: text,
    session: fullText,
    toolUseId: text,
    event: text,
    transcript: turns,
    instructions: text,
    walls: flag,
    agentModel: text,
    process,
  },
};

function shapeOf(turn: object): Shape {
  if ("user" in turn) return USER_TURN;
  return "leftOut" in turn ? GAP_TURN : TOOL_TURN;
}

/** The first thing that does not fit, as a sentence that names the field. A key nobody declared does not fit either. */
function misfit(value: object, { required, optional }: Shape, whose = "the action"): string | undefined {
  for (const [field, check] of Object.entries(required)) {
    const wrong = check(Object.hasOwn(value, field) ? Reflect.get(value, field) : undefined);
    if (wrong !== undefined) return `${field}: ${wrong}`;
  }
  for (const field of Object.keys(value)) {
    if (Object.hasOwn(required, field)) continue;
    if (!Object.hasOwn(optional, field)) return `${whose}: unknown field ${JSON.stringify(field)}`;
    const given: unknown = Reflect.get(value, field);
    const wrong = given === undefined ? undefined : optional[field]?.(given);
    if (wrong !== undefined) return `${field}: ${wrong}`;
  }
  return undefined;
}

/** A sentence says which field is wrong. */
export function parseAction(value: unknown): Result<Action> {
  if (!isObject(value)) return fail("the action: must be an object");
  if (isDeeper(value, MAX_DEPTH)) return fail(`the action is nested deeper than ${MAX_DEPTH} levels`);
  const wrong = misfit(value, ACTION);
  return wrong === undefined ? ok(value as Action) : fail(wrong);
}

/** Goes no deeper than the limit itself, whatever comes in. */
export function isDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.length > 0 && (limit === 0 || items.some((item) => isDeeper(item, limit - 1)));
}

/** Text that came in as bytes, then JSON, then an action. */
export function parseActionLine(bytes: Uint8Array): Result<Action> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return fail("the line is not valid UTF-8");
  }
  const parsed = parseStrictJson(text);
  return parsed.ok ? parseAction(parsed.value) : fail(`the line ${parsed.error}`);
}
