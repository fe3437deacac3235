/** An expected failure is a value, never a throw. */
export type Result<T, F = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: F };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const fail = <F>(error: F): { readonly ok: false; readonly error: F } => ({ ok: false, error });

type Values<T> = {
  readonly [Name in keyof T]: Extract<T[Name], { readonly ok: true }> extends { readonly value: infer V } ? V : never;
};

/** All their values by name, or the first of the errors. */
export function all<T extends Readonly<Record<string, Result<unknown>>>>(results: T): Result<Values<T>> {
  const values: Record<string, unknown> = {};
  for (const [name, result] of Object.entries(results)) {
    if (!result.ok) return result;
    values[name] = result.value;
  }
  return ok(values as Values<T>);
}

/** Ends a closed union: adding a member breaks the build where it must be handled. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}

/** What was thrown, in words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
