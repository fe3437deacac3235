/** Commands of Windows itself, the same in cmd and in PowerShell. */
import { act, type Effect } from "../../contract/effect.ts";
import { CMD_TOOLS } from "./cmd-tools.ts";
import { isSecretHive, registryEffect } from "./registry.ts";
import { OTHER_MACHINE, OTHERS_SECRETS, SECRET_PLACES, WATCHER, type WindowsRow, wholePlace } from "./row.ts";

const stops = ({ line }: { readonly line: string }): readonly Effect[] => [
  WATCHER.test(line) ? act("guard.stop") : act("service.stop"),
];

export const CMD: readonly WindowsRow[] = [
  {
    names: "reg",
    line: /^(?:add|delete|import|restore|load|copy)\b/i,
    does: ({ line }) => [/^import/i.test(line) ? act("start.program") : registryEffect(line)],
    match: [
      ["reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v x /d calc.exe /f", ["start.program"]],
      [
        'REG.EXE ADD "HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows Defender" /v DisableAntiSpyware /d 1',
        ["guard.stop"],
      ],
      ["cmd /c reg add HKLM\\x /v a /d 1", ["machine.preferences"]],
    ],
    notMatch: ["reg query HKCU\\Software", "echo reg add"],
  },
  {
    names: "reg",
    line: /^(?:save|export)\b/i,
    does: ({ line }) => [isSecretHive(line) || /policy\\secrets|\\cache/i.test(line) ? OTHERS_SECRETS : SECRET_PLACES],
    match: [
      ["reg save HKLM\\sam C:\\t\\sam", ["secret.of-others"]],
      ["reg export HKLM\\SYSTEM\\CurrentControlSet\\Control\\Lsa a.reg", ["secret.of-others"]],
    ],
    notMatch: ["reg query HKLM\\Software"],
  },
  {
    names: "reg",
    line: /^query\b.*(?:passw|PuTTY|WinSCP|VNC|Winlogon|\bpwd|credential|SNMP|AutoLogon)/i,
    does: [SECRET_PLACES],
    match: [["reg query HKLM /f password /t REG_SZ /s", ["secret.hunt"]]],
    notMatch: ["reg query HKLM\\Software\\Node.js"],
  },
  {
    names: "schtasks at",
    line: /\/create|\/change|^\d+:\d+|^\\\\/i,
    does: [act("schedule.create")],
    match: [
      ["schtasks /create /tn x /tr calc.exe /sc daily", ["schedule.create"]],
      ["at 13:20 /interactive cmd", ["schedule.create"]],
    ],
    notMatch: ["schtasks /query"],
  },
  {
    names: "schtasks",
    line: /\/delete/i,
    does: [act("schedule.delete")],
    match: [["schtasks /delete /tn x /f", ["schedule.delete"]]],
    notMatch: ["schtasks /query"],
  },
  {
    names: "sc",
    line: /\b(?:create|config|failure|sdset)\b/i,
    does: ({ line }) => [
      WATCHER.test(line) || /sdset\s+(?:scmanager|eventlog|vss)/i.test(line) ? act("guard.stop") : act("start.program"),
    ],
    match: [
      ['sc create x binPath= "cmd /c calc"', ["start.program"]],
      ["sc.exe config WinDefend start= disabled", ["guard.stop"]],
    ],
    notMatch: ["sc query", "sc qc spooler"],
  },
  {
    names: "sc net",
    line: /^(?:\\\\\S+ )?(?:stop|delete|pause)\b/i,
    does: stops,
    match: [
      ["sc stop spooler", ["service.stop"]],
      ["net stop WinDefend", ["guard.stop"]],
    ],
    notMatch: ["sc query", "net use"],
  },
  {
    names: "sc net",
    line: /^(?:\\\\\S+ )?start \S/i,
    does: [act("service.start")],
    match: [["net start spooler", ["service.start"]]],
    notMatch: ["net user"],
  },
  {
    names: "net net1",
    line: /^user\b.*\/add/i,
    does: [act("account.create")],
    match: [["net user evil P@ss /add", ["account.create", "account.change"]]],
    notMatch: ["net user"],
  },
  {
    names: "net net1",
    line: /^user\b.*\/del/i,
    does: [act("account.delete")],
    match: [["net user ann /delete", ["account.delete"]]],
    notMatch: ["net user"],
  },
  {
    names: "net net1",
    line: /^user\s+\S+\s+[^/\s]/i,
    does: [act("account.change")],
    match: [["net user ann NewPass1", ["account.change"]]],
    notMatch: ["net user ann"],
  },
  {
    names: "net net1",
    line: /^(?:local)?group\b.*\/add/i,
    does: [act("privilege.admin-grant")],
    match: [["net localgroup administrators evil /add", ["privilege.admin-grant"]]],
    notMatch: ["net localgroup"],
  },
  {
    names: "net net1",
    line: /^accounts\b.*\//i,
    does: [act("guard.system")],
    match: [["net accounts /maxpwage:unlimited", ["guard.system"]]],
    notMatch: ["net accounts"],
  },
  {
    names: "net net1",
    line: /^share\b.*=/i,
    does: [act("door.share")],
    match: [["net share x=C:\\x", ["door.share"]]],
    notMatch: ["net share"],
  },
  {
    names: "net net1",
    line: /^use\b.*(?:\\\\|\/user)/i,
    does: ({ line }) => [
      { do: "network", host: /\\\\([^\\\s]+)/.exec(line)?.[1]?.toLowerCase() ?? null, sends: true },
      OTHER_MACHINE,
    ],
    match: [["net use \\\\server\\share /user:a b", ["network.send", "run.remote"]]],
    notMatch: ["net use"],
  },
  {
    names: "vssadmin wbadmin wmic diskshadow ntbackup",
    line: /delete (?:shadows?|systemstatebackup|backup|catalog)|shadowcopy.*delete|resize shadowstorage/i,
    does: [act("backup.destroy")],
    match: [
      ["vssadmin delete shadows /all /quiet", ["backup.destroy"]],
      ["wmic shadowcopy delete", ["backup.destroy", "guard.evade"]],
      ["wbadmin delete systemstatebackup -keepVersions:0", ["backup.destroy"]],
    ],
    notMatch: ["vssadmin list shadows"],
  },
  {
    names: "vssadmin wmic diskshadow esentutl",
    line: /create shadow|shadowcopy call create|\/s\s|\/vss|ntds\.dit/i,
    does: [OTHERS_SECRETS],
    match: [
      ["vssadmin create shadow /for=C:", ["secret.of-others"]],
      ["esentutl /y /vss c:\\windows\\ntds\\ntds.dit /d x", ["secret.of-others"]],
    ],
    notMatch: ["vssadmin list shadows"],
  },
  {
    names: "bcdedit",
    line: /^\/?(?:set|delete|deletevalue|import)/i,
    does: [act("backup.destroy")],
    match: [["bcdedit /set {default} recoveryenabled no", ["backup.destroy"]]],
    notMatch: ["bcdedit"],
  },
  {
    names: "format diskpart cipher",
    line: /^(?:[a-z]:|\/s|\/w)/i,
    does: [act("disk.destroy-here")],
    match: [
      ["format C: /q", ["disk.destroy-here"]],
      ["cipher /w:C:", ["disk.destroy-here"]],
    ],
    notMatch: ["cipher /?"],
  },
  {
    names: "del erase rd rmdir deltree",
    line: wholePlace(String.raw`^(?=.*\/s\b).*`),
    does: [act("disk.destroy-here")],
    match: [
      ["del /s /f /q C:\\*.*", ["disk.destroy-here"]],
      ["rd /s /q C:\\Windows", ["disk.destroy-here"]],
      ["rd /s /q C:\\Users\\bob", ["disk.destroy-here"]],
    ],
    notMatch: ["del a.txt", "rd /s /q node_modules", "del /f build\\x.obj"],
  },
  {
    names: "del erase",
    line: /prefetch|\.evtx|\\winevt|ConsoleHost_history|\\recent\\|\.log\b/i,
    does: [act("log.delete")],
    match: [["del C:\\Windows\\System32\\winevt\\Logs\\*.evtx", ["log.delete"]]],
    notMatch: ["del a.txt"],
  },
  {
    names: "del erase rd rmdir",
    line: /%te?mp%|\\temp\\|%appdata%|%userprofile%/i,
    does: [{ do: "delete", target: { path: "", certainty: "unknown" }, recursive: true }],
    match: [["del /f %temp%\\x", ["file.delete"]]],
    notMatch: ["del x"],
  },
  {
    names: "wevtutil",
    line: /^(?:cl|clear-log|sl|set-log|um)\b/i,
    does: [act("log.delete")],
    match: [["wevtutil cl System", ["log.delete"]]],
    notMatch: ["wevtutil el"],
  },
  {
    names: "auditpol",
    line: /\/(?:clear|remove|set|restore)/i,
    does: [act("audit.off")],
    match: [["auditpol /clear /y", ["audit.off"]]],
    notMatch: ["auditpol /get /category:*"],
  },
  {
    names: "fsutil",
    line: /usn deletejournal/i,
    does: [act("log.delete")],
    match: [["fsutil usn deletejournal /d c:", ["log.delete"]]],
    notMatch: ["fsutil fsinfo drives"],
  },
  {
    names: "fsutil",
    line: /behavior set|file setzerodata/i,
    does: [act("guard.system")],
    match: [["fsutil behavior set SymlinkEvaluation R2L:1", ["guard.system"]]],
    notMatch: ["fsutil fsinfo drives"],
  },
  {
    names: "fltmc sysmon sysmon64",
    line: /unload|^-u\b|^-c -/i,
    does: [act("guard.stop")],
    match: [
      ["fltmc unload SysmonDrv", ["guard.stop"]],
      ["sysmon -u", ["guard.stop"]],
    ],
    notMatch: ["fltmc"],
  },
  {
    names: "mpcmdrun",
    line: /-removedefinitions|-disable/i,
    does: [act("guard.stop")],
    match: [["MpCmdRun.exe -RemoveDefinitions -All", ["guard.stop"]]],
    notMatch: ["MpCmdRun.exe -Scan"],
  },
  {
    names: "dism",
    line: /disable-feature/i,
    does: ({ line }) => [/defend/i.test(line) ? act("guard.stop") : act("guard.system")],
    match: [["Dism /online /Disable-Feature /FeatureName:Windows-Defender", ["guard.stop"]]],
    notMatch: ["dism /online /get-features"],
  },
  {
    names: "netsh",
    line: /firewall|advfirewall/i,
    does: ({ line }) => (/show/i.test(line) ? [] : [act("firewall.change")]),
    match: [["netsh advfirewall set allprofiles state off", ["firewall.change"]]],
    notMatch: ["netsh interface show interface"],
  },
  {
    names: "netsh",
    line: /add helper/i,
    does: [act("start.program")],
    match: [["netsh add helper x.dll", ["start.program"]]],
    notMatch: ["netsh show helper"],
  },
  {
    names: "netsh pktmon",
    line: /trace start|^start\b|capture/i,
    does: [act("spy.traffic")],
    match: [
      ["netsh trace start capture=yes", ["spy.traffic"]],
      ["pktmon start --etw", ["spy.traffic"]],
    ],
    notMatch: ["netsh wlan show interfaces"],
  },
  {
    names: "netsh",
    line: /wlan show profile.*key=clear/i,
    does: [OTHERS_SECRETS],
    match: [["netsh wlan show profile name=x key=clear", ["secret.of-others"]]],
    notMatch: ["netsh wlan show profiles"],
  },
  {
    names: "netsh",
    line: /portproxy add|winhttp set proxy/i,
    does: [act("route.proxy")],
    match: [["netsh interface portproxy add v4tov4 listenport=1", ["route.proxy"]]],
    notMatch: ["netsh winhttp show proxy"],
  },
  ...CMD_TOOLS,
];
