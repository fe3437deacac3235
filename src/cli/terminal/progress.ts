/** A line that moves while work goes on: only on a terminal, and gone afterwards. */
import { bar } from "../../evidence/index.ts";
import type { CliIo, CliOut } from "./io.ts";
import { cut } from "./style.ts";

const EVERY_MS = 100;
const WIDTH = 24;

export function progressBar(out: CliOut, env: CliIo["env"], what: string) {
  const moves = out.isTTY && env.TERM !== "dumb";
  let last = 0;
  let shown = false;
  return {
    show: (share: number, words: string): void => {
      const now = performance.now();
      if (!moves || now - last < EVERY_MS) return;
      last = now;
      shown = true;
      const held = Math.min(1, Math.max(0, share));
      const line = `${what} ${bar(held, WIDTH).padEnd(WIDTH)} ${String(Math.floor(100 * held)).padStart(3)} %  ${words}`;
      out.write(`\r\x1b[2K${cut(line, out.columns - 1)}`);
    },
    clear: (): void => {
      if (shown) out.write("\r\x1b[2K");
    },
  };
}
