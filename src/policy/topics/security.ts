/** Protections, and the record of what happened. */
import { holdsAllLogs, isOutside, replaces } from "../offline/index.ts";
import { powershell, topics } from "./build.ts";
import ROWS from "./rows/security.json" with { type: "json" };

/** Services and programs that record what happens or look for malware. */
const WATCHERS =
  /(?:audit|journald|rsyslog|syslog|falcon|crowdstrike|sentinel|osquery|wazuh|ossec|cbdaemon|carbon|mdatp|defend|clam|sophos|mcafee|symantec|cylance|tanium|falco|sysdig|datadog|splunk|filebeat|auditbeat|elastic-agent|rkhunter|tripwire|aide|snort|suricata|opendns|umbrella|cloudtrail|guardduty|littlesnitch|lulu|santa)/i;

export const SECURITY = topics(ROWS, {
  "Audit Silenced": [
    {
      would: "stop what looks for malware or records what happens",
      clue: { act: "guard.stop" },
      match: [
        powershell("Set-MpPreference -DisableRealtimeMonitoring $true"),
        powershell("sc.exe stop WinDefend"),
        powershell("fltmc unload SysmonDrv"),
      ],
      notMatch: [powershell("Get-MpPreference"), powershell("Stop-Service spooler")],
    },
    {
      would: "clear or switch off a record of what happened on this machine",
      clue: {
        act: ["audit.off", "audit.cloud-off", "log.shell-record", "log.delete"],
        line: /^(?!history\b(?! -\w*[cd]))(?!journalctl\b(?!.*--vacuum-(?:time|size|files)[= ](?:[01][smKM]?\w?|[1-9]s)(?: |$)))/,
      },
      match: ["history -c", "auditctl -D", "auditctl -e 0", "log erase --all", "aws cloudtrail stop-logging --name x"],
      notMatch: ["history 10", "history -w", "journalctl --vacuum-time=2d", "auditctl -l", "journalctl -n 5"],
    },
    {
      would: "stop {}, which records or protects",
      clue: {
        act: [
          "service.guard-stop",
          "service.stop",
          "process.end-by-name",
          "start.services-change",
          "start.program-off",
        ],
        line: WATCHERS,
      },
      match: [
        "systemctl stop auditd",
        "systemctl disable --now rsyslog",
        "pkill -9 falcon-sensor",
        "service osqueryd stop",
        "launchctl unload /Library/LaunchDaemons/com.crowdstrike.falcond.plist",
      ],
      notMatch: ["systemctl stop nginx", "pkill vite", "systemctl status auditd"],
    },
    {
      would: "empty or delete the record {}",
      clue: { do: ["write", "delete"], at: ["auditLog", "record"], when: replaces },
      match: [
        "rm -f /var/log/auth.log",
        "echo '' > ~/.bash_history",
        "ln -sf /dev/null ~/.bash_history",
        "truncate -s 0 /var/log/messages",
        "rm ~/.zsh_history",
        "sudo rm -rf /var/log/journal",
      ],
      notMatch: ["tail /var/log/syslog", "rm logs/app.log", "echo x >> /var/log/myapp.log"],
    },
    {
      would: "delete all logs of the machine",
      clue: { do: "delete", recursive: true, when: holdsAllLogs },
      match: ["rm -rf /var/log/*"],
      notMatch: ["rm -rf /var/log/myapp"],
    },
    {
      would: "keep the shell from recording what is done",
      clue: { do: "environment", on: /^HIST(?:FILE|SIZE|FILESIZE)$/, value: /^(?:\?|0|\/dev\/null|)$/ },
      match: ["unset HISTFILE", "export HISTFILE=/dev/null", "export HISTSIZE=0"],
      notMatch: ["export HISTSIZE=5000", "echo $HISTFILE"],
    },
    {
      would: "keep the shell from recording what is done",
      clue: { do: "unknown", line: /^set (?:\S+ )*history\b/ },
      match: ["set +o history"],
      notMatch: ["set -o pipefail"],
    },
    {
      would: "run code that deletes the machine's logs",
      clue: {
        do: "run",
        text: /(?:rm|delete|truncate|unlink|remove)\b[\s\S]{0,80}\/var\/log\/(?:system|auth|secure|messages|syslog|audit|wtmp|install)/i,
      },
      match: ["osascript -e 'do shell script \"rm /var/log/system.log\" with administrator privileges'"],
      notMatch: ["python3 -c 'print(open(\"/var/log/syslog\").read())'"],
    },
  ],
  "TLS Or Auth Weakened": [
    {
      would: "talk to {} or a package source without checking who answers",
      clue: {
        act: ["tls.unchecked", "tls.host-key-unchecked", "tls.setting-off"],
        when: (_, __, command) =>
          command?.effects.every((effect) => effect.do !== "network" || isOutside(effect)) === true,
      },
      match: [
        "curl -k https://x.example",
        "ssh -o StrictHostKeyChecking=no x.example",
        "git config http.sslVerify false",
        "npm config set strict-ssl false",
      ],
      notMatch: ["curl -k https://localhost:8443", "curl https://x.example"],
    },
    {
      would: "change whose certificates are believed",
      clue: [
        { act: ["tls.trust", "tls.certificate", "tls.keychain"] },
        { do: "write", on: /\/(?:ca-certificates|ssl\/certs|share\/certs|pki\/ca-trust|anchors)\// },
      ],
      match: [
        "update-ca-certificates",
        "trust anchor x.pem",
        "cp a.crt /usr/local/share/ca-certificates/a.crt",
        "security add-trusted-cert -d x.cer",
      ],
      notMatch: ["openssl x509 -in a.crt -text"],
    },
    {
      would: "switch certificate checks off for what follows",
      clue: [
        { do: "environment", on: /^(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY)$/, value: /^0/ },
        { do: "environment", on: /^(?:GIT_SSL_NO_VERIFY|CURL_INSECURE)$/ },
        { do: "environment", on: /^REQUESTS_CA_BUNDLE$/, value: /^$/ },
      ],
      match: ["export NODE_TLS_REJECT_UNAUTHORIZED=0"],
      notMatch: ["export NODE_ENV=test"],
    },
    {
      would: "change how people log in ({})",
      clue: [{ act: "guard.login-rules" }, { do: "write", on: /\/etc\/ssh\/sshd_config/ }],
      match: ["echo 'PermitRootLogin yes' >> /etc/ssh/sshd_config", "chage -E 0 me"],
      notMatch: ["cat /etc/ssh/sshd_config"],
    },
  ],
  "Security Feature Disabled": [
    {
      would: "change what is recorded ({})",
      clue: { do: ["write", "delete"], at: "auditSettings" },
      match: ["sed -i s/a/b/ /etc/rsyslog.conf", "echo '#' >> /etc/audit/auditd.conf"],
      notMatch: ["cat /etc/rsyslog.conf"],
    },
    {
      would: "change the firewall or access control ({})",
      clue: { do: ["write", "delete"], at: "defence" },
      match: ["echo ENABLED=no > /etc/ufw/ufw.conf", "rm /etc/apparmor.d/usr.bin.x"],
      notMatch: ["cat /etc/ufw/ufw.conf"],
    },
    {
      would: "turn a protection off, or weaken it",
      clue: {
        act: [
          "firewall.change",
          "firewall.rules-delete",
          "firewall.off",
          "guard.access-control",
          "guard.system",
          "guard.evade",
          "guard.tool",
          "guard.file-marks",
          "guard.file-attributes",
          "guard.workflow-switch",
          "guard.config-trust",
          "service.guard-stop",
          "log.kernel-clear",
          "audit.change",
        ],
      },
      match: [
        "ufw disable",
        "iptables -F",
        "setenforce 0",
        "spctl --master-disable",
        "systemctl stop ufw",
        "chattr -i /etc/passwd",
        "xattr -d com.apple.quarantine a.app",
        "gh workflow disable ci.yml",
      ],
      notMatch: ["ufw status", "iptables -L -n", "getenforce"],
    },
    {
      would: "keep commands out of the shell's record",
      clue: { do: "environment", on: /^HIST(?:CONTROL|IGNORE)$/ },
      match: ["export HISTCONTROL=ignorespace"],
      notMatch: ["echo $HISTCONTROL"],
    },
    {
      would: "change how the kernel protects itself",
      clue: [
        { act: "kernel.settings" },
        { do: "write", when: (_, __, command) => /\/proc\/sys\/|\/sys\//.test(command?.text ?? "") },
      ],
      match: ["sysctl -w kernel.randomize_va_space=0", "echo 0 > /proc/sys/kernel/yama/ptrace_scope"],
      notMatch: ["sysctl -a", "cat /proc/sys/kernel/hostname", "echo a > b"],
    },
  ],
});
