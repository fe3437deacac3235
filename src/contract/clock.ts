/** Milliseconds that only go forward. `performance` says the same and takes most of a millisecond to load. */
export function ticks(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

/** "14:05", where this runs. */
export const clockTime = (time: number): string => new Date(time).toTimeString().slice(0, 5);
