/** What a request is told when it is not done: a status, a code for programs, a sentence and what to do for people. */
import type { ErrorAnswer } from "../api.ts";

export interface HttpProblem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly todo: string | null;
}

const problem =
  (status: number, code: string) =>
  (message: string, todo: string | null = null): HttpProblem => ({ status, code, message, todo });

export const badRequest = problem(400, "bad_request");
export const unauthorized = problem(401, "unauthorized");
export const forbidden = problem(403, "forbidden");
export const notFound = problem(404, "not_found");
export const wrongMethod = problem(405, "wrong_method");
export const conflict = problem(409, "conflict");
export const tooLarge = problem(413, "too_large");
export const wrongType = problem(415, "wrong_type");
export const misdirected = problem(421, "misdirected");
export const tooMany = problem(429, "too_many");
export const broken = problem(500, "broken");
export const notYet = problem(503, "not_yet");

export const problemBody = ({ code, message, todo }: HttpProblem): ErrorAnswer => ({ error: { code, message, todo } });
