/**
 * Looked up once for all that came in at the same moment: kept until the event loop goes on to its next turn. What is asked for later
 * is looked up anew, so whoever changed something and then asks is told of the change.
 */
export function eachTurn<T>(look: () => T): () => T {
  let known: { readonly value: T } | undefined;
  const forget = (): void => {
    known = undefined;
  };
  return () => {
    if (known === undefined) {
      known = { value: look() };
      setImmediate(forget);
    }
    return known.value;
  };
}
