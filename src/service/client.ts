/**
 * A small typed client of the service, for programs: `sallyport/client`. Failures are values; nothing is thrown but what the platform's
 * own `fetch` throws when nobody answers.
 */
import type {
  ApprovalAnswer,
  ApprovalsAnswer,
  CheckAnswer,
  CheckRequest,
  DecisionDetail,
  DecisionRow,
  DecisionsAnswer,
  DecisionsQuery,
  ErrorAnswer,
  LiveEvent,
  PauseAnswer,
  RestoreAnswer,
  RestoreListAnswer,
  RuleAnswer,
  RuleRequest,
  RulesAnswer,
  RuleTryAnswer,
  RuleTryRequest,
  SeenAnswer,
  SessionAnswer,
  SessionQuery,
  SessionsAnswer,
  SessionsQuery,
  StatsAnswer,
  StatsQuery,
  StatusAnswer,
  UndoAnswer,
  ValuesAnswer,
} from "./api.ts";

export type * from "./api.ts";

/** What was answered, or why not. */
export type ClientAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number; readonly error: ErrorAnswer["error"] };

export interface ClientOptions {
  /** `http://127.0.0.1:7717` unless told. */
  readonly address?: string;
  readonly token: string;
  /** In place of the platform's own. */
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal;
}

type Query = Readonly<Record<string, string | number | undefined>>;

export interface SallyportClient {
  readonly check: (call: CheckRequest) => Promise<ClientAnswer<CheckAnswer>>;
  readonly decisions: (query?: DecisionsQuery) => Promise<ClientAnswer<DecisionsAnswer>>;
  readonly decision: (id: string) => Promise<ClientAnswer<DecisionDetail>>;
  readonly sessions: (query?: SessionsQuery) => Promise<ClientAnswer<SessionsAnswer>>;
  readonly session: (id: string, query?: SessionQuery) => Promise<ClientAnswer<SessionAnswer>>;
  readonly seen: (session: string, decision: string) => Promise<ClientAnswer<SeenAnswer>>;
  readonly stats: (query?: StatsQuery) => Promise<ClientAnswer<StatsAnswer>>;
  readonly values: () => Promise<ClientAnswer<ValuesAnswer>>;
  readonly approvals: () => Promise<ClientAnswer<ApprovalsAnswer>>;
  readonly answer: (id: string, answer: "approve" | "refuse") => Promise<ClientAnswer<ApprovalAnswer>>;
  readonly rules: (project?: string) => Promise<ClientAnswer<RulesAnswer>>;
  readonly tryRule: (rule: RuleTryRequest) => Promise<ClientAnswer<RuleTryAnswer>>;
  readonly changeRule: (rule: RuleRequest) => Promise<ClientAnswer<RuleAnswer>>;
  readonly restorePoints: () => Promise<ClientAnswer<RestoreListAnswer>>;
  readonly restorePoint: (id: string) => Promise<ClientAnswer<RestoreAnswer>>;
  readonly undo: (id: string, files?: readonly string[]) => Promise<ClientAnswer<UndoAnswer>>;
  readonly status: () => Promise<ClientAnswer<StatusAnswer>>;
  readonly pause: (minutes: number) => Promise<ClientAnswer<PauseAnswer>>;
  readonly resume: () => Promise<ClientAnswer<PauseAnswer>>;
  /** Live, until the signal or the service ends it. Throws where it is refused. */
  readonly events: (query?: { readonly session?: string; readonly after?: string }) => AsyncGenerator<FollowedEvent>;
}

/** An event with where it stands: give it as `after` to go on. */
export type FollowedEvent = LiveEvent & { readonly id: string | null };
export type { DecisionRow };

const USUAL_ADDRESS = "http://127.0.0.1:7717";

export function createClient({ address = USUAL_ADDRESS, token, signal, ...given }: ClientOptions): SallyportClient {
  const send = given.fetch ?? fetch;
  const open = (path: string, init: RequestInit = {}): Promise<Response> =>
    send(`${address}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
      ...(signal === undefined ? {} : { signal }),
    });
  const get = async <T>(path: string, query: Query = {}): Promise<ClientAnswer<T>> =>
    readAnswer(await open(`${path}${formatQuery(query)}`));
  const post = async <T>(path: string, body: object): Promise<ClientAnswer<T>> =>
    readAnswer(
      await open(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    );
  const name = encodeURIComponent;
  return {
    check: (call) => post("/v1/check", call),
    decisions: (query) => get("/v1/decisions", query),
    decision: (id) => get(`/v1/decisions/${name(id)}`),
    sessions: (query) => get("/v1/sessions", query),
    session: (id, query) => get(`/v1/sessions/${name(id)}`, query),
    seen: (session, decision) => get(`/v1/sessions/${name(session)}/seen`, { decision }),
    stats: (query) => get("/v1/stats", query),
    values: () => get("/v1/values"),
    approvals: () => get("/v1/approvals"),
    answer: (id, answer) => post("/v1/approvals", { id, answer }),
    rules: (project) => get("/v1/rules", { project }),
    tryRule: (rule) => post("/v1/rules/try", rule),
    changeRule: (rule) => post("/v1/rules", rule),
    restorePoints: () => get("/v1/restore"),
    restorePoint: (id) => get(`/v1/restore/${name(id)}`),
    undo: (id, files) => post(`/v1/restore/${name(id)}/undo`, files === undefined ? {} : { files }),
    status: () => get("/v1/status"),
    pause: (minutes) => post("/v1/pause", { minutes }),
    resume: () => post("/v1/resume", {}),
    events: ({ session, after } = {}) =>
      follow(() =>
        open(
          `/v1/events${formatQuery({ session })}`,
          after === undefined ? {} : { headers: { "last-event-id": after } },
        ),
      ),
  };
}

function formatQuery(query: Query): string {
  const given = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) given.set(key, String(value));
  return given.size === 0 ? "" : `?${given}`;
}

/** The service's own forms: the one place where they are taken at their word. */
async function readAnswer<T>(response: Response): Promise<ClientAnswer<T>> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return { ok: true, value: body as T };
  const error = (body as Partial<ErrorAnswer> | undefined)?.error;
  const unknown = { code: "unknown", message: `the answer was ${response.status}`, todo: null };
  return { ok: false, status: response.status, error: error ?? unknown };
}

async function* follow(open: () => Promise<Response>): AsyncGenerator<FollowedEvent> {
  const response = await open();
  if (!response.ok || response.body === null) throw new Error(`events were refused: ${response.status}`);
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const event = parseEvent(text.slice(0, end));
      text = text.slice(end + 2);
      if (event !== undefined) yield event;
    }
  }
}

function parseEvent(block: string): FollowedEvent | undefined {
  const fields = new Map(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]),
  );
  const [event, data] = [fields.get("event"), fields.get("data")];
  if (event === undefined || data === undefined) return undefined;
  return { event, data: JSON.parse(data), id: fields.get("id") ?? null } as FollowedEvent;
}
