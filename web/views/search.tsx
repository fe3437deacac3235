/** Every decision there is, by words and by what became of it. */
import type { JSX } from "preact";
import { linkTo, replaceWith, route } from "../data/route.ts";
import { DecisionList } from "../list/decisions.tsx";
import { FilterBar } from "../list/filter-bar.tsx";
import { changeFilter, type Filters, readFilters } from "../list/filters.ts";
import { Head } from "../parts/basics.tsx";
import { SearchBox } from "../parts/search-box.tsx";
import { Empty } from "../parts/states.tsx";

export function Search(): JSX.Element {
  const filters = readFilters(route.value.query);
  const show = (next: Filters): void => replaceWith(linkTo.view("search", { ...next }));
  return (
    <div class="view fill">
      <Head title="Search" lead="Words of the call, the reason or the rule, in everything on record." />
      <SearchBox
        label="Search decisions"
        placeholder="git push, .env, rm -rf …"
        value={filters.q ?? ""}
        focus
        onChange={(words) => show(changeFilter(readFilters(route.value.query), "q", words))}
      />
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
