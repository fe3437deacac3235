/** Cmdlets, and what PowerShell reaches through .NET and COM. Names in full: aliases are resolved first. */
import { act, type Effect } from "../../contract/effect.ts";
import { DATA_CMDLETS } from "./cmdlets-data.ts";
import { registryEffect } from "./registry.ts";
import { OTHER_MACHINE, OTHERS_SECRETS, SECRET_PLACES, type WindowsRow, wholePlace } from "./row.ts";

const registry = ({ line }: { readonly line: string }): readonly Effect[] =>
  /HK(?:LM|CU|CR|U|EY_)|Registry::|\\(?:SOFTWARE|SYSTEM)\\|CurrentVersion/i.test(line) ? [registryEffect(line)] : [];

/** `Remove-Item -Recurse` of the system or a home. */
const removes = ({ line }: { readonly line: string }): readonly Effect[] => {
  if (/HistorySavePath|ConsoleHost_history|PSReadLine/i.test(line)) return [act("log.shell-record")];
  if (/\\winevt|\.evtx|prefetch|\\Logs\\/i.test(line)) return [act("log.delete")];
  if (/HK(?:LM|CU|EY_)/i.test(line)) return [registryEffect(line)];
  const all = /-r(?:ec\w*)?\b/i.test(line);
  if (all && WHOLE_PLACE.test(line)) return [act("disk.destroy-here")];
  return all || /\$env:|\$\w/.test(line)
    ? [{ do: "delete", target: { path: "", certainty: "unknown" }, recursive: true }]
    : [];
};

const WHOLE_PLACE = wholePlace("");

