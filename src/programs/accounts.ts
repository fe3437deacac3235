/** Users, groups, passwords and who may act as whom. */
import { acting } from "./acting.ts";
import type { ProgramSpec } from "./spec.ts";

/** Groups whose members may act as the administrator. */
const ADMIN_GROUP = /(?:^|[ ,=])(?:sudo|wheel|admin|root|docker|lxd|adm|disk|shadow|0)(?:[ ,]|$)/;

export const accounts: readonly ProgramSpec[] = [
  acting({
    names: "useradd adduser newusers luseradd",
    acts: [[ADMIN_GROUP, "privilege", "create", "creates an account with administrator rights"]],
    otherwise: ["account", "create", "creates an account"],
    unsafe: [
      ["useradd evil", "account"],
      ["useradd -G sudo evil", "privilege"],
      ["adduser evil sudo", "privilege"],
    ],
  }),
  acting({
    names: "userdel deluser luserdel groupdel delgroup lgroupdel",
    otherwise: ["account", "delete", "removes an account or a group"],
    unsafe: [
      ["userdel -r me", "account"],
      ["groupdel x", "delete"],
    ],
  }),
  acting({
    names: "usermod groupadd addgroup groupmod gpasswd groupmems chsh chfn lusermod newgidmap newuidmap",
    acts: [[ADMIN_GROUP, "privilege", "change", "gives an account administrator rights"]],
    otherwise: ["account", "change", "changes an account or a group"],
    unsafe: [
      ["usermod -aG docker me", "privilege"],
      ["chsh -s /bin/sh x", "account"],
      ["gpasswd -a me sudo", "privilege"],
      ["groupadd x", "account"],
    ],
  }),
  acting({
    names: "passwd",
    shows: /^(?:-S|--status)(?: (?!-)[\w.-]+)?$/,
    otherwise: ["account", "change", "changes a password"],
    safe: ["passwd -S root"],
    unsafe: [
      ["passwd root", "account"],
      ["passwd -d root", "account"],
    ],
  }),
  acting({
    names: "chpasswd chgpasswd vipw vigr pwconv pwunconv smbpasswd htpasswd ldappasswd kpasswd",
    otherwise: ["account", "change", "changes a password"],
    unsafe: [["echo a:b | chpasswd", "account"]],
  }),
  acting({
    names: "chage",
    shows: /^-l (?!-)[\w.-]+$/,
    otherwise: ["security", "change", "changes how people log in"],
    safe: ["chage -l root"],
    unsafe: [["chage -E 0 me", "security"]],
  }),
  acting({
    names: "faillock pam_tally2 pam-auth-update authconfig authselect",
    otherwise: ["security", "change", "changes how people log in"],
    unsafe: [["authconfig --disablesssd --update", "security"]],
  }),
  acting({
    names: "visudo sudoedit sudoreplay",
    otherwise: ["privilege", "change", "changes who may act as the administrator"],
    unsafe: [
      ["visudo", "privilege"],
      ["visudo -c -f x", "privilege"],
    ],
  }),
  acting({
    names: "pw",
    shows: /^(?:user|group)show (?!-)[\w.-]+$/,
    acts: [
      [ADMIN_GROUP, "privilege", "change", "gives an account administrator rights"],
      [/^(?:useradd|adduser|groupadd|user add)/, "account", "create", "creates an account"],
      [/^(?:userdel|groupdel|user del)/, "account", "delete", "removes an account"],
    ],
    otherwise: ["account", "change", "changes an account"],
    safe: ["pw usershow root"],
    unsafe: [
      ["pw useradd x -g wheel", "privilege"],
      ["pw useradd x", "account"],
      ["pw lock x", "account"],
    ],
  }),
  acting({
    names: "dscl",
    shows: /^(?:\.|localhost|\/Search|\/Local\/\w+) (?:-?list|-?read|-?search|-?readall|-?ls|-?cat) \/\S*(?: \w+)?$/,
    acts: [
      [/ -?create(?: |$)/, "account", "create", "creates or changes an account"],
      [/ -?(?:delete|rm)(?: |$)/, "account", "delete", "removes an account"],
      [/ -?(?:append|merge)(?: |$).*(?:admin|wheel)/i, "privilege", "change", "gives an account administrator rights"],
    ],
    otherwise: ["account", "change", "changes an account"],
    safe: ["dscl . -list /Users", "dscl . list /Users UniqueID"],
    unsafe: [
      ["dscl . -create /Users/x", "account"],
      ["dscl . -delete /Users/x", "delete"],
      ["dscl . -append /Groups/admin GroupMembership x", "privilege"],
      ["dscl . -passwd /Users/x y", "account"],
    ],
  }),
  acting({
    names: "dseditgroup dsenableroot sysadminctl createhomedir pwpolicy dsexport dsimport",
    shows: /^-o read (?!-)[\w.-]+$/,
    otherwise: ["privilege", "change", "changes accounts and administrator rights"],
    safe: ["dseditgroup -o read admin"],
    unsafe: [
      ["dseditgroup -o edit -a x -t user admin", "privilege"],
      ["dsenableroot -u a -p b", "privilege"],
      ["sysadminctl -addUser x", "privilege"],
    ],
  }),
  acting({
    names: "dscacheutil",
    shows: /^-q (?:user|group|service)(?: -a \w+ [\w.-]+)?$/,
    otherwise: ["system", "change", "changes the directory cache"],
    safe: ["dscacheutil -q group"],
    unsafe: [["dscacheutil -flushcache", "system"]],
  }),
  acting({
    names: "ldapadd ldapmodify ldapdelete ldapmodrdn realm adcli samba-tool kadmin kadmin.local ipa",
    otherwise: ["account", "change", "changes a directory of accounts"],
    unsafe: [
      ["ldapadd -H ldap://x.example -f a.ldif", "account"],
      ["samba-tool user create x", "account"],
    ],
  }),
  acting({
    names: "login newgrp sg kinit",
    otherwise: ["privilege", "run", "goes on as another user or group"],
    unsafe: [
      ["newgrp docker", "privilege"],
      ["login root", "privilege"],
    ],
  }),
];
