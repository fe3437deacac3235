/** Places of a row stand as `@project`, `@home` (`@project` is `code/app` in it), `@box` above them; a literal `@home` as `@@home`. */
import { basename, join } from "node:path";

const NAMED = /@(@?)(?:(home|project|box|name)\b|\{(home|project|box|name)\})/g;

export interface Places {
  readonly box: string;
  readonly home: string;
  readonly project: string;
}

export const placesIn = (box: string): Places => ({
  box,
  home: join(box, "home"),
  project: join(box, "home/code/app"),
});

/** Placeholders become the places of this run. */
export function fillNames(text: string, { box, home, project }: Places): string {
  const values: Readonly<Record<string, string>> = { box, home, project, name: basename(box) };
  return text.replace(NAMED, (whole, literal: string, plain?: string, braced?: string) =>
    literal === "" ? (values[plain ?? braced ?? ""] ?? whole) : whole.slice(1),
  );
}

/** The places of a run become placeholders. */
export function takeNames(text: string, { box }: Places): string {
  const escaped = text.replace(NAMED, (whole) => `@${whole}`);
  const name = basename(box);
  if (!escaped.includes(name)) return escaped;
  const known = [
    [`${box}/home/code/app`, "project"],
    [`${box}/home`, "home"],
    [box, "box"],
    [name, "name"],
  ] as const;
  return known.reduce(
    (left, [path, word]) =>
      left.replace(new RegExp(`${path.replaceAll(".", "\\.")}(\\w?)`, "g"), (_, next: string) =>
        next === "" ? `@${word}` : `@{${word}}${next}`,
      ),
    escaped,
  );
}

/** In every text of a value, keys too. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), mapTexts(one, change)])) as T;
}
