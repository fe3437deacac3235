/** Firewalls, audit, mandatory access control, the kernel, trusted certificates, and what starts the machine. */
import { act } from "../../contract/effect.ts";
import { acting } from "../acting.ts";
import { known, refused, understood } from "../disk-makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";

/** A name shows a value; `name=value`, `-w` and files of settings change them. */
function readSysctl(use: Use): ReadAnswer {
  const shown = /^(?:-[aAnNebqhX]+|--(?:all|values|names|ignore|quiet)|[A-Za-z][\w.*/-]*)$/;
  const showing = use.operands.every((operand) => shown.test(known(operand) ?? "="));
  return showing ? understood([]) : refused("it may change the kernel's settings", [act("kernel.settings")]);
}

export const defences: ProgramFamily = () => [
  acting({
    names: "iptables ip6tables iptables-legacy iptables-nft ebtables arptables ipset",
    shows: /^(?:-t \w+ )?(?:-[LSnv]+|--list|--list-rules)(?: (?:-[nv]+|--line-numbers|[A-Z]+))*$/,
    acts: [[/(?:^| )(?:-F|-X|-D|-Z|--flush|--delete|-P \w+ ACCEPT|destroy|flush)(?: |$)/, "firewall.rules-delete"]],
    otherwise: "firewall.change",
    safe: ["iptables -L -n --line-numbers", "iptables -t nat -S"],
    unsafe: [
      ["iptables -F", ["firewall.rules-delete"]],
      ["iptables -A INPUT -j ACCEPT", ["firewall.change"]],
      ["iptables -LF", ["firewall.change"]],
    ],
  }),
  acting({
    names: "iptables-save ip6tables-save",
    shows: /^(?:-t \w+|-c)?$/,
    otherwise: "firewall.change",
    safe: ["iptables-save"],
    unsafe: [["iptables-save -f x", ["firewall.change"]]],
  }),
  acting({
    names: "iptables-restore ip6tables-restore",
    otherwise: "firewall.change",
    unsafe: [["iptables-restore status", ["firewall.change"]]],
  }),
  acting({
    names: "nft ufw firewall-cmd pfctl ipfw shorewall csf",
    shows:
      /^(?:list (?:ruleset|tables|chains|table \w+ \w+)|status(?: verbose| numbered)?|--state|--list-all|--get-active-zones|-s ?(?:rules|info|nat|states)|version|--version)$/,
    acts: [[/(?:^| )(?:disable|flush|delete|reset|-d|-F|--remove-\S+|logging off|--panic-off)(?: |$)/, "firewall.off"]],
    otherwise: "firewall.change",
    safe: ["nft list ruleset", "ufw status verbose", "pfctl -s rules"],
    unsafe: [
      ["ufw disable", ["firewall.off"]],
      ["ufw allow 22", ["firewall.change"]],
      ["nft flush ruleset", ["firewall.off"]],
      ["pfctl -d", ["firewall.off"]],
    ],
  }),
  acting({
    names: "auditctl",
    shows: /^-[ls]$/,
    acts: [[/(?:^| )(?:-D|-d|-W|-e ?0)(?: |$)/, "audit.off"]],
    otherwise: "audit.change",
    safe: ["auditctl -l"],
    unsafe: [
      ["auditctl -D", ["audit.off"]],
      ["auditctl -e 0", ["audit.off"]],
      ["auditctl -a always,exit -S execve", ["audit.change"]],
    ],
  }),
  acting({
    names: "augenrules auditd",
    otherwise: "audit.change",
    unsafe: [["augenrules --load", ["audit.change"]]],
  }),
  acting({
    names: "ausearch aureport",
    otherwise: "audit.read",
    unsafe: [["ausearch -i", ["audit.read"]]],
  }),
  acting({
    names:
      "setenforce setsebool semanage semodule apparmor_parser aa-disable aa-complain aa-teardown aa-remove-unknown update-crypto-policies fips-mode-setup",
    otherwise: "guard.access-control",
    unsafe: [
      ["setenforce 0", ["guard.access-control"]],
      ["aa-teardown", ["guard.access-control"]],
    ],
  }),
  acting({
    names: "getenforce sestatus aa-status apparmor_status getsebool",
    shows: /^(?:-[abv]+|[\w-]+)?$/,
    otherwise: "audit.read",
    safe: ["getenforce", "sestatus"],
    unsafe: [
      ["sestatus -b x", ["audit.read"]],
      ["getenforce > x", ["file.write"]],
    ],
  }),
  acting({
    names: "spctl csrutil tccutil fdesetup systemextensionsctl",
    shows: /^(?:--status|list)$/,
    otherwise: "guard.system",
    safe: ["spctl --status"],
    unsafe: [
      ["spctl --master-disable", ["guard.system"]],
      ["csrutil disable", ["guard.system"]],
      ["tccutil reset All", ["guard.system"]],
    ],
  }),
  acting({
    names: "fail2ban-client clamscan freshclam chkrootkit rkhunter mdatp falconctl osqueryctl",
    otherwise: "guard.tool",
    unsafe: [["fail2ban-client stop", ["guard.tool"]]],
  }),
  {
    names: "sysctl",
    style: "words",
    read: readSysctl,
    safe: ["sysctl -a", "sysctl -n hw.ncpu", "sysctl kernel.hostname"],
    unsafe: [
      ["sysctl -w a.b=1", ["kernel.settings", "unknown.use"]],
      ["sysctl a.b=1", ["kernel.settings", "unknown.use"]],
      ["sysctl -p", ["kernel.settings", "unknown.use"]],
      ["sysctl --system", ["kernel.settings", "unknown.use"]],
    ],
  },
  acting({
    names: "kmod",
    shows: /^list$/,
    otherwise: "kernel.code",
    safe: ["kmod list"],
    unsafe: [["kmod load x", ["kernel.code"]]],
  }),
  acting({
    names: "modprobe insmod rmmod depmod kextload kextunload kextcache kmutil kldload kldunload dkms",
    otherwise: "kernel.code",
    unsafe: [
      ["insmod list", ["kernel.code"]],
      ["modprobe x", ["kernel.code"]],
      ["kextload x.kext", ["kernel.code"]],
    ],
  }),
  {
    names: "modinfo kldstat",
    flags: "-0 -a -d -l -n -p -v -h -V",
    values: { text: "-F -k" },
    operands: "read",
    safe: ["modinfo ext4", "kldstat"],
    unsafe: [["modinfo x > y", ["file.read", "file.write"]]],
  },
  acting({
    names: "update-ca-certificates update-ca-trust trust certutil c_rehash",
    otherwise: "tls.trust",
    unsafe: [
      ["update-ca-certificates", ["tls.trust"]],
      ["trust anchor x.pem", ["tls.trust"]],
    ],
  }),
  acting({
    names: "nvram",
    shows: /^-p$/,
    otherwise: "start.machine",
    safe: ["nvram -p"],
    unsafe: [["nvram boot-args=x", ["start.machine"]]],
  }),
  acting({
    names:
      "update-grub grub-install grub2-mkconfig grub-mkconfig grubby efibootmgr bootctl kexec bless update-initramfs dracut mkinitcpio",
    otherwise: "start.machine",
    unsafe: [
      ["update-grub", ["start.machine"]],
      ["efibootmgr -o 1", ["start.machine"]],
    ],
  }),
  acting({
    names: "tcpdump tshark dumpcap wireshark ngrep ettercap bettercap dsniff arpspoof sslsplit mitmproxy mitmdump",
    otherwise: "spy.traffic",
    unsafe: [
      ["tcpdump -i eth0", ["spy.traffic"]],
      ["tshark -c 5", ["spy.traffic"]],
    ],
  }),
  acting({
    names:
      "john hashcat hydra medusa ncrack crackmapexec netexec nxc impacket-secretsdump responder msfconsole msfvenom sqlmap nikto gobuster ffuf wpscan beef mimikatz lazagne linpeas pspy",
    otherwise: "attack.run",
    unsafe: [
      ["hydra -l root ssh://x", ["attack.run"]],
      ["john hashes", ["attack.run"]],
    ],
  }),
  acting({
    names:
      "logkeys showkey evtest xinput xev screencapture xwd import scrot gnome-screenshot maim grim spectacle flameshot arecord parecord imagesnap fswebcam",
    otherwise: "spy.person",
    unsafe: [
      ["screencapture -x a.png", ["spy.person"]],
      ["xwd -root -out a", ["spy.person"]],
      ["import -window root a.png", ["spy.person"]],
    ],
  }),
];
