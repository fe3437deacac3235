/** Restore points: what was copied before it could be lost, and the way back. */
import type { JSX } from "preact";
import type { RestoreListAnswer } from "../../src/service/api.ts";
import { formatBytes, plural } from "../data/format.ts";
import { useLoad } from "../data/load.ts";
import { linkTo } from "../data/route.ts";
import { service } from "../data/service.ts";
import { Ago, Head } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty, When } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";

export function Points(): JSX.Element {
  const { loaded, reload } = useLoad("points", service.points);
  return (
    <div class="view narrow">
      <Head
        title="Undo"
        lead="Before a call could lose what version control cannot bring back, a copy was taken: a restore point. Choose one to see what would come back."
      />
      <When loaded={loaded} what="restore points" again={reload}>
        {({ points }) =>
          points.length === 0 ? (
            <Empty icon="undo" title="There is nothing to undo.">
              <p>No call has put files at risk that version control could not bring back.</p>
            </Empty>
          ) : (
            <ol class="session-list">
              {points.map((point) => (
                <li key={point.id}>
                  <PointLine point={point} />
                </li>
              ))}
            </ol>
          )
        }
      </When>
    </div>
  );
}

const PointLine = ({ point }: { readonly point: RestoreListAnswer["points"][number] }): JSX.Element => (
  <a class="session-line" href={linkTo.point(point.id)}>
    <span class="session-main">
      <strong class="mono">
        <Text value={calledBefore(point.why)} />
      </strong>
      <span class="soft">
        {plural(point.files, "file")}, {formatBytes(point.bytes)}
      </span>
    </span>
    <span class="session-time soft">
      <Ago at={point.at} />
    </span>
    <Icon name="chevron" />
  </a>
);

/** `edit: Bash rm notes.txt`: what was called is what a person remembers. */
export const calledBefore = (why: string): string => /^\w+: (?:Bash )?(.*)$/s.exec(why)?.[1] ?? why;
