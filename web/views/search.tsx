/** Every decision there is, by words and by what became of it. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { linkTo, replaceWith, route } from "../data/route.ts";
import { DecisionList } from "../list/decisions.tsx";
import { FilterBar } from "../list/filter-bar.tsx";
import { changeFilter, type Filters, readFilters } from "../list/filters.ts";
import { Head } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty } from "../parts/states.tsx";

const TYPING_MS = 250;

export function Search(): JSX.Element {
  const filters = readFilters(route.value.query);
  const show = (next: Filters): void => replaceWith(linkTo.view("search", { ...next }));
  return (
    <div class="view fill">
      <Head title="Search" lead="Words of the call, the reason or the rule, in everything on record." />
      <SearchField filters={filters} onChange={show} />
      <FilterBar full filters={filters} onChange={show} />
      <DecisionList
        label="Decisions found, newest first"
        filters={filters}
        paused
        empty={
          <Empty icon="search" title="Nothing on record matches.">
            <p>Fewer words find more. Secrets are not on record, so they cannot be found.</p>
            <button type="button" onClick={() => show({})}>
              Begin anew
            </button>
          </Empty>
        }
      />
    </div>
  );
}

interface SearchFieldProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

function SearchField({ filters, onChange }: SearchFieldProps): JSX.Element {
  const text = useSignal(filters.q ?? "");
  const timer = useRef(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    return () => window.clearTimeout(timer.current);
  }, []);
  const type = (value: string): void => {
    text.value = value;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onChange(changeFilter(filters, "q", value.trim())), TYPING_MS);
  };
  return (
    <search class="search-field">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label="Search decisions"
        placeholder="git push, .env, rm -rf …"
        value={text.value}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          // Out of the field, so that the keys of the page count again; what was typed stays.
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
    </search>
  );
}
