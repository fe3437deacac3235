/** Processes, services, exposure and other machines. */

import { isOutside } from "../conditions.ts";
import { isCallback, isLocalHost } from "../hosts.ts";
import type { Row } from "../row.ts";
import type { Scene } from "../scene.ts";
import { lineOf } from "../scene.ts";

/** The command itself started what it ends. */
const ownChild = (scene: Scene): boolean => /\$!|\bjobs\s+-p\b|\$\{?!|coproc/.test(scene.text);

export const MACHINE: readonly Row[] = [
  {
    label: "Other Processes",
    would: "end processes that this session may not have started ({})",
    clue: {
      do: "process",
      op: "stop",
      says: /^(?!ends a job|ends a process$)/,
      when: (subject, scene) => !(subject.do === "process" && /not known/.test(subject.detail) && ownChild(scene)),
    },
    match: [
      "pkill -f node",
      "killall -9 java",
      "kill $(pgrep cron)",
      "systemctl stop cron",
      "fuser -k 80/tcp",
      "kill -9 -1",
    ],
    notMatch: ["kill %1", "npm start & PID=$!; kill $PID", "pgrep node", "kill -0 123"],
  },
  {
    label: "Other Processes",
    would: "turn this machine off or restart it",
    clue: { do: "system", op: "stop" },
    match: ["shutdown -h now", "reboot", "systemctl poweroff"],
    notMatch: ["uptime"],
  },
  {
    label: "Other Processes",
    would: "bring the machine down at once",
    clue: { do: "write", on: /^\/proc\/sysrq-trigger$/ },
    match: ["echo b > /proc/sysrq-trigger"],
    notMatch: ["echo b > a"],
  },
  {
    label: "Other Processes",
    would: "stop or remove containers that others may use",
    clue: { do: "container", op: ["stop", "delete"], line: /\$\(|`|prune|(?:^| )-a(?: |$)|--all|stop |kill |rm / },
    match: ["docker stop $(docker ps -q)", "docker rm -f web"],
    notMatch: ["docker ps", "docker logs web"],
  },
  {
    label: "Other Processes",
    would: "start, restart or change services, disks or settings of the machine",
    clue: {
      do: ["process", "system"],
      op: ["run", "change"],
      says: /starts? (?:or changes )?a service|clock|host name|swap|mounts|over another|network of this machine|service manager|which program a name means|how the machine|preferences|changes the desktop|the system$|resources|loop devices|repairs a disk/,
    },
    match: [
      "systemctl restart nginx",
      "date -s tomorrow",
      "swapoff -a",
      "mount /dev/sdb1 /mnt",
      "timedatectl set-time 2000-01-01",
    ],
    notMatch: ["systemctl status nginx", "date", "df -h"],
  },
  {
    label: "Exposed Service",
    would: "make something on this machine reachable from outside",
    clue: {
      do: ["system", "security", "cloud", "cluster"],
      op: "expose",
      when: (_, __, part) =>
        !/(?:127\.0\.0\.1|localhost|--bind[= ]127)/.test(part?.text ?? "") ||
        /ngrok|cloudflared|funnel|-R/.test(part?.text ?? ""),
    },
    match: [
      "ngrok http 3000",
      "cloudflared tunnel --url http://localhost:3000",
      "ssh -R 80:localhost:80 x.example",
      "python3 -m http.server 8000",
      "nc -l 4444",
      "systemsetup -setremotelogin on",
    ],
    notMatch: ["python3 -m http.server --bind 127.0.0.1 8000", "curl localhost:3000"],
  },
  {
    label: "Exposed Service",
    would: "open this machine to remote management",
    clue: {
      do: "run",
      on: /(?:ARDAgent|RemoteManagement|kickstart|anydesk|teamviewer|rustdesk|x11vnc|tightvnc|vncserver|sshd$|telnetd|dropbear)/i,
    },
    match: [
      "/System/Library/CoreServices/RemoteManagement/ARDAgent.app/Contents/Resources/kickstart -activate",
      "x11vnc -forever",
    ],
    notMatch: ["ssh host"],
  },
  {
    label: "Remote Shell Write",
    would: "copy files to {}",
    clue: {
      do: "network",
      program: /^(?:scp|sftp|rsync|ssh-copy-id|ftp|lftp|tftp|rclone|croc)$/,
      says: /sends/,
      when: isOutside,
    },
    match: ["scp a host.example:/srv/", "rsync -a dist/ user@host.example:/var/www/"],
    notMatch: ["rsync -a a/ b/", "scp a localhost:/tmp"],
  },
  {
    label: "Remote Shell Write",
    would: "run commands on another machine",
    clue: {
      do: "run",
      says: /^remote/,
      when: (_, __, part) =>
        part?.effects.some(
          (effect) => effect.do === "network" && (effect.host === null || !isLocalHost(effect.host)),
        ) !== false && !/localhost|127\.0\.0\.1/.test(part === undefined ? "" : lineOf(part)),
    },
    match: ["ssh host.example 'systemctl restart app'", "sshpass -p x ssh host.example id"],
    notMatch: ["ssh localhost ls"],
  },
  {
    label: "Production Access",
    would: "reach into another machine ({})",
    clue: {
      do: "network",
      program: /^(?:ssh|scp|sftp|rsync|mosh|telnet|psql|mysql|mongosh|redis-cli|ftp)$/,
      when: isOutside,
    },
    match: [
      "scp host.example:/var/log/a .",
      "ssh host.example",
      "psql -h db.example.com -c 'select 1'",
      "echo quit | telnet x.example 80",
    ],
    notMatch: ["psql -h localhost -c 'select 1'"],
  },
  {
    label: "Production Access",
    would: "open a session into a running system",
    clue: {
      do: ["cluster", "cloud", "container"],
      op: ["run", "expose"],
      says: /in a pod|opens |start-session|ssh|run-command|exec |in a container|code or messages/,
    },
    match: ["kubectl exec -it web -- sh", "kubectl port-forward svc/db 5432", "aws ssm start-session --target i-1"],
    notMatch: ["kubectl get pods"],
  },
  {
    label: "Traffic Repointing",
    would: "send traffic somewhere else ({})",
    clue: { do: ["write", "delete"], at: "lookup" },
    match: [
      "echo '1.2.3.4 github.com' >> /etc/hosts",
      "echo 'deb http://x.example a main' > /etc/apt/sources.list.d/x.list",
    ],
    notMatch: ["cat /etc/hosts"],
  },
  {
    label: "Traffic Repointing",
    would: "send this machine's traffic or packages through somebody else",
    clue: {
      do: ["security", "persist", "package"],
      says: /through a proxy|through another network|package manager settings: \S*(?:registry|index-url|proxy)|packages come from elsewhere|where system packages come from/,
    },
    match: [
      "networksetup -setwebproxy Wi-Fi 1.1.1.1 8080",
      "npm config set registry https://evil.example",
      "torsocks curl x.example",
    ],
    notMatch: ["npm config get registry"],
  },
  {
    label: "Traffic Repointing",
    would: "send what follows through {}",
    clue: { do: "environment", on: /^(?:https?|all|ftp|no)_proxy$/i, says: /=(?!\?|$)/ },
    match: ["export http_proxy=evil.example:3128"],
    notMatch: ["unset http_proxy"],
  },
  {
    label: "Traffic Repointing",
    would: "point the repository at {}",
    clue: { do: "vcs", op: "remote-change" },
    match: ["git remote set-url origin https://evil.example/x", "git remote add x https://evil.example/a"],
    notMatch: ["git remote -v"],
  },
  {
    label: "Sink Probing",
    would: "call a host that exists to see who calls ({})",
    clue: {
      do: "network",
      when: (subject) => subject.do === "network" && subject.host !== null && isCallback(subject.host),
    },
    match: ["curl https://webhook.site/abc"],
    notMatch: ["curl https://example.com"],
  },
];
