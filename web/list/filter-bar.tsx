/** The filters of a list, and a chip for each that is set and has no field of its own. */
import type { JSX } from "preact";
import { status } from "../data/state.ts";
import { hostName, STEP_CHOICES } from "../data/words.ts";
import { Select } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { Text } from "../parts/text.tsx";
import { changeFilter, type FilterName, type Filters } from "./filters.ts";

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  /** Also what narrows a search: the step, the tool, days. */
  readonly full: boolean;
}

const BEHAVIORS: readonly (readonly [string, string])[] = [
  ["", "All outcomes"],
  ["ask,deny,abort", "Held"],
  ["ask", "Asked"],
  ["deny", "Denied"],
  ["abort", "Stopped"],
  ["allow", "Allowed"],
];
const WALLS: readonly (readonly [string, string])[] = [
  ["", "With or without walls"],
  ["look,edit,work,host", "Inside walls"],
  ["look", "Walls: look"],
  ["edit", "Walls: edit"],
  ["work", "Walls: work"],
];
const STEPS: readonly (readonly [string, string])[] = [["", "Any step"], ...STEP_CHOICES];

/** Filters that come by links; they are shown as chips that can be taken away. */
const BY_LINK: readonly (readonly [FilterName, string])[] = [
  ["topic", "Topic"],
  ["project", "Project"],
  ["session", "Session"],
];

export function FilterBar({ filters, onChange, full }: FilterBarProps): JSX.Element {
  const set = (name: FilterName) => (value: string) => onChange(changeFilter(filters, name, value));
  const hosts = (status.value?.hosts ?? []).map(({ name }) => [name, hostName(name)] as const);
  return (
    <div class="filters">
      <Select label="Outcome" value={filters.behavior ?? ""} choices={BEHAVIORS} onChange={set("behavior")} />
      <Select
        label="Agent"
        value={filters.host ?? ""}
        choices={[["", "All agents"], ...hosts]}
        onChange={set("host")}
      />
      <Select label="Walls" value={filters.walls ?? ""} choices={WALLS} onChange={set("walls")} />
      {full && <Select label="Step" value={filters.by ?? ""} choices={STEPS} onChange={set("by")} />}
      {full && <DayField label="From" value={filters.from ?? ""} onChange={set("from")} />}
      {full && <DayField label="To" value={filters.to ?? ""} onChange={set("to")} />}
      {BY_LINK.map(([name, word]) => {
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
