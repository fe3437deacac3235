/** What the log says of calls that have run. */
import { expect, test } from "vitest";
import type { RanEntry } from "../../contract/session.ts";
import type { LoggedRecord } from "../../memory/index.ts";
import { sampleEntry } from "../../memory/testing/samples.ts";
import { formatRecord } from "./format.ts";

const page = { paint: (_: unknown, text: string) => text, columns: 200 };
const ran = (more: Partial<RanEntry>): string => {
  const entry: RanEntry = { kind: "ran", at: 0, call: "c", ...more };
  const record = { entry, session: "s", host: null } as unknown as LoggedRecord;
  return formatRecord(record, record, page).trim().replace(/^\S+ /, "");
};

test.each<[Partial<RanEntry>, string]>([
  [{}, "ran the call the person was asked about"],
  [{ ticket: "t" }, "ran inside walls"],
  [{ ticket: "t", writes: ["/a"] }, "ran inside walls; 1 place written"],
  [
    { ticket: "t", writes: ["/a", "/b"], refused: ["tried packages.example"], swept: ["/p/.husky"] },
    "ran inside walls; 2 places written; refused: tried packages.example; moved away: /p/.husky",
  ],
])("%j: %s", (more, expected) => {
  expect(ran(more)).toBe(expected);
});

test.each([
  [{}, "The person decides."],
  [{ left: "more" as const }, "left to the host's own prompt: The person decides."],
  [{ shadow: true as const }, "let through, as shadow is on: The person decides."],
])("an ask with %j says whether it was spoken", (more, expected) => {
  const entry = sampleEntry({ behavior: "ask", by: "prompt", reason: "The person decides." }, more);
  const record = { entry, session: "s", host: null } as unknown as LoggedRecord;
  expect(formatRecord(record, record, page)).toContain(`      ${expected}  (d1)`);
});
