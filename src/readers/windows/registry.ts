/** What a change of the registry means, by its key and value. The first that fits. */
import { act, type Effect } from "../../contract/effect.ts";

const KEYS: readonly (readonly [key: RegExp, effect: Effect])[] = [
  // What looks for malware or records what happens.
  [
    /Windows Defender|Microsoft Antimalware|TamperProtection|DisableAntiSpyware|DisableRealtimeMonitoring|WindowsDefender|Exploit Guard|SpyNet|SmartScreen|amsi/i,
    act("guard.stop"),
  ],
  [
    /EventLog|Autologger|ETWEnabled|ScriptBlockLogging|ModuleLogging|Transcription|ProcessCreationIncludeCmdLine|\\Audit(?:\\|\s|$)|Sysmon|MiniNt|WMI\\Security|dontLog/i,
    act("guard.stop"),
  ],
  // What runs by itself.
  [
    /CurrentVersion\\(?:Policies\\Explorer\\)?Run(?:Once|OnceEx|Services|ServicesOnce)?(?:\\|"|'|\s|$)/i,
    act("start.program"),
  ],
  [
    /\\Winlogon(?:\\|"|'|\s|$)(?!.*SpecialAccounts)(?!.*AutoAdminLogon)(?=.*(?:Shell|Userinit|Notify|VmApplet|System|mpnotify|GinaDLL|AppSetup|\s-?\s*$|Value))/i,
    act("start.program"),
  ],
  [
    /Image File Execution Options|SilentProcessExit|AppInit_DLLs|AppCertDlls|AppCompatFlags|Active Setup|UserInitMprLogonScript|BootExecute|SetupExecute|StubPath|\bAutoRun\b|Command Processor|InprocServer32|ScriptletURL|TreatAs|\\Services\\\w|ServiceDll|ImagePath|Print\\Monitors|Print\\Environments|\\Lsa(?:\\|"|'|\s).*Packages|LsaDbExtPt|Netsh|Office test|\\Outlook\\|WebView|XLSTART|Office\\[^\\]+\\\w+\\Options|TelemetryController|SCRNSAVE|ShellServiceObject|SharedTaskScheduler|Browser Helper|\\AddIns|ClxDllPath|cleanuppath|DefragPath|Accessibility\\ATs|Hangs|Debugger|Event Viewer|User Shell Folders|Shell Folders|KnownDLLs|COR_PROFILER|COR_ENABLE|SafeBoot|Terminal Server Client\\Default|fInheritInitialProgram|InitialProgram|Timeproviders|NetworkProvider|App Paths|Explorer\\MyComputer|Natural ?Language|DllDirectory|WinSock|Credential Providers|PortProxy|Custom\\/i,
    act("start.program"),
  ],
  // Who may do what.
  [
    /shell\\open\\command|mscfile|ms-settings|exefile|CurVer|DelegateExecute|EnableLUA|ConsentPromptBehavior|LocalAccountTokenFilterPolicy|FilterAdministratorToken|PromptOnSecureDesktop|SpecialAccounts|AutoAdminLogon|DisableRestrictedAdmin|LimitBlankPassword|RunAsPPL|AlwaysInstallElevated|scforceoption|UseLogonCredential|WDigest|AuthenticationLevelOverride|SecondaryAuthentication|DisableChangePassword|shutdownwithoutlogon/i,
    act("privilege.admin-rules"),
  ],
  // The way in.
  [
    /fDenyTSConnections|fAllowToGetHelp|RDP-Tcp|Terminal Server|Terminal Services|fSingleSessionPerUser|AutoShare|LanmanServer/i,
    act("door.remote-login"),
  ],
  [/ProxyServer|ProxyEnable|AutoConfigURL|ZoneMap|DnsPolicy|NameServer/i, act("route.proxy")],
  [/SystemCertificates|\\Root\\Certificates/i, act("tls.trust")],
  [
    /FirewallPolicy|WindowsFirewall|EnableFirewall|\\FVE(?:\\|"|'|\s)|DeviceGuard|HypervisorEnforced|Policies|WindowsUpdate|VBAWarnings|AccessVBOM|\\Security(?:\\|"|'|\s)|Filesystems|SymlinkRemote|DisableCMD|DisableTaskMgr|DisableRegistryTools|ExecutionPolicy|NoAutoUpdate|DriverLoadPolicy|CI\\Config|HideSCAHealth/i,
    act("guard.system"),
  ],
];

/** `text` names the key and, where they are given, the value and the data. */
export const registryEffect = (text: string): Effect =>
  KEYS.find(([key]) => key.test(text))?.[1] ?? act("machine.preferences");

/** Hives that hold the accounts' secrets. */
export const isSecretHive = (text: string): boolean =>
  /HK(?:LM|EY_LOCAL_MACHINE)[:\\]+(?:sam|security|system)(?:\\|"|'|\s|$)/i.test(text);
