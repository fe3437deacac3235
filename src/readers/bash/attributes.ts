/** Variables that do not keep what they are given as it is, in a likely reading: `declare -n`, `-l`, `-u`, `-c`, `-i`. */
import type { Value } from "./state.ts";

/** `reference`: the name stands for another variable; "" until it is told which. */
export type Attribute =
  | { readonly kind: "reference"; readonly to: string }
  | { readonly kind: "lower" | "upper" | "capital" | "number" };

type Attributes = ReadonlyMap<string, Attribute> | undefined;

/** References that lead to each other end here. */
const MAX_HOPS = 8;

/** The variable, or the element of one, that a name stands for. */
export function nameMeant(attributes: Attributes, name: string): string {
  let meant = name;
  for (let i = 0; i < MAX_HOPS; i += 1) {
    const own = attributes?.get(meant);
    if (own?.kind !== "reference" || own.to === "") return meant;
    meant = own.to;
  }
  return meant;
}

/** The first value of a reference that leads nowhere yet says where it leads. */
export function aimReference(attributes: Attributes, name: string, value: Value): Attributes {
  const own = attributes?.get(name);
  if (own?.kind !== "reference" || own.to !== "" || value.kind !== "text" || !/^[A-Za-z_]/.test(value.text))
    return undefined;
  return new Map(attributes).set(name, { kind: "reference", to: value.text });
}

const DECLARED: readonly (readonly [flag: string, attribute: Attribute])[] = [
  ["n", { kind: "reference", to: "" }],
  ["l", { kind: "lower" }],
  ["u", { kind: "upper" }],
  ["c", { kind: "capital" }],
  ["i", { kind: "number" }],
];

/** What the flags of a declaration make of the name; `+l` takes it off again. */
export function attributesWith(attributes: Attributes, name: string, flags: string): Attributes {
  const letters = flags.replace(/\+[A-Za-z]*/g, "");
  const found = DECLARED.find(([flag]) => letters.includes(flag));
  if (found !== undefined) return new Map(attributes).set(name, found[1]);
  return DECLARED.some(([flag]) => flags.includes(flag)) ? without(attributes, [name]) : attributes;
}

/** The names have none of their own, or those they had before. */
export function without(attributes: Attributes, names: Iterable<string>, before?: Attributes): Attributes {
  if (attributes === undefined) return undefined;
  const left = new Map(attributes);
  for (const name of names) {
    const old = before?.get(name);
    if (old === undefined) left.delete(name);
    else left.set(name, old);
  }
  return left;
}

/** What such a variable makes of a value. */
export function asKept(attribute: Attribute | undefined, value: Value): Value {
  if (attribute === undefined || value.kind !== "text") return value;
  const { text } = value;
  switch (attribute.kind) {
    case "lower":
      return { kind: "text", text: text.toLowerCase() };
    case "upper":
      return { kind: "text", text: text.toUpperCase() };
    case "capital":
      return { kind: "text", text: text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase() };
    case "number":
      return /^-?\d{1,15}$/.test(text.trim()) ? value : { kind: "number" };
    case "reference":
      return value;
  }
}
