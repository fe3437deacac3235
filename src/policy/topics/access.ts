/** Who may do what, and who can reach what. */
import { isForeign } from "../offline/index.ts";
import { topics } from "./build.ts";
import ROWS from "./rows/access.json" with { type: "json" };

export const ACCESS = topics(ROWS, {
  "Privilege Grant": [
    {
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
      would: "change accounts, groups or passwords of this machine ({})",
      clue: {
        act: [
          "account.create",
          "account.change",
          "account.delete",
          "account.password",
          "account.directory",
          "account.cloud-rights",
          "account.host-key",
        ],
      },
      match: ["useradd evil", "passwd root", "userdel ann", "aws iam create-user --user-name x", "ldapadd -f a.ldif"],
      notMatch: ["id", "docker login", "ssh-keygen -t ed25519 -f key -N ''", "gpg --list-keys"],
    },
    {
      would: "change who may do what ({})",
      clue: { do: ["write", "delete"], at: "accounts" },
      match: ["echo x >> /etc/sudoers", "cp a /etc/pam.d/sshd", "vim /etc/sudoers"],
      notMatch: ["cat /etc/group"],
    },
    {
      would: "let everybody write to {}",
      clue: {
        do: "write",
        as: ["mode"],
        line: /^chmod .*(?:\b(?:[0-7]?[0-7][0-7][2367]\b)|[ao]\S*\+\S*w|[ ,]\+\S*w)/,
        when: (subject, view) => isForeign(subject, view) || (subject.do === "write" && subject.recursive),
      },
      match: ["chmod 777 /srv/x", "chmod -R a+w /opt/app", "chmod -R +w /opt/app"],
      notMatch: ["chmod +x run.sh", "chmod -R u+w src", "chmod 644 a.txt", "chmod 755 /usr/local/bin/x"],
    },
    {
      would: "change the owner of {}",
      clue: {
        do: "write",
        as: ["mode"],
        program: /^(?:chown|chgrp)$/,
        when: (subject, view) =>
          isForeign(subject, view) ||
          (subject.do === "write" && /^\/(?:private\/)?(?:var\/)?tmp\//.test(subject.target.path)),
      },
      match: ["chown -R root:root /srv/app", "chown root /tmp/a"],
      notMatch: ["chown me src"],
    },
    {
      would: "run with more rights than a container or a user has",
      clue: {
        act: ["privilege.container", "privilege.other-namespaces", "privilege.other-root"],
      },
      match: ["docker run --privileged alpine", "nsenter -t 1 -m sh"],
      notMatch: ["docker run alpine", "sudo ls"],
    },
    {
      would: "load code into the kernel or into other programs",
      clue: [
        { act: ["kernel.code", "machine.libraries"] },
        { do: "environment", on: /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)$/, value: /./ },
      ],
      match: [
        "insmod x.ko",
        "kextload x.kext",
        "LD_PRELOAD=/tmp/x.so ls",
        "DYLD_INSERT_LIBRARIES=/tmp/x.dylib open -a Safari",
      ],
      notMatch: ["lsmod", "ldd a"],
    },
    {
      would: "start a container that holds this machine's own files or its container service",
      clue: {
        do: "container",
        line: /(?:-v|--volume|--mount)[= ]\S*(?:\/:|\/var\/run\/docker\.sock|source=\/,)|--pid[= ]host|--cap-add/,
      },
      match: ["docker run -v /:/host alpine sh", "docker run -v /var/run/docker.sock:/var/run/docker.sock x"],
      notMatch: ["docker run -v $PWD:/app node"],
    },
  ],
  "Exposed Service": [
    {
      would: "make something on this machine reachable from outside",
      clue: {
        do: ["system", "security", "cloud", "cluster"],
        op: "expose",
        line: /^(?!kubectl (?:port-forward|proxy)\b(?!.* --address[= ]))/,
        when: (_, __, command) =>
          !/(?:127\.0\.0\.1|localhost|--bind[= ]127)/.test(command?.text ?? "") ||
          /ngrok|cloudflared|funnel|-R/.test(command?.text ?? ""),
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
      would: "open something in the cloud to everybody",
      clue: { do: "cloud", op: "expose" },
      match: ["aws ec2 authorize-security-group-ingress --cidr 0.0.0.0/0"],
      notMatch: ["aws ec2 describe-instances"],
    },
  ],
});
