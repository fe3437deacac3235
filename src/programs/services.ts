/** Services, schedules, logs, and turning the machine off. */
import { acting } from "./acting.ts";
import { texts } from "./makers.ts";
import type { ProgramSpec } from "./spec.ts";

/** Services that watch over the machine or keep its records. */
const GUARDS =
  "(?:auditd|audit|rsyslogd?|syslog(?:-ng|d)?|systemd-journald|journald|ufw|firewalld|iptables|nftables|pf|apparmor|selinux|fail2ban|falcon-sensor|cbdaemon|cbagentd|crowdstrike|osqueryd?|clamav\\S*|wazuh\\S*|ossec\\S*|sysmon|mdatp|sentinel\\S*|snort|suricata|aide|tripwire|samhain|ntpd?|chronyd)";
const GUARD = new RegExp(`(?:^| )${GUARDS}(?:\\.service)?(?: |$)`);

const guarded = (verbs: string): RegExp => new RegExp(`(?:^| )(?:${verbs})(?= )(?=.* ${GUARDS}(?:\\.service)?(?: |$))`);

const SYSTEMCTL_OPTIONS =
  "(?:(?:--no-pager|--full|-l|--all|-a|--user|--system|--plain|--no-legend|--quiet|-q|--value|--failed|(?:--type|--state|--lines|--output)=\\S+|-[tno] ?\\S+) )*";

