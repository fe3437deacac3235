/**
 * Files with more than one hard link, of many directories at once. Only the system's own `find` counts the links of tens of
 * thousands of files without being felt; it is started by its absolute name, with an empty environment, and only looks.
 */
import { spawnSync } from "node:child_process";

const FIND: readonly string[] = ["/usr/bin/find", "/bin/find", "/run/current-system/sw/bin/find"];
/** Of all words of one start together: the kernel takes two megabytes. */
const MAX_WORDS_BYTES = 1 << 20;
const TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 64 << 20;

/** Directly in these directories, which are absolute. Undefined: not all of them could be looked at, so nobody knows. */
export function linkedFiles(directories: readonly string[]): readonly string[] | undefined {
  const found: string[] = [];
  for (const part of splitWords(directories)) {
    const listed = FIND.map((program) => listLinked(program, part)).find((paths) => paths !== undefined);
    if (listed === undefined) return undefined;
    found.push(...listed);
  }
  return found;
}

/** Anything that went wrong, if only one directory that was removed meanwhile, makes all of it unknown. */
function listLinked(program: string, directories: readonly string[]): readonly string[] | undefined {
  const words = [...directories, "-maxdepth", "1", "-type", "f", "-links", "+1", "-print0"];
  const { status, stdout, stderr } = spawnSync(program, words, {
    env: { LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return status === 0 && stderr === "" ? stdout.split("\0").slice(0, -1) : undefined;
}

function splitWords(words: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let bytes = MAX_WORDS_BYTES;
  for (const word of words) {
    const more = Buffer.byteLength(word) + 9;
    if (bytes + more > MAX_WORDS_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(word);
    bytes += more;
  }
  return parts;
}
