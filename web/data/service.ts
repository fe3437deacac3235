/** Asking the service. A failure is a value, and says what the person can do. */
import type {
  ApprovalAnswer,
  ApprovalsAnswer,
  DecisionDetail,
  DecisionsAnswer,
  ErrorAnswer,
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
  SessionsAnswer,
  SigninAnswer,
  StatsAnswer,
  StatusAnswer,
  UndoAnswer,
  ValuesAnswer,
} from "../../src/service/api.ts";

import { asSentence } from "./format.ts";
import { keyHeaders } from "./signed.ts";

export interface Failure {
  /** `away`: nobody answers at the address. `signedOut`: nobody is signed in. `refused`: the service said no. */
  readonly kind: "away" | "signedOut" | "refused";
  readonly code: string;
  readonly message: string;
  readonly todo: string | null;
}
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export type Query = Readonly<Record<string, string | number | undefined>>;

const REQUEST_TIMEOUT_MS = 30_000;

const AWAY: Failure = {
  kind: "away",
  code: "away",
  message: "The service does not answer.",
  todo: "Start it in a terminal: sallyport serve. The gate itself goes on without it.",
};

/** What went wrong elsewhere asks every view to say so once: the shell listens. */
const listeners = new Set<(failure: Failure) => void>();
export const onFailure = (listen: (failure: Failure) => void): void => {
  listeners.add(listen);
};

async function request<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
  const answer = await tryRequest<T>(path, init);
  if (!answer.ok) for (const listen of listeners) listen(answer.failure);
  return answer;
}

async function tryRequest<T>(path: string, init: RequestInit): Promise<Answer<T>> {
  try {
    const response = await fetch(path, {
      credentials: "same-origin",
      cache: "no-store",
      headers: keyHeaders(),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...init,
    });
    const body: unknown = await response.json();
    // The edge: this page and its service are one version, and the service checks what it sends in its own tests.
    if (response.ok) return { ok: true, value: body as T };
    return { ok: false, failure: readFailure(response.status, body) };
  } catch {
    return { ok: false, failure: AWAY };
  }
}

function readFailure(status: number, body: unknown): Failure {
  const error = (body as Partial<ErrorAnswer> | null)?.error;
  return {
    kind: status === 401 ? "signedOut" : "refused",
    code: error?.code ?? String(status),
    message: asSentence(error?.message ?? `The service answered with status ${status}`),
    todo: typeof error?.todo === "string" ? asSentence(error.todo) : null,
  };
}

function get<T>(path: string, query: Query = {}): Promise<Answer<T>> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(name, String(value));
  const text = search.toString();
  return request<T>(text === "" ? path : `${path}?${text}`);
}

const post = <T>(path: string, body: object): Promise<Answer<T>> =>
  request<T>(path, {
    method: "POST",
    headers: { ...keyHeaders(), "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const at = (id: string): string => encodeURIComponent(id);

export const service = {
  status: () => get<StatusAnswer>("/v1/status"),
  values: () => get<ValuesAnswer>("/v1/values"),
  decisions: (query: Query) => get<DecisionsAnswer>("/v1/decisions", query),
  decision: (id: string) => get<DecisionDetail>(`/v1/decisions/${at(id)}`),
  sessions: (query: Query) => get<SessionsAnswer>("/v1/sessions", query),
  session: (id: string, query: Query) => get<SessionAnswer>(`/v1/sessions/${at(id)}`, query),
  seen: (session: string, decision: string) => get<SeenAnswer>(`/v1/sessions/${at(session)}/seen`, { decision }),
  approvals: () => get<ApprovalsAnswer>("/v1/approvals"),
  answer: (id: string, answer: "approve" | "refuse") => post<ApprovalAnswer>("/v1/approvals", { id, answer }),
  stats: (query: Query) => get<StatsAnswer>("/v1/stats", query),
  rules: (query: Query) => get<RulesAnswer>("/v1/rules", query),
  tryRule: (rule: RuleTryRequest) => post<RuleTryAnswer>("/v1/rules/try", rule),
  saveRule: (rule: RuleRequest) => post<RuleAnswer>("/v1/rules", rule),
  points: () => get<RestoreListAnswer>("/v1/restore"),
  point: (id: string) => get<RestoreAnswer>(`/v1/restore/${at(id)}`),
  undo: (id: string, order: { readonly files: readonly string[]; readonly force: readonly string[] }) =>
    post<UndoAnswer>(`/v1/restore/${at(id)}/undo`, order),
  pause: (minutes: number) => post<PauseAnswer>("/v1/pause", { minutes }),
  resume: () => post<PauseAnswer>("/v1/resume", {}),
  signIn: (code: string) => post<SigninAnswer>("/v1/signin", { code }),
  signOut: () => post<{ readonly ok: true }>("/v1/signout", {}),
};
