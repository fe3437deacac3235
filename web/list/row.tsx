/** One decision in a list: what was called, what became of it, and why. */
import type { JSX } from "preact";
import type { DecisionRow } from "../../src/service/api.ts";
import { shortPath } from "../data/format.ts";
import { linkTo } from "../data/route.ts";
import { hostName, isHeld, labelOf } from "../data/words.ts";
import { Badge, Moment } from "../parts/basics.tsx";
import { Text } from "../parts/text.tsx";

export interface RowProps {
  readonly row: DecisionRow;
  readonly selected?: boolean;
  readonly onOpen?: (row: DecisionRow, event: MouseEvent) => void;
}

export function Row({ row, selected = false, onOpen }: RowProps): JSX.Element {
  return (
    <a
      class={`row ${isHeld(row.behavior) ? `held ${row.behavior}` : ""}`}
      href={linkTo.decision(row.id)}
      aria-current={selected ? "true" : undefined}
      data-id={row.id}
      onClick={(event) => onOpen?.(row, event)}
    >
      <Badge behavior={row.behavior} walls={row.walls} />
      <span class="row-main">
        <span class="row-call">
          {row.tool !== "Bash" && (
            <span class="row-tool">
              <Text value={row.tool} />
            </span>
          )}
          <Text value={withoutProject(row)} />
        </span>
        <span class="row-why">
          {isHeld(row.behavior) ? <Text value={row.reason} /> : labelOf(row.by)}
          {row.unavailable !== null && <span class="row-flag">no verdict</span>}
          {row.byHand && <span class="row-flag">by hand</span>}
        </span>
      </span>
      <span class="row-side">
        <Moment at={row.at} />
        <span class="row-place" title={row.project ?? undefined}>
          <span class="row-host">{hostName(row.host)}</span>
          {row.project !== null && <Text value={shortPath(row.project).split("/").at(-1) ?? ""} />}
        </span>
      </span>
    </a>
  );
}

/** A path in the project is told from there: where that is stands beside it. */
export const withoutProject = ({ call, project }: Pick<DecisionRow, "call" | "project">): string =>
  project !== null && call.startsWith(`${project}/`) ? call.slice(project.length + 1) : call;
