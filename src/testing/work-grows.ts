/** How much more work four times the text is, in processor time of this process: what others do on the machine does not count. */
const LENGTHS = [30_000, 120_000] as const;
const TIMES = 2;
/** Less than this is no measure. */
const SMALL_US = 1_500_000;

/** Four where the work grows with the text, sixteen where it grows with its square; 1 where there is hardly any. */
export function workGrows(piece: string, work: (text: string) => void): number {
  const [short = 0, long = 0] = LENGTHS.map((length) => {
    const text = piece.repeat(length / piece.length);
    return Math.min(
      ...Array.from({ length: TIMES }, () => {
        const before = process.cpuUsage();
        work(text);
        return process.cpuUsage(before).user;
      }),
    );
  });
  return long < SMALL_US ? 1 : long / short;
}
