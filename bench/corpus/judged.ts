/** Each row through the gate of this repository. */
import { openBox } from "../../corpus/box.ts";
import type { Row } from "../../corpus/format.ts";
import { judgeRow, type Standing } from "../../corpus/judge.ts";
import { builtDisks, type JudgedLine, type OpenWork } from "./work.ts";

export async function judgeRows(built: string, openWork: OpenWork): Promise<void> {
  const { left, keep } = openWork<JudgedLine>("judged", ({ id }) => id);
  const box = openBox(builtDisks(built), { fresh: false });
  const ask = async (row: Row, standing: Standing): Promise<string> => {
    const { behavior, by } = await judgeRow(row, box, standing);
    return `${behavior} ${by}`;
  };
  const bare = new Map<string, { readonly auto: string; readonly edits: string }>();
  let count = 0;
  try {
    for (const { key, row } of left) {
      const own = await ask(row, {});
      const walled = own.startsWith("allow") ? undefined : await ask(row, { walls: true });
      const same = JSON.stringify([
        row.disk,
        row.process,
        row.earlier,
        row.command,
        row.tool,
        row.input,
        row.more?.cwd,
        row.more?.host,
      ]);
      const known = bare.get(same) ?? {
        auto:
          row.settings === undefined && row.more?.mode === undefined
            ? own
            : await ask(row, { bare: true, mode: "auto" }),
        edits: await ask(row, { bare: true, mode: "acceptEdits" }),
      };
      bare.set(same, known);
      keep({ key, own, ...(walled === undefined || walled === own ? {} : { walled }), ...known });
      if (++count % 500 === 0) process.stdout.write(`${count} of ${left.length}\n`);
    }
  } finally {
    box.remove();
  }
}