export const services: readonly ProgramSpec[] = [
  acting({
    names: "systemctl",
    shows: new RegExp(
      `^${SYSTEMCTL_OPTIONS}(?:(?:status|list-units|list-unit-files|list-timers|list-sockets|list-jobs|list-dependencies|list-machines|is-active|is-enabled|is-failed|is-system-running|get-default|--version|--failed)(?: (?:(?!-)[\\w@.:*\\\\-]+|--(?:no-pager|full|all|user|plain|no-legend|quiet|failed|(?:type|state|lines|output)=\\S+)))*)?$`,
    ),
    acts: [
      [guarded("stop|disable|mask|kill|freeze"), "security", "stop", "turns off a service that guards or records"],
      [
        /(?:^| )(?:show-environment|show)(?: |$)/,
        "system",
        "read",
        "shows settings of services, their environment among them",
      ],
      [/(?:^| )cat(?: |$)/, "system", "read", "shows the definition of a service"],
      [
        /(?:^| )(?:poweroff|reboot|halt|suspend|hibernate|hybrid-sleep|rescue|emergency|isolate|kexec|soft-reboot|exit)(?: |$)/,
        "system",
        "stop",
        "turns the machine off",
      ],
      [
        /(?:^| )(?:enable|reenable|preset|preset-all|link|edit|set-default|add-wants|add-requires|revert|set-property)(?: |$)/,
        "persist",
        "create",
        "makes a service start by itself",
      ],
      [/(?:^| )(?:disable|mask|unmask)(?: |$)/, "persist", "change", "keeps a service from starting"],
      [/(?:^| )(?:stop|kill|freeze|clean)(?: |$)/, "process", "stop", "stops a service"],
      [/(?:^| )(?:start|restart|reload|try-restart|reload-or-restart)(?: |$)/, "process", "run", "starts a service"],
    ],
    otherwise: ["system", "change", "changes the service manager"],
    safe: [
      "systemctl status nginx",
      "systemctl list-units --type=service --no-pager",
      "systemctl --user is-active x",
      "systemctl --no-pager --failed",
    ],
    unsafe: [
      ["systemctl stop nginx", "process"],
      ["systemctl enable --now x", "persist"],
      ["systemctl disable auditd", "security"],
      ["systemctl stop falcon-sensor.service", "security"],
      ["systemctl reboot", "turns the machine off"],
      ["systemctl show-environment", "environment"],
      ["systemctl -H host status x", "system"],
      ["systemctl daemon-reload", "system"],
    ],
  }),
  acting({
    names: "service rc-service invoke-rc.d sv initctl rcctl",
    shows: /^(?:--status-all|[\w.-]+ status)$/,
    acts: [
      [
        new RegExp(`^${GUARDS} (?:stop|onestop|forcestop|disable)`),
        "security",
        "stop",
        "turns off a service that guards or records",
      ],
      [/ (?:stop|onestop|forcestop)$/, "process", "stop", "stops a service"],
      [/ (?:enable|disable)$/, "persist", "change", "changes which services start by themselves"],
    ],
    otherwise: ["process", "run", "starts or changes a service"],
    safe: ["service nginx status", "service --status-all"],
    unsafe: [
      ["service nginx stop", "process"],
      ["service auditd stop", "security"],
      ["service x restart", "process"],
    ],
  }),
  acting({
    names: "chkconfig",
    shows: /^--list(?: [\w.-]+)?$/,
    acts: [[GUARD, "security", "stop", "changes when a service that guards or records starts"]],
    otherwise: ["persist", "change", "changes which services start by themselves"],
    safe: ["chkconfig --list"],
    unsafe: [
      ["chkconfig off auditd", "security"],
      ["chkconfig x on", "persist"],
    ],
  }),
  acting({
    names: "update-rc.d rc-update sysv-rc-conf insserv openrc crond cron anacron fcron incrond",
    acts: [[GUARD, "security", "stop", "changes when a service that guards or records starts"]],
    otherwise: ["persist", "change", "changes which services start by themselves"],
    unsafe: [["update-rc.d x defaults", "persist"]],
  }),
  acting({
    names: "crontab incrontab fcrontab",
    shows: /^(?:-u [\w.-]+ )?-l(?: -u [\w.-]+)?$/,
    acts: [[/(?:^| )-r(?: |$)|(?:^| )-[a-z]*r[a-z]*(?: |$)/, "persist", "delete", "removes a schedule"]],
    otherwise: ["persist", "create", "schedules commands"],
    safe: ["crontab -l", "crontab -u me -l"],
    unsafe: [
      ["crontab file", "persist"],
      ["crontab -", "persist"],
      ["crontab -e", "persist"],
      ["crontab -r", "delete"],
      ["echo '* * * * * x' | crontab", "persist"],
    ],
  }),
  acting({
    names: "at batch",
    launcher: true,
    shows: /^-l$/,
    acts: [
      [/^-c/, "security", "read", "shows a job with its environment"],
      [/^(?:-[rd]) /, "persist", "delete", "removes a scheduled job"],
    ],
    otherwise: ["persist", "create", "schedules commands"],
    safe: ["at -l"],
    unsafe: [
      ["echo x | at now + 1 minute", "persist"],
      ["at -f job midnight", "persist"],
    ],
  }),
  acting({
    names: "atq atrm",
    shows: /^$/,
    otherwise: ["persist", "delete", "removes a scheduled job"],
    safe: ["atq"],
    unsafe: [["atrm 3", "persist"]],
  }),
  {
    names: ["systemd-run"],
    launcher: true,
    style: "posix",
    flags:
      "--user --system --scope --pty -t -P --pipe --wait -G --collect -q --quiet --no-block -r --remain-after-exit --same-dir -d --shell -S",
    values: {
      "--unit": "text",
      "-u": "text",
      "--on-calendar": "text",
      "--on-active": "text",
      "--on-boot": "text",
      "-p": "text",
      "--property": "text",
      "--description": "text",
      "--timer-property": "text",
      "-E": "text",
      "--setenv": "text",
    },
    read: (use) => ({
      understood: true,
      effects: [{ do: "persist", op: "create", detail: "starts a unit outside of this session" }],
      inner: [{ kind: "words", words: use.operands, via: "systemd-run", moreWords: false }],
    }),
    examples: {
      safe: [],
      unsafe: [
        ["systemd-run --on-calendar '*:0/1' rm a", "persist"],
        ["systemd-run --user rm a", "delete"],
      ],
    },
  },
  acting({
    names: "launchctl",
    shows: /^(?:list(?: [\w.-]+)?|version|managername|manageruid|managerpid|help)$/,
    acts: [
      [/^(?:load|bootstrap|enable|submit)(?: |$)/, "persist", "create", "makes a program start by itself"],
      [/^(?:unload|bootout|disable|remove)(?: |$)/, "persist", "delete", "keeps a program from starting"],
      [/^(?:stop|kill)(?: |$)/, "process", "stop", "stops a service"],
      [/^(?:start|kickstart|asuser|bsexec)(?: |$)/, "process", "run", "starts a service"],
      [
        /^(?:print|procinfo|dumpstate|getenv|export)(?: |$)/,
        "system",
        "read",
        "shows settings of services, their environment among them",
      ],
    ],
    otherwise: ["system", "change", "changes the service manager"],
    safe: ["launchctl list"],
    unsafe: [
      ["launchctl load x.plist", "persist"],
      ["launchctl unload x.plist", "persist"],
      ["launchctl setenv A b", "system"],
      ["launchctl kickstart x", "process"],
    ],
  }),
  acting({
    names: "shutdown reboot poweroff halt init telinit pm-suspend pm-hibernate systemd-shutdown",
    otherwise: ["system", "stop", "turns the machine off"],
    unsafe: [
      ["shutdown -h now", "system"],
      ["reboot", "stop"],
      ["poweroff --reboot", "system"],
      ["init 0", "system"],
    ],
  }),
  acting({
    names: "timedatectl hostnamectl localectl",
    shows: /^(?:(?:status|list-timezones|show|list-locales|list-keymaps)?|--static|--version)$/,
    otherwise: ["system", "change", "changes the clock, the name or the language of the machine"],
    safe: ["timedatectl", "hostnamectl status"],
    unsafe: [
      ["timedatectl set-time 2000-01-01", "system"],
      ["hostnamectl set-hostname x", "system"],
    ],
  }),
  acting({
    names: "hwclock",
    shows: /^(?:-r|--show)$/,
    otherwise: ["system", "change", "sets the clock"],
    safe: ["hwclock -r"],
    unsafe: [["hwclock -w", "system"]],
  }),
  acting({
    names: "ntpdate ntpd sntp chronyc chronyd adjtimex rdate",
    otherwise: ["system", "change", "sets the clock"],
    unsafe: [["ntpdate pool.example", "system"]],
  }),
  acting({
    names: "loginctl machinectl portablectl homectl",
    shows: /^(?:list(?:-sessions|-users|-seats)?|(?:session|user|seat)-status(?: \w+)?)?(?: --no-pager)?$/,
    acts: [[/^(?:enable-linger)/, "persist", "create", "lets services run without a login"]],
    otherwise: ["process", "stop", "changes or ends sessions"],
    safe: ["loginctl list-sessions"],
    unsafe: [
      ["loginctl terminate-user me", "process"],
      ["loginctl enable-linger", "persist"],
    ],
  }),
  acting({
    names: "busctl dbus-send gdbus qdbus",
    otherwise: ["process", "run", "calls into another program"],
    unsafe: [
      ["dbus-send --system x", "process"],
      ["gdbus call --session x", "process"],
    ],
  }),
  {
    names: ["journalctl"],
    // Not here: --vacuum-*, --rotate, --flush and --relinquish-var change the journal, --cursor-file writes.
    flags:
      "-a -b -e -f -k -l -m -N -q -r -x --all --boot --catalog --dmesg --follow --full --list-boots --merge --no-full --no-hostname --no-pager --no-tail --pager-end --quiet --reverse --utc --disk-usage --header --verify --fields --system --user --version --help",
    values: {
      ...texts(
        "-F -g -n -o -p -S -t -U -u -c --cursor --after-cursor --facility --field --grep --identifier --lines --output --output-fields --priority --since --unit --until --user-unit --case-sensitive",
      ),
      "-D": "readTree",
      "--directory": "readTree",
      "--file": "read",
    },
    attached: texts("-b --boot"),
    runsCode:
      "--vacuum-size --vacuum-time --vacuum-files --rotate --flush --relinquish-var --setup-keys --sync --update-catalog --cursor-file",
    when: Object.fromEntries(
      "--vacuum-size --vacuum-time --vacuum-files --rotate"
        .split(" ")
        .map((name) => [name, [{ do: "security", op: "delete", detail: "removes logs of the system" }]]),
    ),
    operands: "text",
    examples: {
      safe: ["journalctl -u nginx -n 50 --no-pager", "journalctl -xe", "journalctl --since today"],
      unsafe: [
        ["journalctl --vacuum-time=1s", "security"],
        ["journalctl --rotate", "security"],
      ],
    },
  },
  acting({
    names: "logger wall write",
    otherwise: ["message", "create", "writes to the system's log or to other users"],
    unsafe: [
      ["logger hello", "message"],
      ["wall hello", "message"],
    ],
  }),
  {
    names: ["dmesg"],
    flags:
      "-d -e -H -k -L -l -P -r -S -T -t -u -w -W -x --color --ctime --decode --facility --follow --human --json --kernel --level --nopager --notime --raw --reltime --show-delta --time-format --userspace --help --version -J",
    values: texts("-f --since --until"),
    attached: texts("--color --level --facility --time-format"),
    runsCode: "-C -c -n -D -E --clear --read-clear --console-level --console-off --console-on",
    when: Object.fromEntries(
      "-C -c --clear --read-clear"
        .split(" ")
        .map((name) => [name, [{ do: "security", op: "delete", detail: "clears the kernel's log" }]]),
    ),
    operands: "text",
    examples: {
      safe: ["dmesg", "dmesg -T --level=err"],
      unsafe: [
        ["dmesg -C", "security"],
        ["dmesg -c", "security"],
        ["dmesg -n 1", ""],
      ],
    },
  },
];
