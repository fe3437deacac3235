/** One restore point: each file with what would go and what would come back, and the undo itself. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { RestoreAnswer, UndoAnswer } from "../../src/service/api.ts";
import { plural } from "../data/format.ts";
import { useListKeys } from "../data/list-keys.ts";
import { useLoad } from "../data/load.ts";
import { linkTo } from "../data/route.ts";
import { type Failure, service } from "../data/service.ts";
import { mayChange } from "../data/state.ts";
import { Ago, Chip, Head } from "../parts/basics.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Diff } from "../parts/diff.tsx";
import { Icon } from "../parts/icon.tsx";
import { Failed, When } from "../parts/states.tsx";
import { PathList, Text } from "../parts/text.tsx";
import { PointCall } from "./points.tsx";

type PointFile = RestoreAnswer["entries"][number];

export function Point({ id }: { readonly id: string }): JSX.Element {
  const { loaded, reload } = useLoad(id, () => service.point(id));
  useListKeys(".files input, .files summary");
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

const comesBack = ({ verdict }: PointFile): boolean => verdict === "bring back";
/** It would take away what somebody did after the call: only where the person names it. */
const wasChanged = ({ verdict }: PointFile): boolean => verdict === "changed";

function PointBody({ point, reload }: PointProps): JSX.Element {
  /** Those whose tick is not as it was at first. */
  const turned = useSignal<ReadonlySet<string>>(new Set());
  const asking = useSignal(false);
  const done = useSignal<UndoAnswer | undefined>(undefined);
  const isChosen = (file: PointFile): boolean =>
    comesBack(file) ? !turned.value.has(file.path) : wasChanged(file) && turned.value.has(file.path);
  const chosen = point.entries.filter(isChosen);
  const toggle = (path: string): void => {
    const next = new Set(turned.value);
    if (!next.delete(path)) next.add(path);
    turned.value = next;
  };
  return (
    <>
      <Head title="Restore point" lead={<Taken point={point} />}>
        {mayChange() && chosen.length > 0 && (
          <button type="button" class="primary" onClick={() => (asking.value = true)}>
            <Icon name="undo" />
            Bring {plural(chosen.length, "file")} back …
          </button>
        )}
      </Head>
      {done.value !== undefined && <Undone answer={done.value} />}
      <Standing point={point} />
      <ul class="files">
        {point.entries.map((file) => (
          <li key={file.path}>
            <FileItem
              file={file}
              open={point.entries.length <= OPEN_UP_TO}
              chosen={isChosen(file)}
              onToggle={() => toggle(file.path)}
            />
          </li>
        ))}
      </ul>
      <MadeSince paths={point.created} />
      {asking.value && (
        <ConfirmUndo
          point={point}
          files={chosen}
          onClose={() => (asking.value = false)}
          onDone={async (answer) => {
            asking.value = false;
            done.value = answer;
            turned.value = new Set();
            await reload();
          }}
        />
      )}
    </>
  );
}

const Taken = ({ point }: { readonly point: RestoreAnswer }): JSX.Element => (
  <>
    Taken <Ago at={point.at} /> before{" "}
    <code>
      <PointCall point={point} />
    </code>
    . {point.session !== "" && <a href={linkTo.session(point.session)}>Its session</a>}
  </>
);

function MadeSince({ paths }: { readonly paths: readonly string[] }): JSX.Element | null {
  if (paths.length === 0) return null;
  return (
    <section class="card">
      <h2>Made since</h2>
      <p class="soft">Undoing leaves {paths.length === 1 ? "this as it is" : "these as they are"}.</p>
      <PathList paths={paths} />
    </section>
  );
}

/** Where not everything comes back by itself: what that means, and the way there is. */
function Standing({ point }: { readonly point: RestoreAnswer }): JSX.Element | null {
  const changed = point.entries.filter(wasChanged).length;
  if (changed > 0)
    return (
      <div class="notice ask">
        <Icon name="warn" />
        <div>
          <p class="notice-title">
            {plural(changed, "file was", "files were")} changed after the call, and {changed === 1 ? "stays" : "stay"}{" "}
            as {changed === 1 ? "it is" : "they are"}.
          </p>
          <p>
            To bring {changed === 1 ? "it" : "one"} back all the same, tick it: what was written since is then replaced.
            A copy of it is taken first. In a terminal: <code>sallyport undo {point.id} --force</code>
          </p>
        </div>
      </div>
    );
  return point.entries.some(comesBack) ? null : (
    <p class="soft">There is nothing to bring back: all of it is as it was.</p>
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
        {mayChange() && (comesBack(file) || wasChanged(file)) ? (
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
        <Chip tone={chosen && wasChanged(file) ? "deny" : tone}>
          {chosen && wasChanged(file) ? "replaced by what was kept" : word}
        </Chip>
      </div>
      {file.why !== "" && file.verdict !== "same" && (
        <p class="soft">
          Now: <Text value={file.why} />
        </p>
      )}
      {file.diff !== null && file.verdict !== "same" && (
        <details class="file" open={open}>
          <summary>
            <Icon name="chevron" />
            {summaryOf(file, file.diff)}
          </summary>
          <Diff text={file.diff} label={`What would change in ${file.path}`} />
        </details>
      )}
      {file.diff === null && wasChanged(file) && (
        <p class="soft">What would be lost cannot be shown: it is no text, or too long.</p>
      )}
    </div>
  );
}

function summaryOf(file: PointFile, diff: string): string {
  if (wasChanged(file)) return "What would be lost (−), and what would come back (+)";
  return diff.includes("\n-") || diff.startsWith("-") ? "What would change" : "What comes back";
}

interface ConfirmProps {
  readonly point: RestoreAnswer;
  readonly files: readonly PointFile[];
  readonly onClose: () => void;
  readonly onDone: (answer: UndoAnswer) => Promise<void>;
}

const pathsOf = (files: readonly PointFile[]): readonly string[] => files.map(({ path }) => path);

function ConfirmUndo({ point, files, onClose, onDone }: ConfirmProps): JSX.Element {
  const failure = useSignal<Failure | undefined>(undefined);
  const busy = useSignal(false);
  const changed = files.filter(wasChanged);
  const one = files.length === 1;
  const undo = async (): Promise<void> => {
    busy.value = true;
    const answer = await service.undo(point.id, { files: pathsOf(files), force: pathsOf(changed) });
    busy.value = false;
    if (answer.ok) await onDone(answer.value);
    else failure.value = answer.failure;
  };
  return (
    <Dialog title={`Bring ${plural(files.length, "file")} back?`} onClose={onClose}>
      <p>
        {one ? "It becomes what it was" : "They become what they were"} before the call. What stands there now is copied
        first, so this can be undone too.
      </p>
      <ul class="confirm-files">
        {files.map((file) => (
          <li key={file.path}>
            <Icon name="undo" />
            <span>
              <code>
                <Text value={file.path} />
              </code>
              {wasChanged(file) && <span class="ask-text"> changed since: that is replaced</span>}
            </span>
          </li>
        ))}
      </ul>
      {failure.value !== undefined && <Failed failure={failure.value} />}
      <div class="buttons">
        <button type="button" class="primary" disabled={busy.value} onClick={() => void undo()}>
          {one ? "Bring it back" : "Bring them back"}
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          {one ? "Leave it" : "Leave them"}
        </button>
      </div>
    </Dialog>
  );
}

/** It takes the focus: the button that was pressed may be gone. */
function Undone({ answer }: { readonly answer: UndoAnswer }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), [answer]);
  return (
    <div class="notice allow" role="status" tabIndex={-1} ref={box}>
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
}
