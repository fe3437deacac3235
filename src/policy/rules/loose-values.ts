/** What stands in the input of a tool nobody declared: any string of it may be a path or an address. */
import type { Json } from "../../contract/action.ts";
import type { Target } from "../../contract/effect.ts";
import { parseAddress } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { placesOf } from "../tools/index.ts";

/** How many strings are looked at, and how long a path may be, in characters. */
const MAX_STRINGS = 256;
const MAX_PATH = 4096;

const found = new WeakMap<PolicyCall, readonly string[]>();

function stringsOf(call: PolicyCall): readonly string[] {
  if (!call.spec.anyField) return [];
  const strings = found.get(call) ?? collect(call.input).slice(0, MAX_STRINGS);
  found.set(call, strings);
  return strings;
}

const collect = (value: Json): readonly string[] => {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(collect);
};

/** Places the input may name. */
export const loosePlaces = (call: PolicyCall): readonly Target[] =>
  stringsOf(call)
    .filter((text) => text !== "" && text.length <= MAX_PATH && !/[\n\0]/.test(text))
    .flatMap((text) => placesOf(text, call));

/** Hosts the input may name. */
export const looseHosts = (call: PolicyCall): readonly string[] =>
  stringsOf(call)
    .flatMap((text) => parseAddress(text)?.hostname ?? [])
    .filter((host) => host !== "");
