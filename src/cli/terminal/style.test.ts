import { expect, test } from "vitest";
import { fakeIo } from "../testing.ts";
import { formatLabelled, report, wordWhole } from "./style.ts";
import { formatTable } from "./table.ts";

const page = (columns: number) => ({ paint: (_: string, text: string) => text, columns });

test.each([
  ["under the label, a path whole", {}, 34, "  fix: chmod 700\n  /a/path/longer/than/the/line/is/wide\n  now\n"],
  [
    "under the text, every line within the width",
    { width: 6 },
    34,
    "  fix:  chmod 700\n        /a/path/longer/than/the/li\n        ne/is/wide now\n",
  ],
  ["where there is room", {}, 80, "  fix: chmod 700 /a/path/longer/than/the/line/is/wide now\n"],
])("a labelled text: %s", (_, more, columns, lines) => {
  const text = "chmod 700 /a/path/longer/than/the/line/is/wide now";
  expect(formatLabelled({ label: "fix:", text, style: "dim", indent: 2, ...more }, page(columns))).toBe(lines);
});

test("a line that is to be copied is never broken", () => {
  const text = "- To have it everywhere, paste this line:\necho 'some thing' >> ~/.bashrc; . ~/.bashrc";
  expect(wordWhole({ isTTY: true, columns: 25 }, text)).toBe(
    "- To have it everywhere,\n  paste this line:\n  echo 'some thing' >> ~/.bashrc; . ~/.bashrc\n",
  );
});

test("a table cuts names, never figures", () => {
  const rows = [
    ["a name that is too long for this", "1", "100.0 %"],
    ["b\u001b", "1,000,000", "–"],
  ] as const;
  const table = { title: "By name", columns: ["calls", "rate"], rows };
  expect(formatTable(table, page(40))).toEqual([
    "By name                   calls     rate",
    "  a name that is …            1  100.0 %",
    "  b\\u{1b}             1,000,000        –",
  ]);
  expect(formatTable(table, page(20))[1]).toBe("  a name …              1  100.0 %");
});

test("what a command reports keeps its words whole, and a program gets its value", () => {
  const { io, out } = fakeIo({ tty: true, columns: 30 });
  report({ json: false }, { value: {}, text: "Paused until 10:00. Rules and proofs hold." }, io);
  report({ json: false }, { value: {}, text: "" }, io);
  report({ json: true }, { value: { a: 1 }, text: "A sentence of more than thirty characters" }, io);
  expect(out()).toBe('Paused until 10:00. Rules and\nproofs hold.\n{"a":1}\n');
});
