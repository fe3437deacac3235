/** How much more work four times the text is, in processor time of this process: what others do on the machine does not count. */
const LENGTHS = [40_000, 160_000] as const;
/** Less than this is no measure. */
const SMALL_US = 1_500_000;

/** Four where the work grows with the text, sixteen where it grows with its square; 1 where there is hardly any. */
export async function workGrows(piece: string, work: (text: string) => unknown): Promise<number> {
  const spent = async (length: number): Promise<number> => {
    const text = piece.repeat(length / piece.length);
    const before = process.cpuUsage();
    await work(text);
    return process.cpuUsage(before).user;
  };
  const [short, long] = LENGTHS;
  const once = await spent(long);
  if (once < SMALL_US) return 1;
  // Done before, the code is as warm for one length as for the other.
  return Math.min(once, await spent(long)) / (await spent(short));
}
