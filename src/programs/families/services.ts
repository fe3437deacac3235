/** Services, schedules, logs, and turning the machine off. */
import { act } from "../../contract/effect.ts";
import { acting, keepsJobs } from "../acting.ts";
import { understood } from "../disk-makers.ts";
import type { ProgramFamily } from "../spec.ts";

/** Services that watch over the machine or keep its records. */
const GUARDS =
  "(?:auditd|audit|rsyslogd?|syslog(?:-ng|d)?|systemd-journald|journald|ufw|firewalld|iptables|nftables|pf|apparmor|selinux|fail2ban|falcon-sensor|cbdaemon|cbagentd|crowdstrike|osqueryd?|clamav\\S*|wazuh\\S*|ossec\\S*|sysmon|mdatp|sentinel\\S*|snort|suricata|aide|tripwire|samhain|ntpd?|chronyd)";
const GUARD = new RegExp(`(?:^| )${GUARDS}(?:\\.service)?(?: |$)`);

const guarded = (verbs: string): RegExp => new RegExp(`(?:^| )(?:${verbs})(?= )(?=.* ${GUARDS}(?:\\.service)?(?: |$))`);

const SYSTEMCTL_OPTIONS =
  "(?:(?:--no-pager|--full|-l|--all|-a|--user|--system|--plain|--no-legend|--quiet|-q|--value|--failed|(?:--type|--state|--lines|--output)=\\S+|-[tno] ?\\S+) )*";

