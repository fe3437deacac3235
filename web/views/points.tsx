/** Restore points: what was copied before it could be lost, and the way back. */
import type { JSX } from "preact";
import type { RestoreListAnswer } from "../../src/service/api.ts";
import { formatCount, plural } from "../data/format.ts";
import { useListKeys } from "../data/list-keys.ts";
import { useLoad } from "../data/load.ts";
import { linkTo } from "../data/route.ts";
import { service } from "../data/service.ts";
import { Ago, Head } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty, When } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";

type PointHead = RestoreListAnswer["points"][number];

export function Points(): JSX.Element {
  const { loaded, reload } = useLoad("points", service.points);
  useListKeys(".session-line");
  return (
    <div class="view narrow">
      <Head
        title="Undo"
        lead="Before a call could lose what version control cannot bring back, a copy was taken: a restore point. Choose one to see what would come back."
      />
      <When loaded={loaded} what="restore points" again={reload}>
        {({ points }) => <PointLists points={points} />}
      </When>
    </div>
  );
}

/** Nothing of it differs from what is there now. Where nobody looked, it may. */
const hasNothing = ({ differs }: PointHead): boolean => differs !== null && differs.byCall + differs.since === 0;

function PointLists({ points }: { readonly points: readonly PointHead[] }): JSX.Element {
  const some = points.filter((point) => !hasNothing(point));
  const none = points.filter(hasNothing);
  return (
    <>
      {some.length === 0 ? (
        <Empty icon="undo" title="There is nothing to undo.">
          <p>
            {points.length === 0
              ? "No call has put files at risk that version control could not bring back."
              : "Everything that was copied is as it was."}
          </p>
        </Empty>
      ) : (
        <PointList points={some} />
      )}
      {none.length > 0 && (
        <details class="file nothing-left">
          <summary>
            <Icon name="chevron" />
            {formatCount(none.length)} with nothing to bring back: all of it is as it was
          </summary>
          <PointList points={none} />
        </details>
      )}
    </>
  );
}

const PointList = ({ points }: { readonly points: readonly PointHead[] }): JSX.Element => (
  <ol class="session-list">
    {points.map((point) => (
      <li key={point.id}>
        <PointLine point={point} />
      </li>
    ))}
  </ol>
);

const PointLine = ({ point }: { readonly point: PointHead }): JSX.Element => (
  <a class="session-line" href={linkTo.point(point.id)}>
    <span class="session-main">
      <strong class="mono">
        <PointCall point={point} />
      </strong>
      <span class="soft">{describeLeft(point)}</span>
    </span>
    <span class="session-time soft">
      <Ago at={point.at} />
    </span>
    <Icon name="chevron" />
  </a>
);

/** What was called is what a person remembers; of an undo, what they undid. */
export const PointCall = ({ point }: { readonly point: Pick<PointHead, "cause" | "tool" | "call"> }): JSX.Element => (
  <>
    {point.cause === "undo" && <span class="point-undo">your undo of </span>}
    {point.tool !== "Bash" && point.tool !== "undo" && (
      <>
        <Text value={point.tool} />{" "}
      </>
    )}
    <Text value={point.call} />
  </>
);

function describeLeft({ differs, files }: PointHead): string {
  if (differs === null) return `${plural(files, "file")} kept`;
  const { byCall, since } = differs;
  const parts = [
    ...(byCall > 0 ? [`${plural(byCall, "file")} ${byCall === 1 ? "comes" : "come"} back`] : []),
    ...(since > 0 ? [`${plural(since, "file")} changed since`] : []),
  ];
  return parts.length === 0 ? "Nothing to bring back" : parts.join(", ");
}
