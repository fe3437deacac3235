/** Which decisions a list shows. The address holds it, so that a view can be kept and sent. */
import type { DecisionRow } from "../../src/service/api.ts";
import type { Query } from "../data/service.ts";

export const FILTERS = [
  "q",
  "behavior",
  "by",
  "tool",
  "host",
  "walls",
  "topic",
  "project",
  "session",
  "from",
  "to",
] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

export const readFilters = (query: URLSearchParams): Filters =>
  Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = query.get(name);
      return value === null || value === "" ? [] : [[name, value]];
    }),
  );

export const changeFilter = (filters: Filters, name: FilterName, value: string): Filters => {
  const { [name]: _, ...rest } = filters;
  return value === "" ? rest : { ...rest, [name]: value };
};

const DAY_MS = 86_400_000;

/** Days of the person's own calendar become moments: `to` is the end of its day. */
export function toQuery({ from, to, ...rest }: Filters): Query {
  const start = from === undefined ? Number.NaN : Date.parse(`${from}T00:00`);
  const end = to === undefined ? Number.NaN : Date.parse(`${to}T00:00`) + DAY_MS - 1;
  return {
    ...rest,
    ...(Number.isNaN(start) ? {} : { from: start }),
    ...(Number.isNaN(end) ? {} : { to: end }),
  };
}

/** Does a decision that just came belong into the list? As the service filters, as far as a row tells. */
export function matches(filters: Filters, row: DecisionRow): boolean {
  const { from, to } = toQuery(filters);
  return (
    isAmong(filters.behavior, row.behavior) &&
    isAmong(filters.by, row.by) &&
    isAmong(filters.tool, row.tool) &&
    isAmong(filters.host, row.host) &&
    isAmong(filters.walls, row.walls) &&
    isAmong(filters.topic, row.topic) &&
    isAmong(filters.project, row.project) &&
    isAmong(filters.session, row.session) &&
    (typeof from !== "number" || row.at >= from) &&
    (typeof to !== "number" || row.at <= to) &&
    holdsWords(filters.q, row)
  );
}

const isAmong = (wanted: string | undefined, value: string | null): boolean =>
  wanted === undefined || (value !== null && wanted.split(",").includes(value));

function holdsWords(words: string | undefined, row: DecisionRow): boolean {
  if (words === undefined) return true;
  const text = `${row.call} ${row.reason} ${row.rule ?? ""} ${row.tool}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
