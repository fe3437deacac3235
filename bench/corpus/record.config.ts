/** `CORPUS_RECORD=DIR npx vitest run -c bench/corpus/record.config.ts src/gate`: the tests as they are, with the recorder around their gates. */
import { resolve } from "node:path";
import { mergeConfig } from "vitest/config";
import plain from "../../vitest.config.ts";

const RECORDER = resolve(import.meta.dirname, "record.ts");

const instrument = {
  name: "corpus-recorder",
  enforce: "pre" as const,
  transform: (code: string, id: string): string | undefined => {
    if (id.endsWith("/src/app/create-gate.ts"))
      return `import { recordGate } from ${JSON.stringify(RECORDER)};\n${code.replace(
        "export const createGate = (options: GateOptions = {}): Gate => createGates(options)(options.store ?? memoryStore());",
        "export const createGate = (given: GateOptions = {}): Gate => recordGate(given, (options) => createGates(options)(options.store ?? memoryStore()));",
      )}`;
    if (id.endsWith("/src/machine/disk.ts"))
      return `import { tagWorld } from ${JSON.stringify(RECORDER)};\n${code.replace(
        "export function diskWorld(",
        "export const diskWorld = (options: DiskOptions = {}): World => tagWorld(plainDiskWorld(options));\nfunction plainDiskWorld(",
      )}`;
    return undefined;
  },
};

// biome-ignore lint/style/noDefaultExport: vitest asks for one.
export default mergeConfig(plain, { plugins: [instrument], test: { includeTaskLocation: true } });
