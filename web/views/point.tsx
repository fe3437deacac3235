/** One restore point: each file with what would go and what would come back, and the undo itself. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { RestoreAnswer, UndoAnswer } from "../../src/service/api.ts";
import { formatBytes, plural } from "../data/format.ts";
import { useLoad } from "../data/load.ts";
import { linkTo } from "../data/route.ts";
import { type Failure, service } from "../data/service.ts";
import { mayChange } from "../data/state.ts";
import { Ago, Chip, Head } from "../parts/basics.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Diff } from "../parts/diff.tsx";
import { Icon } from "../parts/icon.tsx";
import { Failed, When } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";
import { calledBefore } from "./points.tsx";

type PointFile = RestoreAnswer["entries"][number];

export function Point({ id }: { readonly id: string }): JSX.Element {
  const { loaded, reload } = useLoad(id, () => service.point(id));
  return (
    <div class="view narrow">
      <a class="back" href={linkTo.view("undo")}>
        <Icon name="back" />
        Undo
      </a>
      <When loaded={loaded} what="the restore point" again={reload}>
        {(point) => <PointBody point={point} reload={reload} />}
      </When>
    </div>
  );
}

interface PointProps {
  readonly point: RestoreAnswer;
  readonly reload: () => Promise<void>;
}

/** Of so many files the differences are shown at once. */
const OPEN_UP_TO = 5;

const canComeBack = ({ verdict }: PointFile): boolean => verdict === "bring back";

function PointBody({ point, reload }: PointProps): JSX.Element {
  const left = useSignal<ReadonlySet<string>>(new Set());
  const asking = useSignal(false);
  const done = useSignal<UndoAnswer | undefined>(undefined);
  const chosen = point.entries.filter((file) => canComeBack(file) && !left.value.has(file.path));
  const toggle = (path: string): void => {
    const next = new Set(left.value);
    if (!next.delete(path)) next.add(path);
    left.value = next;
  };
  return (
    <>
      <Head
        title="Restore point"
        lead={
          <>
            Taken <Ago at={point.at} /> before{" "}
            <code>
              <Text value={calledBefore(point.why)} />
            </code>
            . <a href={linkTo.session(point.session)}>Its session</a>
          </>
        }
      >
        {mayChange() && (
          <button type="button" class="primary" disabled={chosen.length === 0} onClick={() => (asking.value = true)}>
            <Icon name="undo" />
            Bring {plural(chosen.length, "file")} back …
          </button>
        )}
      </Head>
      {done.value !== undefined && <Undone answer={done.value} />}
      <ul class="files">
        {point.entries.map((file) => (
          <li key={file.path}>
            <FileItem
              file={file}
              open={point.entries.length <= OPEN_UP_TO}
              chosen={!left.value.has(file.path)}
              onToggle={() => toggle(file.path)}
            />
          </li>
        ))}
      </ul>
      {point.created.length > 0 && (
        <section class="card">
          <h2>Made since</h2>
          <p class="soft">Undoing leaves these as they are.</p>
          <ul class="plain-list">
            {point.created.map((path) => (
              <li key={path}>
                <code>
                  <Text value={path} />
                </code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {asking.value && (
        <ConfirmUndo
          point={point}
          files={chosen}
          onClose={() => (asking.value = false)}
          onDone={async (answer) => {
            asking.value = false;
            done.value = answer;
            await reload();
          }}
        />
      )}
    </>
  );
}

const VERDICTS: Readonly<Record<string, readonly [string, string]>> = {
  "bring back": ["allow", "comes back"],
  same: ["plain", "as it was"],
  changed: ["ask", "changed since"],
  blocked: ["deny", "cannot come back"],
};

interface FileItemProps {
  readonly file: PointFile;
  readonly chosen: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function FileItem({ file, chosen, open, onToggle }: FileItemProps): JSX.Element {
  const [tone, word] = VERDICTS[file.verdict] ?? ["plain", file.verdict];
  return (
    <div class="file-item">
      <div class="file-line">
        {canComeBack(file) ? (
          <label class="check">
            <input type="checkbox" checked={chosen} onChange={onToggle} />
            <code>
              <Text value={file.path} />
            </code>
          </label>
        ) : (
          <code>
            <Text value={file.path} />
          </code>
        )}
        <Chip tone={tone}>{word}</Chip>
      </div>
      {file.why !== "" && (
        <p class="soft">
          Now: <Text value={file.why} />
        </p>
      )}
      {file.diff !== null && file.verdict !== "same" && (
        <details class="file" open={open}>
          <summary>
            <Icon name="chevron" />
            {file.diff.includes("\n-") || file.diff.startsWith("-") ? "What would change" : "What comes back"}
          </summary>
          <Diff text={file.diff} label={`What would change in ${file.path}`} />
        </details>
      )}
    </div>
  );
}

interface ConfirmProps {
  readonly point: RestoreAnswer;
  readonly files: readonly PointFile[];
  readonly onClose: () => void;
  readonly onDone: (answer: UndoAnswer) => Promise<void>;
}

function ConfirmUndo({ point, files, onClose, onDone }: ConfirmProps): JSX.Element {
  const failure = useSignal<Failure | undefined>(undefined);
  const busy = useSignal(false);
  const undo = async (): Promise<void> => {
    busy.value = true;
    const answer = await service.undo(
      point.id,
      files.map(({ path }) => path),
    );
    busy.value = false;
    if (answer.ok) await onDone(answer.value);
    else failure.value = answer.failure;
  };
  return (
    <Dialog title={`Bring ${plural(files.length, "file")} back?`} onClose={onClose}>
      <p>
        They become what they were before the call ({formatBytes(point.bytes)} were kept). What stands there now is
        copied first, so this can be undone too.
      </p>
      <ul class="plain-list confirm-files">
        {files.map(({ path }) => (
          <li key={path}>
            <code>
              <Text value={path} />
            </code>
          </li>
        ))}
      </ul>
      {failure.value !== undefined && <Failed failure={failure.value} />}
      <div class="buttons">
        <button type="button" class="primary" disabled={busy.value} onClick={() => void undo()}>
          Bring them back
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Leave it
        </button>
      </div>
    </Dialog>
  );
}

const Undone = ({ answer }: { readonly answer: UndoAnswer }): JSX.Element => (
  <div class="notice allow" role="status">
    <Icon name="check" />
    <div>
      <p class="notice-title">{plural(answer.restored.length, "file")} brought back.</p>
      {answer.left.map(({ path, why }) => (
        <p key={path}>
          <code>
            <Text value={path} />
          </code>{" "}
          was left: <Text value={why} />
        </p>
      ))}
      {answer.saved !== null && (
        <p>
          <a href={linkTo.point(answer.saved)}>What was there before</a> is kept.
        </p>
      )}
    </div>
  </div>
);