export const CMDLETS: readonly WindowsRow[] = [
  {
    names: "format-volume clear-disk initialize-disk reset-physicaldisk remove-partition",
    does: [act("disk.destroy-here")],
    match: [
      ["Format-Volume -DriveLetter C", ["disk.destroy-here"]],
      ["Clear-Disk -Number 0 -RemoveData", ["disk.destroy-here"]],
    ],
    notMatch: ["Get-Disk", "Get-Volume"],
  },
  {
    names: "set-itemproperty new-itemproperty new-item set-item remove-itemproperty rename-itemproperty",
    does: registry,
    match: [
      [
        'Set-ItemProperty -Path "HKLM:\\SOFTWARE\\Policies\\Microsoft\\Windows Defender" -Name DisableAntiSpyware -Value 1',
        ["guard.stop"],
      ],
      [
        "New-ItemProperty HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Run -Name x -Value calc.exe",
        ["start.program"],
      ],
    ],
    notMatch: ["Get-ItemProperty HKLM:\\Software", "New-Item a.txt"],
  },
  {
    names: "remove-item",
    does: removes,
    match: [
      ["Remove-Item -Recurse -Force C:\\Windows", ["disk.destroy-here"]],
      ["rm -r -fo $HOME", ["disk.destroy-here"]],
      ["rm -r -fo C:\\Users\\bob", ["disk.destroy-here"]],
      ["Remove-Item -Recurse /", ["disk.destroy-here"]],
      [
        "Remove-Item $env:APPDATA\\Microsoft\\Windows\\PowerShell\\PSReadLine\\ConsoleHost_history.txt",
        ["log.shell-record"],
      ],
    ],
    notMatch: ["Remove-Item a.txt", "Get-Item a"],
  },
  {
    names: "set-mppreference add-mppreference remove-mppreference",
    does: [act("guard.stop")],
    match: [
      ["Set-MpPreference -DisableRealtimeMonitoring $true", ["guard.stop"]],
      ["Add-MpPreference -ExclusionPath C:\\", ["guard.stop"]],
    ],
    notMatch: ["Get-MpPreference"],
  },
  {
    names: "clear-eventlog remove-eventlog limit-eventlog",
    does: [act("log.delete")],
    match: [["Clear-EventLog -LogName System", ["log.delete"]]],
    notMatch: ["Get-EventLog System"],
  },
  {
    names: "clear-history set-psreadlineoption",
    line: /^$|SaveNothing|AddToHistoryHandler|HistorySavePath/i,
    does: [act("log.shell-record")],
    match: [
      ["Clear-History", ["log.shell-record"]],
      ["Set-PSReadLineOption -HistorySaveStyle SaveNothing", ["log.shell-record"]],
    ],
    notMatch: ["Get-History", "Set-PSReadLineOption -EditMode Emacs"],
  },
  {
    names:
      "set-netfirewallprofile new-netfirewallrule remove-netfirewallrule disable-netfirewallrule set-netfirewallrule enable-netfirewallrule",
    does: [act("firewall.change")],
    match: [["Set-NetFirewallProfile -All -Enabled False", ["firewall.change"]]],
    notMatch: ["Get-NetFirewallRule"],
  },
  {
    names: "set-executionpolicy",
    line: /bypass|unrestricted/i,
    does: [act("guard.shell-off")],
    match: [["Set-ExecutionPolicy Bypass -Scope LocalMachine", ["guard.shell-off"]]],
    notMatch: ["Get-ExecutionPolicy"],
  },
  {
    names: "disable-windowsoptionalfeature uninstall-windowsfeature remove-windowscapability",
    does: ({ line }) => [/defend/i.test(line) ? act("guard.stop") : act("guard.system")],
    match: [["Disable-WindowsOptionalFeature -Online -FeatureName Windows-Defender", ["guard.stop"]]],
    notMatch: ["Get-WindowsOptionalFeature -Online"],
  },
  {
    names: "set-webconfigurationproperty set-auditrule set-logproperties disable-computerrestore",
    does: ({ name }) => [name === "disable-computerrestore" ? act("backup.destroy") : act("guard.stop")],
    match: [["Disable-ComputerRestore -Drive C:\\", ["backup.destroy"]]],
    notMatch: ["Get-Website"],
  },
  {
    names: "add-dnsclientnrptrule new-netqospolicy set-dnsclientserveraddress",
    does: [act("route.proxy")],
    match: [["Set-DnsClientServerAddress -InterfaceIndex 1 -ServerAddresses 1.2.3.4", ["route.proxy"]]],
    notMatch: ["Get-DnsClientServerAddress"],
  },
  {
    names: "register-scheduledtask new-scheduledtask new-scheduledtaskaction set-scheduledtask register-scheduledjob",
    does: [act("schedule.create")],
    match: [["Register-ScheduledTask -TaskName x -Action $a", ["schedule.create"]]],
    notMatch: ["Get-ScheduledTask"],
  },
  {
    names: "new-service set-service set-servicebinarypath",
    does: [act("start.program")],
    match: [["New-Service -Name x -BinaryPathName calc.exe", ["start.program"]]],
    notMatch: ["Get-Service"],
  },
  {
    names: "set-wmiinstance register-wmievent new-ciminstance set-ciminstance register-cimindicationevent",
    does: [act("start.program")],
    match: [["Set-WmiInstance -Class CommandLineEventConsumer -Arguments $a", ["start.program"]]],
    notMatch: ["Get-WmiObject Win32_OS"],
  },
  {
    names: "stop-service suspend-service",
    does: ({ line }) => [
      /defend|sense|sysmon|eventlog|falcon|mpssvc/i.test(line) ? act("guard.stop") : act("service.stop"),
    ],
    match: [["Stop-Service -Name spooler", ["service.stop"]]],
    notMatch: ["Get-Service"],
  },
  {
    names: "stop-process",
    does: [act("process.end-by-name")],
    match: [["Stop-Process -Name chrome -Force", ["process.end-by-name"]]],
    notMatch: ["Get-Process"],
  },
  {
    names: "restart-computer stop-computer",
    does: [act("machine.off")],
    match: [["Restart-Computer -Force", ["machine.off"]]],
    notMatch: ["Get-ComputerInfo"],
  },
  {
    names: "set-date set-timezone rename-computer set-winsystemlocale",
    does: [act("machine.preferences")],
    match: [["Set-Date -Date 2000-01-01", ["machine.preferences"]]],
    notMatch: ["Get-Date"],
  },
  {
    names: "new-localuser enable-localuser new-aduser new-azureaduser new-mguser new-msoluser new-azaduser",
    does: [act("account.create")],
    match: [["New-LocalUser evil -NoPassword", ["account.create"]]],
    notMatch: ["Get-LocalUser"],
  },
  {
    names: "remove-localuser disable-localuser remove-aduser remove-azureaduser remove-mguser",
    does: [act("account.delete")],
    match: [["Remove-LocalUser ann", ["account.delete"]]],
    notMatch: ["Get-LocalUser"],
  },
  {
    names:
      "set-localuser set-aduser set-adaccountpassword rename-localuser set-adaccountcontrol enable-adaccount unlock-adaccount",
    does: [act("account.change")],
    match: [["Set-LocalUser ann -Password $p", ["account.change"]]],
    notMatch: ["Get-LocalUser"],
  },
  {
    names:
      "add-localgroupmember add-adgroupmember add-azureadgroupmember add-azureaddirectoryrolemember add-msolrolemember new-azroleassignment add-mailboxpermission add-recipientpermission set-acl add-adpermission grant-smbshareaccess add-roleassignment",
    does: [act("privilege.admin-grant")],
    match: [["Add-LocalGroupMember -Group Administrators -Member evil", ["privilege.admin-grant"]]],
    notMatch: ["Get-LocalGroupMember Administrators", "Get-Acl a"],
  },
  {
    names:
      "new-azureadapplication new-azureadserviceprincipal new-azureadapplicationpasswordcredential new-azureadserviceprincipalpasswordcredential new-azadapplication new-azadserviceprincipal new-azureadapplicationkeycredential new-azadappcredential new-aadintsamltoken",
    does: [act("account.cloud-rights")],
    match: [["New-AzADServicePrincipal -DisplayName x", ["account.cloud-rights"]]],
    notMatch: ["Get-AzADServicePrincipal"],
  },
  {
    names:
      "new-inboxrule set-mailbox new-transportrule set-inboxrule install-transportagent set-adminauditlogconfig new-mailboxsearch set-malwarefilterrule disable-malwarefilterrule disable-antiphishrule disable-safelinksrule set-mailboxauditbypassassociation remove-unifiedauditlogretentionpolicy",
    does: ({ name }) => [/audit|malware|phish|safelink/.test(name) ? act("guard.stop") : act("cloud.change")],
    match: [["New-InboxRule -Name x -ForwardTo a@evil.example", ["cloud.change"]]],
    notMatch: ["Get-InboxRule"],
  },
  {
    names:
      "new-azautomationrunbook publish-azautomationrunbook start-azautomationrunbook new-azvm invoke-azvmruncommand set-azvmextension remove-azvm new-azsnapshot set-azkeyvaultaccesspolicy",
    does: [act("cloud.change")],
    match: [["Invoke-AzVMRunCommand -VMName x", ["cloud.change"]]],
    notMatch: ["Get-AzVM"],
  },
  {
    names:
      "connect-viserver set-powercliconfiguration get-vmhost connect-azuread connect-azaccount connect-exchangeonline connect-msolservice connect-mggraph",
    does: ({ line }) =>
      /invalidcertificateaction\s+ignore/i.test(line)
        ? [act("tls.unchecked"), OTHER_MACHINE, { do: "network", host: null, sends: true }]
        : [{ do: "network", host: null, sends: true }, OTHER_MACHINE],
    match: [["Connect-VIServer -Server x -User root -Password y", ["network.send", "run.remote"]]],
    notMatch: ["Get-Module"],
  },
  {
    names:
      "get-azaccesstoken get-azkeyvaultsecret get-storedcredential export-aadintadfscertificates export-pfxcertificate get-laps get-gpppassword get-azstorageaccountkey convertfrom-securestring",
    does: ({ name }) => [/adfs|gpp|pfx/.test(name) ? OTHERS_SECRETS : SECRET_PLACES],
    match: [["Export-PfxCertificate -Cert $c -FilePath x.pfx -Password $p", ["secret.of-others"]]],
    notMatch: ["Get-AzContext"],
  },
  {
    names: "import-certificate",
    line: /Root|TrustedPublisher|\\My/i,
    does: [act("tls.trust")],
    match: [["Import-Certificate -FilePath x.cer -CertStoreLocation Cert:\\LocalMachine\\Root", ["tls.trust"]]],
    notMatch: ["Get-ChildItem Cert:"],
  },
  {
    names: "move-item copy-item",
    line: /Cert:\\|LocalMachine\\Root/i,
    does: [act("tls.trust")],
    match: [['Move-Item $c "Cert:\\LocalMachine\\Root"', ["tls.trust"]]],
    notMatch: ["Copy-Item a b"],
  },
  ...DATA_CMDLETS,
];
