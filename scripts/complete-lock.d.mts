export function missingFrom(
  lock: unknown,
): readonly { readonly name: string; readonly version: string; readonly dev: boolean }[];
