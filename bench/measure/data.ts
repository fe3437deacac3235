/** Recorded rows for benchmarks. The folder is named by SALLYPORT_DATA and never copied. */
import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Undefined when the variable is not set or the folder does not hold the file. */
export function dataFolder(name: string): string | undefined {
  const folder = process.env.SALLYPORT_DATA;
  return folder !== undefined && existsSync(join(folder, name)) ? folder : undefined;
}

export async function* rowsOf<T>(folder: string, name: string): AsyncGenerator<T> {
  for await (const line of createInterface({ input: createReadStream(join(folder, name)) }))
    if (line !== "") yield JSON.parse(line) as T;
}

export interface DangerousRow {
  readonly id: string;
  readonly kind: string;
  readonly tier: string;
  readonly category: string;
  readonly command: string;
}

/** Shell rows whose label is beyond doubt. */
export async function strongDangerous(folder: string): Promise<readonly DangerousRow[]> {
  const rows: DangerousRow[] = [];
  for await (const row of rowsOf<DangerousRow>(folder, "dangerous.jsonl"))
    if (row.kind === "bash" && row.tier === "strong") rows.push(row);
  return rows;
}
