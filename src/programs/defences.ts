/** Firewalls, audit, mandatory access control, the kernel, trusted certificates, and what starts the machine. */
import { acting } from "./acting.ts";
import { known, refused, understood } from "./disk.ts";
import { fixed } from "./makers.ts";
import type { ProgramSpec, ReadAnswer, Use } from "./spec.ts";

/** A name shows a value; `name=value`, `-w` and files of settings change them. */
function readSysctl(use: Use): ReadAnswer {
  const shown = /^(?:-[aAnNebqhX]+|--(?:all|values|names|ignore|quiet)|[A-Za-z][\w.*/-]*)$/;
  const showing = use.operands.every((operand) => shown.test(known(operand) ?? "="));
  return showing
    ? understood([])
    : refused("it may change the kernel's settings", [fixed("system", "change", "changes settings of the kernel")]);
}

export const defences: readonly ProgramSpec[] = [
  acting({
    names: "iptables ip6tables iptables-legacy iptables-nft ebtables arptables ipset",
    shows: /^(?:-t \w+ )?(?:-[LSnv]+|--list|--list-rules)(?: (?:-[nv]+|--line-numbers|[A-Z]+))*$/,
    acts: [
      [
        /(?:^| )(?:-F|-X|-D|-Z|--flush|--delete|-P \w+ ACCEPT|destroy|flush)(?: |$)/,
        "security",
        "delete",
        "takes firewall rules away",
      ],
    ],
    otherwise: ["security", "change", "changes the firewall"],
    safe: ["iptables -L -n --line-numbers", "iptables -t nat -S"],
    unsafe: [
      ["iptables -F", "security"],
      ["iptables -A INPUT -j ACCEPT", "security"],
      ["iptables -LF", "security"],
    ],
  }),
  acting({
    names: "iptables-save ip6tables-save",
    shows: /^(?:-t \w+|-c)?$/,
    otherwise: ["security", "change", "writes the firewall's rules to a file"],
    safe: ["iptables-save"],
    unsafe: [["iptables-save -f x", "security"]],
  }),
  acting({
    names: "iptables-restore ip6tables-restore",
    otherwise: ["security", "change", "changes the firewall"],
    unsafe: [["iptables-restore status", "security"]],
  }),
  acting({
    names: "nft ufw firewall-cmd pfctl ipfw shorewall csf",
    shows:
      /^(?:list (?:ruleset|tables|chains|table \w+ \w+)|status(?: verbose| numbered)?|--state|--list-all|--get-active-zones|-s ?(?:rules|info|nat|states)|version|--version)$/,
    acts: [
      [
        /(?:^| )(?:disable|flush|delete|reset|-d|-F|--remove-\S+|logging off|--panic-off)(?: |$)/,
        "security",
        "stop",
        "turns the firewall or its rules off",
      ],
    ],
    otherwise: ["security", "change", "changes the firewall"],
    safe: ["nft list ruleset", "ufw status verbose", "pfctl -s rules"],
    unsafe: [
      ["ufw disable", "security"],
      ["ufw allow 22", "security"],
      ["nft flush ruleset", "security"],
      ["pfctl -d", "security"],
    ],
  }),
  acting({
    names: "auditctl",
    shows: /^-[ls]$/,
    acts: [[/(?:^| )(?:-D|-d|-W|-e ?0)(?: |$)/, "security", "delete", "turns audit off"]],
    otherwise: ["security", "change", "changes what is audited"],
    safe: ["auditctl -l"],
    unsafe: [
      ["auditctl -D", "security"],
      ["auditctl -e 0", "turns audit off"],
      ["auditctl -a always,exit -S execve", "security"],
    ],
  }),
  acting({
    names: "augenrules auditd",
    otherwise: ["security", "change", "changes what is audited"],
    unsafe: [["augenrules --load", "security"]],
  }),
  acting({
    names: "ausearch aureport",
    otherwise: ["security", "read", "reads the audit log"],
    unsafe: [["ausearch -i", "security"]],
  }),
  acting({
    names:
      "setenforce setsebool semanage semodule apparmor_parser aa-disable aa-complain aa-teardown aa-remove-unknown update-crypto-policies fips-mode-setup",
    otherwise: ["security", "change", "weakens access control"],
    unsafe: [
      ["setenforce 0", "security"],
      ["aa-teardown", "security"],
    ],
  }),
  acting({
    names: "getenforce sestatus aa-status apparmor_status getsebool",
    shows: /^(?:-[abv]+|[\w-]+)?$/,
    otherwise: ["security", "read", "shows access control"],
    safe: ["getenforce", "sestatus"],
    unsafe: [["getenforce > x", "write"]],
  }),
  acting({
    names: "spctl csrutil tccutil fdesetup systemextensionsctl",
    shows: /^(?:--status|list)$/,
    otherwise: ["security", "change", "changes the system's protections"],
    safe: ["spctl --status"],
    unsafe: [
      ["spctl --master-disable", "security"],
      ["csrutil disable", "security"],
      ["tccutil reset All", "security"],
    ],
  }),
  acting({
    names: "fail2ban-client clamscan freshclam chkrootkit rkhunter mdatp falconctl osqueryctl",
    otherwise: ["security", "change", "steers a security tool"],
    unsafe: [["fail2ban-client stop", "security"]],
  }),
  {
    names: ["sysctl"],
    style: "words",
    read: readSysctl,
    examples: {
      safe: ["sysctl -a", "sysctl -n hw.ncpu", "sysctl kernel.hostname"],
      unsafe: [
        ["sysctl -w a.b=1", "system"],
        ["sysctl a.b=1", "system"],
        ["sysctl -p", "system"],
        ["sysctl --system", "system"],
      ],
    },
  },
  acting({
    names: "kmod",
    shows: /^list$/,
    otherwise: ["system", "run", "loads or removes code in the kernel"],
    safe: ["kmod list"],
    unsafe: [["kmod load x", "system"]],
  }),
  acting({
    names: "modprobe insmod rmmod depmod kextload kextunload kextcache kmutil kldload kldunload dkms",
    otherwise: ["system", "run", "loads or removes code in the kernel"],
    unsafe: [
      ["insmod list", "system"],
      ["modprobe x", "kernel"],
      ["kextload x.kext", "system"],
    ],
  }),
  {
    names: ["modinfo", "kldstat"],
    flags: "-0 -a -d -l -n -p -v -h -V",
    values: { "-F": "text", "-k": "text" },
    operands: "read",
    examples: { safe: ["modinfo ext4", "kldstat"], unsafe: [["modinfo x > y", "write"]] },
  },
  acting({
    names: "update-ca-certificates update-ca-trust trust certutil c_rehash",
    otherwise: ["security", "change", "changes which certificates are trusted"],
    unsafe: [
      ["update-ca-certificates", "security"],
      ["trust anchor x.pem", "security"],
    ],
  }),
  acting({
    names: "nvram",
    shows: /^-p$/,
    otherwise: ["persist", "change", "changes how the machine starts"],
    safe: ["nvram -p"],
    unsafe: [["nvram boot-args=x", "persist"]],
  }),
  acting({
    names:
      "update-grub grub-install grub2-mkconfig grub-mkconfig grubby efibootmgr bootctl kexec bless update-initramfs dracut mkinitcpio",
    otherwise: ["persist", "change", "changes how the machine starts"],
    unsafe: [
      ["update-grub", "persist"],
      ["efibootmgr -o 1", "persist"],
    ],
  }),
  acting({
    names: "tcpdump tshark dumpcap wireshark ngrep ettercap bettercap dsniff arpspoof sslsplit mitmproxy mitmdump",
    otherwise: ["security", "read", "listens in on network traffic"],
    unsafe: [
      ["tcpdump -i eth0", "security"],
      ["tshark -c 5", "security"],
    ],
  }),
  acting({
    names:
      "john hashcat hydra medusa ncrack crackmapexec netexec nxc impacket-secretsdump responder msfconsole msfvenom sqlmap nikto gobuster ffuf wpscan beef mimikatz lazagne linpeas pspy",
    otherwise: ["security", "run", "attacks accounts or machines"],
    unsafe: [
      ["hydra -l root ssh://x", "security"],
      ["john hashes", "security"],
    ],
  }),
  acting({
    names:
      "logkeys showkey evtest xinput xev screencapture xwd import scrot gnome-screenshot maim grim spectacle flameshot arecord parecord imagesnap fswebcam",
    otherwise: ["security", "read", "records the screen, the keys or the sound"],
    unsafe: [
      ["screencapture -x a.png", "security"],
      ["xwd -root -out a", "security"],
      ["import -window root a.png", "security"],
    ],
  }),
];
