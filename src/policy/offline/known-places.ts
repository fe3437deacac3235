/**
 * Kinds of places a call can touch, as data. `~` is every user's home, `**` any number of directories; a pattern means
 * what it names and everything below. Matching is by folded segments and through links, as for rules.
 */
import type { Target } from "../../contract/effect.ts";
import { compilePattern, foldPath, type Look, meets, type Pattern } from "../../machine/index.ts";

const PLACES = {
  /** Run by every new shell, or by every start of an interpreter. */
  startFile: [
    "~/.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,shrc,shinit,zshrc,zshenv,zprofile,zlogin,zlogout}",
    "~/.{kshrc,cshrc,tcshrc,login,logout,mkshrc,inputrc,xprofile,xinitrc,xsession,xsessionrc,pam_environment}",
    "~/.config/fish",
    "~/.config/nushell",
    "~/.{pythonrc,pystartup,perldb,irbrc,gdbinit,lldbinit,vimrc,exrc,emacs}",
    "~/Documents/{PowerShell,WindowsPowerShell}",
    "/etc/{profile,profile.d,bash.bashrc,bashrc,bash_profile,bash.bash_logout,zsh,zshrc,zshenv,zprofile,csh.cshrc,environment,environment.d}",
    "/**/{sitecustomize.py,usercustomize.py}",
    "/**/site-packages/*.pth",
    "/**/microsoft.powershell_profile.ps1",
    "/**/profile.ps1",
  ],
  /** Run later or always by a scheduler, a service manager or the desktop. */
  schedule: [
    "/etc/cron*",
    "/etc/anacrontab",
    "/var/spool/{cron,at,atjobs,anacron}",
    "/var/at",
    "/private/var/at",
    "/usr/lib/cron",
    "/etc/periodic",
    "/usr/local/etc/periodic",
    "/{etc,lib,usr/lib,usr/local/lib,run,usr/share}/systemd",
    "~/.config/systemd",
    "~/.local/share/systemd",
    "/etc/{init.d,init,rc.d,rc.local,rc.common,rc.conf,rc.conf.d,inittab,xinetd.d,xdg/autostart,udev,emond.d,update-motd.d,network/if-up.d,acpi,logrotate.d,dbus-1}",
    "/etc/rc[0-9S].d",
    "/usr/local/etc/rc.d",
    "/{lib,usr/lib}/udev",
    "/{,System/}Library/{LaunchAgents,LaunchDaemons,StartupItems}",
    "/private/var/db/emondClients",
    "~/Library/LaunchAgents",
    "~/.config/autostart",
    "~/.config/{sway,i3,hypr}",
    "~/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup",
    "/**/.git/hooks",
    "/**/.husky",
  ],
  /** Who may log in by key. */
  loginKeys: ["~/.ssh/authorized_keys*", "/etc/ssh/authorized_keys*", "~/.rhosts", "~/.shosts", "/etc/hosts.equiv"],
  /** Libraries that every program loads. */
  loader: ["/etc/ld.so.preload", "/etc/ld.so.conf*"],
  /** Who there is and who may act as whom. */
  accounts: [
    "/etc/{passwd,shadow,gshadow,group,master.passwd,sudoers,sudoers.d,subuid,subgid,login.defs,securetty,doas.conf,polkit-1,pam.conf,pam.d}",
    "/usr/local/etc/{sudoers,sudoers.d,doas.conf,pam.d}",
    "/{lib,usr/lib,lib64,usr/lib64,usr/local/lib}/**/security/pam_*",
    "/etc/security",
    "/var/db/dslocal",
  ],
  /** Without these nobody can log in or the machine does not start. */
  vital: [
    "/etc/{passwd,shadow,gshadow,group,master.passwd,sudoers,fstab,inittab,nsswitch.conf,ld.so.conf,ld.so.cache,pam.conf}",
    "/etc/{pam.d,sudoers.d}/*",
    "/boot/*",
    "/{bin,sbin,lib,lib64,usr/bin,usr/sbin,usr/lib,usr/lib64}/{sh,bash,init,systemd,libc.so*,ld-linux*,ls,cat,login,sudo,su,mount}",
  ],
  /** Logs of the machine's own doings and of who logged in, by name. */
  auditLog: [
    "/var/log/{audit,journal,wtmp,btmp,utmp,lastlog,faillog,tallylog,auth.log,secure,messages,syslog,kern.log,system.log,security,sudo.log,install.log,cron,maillog,daemon.log,user.log,asl}*",
    "/private/var/log/{system.log,asl,install.log}*",
    "/var/adm/{wtmpx,utmpx,sulog,messages}",
    "/run/log/journal",
    "/{var/,}run/utmp",
  ],
  /** What shells and programs keep of what was typed. */
  record: [
    "~/.{bash_history,zsh_history,zhistory,history,sh_history,ash_history,ksh_history,python_history,node_repl_history,psql_history,mysql_history,sqlite_history,rediscli_history,lesshst}",
    "~/.zsh_sessions",
    "~/.local/share/fish/fish_history",
    "~/.local/share/powershell/PSReadLine",
    "~/AppData/Roaming/Microsoft/Windows/PowerShell/PSReadLine",
  ],
  /** What decides on what is recorded. */
  auditSettings: [
    "/etc/{audit,audisp,auditd.conf,libaudit.conf,rsyslog.conf,rsyslog.d,syslog.conf,syslog-ng,asl.conf,asl,newsyslog.conf,sysmon,osquery,falco,wazuh}",
    "/etc/systemd/journald.conf*",
    "/etc/security/audit_*",
  ],
  /** Firewalls and access control. */
  defence: [
    "/etc/{ufw,iptables,nftables.conf,nftables,pf.conf,pf.anchors,firewalld,default/ufw,selinux,apparmor,apparmor.d,fail2ban,crowdsec,clamav,hosts.allow,hosts.deny,sysctl.conf,sysctl.d}",
    "/usr/local/etc/{pf.conf,fail2ban}",
  ],
  /** Where names and packages are looked up, and which proxies are used. */
  lookup: [
    "/etc/{hosts,resolv.conf,resolver,nsswitch.conf,resolvconf,systemd/resolved.conf*,apt/apt.conf,apt/apt.conf.d,apt/sources.list,apt/sources.list.d,apt/trusted.gpg.d,yum.repos.d,yum.conf,dnf,pacman.conf,apk/repositories,proxychains*,wgetrc,pip.conf}",
    "/private/etc/hosts",
    "~/.{wgetrc,curlrc,pip/pip.conf,pypirc,npmrc,yarnrc,yarnrc.yml,gemrc,condarc}",
    "~/.config/pip",
    "/c/Windows/System32/drivers/etc/hosts",
  ],
  /** Whose certificates are believed. */
  trust: [
    "/etc/{ssl/certs,pki,ca-certificates,ca-certificates.conf}",
    "/usr/{local/,}share/{ca-certificates,certs,certificates}",
    "/usr/local/etc/ssl",
  ],
  sshServer: ["/etc/ssh/{sshd_config,sshd_config.d}"],
  /** Programs of the system. */
  programs: ["/{bin,sbin,usr/bin,usr/sbin,usr/libexec}/*"],
  /** Switches of the running kernel. */
  kernel: [
    "/proc/{sys,sysrq-trigger,*/mem,*/oom_score_adj}",
    "/sys",
    "/lib/modules",
    "/etc/{modules,modules-load.d,modprobe.d}",
  ],
  /** Raw disks and memory. */
  device: [
    "/dev/{sd?,sd??,hd?,hd??,vd?,vd??,xvd?,xvd??,nvme*,mmcblk*,disk?,disk??,rdisk*,mapper/*,md?,mem,kmem,port}",
    "/dev/disk/**",
  ],
  /** What a web server serves. */
  webRoot: ["/var/www", "/srv/{http,www}", "/usr/share/nginx/html", "/usr/local/www", "/Library/WebServer"],
  /** Mail of the people on this machine, and what their programs keep of them. */
  mail: [
    "/var/{spool/,}mail",
    "~/{Mail,Maildir,mbox}",
    "~/Library/{Mail,Messages,Calendars,Contacts}",
    "~/Library/Group Containers",
  ],
  /** Shared by everyone on the machine. */
  temp: ["/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/dev/shm"],
  /** Rebuilt by the system when it is gone. */
  cache: [
    "/var/cache",
    "/var/lib/apt/lists",
    "~/.cache",
    "~/Library/Caches",
    "~/.npm/_cacache",
    "~/.gradle/caches",
    "~/.local/share/Trash",
  ],
  system: [
    "/{etc,bin,sbin,lib,lib32,lib64,boot,usr,var,opt,srv,proc,sys,dev,run,root}",
    "/{System,Library,Applications,private,cores,Network}",
    "/c/{Windows,Program Files,Program Files (x86),ProgramData}",
  ],
  home: ["~"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type KnownPlace = keyof typeof PLACES;

const HOMES = ["/root", "/home/*", "/Users/*", "/var/root", "/c/Users/*"] as const;

const compiled = new Map<string, readonly Pattern[]>();

function patternsOf(place: KnownPlace, home: string): readonly Pattern[] {
  const key = `${place} ${home}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const written = PLACES[place].flatMap((text) =>
    text.startsWith("~") ? [home, ...HOMES].map((dir) => `${dir}${text.slice(1)}`) : [text],
  );
  const patterns = written.flatMap((text) => compilePattern(foldPath(text)) ?? []);
  compiled.set(key, patterns);
  return patterns;
}

/** `*` names everything and so nothing in particular. */
const ANY_NAME = "\u0001";

/** The target is, or lies in, such a place. What could be anywhere lies nowhere in particular. */
export function isAt(place: KnownPlace, target: Target, look: Look, home: string): boolean {
  if (target.path === "") return false;
  const { ways, globs } = look(target);
  const particular = globs
    ? ways.map((way) => way.map((segment) => (/^\*+$/.test(segment) ? ANY_NAME : segment)))
    : ways;
  return patternsOf(place, home).some((pattern) => particular.some((way) => meets(pattern, way, globs) === "at"));
}
