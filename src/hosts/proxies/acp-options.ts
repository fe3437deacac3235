/** Which of an agent's answers is chosen for the person: one that is plainly for this once, or none. */
import type { JsonObject } from "../../contract/action.ts";
import { objectsIn } from "../json.ts";
import { foldName } from "./message.ts";

/** All that the name of such an answer is made of. */
const ONCE: ReadonlySet<string> = new Set(
  (
    "yes y ok okay allow allowed approve approved accept accepted permit proceed continue run execute apply confirm once one time " +
    "this it the that command edit edits call tool action file change changes request only just for now a"
  ).split(" "),
);
/** What the id of such an answer says nothing of. */
const LASTING: ReadonlySet<string> = new Set(
  (
    "always all any every bypass bypasspermissions auto session forever never ever mode trust skip yolo full dangerous dangerously permission " +
    "permissions remember project global workspace directory prefix similar rest"
  ).split(" "),
);

/** Null where the agent offers several, or one that says more than yes: the person then chooses. */
export function allowOnce(params: JsonObject): string | null {
  const [option, ...others] = objectsIn(params, "options").filter(({ kind }) => isKind(kind, "allow_once"));
  if (option === undefined || others.length > 0 || !soleOptions(params).includes(option)) return null;
  const { optionId, name, kind } = option;
  const isPlain =
    kind === "allow_once" &&
    typeof optionId === "string" &&
    typeof name === "string" &&
    wordsOf(name).every((word) => ONCE.has(word)) &&
    !wordsOf(optionId).some((word) => LASTING.has(word));
  return isPlain ? optionId : null;
}

/** Any of them says no. */
export function rejectOnce(params: JsonObject): string | null {
  const option = soleOptions(params).find(
    ({ kind, optionId }) => kind === "reject_once" && typeof optionId === "string",
  );
  return typeof option?.optionId === "string" ? option.optionId : null;
}

/** The options whose id is no other's: of one that stands twice nobody can say which is meant. */
export function soleOptions(params: JsonObject): readonly JsonObject[] {
  const options = objectsIn(params, "options");
  const idOf = ({ optionId = null }: JsonObject): string => foldName(String(optionId));
  return options.filter((option) => options.every((other) => other === option || idOf(other) !== idOf(option)));
}

const isKind = (kind: unknown, wanted: string): boolean => typeof kind === "string" && foldName(kind) === wanted;

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

export const selectOption = (optionId: string | null): JsonObject | undefined =>
  optionId === null ? undefined : { outcome: { outcome: "selected", optionId } };