export const services: ProgramFamily = () => [
  acting({
    names: "systemctl",
    live: true,
    shows: new RegExp(
      `^${SYSTEMCTL_OPTIONS}(?:(?:status|list-units|list-unit-files|list-timers|list-sockets|list-jobs|list-dependencies|list-machines|is-active|is-enabled|is-failed|is-system-running|get-default|--version|--failed)(?: (?:(?!-)[\\w@.:*\\\\-]+|--(?:no-pager|full|all|user|plain|no-legend|quiet|failed|(?:type|state|lines|output)=\\S+)))*)?$`,
    ),
    acts: [
      [guarded("stop|disable|mask|kill|freeze"), "service.guard-stop"],
      [/(?:^| )(?:show-environment|show)(?: |$)/, "service.show"],
      [/(?:^| )cat(?: |$)/, "service.show"],
      [
        /(?:^| )(?:poweroff|reboot|halt|suspend|hibernate|hybrid-sleep|rescue|emergency|isolate|kexec|soft-reboot|exit)(?: |$)/,
        "machine.off",
      ],
      [
        /(?:^| )(?:enable|reenable|preset|preset-all|link|edit|set-default|add-wants|add-requires|revert|set-property)(?: |$)/,
        "start.service",
      ],
      [/(?:^| )(?:disable|mask|unmask)(?: |$)/, "start.service-off"],
      [/(?:^| )(?:stop|kill|freeze|clean)(?: |$)/, "service.stop"],
      [/(?:^| )(?:start|restart|reload|try-restart|reload-or-restart)(?: |$)/, "service.start"],
    ],
    otherwise: "service.manager",
    safe: [
      "systemctl status nginx",
      "systemctl list-units --type=service --no-pager",
      "systemctl --user is-active x",
      "systemctl --no-pager --failed",
    ],
    unsafe: [
      ["systemctl stop nginx", ["service.stop"]],
      ["systemctl disable nginx", ["start.service-off"]],
      ["systemctl enable --now x", ["start.service"]],
      ["systemctl disable auditd", ["service.guard-stop"]],
      ["systemctl stop falcon-sensor.service", ["service.guard-stop"]],
      ["systemctl reboot", ["machine.off"]],
      ["systemctl show-environment", ["service.show"]],
      ["systemctl -H host status x", ["service.manager"]],
      ["systemctl daemon-reload", ["service.manager"]],
    ],
  }),
  acting({
    names: "service rc-service invoke-rc.d sv initctl rcctl",
    shows: /^(?:--status-all|[\w.-]+ status)$/,
    acts: [
      [new RegExp(`^${GUARDS} (?:stop|onestop|forcestop|disable)`), "service.guard-stop"],
      [/ (?:stop|onestop|forcestop)$/, "service.stop"],
      [/ (?:enable|disable)$/, "start.services-change"],
    ],
    otherwise: "service.start",
    safe: ["service nginx status", "service --status-all"],
    unsafe: [
      ["service nginx stop", ["service.stop"]],
      ["service auditd stop", ["service.guard-stop"]],
      ["service x restart", ["service.start"]],
    ],
  }),
  acting({
    names: "chkconfig",
    shows: /^--list(?: [\w.-]+)?$/,
    acts: [[GUARD, "service.guard-stop"]],
    otherwise: "start.services-change",
    safe: ["chkconfig --list"],
    unsafe: [
      ["chkconfig off auditd", ["service.guard-stop"]],
      ["chkconfig x on", ["start.services-change"]],
    ],
  }),
  acting({
    names: "update-rc.d rc-update sysv-rc-conf insserv openrc crond cron anacron fcron incrond",
    acts: [[GUARD, "service.guard-stop"]],
    otherwise: "start.services-change",
    unsafe: [["update-rc.d x defaults", ["start.services-change"]]],
  }),
  keepsJobs({
    names: "crontab incrontab fcrontab",
    shows: /^(?:-u [\w.-]+ )?-l(?: -u [\w.-]+)?$/,
    acts: [[/(?:^| )-r(?: |$)|(?:^| )-[a-z]*r[a-z]*(?: |$)/, "schedule.delete"]],
    otherwise: "schedule.create",
    safe: ["crontab -l", "crontab -u me -l"],
    unsafe: [
      ["crontab file", ["schedule.create"]],
      ["crontab -", ["schedule.create"]],
      ["crontab -e", ["schedule.create"]],
      ["crontab -r", ["schedule.delete"]],
      ["echo '* * * * * rm a' | crontab", ["schedule.create", "file.delete"]],
    ],
  }),
  keepsJobs({
    names: "at batch",
    launcher: true,
    shows: /^-l$/,
    acts: [
      [/^-c/, "spy.job"],
      [/^(?:-[rd]) /, "schedule.delete"],
    ],
    otherwise: "schedule.create",
    safe: ["at -l"],
    unsafe: [
      ["echo rm a | at now + 1 minute", ["schedule.create", "file.delete"]],
      ["at -f job midnight", ["schedule.create"]],
      ["at -c 1", ["spy.job"]],
    ],
  }),
  acting({
    names: "atq atrm",
    shows: /^$/,
    otherwise: "schedule.delete",
    safe: ["atq"],
    unsafe: [["atrm 3", ["schedule.delete"]]],
  }),
  {
    names: "systemd-run",
    launcher: true,
    style: "posix",
    flags:
      "--user --system --scope --pty -t -P --pipe --wait -G --collect -q --quiet --no-block -r --remain-after-exit --same-dir -d --shell -S",
    values: {
      text: "--unit -u --on-calendar --on-active --on-boot -p --property --description --timer-property -E --setenv",
    },
    read: (use) =>
      understood([act("start.unit")], [{ kind: "words", words: use.operands, via: "systemd-run", moreWords: false }]),
    unsafe: [
      ["systemd-run --on-calendar '*:0/1' rm a", ["start.unit", "file.delete"]],
      ["systemd-run --user rm a", ["start.unit", "file.delete"]],
    ],
  },
  acting({
    names: "launchctl",
    launches: "submit asuser bsexec",
    shows: /^(?:list(?: [\w.-]+)?|version|managername|manageruid|managerpid|help)$/,
    acts: [
      [/^(?:load|bootstrap|enable|submit)(?: |$)/, "start.program"],
      [/^(?:unload|bootout|disable|remove)(?: |$)/, "start.program-off"],
      [/^(?:stop|kill)(?: |$)/, "service.stop"],
      [/^(?:start|kickstart|asuser|bsexec)(?: |$)/, "service.start"],
      [/^(?:print|procinfo|dumpstate|getenv|export)(?: |$)/, "service.show"],
    ],
    otherwise: "service.manager",
    safe: ["launchctl list"],
    unsafe: [
      ["launchctl load x.plist", ["start.program"]],
      ["launchctl unload x.plist", ["start.program-off"]],
      ["launchctl setenv A b", ["service.manager"]],
      ["launchctl kickstart x", ["service.start"]],
    ],
  }),
  acting({
    names: "shutdown reboot poweroff halt init telinit pm-suspend pm-hibernate systemd-shutdown",
    otherwise: "machine.off",
    unsafe: [
      ["shutdown -h now", ["machine.off"]],
      ["reboot", ["machine.off"]],
      ["poweroff --reboot", ["machine.off"]],
      ["init 0", ["machine.off"]],
    ],
  }),
  acting({
    names: "timedatectl hostnamectl localectl",
    shows: /^(?:(?:status|list-timezones|show|list-locales|list-keymaps)?|--static|--version)$/,
    otherwise: "machine.clock",
    safe: ["timedatectl", "hostnamectl status"],
    unsafe: [
      ["timedatectl set-time 2000-01-01", ["machine.clock"]],
      ["hostnamectl set-hostname x", ["machine.clock"]],
    ],
  }),
  acting({
    names: "hwclock",
    shows: /^(?:-r|--show)$/,
    otherwise: "machine.clock",
    safe: ["hwclock -r"],
    unsafe: [["hwclock -w", ["machine.clock"]]],
  }),
  acting({
    names: "ntpdate ntpd sntp chronyc chronyd adjtimex rdate",
    otherwise: "machine.clock",
    unsafe: [["ntpdate pool.example", ["machine.clock"]]],
  }),
  acting({
    names: "loginctl machinectl portablectl homectl",
    launches: "shell login",
    shows: /^(?:list(?:-sessions|-users|-seats)?|(?:session|user|seat)-status(?: \w+)?)?(?: --no-pager)?$/,
    acts: [[/^(?:enable-linger)/, "start.linger"]],
    otherwise: "session.end",
    safe: ["loginctl list-sessions"],
    unsafe: [
      ["loginctl terminate-user me", ["session.end"]],
      ["loginctl enable-linger", ["start.linger"]],
    ],
  }),
  acting({
    names: "busctl dbus-send gdbus qdbus",
    otherwise: "process.call",
    unsafe: [
      ["dbus-send --system x", ["process.call"]],
      ["gdbus call --session x", ["process.call"]],
    ],
  }),
  {
    names: "journalctl",
    // Not here: --vacuum-*, --rotate, --flush and --relinquish-var change the journal, --cursor-file writes.
    flags:
      "-a -b -e -f -k -l -m -N -q -r -x --all --boot --catalog --dmesg --follow --full --list-boots --merge --no-full --no-hostname --no-pager --no-tail --pager-end --quiet --reverse --utc --disk-usage --header --verify --fields --system --user --version --help",
    values: {
      text: "-F -g -n -o -p -S -t -U -u -c --cursor --after-cursor --facility --field --grep --identifier --lines --output --output-fields --priority --since --unit --until --user-unit --case-sensitive",
      readTree: "-D --directory",
      read: "--file",
    },
    attached: { text: "-b --boot" },
    runsCode:
      "--vacuum-size --vacuum-time --vacuum-files --rotate --flush --relinquish-var --setup-keys --sync --update-catalog --cursor-file",
    when: { "--vacuum-size --vacuum-time --vacuum-files --rotate": [act("log.delete")] },
    operands: "text",
    safe: ["journalctl -u nginx -n 50 --no-pager", "journalctl -xe", "journalctl --since today"],
    unsafe: [
      ["journalctl --vacuum-time=1s", ["run.helper", "log.delete"]],
      ["journalctl --rotate", ["run.helper", "log.delete"]],
    ],
  },
  acting({
    names: "logger wall write",
    otherwise: "message.log",
    unsafe: [
      ["logger hello", ["message.log"]],
      ["wall hello", ["message.log"]],
    ],
  }),
  {
    names: "dmesg",
    flags:
      "-d -e -H -k -L -l -P -r -S -T -t -u -w -W -x --color --ctime --decode --facility --follow --human --json --kernel --level --nopager --notime --raw --reltime --show-delta --time-format --userspace --help --version -J",
    values: { text: "-f --since --until" },
    attached: { text: "--color --level --facility --time-format" },
    runsCode: "-C -c -n -D -E --clear --read-clear --console-level --console-off --console-on",
    when: { "-C -c --clear --read-clear": [act("log.kernel-clear")] },
    operands: "text",
    safe: ["dmesg", "dmesg -T --level=err"],
    unsafe: [
      ["dmesg -C", ["run.helper", "log.kernel-clear"]],
      ["dmesg -c", ["run.helper", "log.kernel-clear"]],
      ["dmesg -n 1", ["run.helper"]],
    ],
  },
];
