/** Users, groups, passwords and who may act as whom. */
import { acting } from "../acting.ts";
import type { ProgramFamily } from "../spec.ts";

/** Groups whose members may act as the administrator. */
const ADMIN_GROUP = /(?:^|[ ,=])(?:sudo|wheel|admin|root|docker|lxd|adm|disk|shadow|0)(?:[ ,]|$)/;

export const accounts: ProgramFamily = () => [
  acting({
    names: "useradd adduser newusers luseradd",
    acts: [[ADMIN_GROUP, "privilege.admin-create"]],
    otherwise: "account.create",
    unsafe: [
      ["useradd evil", ["account.create"]],
      ["useradd -G sudo evil", ["privilege.admin-create"]],
      ["adduser evil sudo", ["privilege.admin-create"]],
    ],
  }),
  acting({
    names: "userdel deluser luserdel groupdel delgroup lgroupdel",
    otherwise: "account.delete",
    unsafe: [
      ["userdel -r me", ["account.delete"]],
      ["groupdel x", ["account.delete"]],
    ],
  }),
  acting({
    names: "usermod groupadd addgroup groupmod gpasswd groupmems chsh chfn lusermod newgidmap newuidmap",
    acts: [[ADMIN_GROUP, "privilege.admin-grant"]],
    otherwise: "account.change",
    unsafe: [
      ["usermod -aG docker me", ["privilege.admin-grant"]],
      ["chsh -s /bin/sh x", ["account.change"]],
      ["gpasswd -a me sudo", ["privilege.admin-grant"]],
      ["groupadd x", ["account.change"]],
    ],
  }),
  acting({
    names: "passwd",
    shows: /^(?:-S|--status)(?: (?!-)[\w.-]+)?$/,
    otherwise: "account.password",
    safe: ["passwd -S root"],
    unsafe: [
      ["passwd root", ["account.password"]],
      ["passwd -d root", ["account.password"]],
    ],
  }),
  acting({
    names: "chpasswd chgpasswd vipw vigr pwconv pwunconv smbpasswd htpasswd ldappasswd kpasswd",
    otherwise: "account.password",
    unsafe: [["echo a:b | chpasswd", ["account.password"]]],
  }),
  acting({
    names: "chage",
    shows: /^-l (?!-)[\w.-]+$/,
    otherwise: "guard.login-rules",
    safe: ["chage -l root"],
    unsafe: [["chage -E 0 me", ["guard.login-rules"]]],
  }),
  acting({
    names: "faillock pam_tally2 pam-auth-update authconfig authselect",
    otherwise: "guard.login-rules",
    unsafe: [["authconfig --disablesssd --update", ["guard.login-rules"]]],
  }),
  acting({
    names: "visudo sudoedit sudoreplay",
    otherwise: "privilege.admin-rules",
    unsafe: [
      ["visudo", ["privilege.admin-rules"]],
      ["visudo -c -f x", ["privilege.admin-rules"]],
    ],
  }),
  acting({
    names: "pw",
    shows: /^(?:user|group)show (?!-)[\w.-]+$/,
    acts: [
      [ADMIN_GROUP, "privilege.admin-grant"],
      [/^(?:useradd|adduser|groupadd|user add)/, "account.create"],
      [/^(?:userdel|groupdel|user del)/, "account.delete"],
    ],
    otherwise: "account.change",
    safe: ["pw usershow root"],
    unsafe: [
      ["pw useradd x -g wheel", ["privilege.admin-grant"]],
      ["pw useradd x", ["account.create"]],
      ["pw lock x", ["account.change"]],
    ],
  }),
  acting({
    names: "dscl",
    shows: /^(?:\.|localhost|\/Search|\/Local\/\w+) (?:-?list|-?read|-?search|-?readall|-?ls|-?cat) \/\S*(?: \w+)?$/,
    acts: [
      [/ -?create(?: |$)/, "account.create"],
      [/ -?(?:delete|rm)(?: |$)/, "account.delete"],
      [/ -?(?:append|merge)(?: |$).*(?:admin|wheel)/i, "privilege.admin-grant"],
    ],
    otherwise: "account.change",
    safe: ["dscl . -list /Users", "dscl . list /Users UniqueID"],
    unsafe: [
      ["dscl . -create /Users/x", ["account.create"]],
      ["dscl . -delete /Users/x", ["account.delete"]],
      ["dscl . -append /Groups/admin GroupMembership x", ["privilege.admin-grant"]],
      ["dscl . -passwd /Users/x y", ["account.change"]],
    ],
  }),
  acting({
    names: "dseditgroup dsenableroot sysadminctl createhomedir pwpolicy dsexport dsimport",
    shows: /^-o read (?!-)[\w.-]+$/,
    otherwise: "privilege.admin-grant",
    safe: ["dseditgroup -o read admin"],
    unsafe: [
      ["dseditgroup -o edit -a x -t user admin", ["privilege.admin-grant"]],
      ["dsenableroot -u a -p b", ["privilege.admin-grant"]],
      ["sysadminctl -addUser x", ["privilege.admin-grant"]],
    ],
  }),
  acting({
    names: "dscacheutil",
    shows: /^-q (?:user|group|service)(?: -a \w+ [\w.-]+)?$/,
    otherwise: "machine.directory-cache",
    safe: ["dscacheutil -q group"],
    unsafe: [["dscacheutil -flushcache", ["machine.directory-cache"]]],
  }),
  acting({
    names: "ldapadd ldapmodify ldapdelete ldapmodrdn realm adcli samba-tool kadmin kadmin.local ipa",
    otherwise: "account.directory",
    unsafe: [
      ["ldapadd -H ldap://x.example -f a.ldif", ["account.directory"]],
      ["samba-tool user create x", ["account.directory"]],
    ],
  }),
  acting({
    names: "login newgrp sg kinit",
    launcher: true,
    otherwise: "privilege.as-other",
    unsafe: [
      ["newgrp docker", ["privilege.as-other"]],
      ["login root", ["privilege.as-other"]],
    ],
  }),
];
