/** Resources, clusters, jobs, flags and processes that others use. */
import { type CallView, contactsOther, isForeign, isOutside } from "../offline/index.ts";
import { topics } from "./build.ts";
import ROWS from "./rows/shared-systems.json" with { type: "json" };

/** The command itself started what it ends. */
const ownChild = (view: CallView): boolean => /\$!|\bjobs\s+-p\b|\$\{?!|coproc/.test(view.text);

export const SHARED_SYSTEMS = topics(ROWS, {
  "Shared Resource Change": [
    {
      would: "write among the system's own files ({})",
      clue: {
        do: "write",
        as: [false, "append", "copy", "move", "link", "hardlink"],
        at: "system",
        notAt: ["temp", "cache"],
        when: isForeign,
      },
      match: ["cp a /usr/share/a", "echo x >> /etc/motd"],
      notMatch: ["echo x > /tmp/a", "echo x > /dev/null", "cp a ~/b", "echo a > /dev/stderr"],
    },
    {
      would: "change or delete data of a database on another machine",
      clue: {
        act: "network.database",
        when: (subject, _, command) =>
          isOutside(subject) &&
          contactsOther(command) &&
          command?.effects.some((effect) => effect.do === "database" && effect.op !== "read") === true,
      },
      match: ["psql -h db.example.com -c 'drop table users'", "mysql -h db.example.com -e 'delete from a'"],
      notMatch: ["psql -h localhost -c 'insert into a values (1)'", "psql -h db.example.com -c 'select 1'"],
    },
  ],
  "Cluster-Wide Change": [
    {
      would: "disturb a cluster for everyone on it",
      clue: {
        act: ["cluster.wide-create", "cluster.wide-change", "cluster.wide-delete", "cluster.drain"],
      },
      match: ["kubectl delete ns prod", "kubectl drain node1"],
      notMatch: ["kubectl get nodes"],
    },
  ],
  "Foreign Jobs": [],
  "Feature Flag Flip": [],
  "Other Processes": [
    {
      would: "end processes that this session may not have started ({})",
      clue: [
        { do: "process", op: "stop", notAct: ["process.end", "process.end-job", "process.end-unknown"] },
        { act: "process.end-unknown", when: (_, view) => !ownChild(view) },
      ],
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
      would: "turn this machine off or restart it",
      clue: { do: "system", op: "stop" },
      match: ["shutdown -h now", "reboot", "systemctl poweroff"],
      notMatch: ["uptime"],
    },
    {
      would: "bring the machine down at once",
      clue: { do: "write", on: /^\/proc\/sysrq-trigger$/ },
      match: ["echo b > /proc/sysrq-trigger"],
      notMatch: ["echo b > a"],
    },
    {
      would: "stop or remove containers that others may use",
      clue: { do: "container", op: ["stop", "delete"], line: /\$\(|`|prune|(?:^| )-a(?: |$)|--all|stop |kill |rm / },
      match: ["docker stop $(docker ps -q)", "docker rm -f web"],
      notMatch: ["docker ps", "docker logs web"],
    },
    {
      would: "start, restart or change services, disks or settings of the machine",
      clue: {
        act: [
          "service.start",
          "service.manager",
          "process.exhaust",
          "machine.clock",
          "machine.network",
          "machine.program-names",
          "machine.sleep",
          "machine.preferences",
          "machine.desktop",
          "machine.system",
          "disk.mapping",
          "disk.mount",
          "disk.repair",
        ],
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
  ],
});
