/** The filters of a list, and a chip for each that is set and has no field of its own. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { formatCompact, shortPath } from "../data/format.ts";
import { loadValues, values } from "../data/state.ts";
import { BEHAVIOR_WORDS, hostName, labelOf } from "../data/words.ts";
import { Select, withSet } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { Text } from "../parts/text.tsx";
import { changeFilter, type FilterName, type Filters } from "./filters.ts";

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  /** Also what narrows a search: the step, the tool, days. */
  readonly full: boolean;
}

type Choices = readonly (readonly [string, string])[];

const BEHAVIORS: Choices = [
  ["", "All outcomes"],
  ["ask,deny,abort", "Held"],
  ["ask", "Asked"],
  ["deny", "Denied"],
  ["abort", "Stopped"],
  ["allow", "Allowed"],
];
const WALLS: Choices = [
  ["", "With or without walls"],
  ["look,edit,work,host", "Inside walls"],
  ["look", "Walls: look"],
  ["edit", "Walls: edit"],
  ["work", "Walls: work"],
];

/** Filters that come by links; they are shown as chips that can be taken away. */
const BY_LINK: readonly (readonly [FilterName, string])[] = [
  ["topic", "Topic"],
  ["session", "Session"],
];
/** The same for those that have a field only where all of them do. */
const WITHOUT_FIELD: readonly (readonly [FilterName, string])[] = [
  ["q", "Words"],
  ["by", "Step"],
  ["tool", "Tool"],
  ["from", "From"],
  ["to", "To"],
];

const behaviorWord = (set: string): string =>
  set
    .split(",")
    .map((one) => Object.entries(BEHAVIOR_WORDS).find(([name]) => name === one)?.[1] ?? one)
    .join(", ");

type Counted = "host" | "by" | "tool" | "project";

/** What is on record, the most used first; what is set stays in the list although nothing is left of it. */
function countedChoices(name: Counted, { first, set, word }: CountedInput): Choices {
  const known = (values.value?.[name] ?? []).map(
    ({ value, n }) => [value, `${word(value)} (${formatCompact(n)})`] as const,
  );
  return withSet([["", first], ...known], set ?? "", word);
}

interface CountedInput {
  readonly first: string;
  readonly set: string | undefined;
  readonly word: (value: string) => string;
}

export function FilterBar({ filters, onChange, full }: FilterBarProps): JSX.Element {
  useEffect(() => void loadValues(), []);
  const set = (name: FilterName) => (value: string) => onChange(changeFilter(filters, name, value));
  const counted = (name: Counted, label: string, input: Omit<CountedInput, "set">): JSX.Element => (
    <Select
      label={label}
      value={filters[name] ?? ""}
      choices={countedChoices(name, { ...input, set: filters[name] })}
      onChange={set(name)}
    />
  );
  return (
    <div class="filters">
      <Select
        label="Outcome"
        value={filters.behavior ?? ""}
        choices={withSet(BEHAVIORS, filters.behavior ?? "", behaviorWord)}
        onChange={set("behavior")}
      />
      {counted("host", "Agent", { first: "All agents", word: hostName })}
      {counted("project", "Project", { first: "All projects", word: shortPath })}
      {full && counted("by", "Step", { first: "Any step", word: labelOf })}
      {full && counted("tool", "Tool", { first: "Any tool", word: (tool) => tool })}
      <Select
        label="Walls"
        value={filters.walls ?? ""}
        choices={withSet(WALLS, filters.walls ?? "", (set) => `Walls: ${set}`)}
        onChange={set("walls")}
      />
      {full && <DayField label="From" value={filters.from ?? ""} onChange={set("from")} />}
      {full && <DayField label="To" value={filters.to ?? ""} onChange={set("to")} />}
      {[...BY_LINK, ...(full ? [] : WITHOUT_FIELD)].map(([name, word]) => {
        const value = filters[name];
        return value === undefined ? null : (
          <button key={name} type="button" class="chip removable" onClick={() => set(name)("")}>
            {word}: <Text value={value} />
            <Icon name="close" />
            <span class="hidden">take this filter away</span>
          </button>
        );
      })}
    </div>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const DayField = ({ label, value, onChange }: DayProps): JSX.Element => (
  <label class="day">
    <span>{label}</span>
    <input type="date" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  </label>
);
