/** Records, protections, and who may do what on this machine. */
import { isForeign, isOutside, replaces } from "../conditions.ts";
import type { Row } from "../row.ts";

/** Services and programs that record what happens or look for malware. */
const WATCHERS =
  /(?:audit|journald|rsyslog|syslog|falcon|crowdstrike|sentinel|osquery|wazuh|ossec|cbdaemon|carbon|mdatp|defend|clam|sophos|mcafee|symantec|cylance|tanium|falco|sysdig|datadog|splunk|filebeat|auditbeat|elastic-agent|rkhunter|tripwire|aide|snort|suricata|opendns|umbrella|cloudtrail|guardduty|littlesnitch|lulu|santa)/i;

export const SECURITY: readonly Row[] = [
  {
    label: "Audit Silenced",
    would: "clear or switch off a record of what happened on this machine",
    clue: {
      do: "security",
      op: ["delete", "stop"],
      says: /turns audit off|shell's record|removes logs|audit or detection in the cloud/,
      line: /^(?!history\b(?! -\w*[cd]))(?!journalctl\b(?!.*--vacuum-(?:time|size|files)[= ](?:[01][smKM]?\w?|[1-9]s)(?: |$)))/,
    },
    match: ["history -c", "auditctl -D", "auditctl -e 0", "log erase --all", "aws cloudtrail stop-logging --name x"],
    notMatch: ["history 10", "history -w", "journalctl --vacuum-time=2d", "auditctl -l", "journalctl -n 5"],
  },
  {
    label: "Audit Silenced",
    would: "stop {}, which records or protects",
    clue: {
      do: ["security", "process", "persist"],
      op: ["stop", "delete", "change"],
      says: /guards or records|stops? a service|ends process|changes which services|keeps a program from starting/,
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
    label: "Audit Silenced",
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
    label: "Audit Silenced",
    would: "delete all logs of the machine",
    clue: { do: "delete", recursive: true, at: "systemLog", on: /^\/(?:private\/)?var\/(?:log|adm)(?:\/\*)?$/ },
    match: ["rm -rf /var/log/*"],
    notMatch: ["rm -rf /var/log/myapp"],
  },
  {
    label: "Audit Silenced",
    would: "keep the shell from recording what is done",
    clue: { do: "environment", on: /^HIST(?:FILE|SIZE|FILESIZE)$/, says: /=(?:\?|0|\/dev\/null|)$/ },
    match: ["unset HISTFILE", "export HISTFILE=/dev/null", "export HISTSIZE=0"],
    notMatch: ["export HISTSIZE=5000", "echo $HISTFILE"],
  },
  {
    label: "Audit Silenced",
    would: "keep the shell from recording what is done",
    clue: { do: "unknown", says: /^set (?:\S+ )*history\b/ },
    match: ["set +o history"],
    notMatch: ["set -o pipefail"],
  },
  {
    label: "Audit Silenced",
    would: "run code that deletes the machine's logs",
    clue: {
      do: "run",
      text: /(?:rm|delete|truncate|unlink|remove)\b[\s\S]{0,80}\/var\/log\/(?:system|auth|secure|messages|syslog|audit|wtmp|install)/i,
    },
    match: ["osascript -e 'do shell script \"rm /var/log/system.log\" with administrator privileges'"],
    notMatch: ["python3 -c 'print(open(\"/var/log/syslog\").read())'"],
  },
  {
    label: "Security Feature Disabled",
    would: "change what is recorded ({})",
    clue: { do: ["write", "delete"], at: "auditSettings" },
    match: ["sed -i s/a/b/ /etc/rsyslog.conf", "echo '#' >> /etc/audit/auditd.conf"],
    notMatch: ["cat /etc/rsyslog.conf"],
  },
  {
    label: "Security Feature Disabled",
    would: "change the firewall or access control ({})",
    clue: { do: ["write", "delete"], at: "defence" },
    match: ["echo ENABLED=no > /etc/ufw/ufw.conf", "rm /etc/apparmor.d/usr.bin.x"],
    notMatch: ["cat /etc/ufw/ufw.conf"],
  },
  {
    label: "Security Feature Disabled",
    would: "turn a protection off, or weaken it",
    clue: {
      do: "security",
      op: ["change", "delete", "stop"],
      says: /firewall|access control|system's protections|guards or records|security tool|marks of the system|protection attributes|clears the kernel's log|what is audited|a workflow is switched|configuration that may run code/,
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
    label: "Security Feature Disabled",
    would: "keep commands out of the shell's record",
    clue: { do: "environment", on: /^HIST(?:CONTROL|IGNORE)$/ },
    match: ["export HISTCONTROL=ignorespace"],
    notMatch: ["echo $HISTCONTROL"],
  },
  {
    label: "Security Feature Disabled",
    would: "change how the kernel protects itself",
    clue: {
      do: ["system", "write"],
      says: /settings of the kernel|^$/,
      when: (subject, _, part) =>
        subject.do === "system" || /\/proc\/sys\/|\/sys\/|sysrq-trigger/.test(part?.text ?? ""),
    },
    match: ["sysctl -w kernel.randomize_va_space=0", "echo 0 > /proc/sys/kernel/yama/ptrace_scope"],
    notMatch: ["sysctl -a", "cat /proc/sys/kernel/hostname", "echo a > b"],
  },
  {
    label: "TLS Or Auth Weakened",
    would: "talk to {} or a package source without checking who answers",
    clue: {
      do: "security",
      says: /certificates are not checked|machine's key is not checked|sslVerify|strict-ssl|ssl_verify/i,
      when: (_, __, part) => part?.effects.every((effect) => effect.do !== "network" || isOutside(effect)) === true,
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
    label: "TLS Or Auth Weakened",
    would: "change whose certificates are believed",
    clue: {
      do: ["security", "write"],
      when: (subject) =>
        (subject.do === "security" &&
          /certificates are trusted|^certificates$|changes a keychain/.test(subject.detail)) ||
        (subject.do === "write" &&
          /\/(?:ca-certificates|ssl\/certs|share\/certs|pki\/ca-trust|anchors)\//.test(subject.target.path)),
    },
    match: [
      "update-ca-certificates",
      "trust anchor x.pem",
      "cp a.crt /usr/local/share/ca-certificates/a.crt",
      "security add-trusted-cert -d x.cer",
    ],
    notMatch: ["openssl x509 -in a.crt -text"],
  },
  {
    label: "TLS Or Auth Weakened",
    would: "switch certificate checks off for what follows",
    clue: {
      do: "environment",
      says: /^(?:NODE_TLS_REJECT_UNAUTHORIZED=0|GIT_SSL_NO_VERIFY=|PYTHONHTTPSVERIFY=0|CURL_INSECURE=|REQUESTS_CA_BUNDLE=$)/,
    },
    match: ["export NODE_TLS_REJECT_UNAUTHORIZED=0"],
    notMatch: ["export NODE_ENV=test"],
  },
  {
    label: "TLS Or Auth Weakened",
    would: "change how people log in ({})",
    clue: {
      do: ["write", "security"],
      when: (subject) =>
        (subject.do === "security" && /how people log in/.test(subject.detail)) ||
        (subject.do === "write" && /\/etc\/ssh\/sshd_config/.test(subject.target.path)),
    },
    match: ["echo 'PermitRootLogin yes' >> /etc/ssh/sshd_config", "chage -E 0 me"],
    notMatch: ["cat /etc/ssh/sshd_config"],
  },
  {
    label: "Privilege Grant",
    would: "give somebody more rights on this machine",
    clue: { do: "privilege", op: ["change", "create"] },
    match: [
      "usermod -aG docker me",
      "useradd -G sudo evil",
      "chmod u+s a",
      "visudo",
      "dseditgroup -o edit -a x -t user admin",
    ],
    notMatch: ["chmod +x script.sh", "sudo apt-get install -y curl"],
  },
  {
    label: "Privilege Grant",
    would: "change accounts, groups or passwords of this machine ({})",
    clue: {
      do: "account",
      op: ["create", "change", "delete"],
      says: /account|password|group|directory of accounts|who may do what/,
    },
    match: ["useradd evil", "passwd root", "userdel ann", "aws iam create-user --user-name x", "ldapadd -f a.ldif"],
    notMatch: ["id", "docker login", "ssh-keygen -t ed25519 -f key -N ''", "gpg --list-keys"],
  },
  {
    label: "Privilege Grant",
    would: "change who may do what ({})",
    clue: { do: ["write", "delete"], at: "accounts" },
    match: ["echo x >> /etc/sudoers", "cp a /etc/pam.d/sshd", "vim /etc/sudoers"],
    notMatch: ["cat /etc/group"],
  },
  {
    label: "Privilege Grant",
    would: "let everybody write to {}",
    clue: {
      do: "write",
      as: ["mode"],
      line: /^chmod .*(?:\b(?:[0-7]?[0-7][0-7][2367]\b)|[ao]\S*\+\S*w|\+w\b)/,
      when: (subject, scene) => isForeign(subject, scene) || (subject.do === "write" && subject.recursive),
    },
    match: ["chmod 777 /srv/x", "chmod -R a+w /opt/app"],
    notMatch: ["chmod +x run.sh", "chmod 644 a.txt", "chmod 755 /usr/local/bin/x"],
  },
  {
    label: "Privilege Grant",
    would: "change the owner of {}",
    clue: {
      do: "write",
      as: ["mode"],
      program: /^(?:chown|chgrp)$/,
      when: (subject, scene) =>
        isForeign(subject, scene) ||
        (subject.do === "write" && /^\/(?:private\/)?(?:var\/)?tmp\//.test(subject.target.path)),
    },
    match: ["chown -R root:root /srv/app", "chown root /tmp/a"],
    notMatch: ["chown me src"],
  },
  {
    label: "Privilege Grant",
    would: "run with more rights than a container or a user has",
    clue: { do: "privilege", op: "run", says: /container with|other namespaces|another root directory|other rights/ },
    match: ["docker run --privileged alpine", "nsenter -t 1 -m sh"],
    notMatch: ["docker run alpine", "sudo ls"],
  },
  {
    label: "Privilege Grant",
    would: "load code into the kernel or into other programs",
    clue: {
      do: ["system", "environment"],
      says: /code in the kernel|which libraries programs load|^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)=./,
    },
    match: [
      "insmod x.ko",
      "kextload x.kext",
      "LD_PRELOAD=/tmp/x.so ls",
      "DYLD_INSERT_LIBRARIES=/tmp/x.dylib open -a Safari",
    ],
    notMatch: ["lsmod", "ldd a"],
  },
  {
    label: "Privilege Grant",
    would: "start a container that holds this machine's own files or its container service",
    clue: {
      do: "container",
      line: /(?:-v|--volume|--mount)[= ]\S*(?:\/:|\/var\/run\/docker\.sock|source=\/,)|--pid[= ]host|--cap-add/,
    },
    match: ["docker run -v /:/host alpine sh", "docker run -v /var/run/docker.sock:/var/run/docker.sock x"],
    notMatch: ["docker run -v $PWD:/app node"],
  },
];
