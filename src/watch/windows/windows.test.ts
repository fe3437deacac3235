import { describe, expect, test } from "vitest";
import { ACTS } from "../../contract/acts.ts";
import { actOf } from "../../contract/effect.ts";
import { readWindows, type WindowsRow, windowsCommands } from "./index.ts";
import ROWS from "./rows.json" with { type: "json" };

const rows: readonly WindowsRow[] = ROWS;
const acts = (text: string): readonly string[] =>
  (["powershell", "cmd"] as const).flatMap((dialect) => readWindows(text, dialect).map(actOf));

describe("rows", () => {
  test.each(rows.map((row): [string, WindowsRow] => [`${row.act}: ${row.match}`, row]))("%s", (_, row) => {
    expect(Object.keys(ACTS)).toContain(row.act);
    expect(Object.keys(row).filter((key) => !["act", "names", "words", "match", "notMatch"].includes(key))).toEqual([]);
    expect(acts(row.match)).toContain(row.act);
    expect(acts(row.notMatch)).not.toContain(row.act);
  });
});

test.each(["", "Get-Date", "npm test", "iex $x", "\u0000", "'".repeat(999), "(".repeat(5000)])(
  "never proves: %s",
  (command) => {
    for (const dialect of ["powershell", "cmd"] as const)
      expect(readWindows(command, dialect).at(-1)).toMatchObject({ do: "unknown" });
  },
);

test.each<[string, string]>([
  ['cmd /c "cmd /c vssadmin delete shadows /all"', "backup.destroy"],
  ["Get-Date; if ($true) { Set-MpPreference -DisableRealtimeMonitoring 1 }", "guard.stop"],
  ["C:\\Windows\\System32\\REG.EXE add HKLM\\x /v EnableLUA /d 0", "privilege.admin-rules"],
])("%s", (text, id) => expect(acts(text)).toContain(id));

test("commands for rules: names without directory and ending, quotes off, what a variable holds unknown", () => {
  const seen = windowsCommands('& "C:\\x\\Git.exe" push "a b"; rm -Recurse $env:TEMP\\x', "powershell", "/p");
  expect(seen.map(({ name, words }) => [name, words.map(({ value }) => value)])).toEqual([
    ["git", ["C:/x/Git.exe", "push", "a b"]],
    ["remove-item", ["rm", "-Recurse", null]],
  ]);
});
