/** Logins begin in a home; programs that enter another namespace or root of the same files begin a command. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("infra/main.tf", "x\n");
});
afterAll(() => here.remove());

describe("a login begins in a home", () => {
  test.each([
    "su - root -c 'rm -rf *'",
    "su -l u -c 'rm -rf .'",
    "su --login u -c 'rm -rf ./*'",
    "su - -c 'rm -rf .'",
    "su -lc 'rm -rf *' u",
    "runuser -l u -c 'rm -rf *'",
    "runuser - u -c 'rm -rf *'",
    "sudo -i rm -rf .",
    "sudo -i sh -c 'rm -rf *'",
    "sudo -iu u sh -c 'rm -rf *'",
    "sudo --login -u u rm -rf .",
    "sudo su - u -c 'rm -rf *'",
    "ssh localhost 'rm -rf *'",
    "ssh 127.0.0.1 rm -rf .",
    "ssh u@localhost 'rm -rf *'",
    "ssh -p 22 ::1 rm -rf .",
    "ssh -tt localhost -- rm -rf .",
    "ssh localhost <<< 'rm -rf *'",
    "su - u <<< 'rm -rf *'",
    "sudo -i <<< 'rm -rf *'",
    "machinectl shell u@.host /bin/rm -rf .",
    "machinectl shell .host /bin/sh -c 'rm -rf *'",
    "doas -u u sh -lc 'cd; rm -rf *'",
    "systemd-run --user --working-directory=~ rm -rf .",
    "ssh localhost 'cd .. && rm -rf *'",
    "pkexec rm -rf .",
    "run0 rm -rf .",
    "systemd-run --user rm -rf .",
    "systemd-run rm -rf .",
    "systemd-run --user sh -c 'rm -rf *'",
    "crontab - <<< '@reboot rm -rf *'",
    "echo '* * * * * rm -rf *' | crontab -",
    "sshpass -p x ssh localhost 'rm -rf *'",
    "mosh localhost -- rm -rf .",
    "ssh -o HostName=localhost h rm -rf .",
    "sudo -is rm -rf .",
    "sudo -u u -i -- rm -rf .",
    "env sudo -i rm -rf .",
  ])("floor: %s", async (command) => {
    expect(await here.by(command)).toBe("floor");
  });

  test.each([
    ["su - u -c 'echo x > infra/main.tf'", "Edit(~/infra/**)"],
    ["ssh localhost 'echo x > infra/main.tf'", "Edit(~/infra/**)"],
    ["sudo -i tee infra/main.tf <<< x", "Edit(~/infra/**)"],
    ["sudo -iu u cat notes/a.txt", "Read(~/notes/**)"],
    ["ssh localhost cat notes/a.txt", "Read(~/notes/**)"],
    ["ssh localhost git push", "Bash(git push:*)"],
    ["sudo -i git push", "Bash(git push:*)"],
    ["sudo -i npm publish", "Bash(npm publish:*)"],
    ["sudo -s npm publish", "Bash(npm publish:*)"],
    ["sudo -iu u -- npm publish", "Bash(npm publish:*)"],
    ["sudo -i <<< 'npm publish'", "Bash(npm publish:*)"],
    ["su - u <<< 'npm publish'", "Bash(npm publish:*)"],
  ])("%s under a deny rule %s", async (command, rule) => {
    expect(await here.by(command, [rule])).toBe("denyRule");
  });

  test.each([
    "ssh host 'cd app && git pull'",
    "ssh host 'rm -rf build'",
    "ssh localhost 'rm -rf build/cache'",
    "ssh localhost uptime",
    "sudo -u postgres psql -c 'select 1'",
    "sudo rm -rf build",
    "su -c 'rm -rf ./build' u",
    "su - u -c 'rm -rf app/build'",
    "sudo -i apt-get update",
    "sudo -i systemctl restart nginx",
    "su u -c 'rm -rf *'",
    "sudo systemd-run --scope rm -rf .",
    "systemd-run --user -d rm -rf .",
    "crontab -l",
    "sudo -i -u deploy ls -la app",
    "ssh -L 8080:localhost:80 host uptime",
    "ssh localhost 'cd app && rm -rf *'",
  ])("left alone: %s", async (command) => {
    expect(await here.by(command, ["Bash(git push:*)"])).toBe("bypassMode");
  });
});

describe("other namespaces and roots of the same files", () => {
  test.each([
    "podman unshare rm -rf ~",
    "podman unshare -- rm -rf ~",
    "podman --log-level debug unshare --rootless-netns rm -rf ~",
    "podman unshare sh -c 'rm -rf ~'",
    "buildah unshare rm -rf ~",
    "buildah unshare --mount X=y rm -rf ~",
    "rootlesskit rm -rf ~",
    "rootlesskit --net=host sh -c 'rm -rf ~'",
    "lxc-usernsexec -- rm -rf ~",
    "lxc-usernsexec -m b:0:1000:1 -- rm -rf ~",
    "lxc-unshare -s MOUNT -- rm -rf ~",
    "unshare -r rm -rf ~",
    "unshare -Ur --map-users 1,2,3 rm -rf ~",
    "fakeroot rm -rf ~",
    "fakeroot -- rm -rf ~",
    "fakeroot -i f -- rm -rf ~",
    "bwrap --bind / / rm -rf ~",
    "bwrap --dev-bind / / --proc /proc rm -rf ~",
    "firejail rm -rf ~",
    "firejail --noprofile rm -rf ~",
    "proot rm -rf ~",
    "proot -0 rm -rf ~",
    "nsenter -t 1 -a rm -rf ~",
    "nsenter --target 1 --mount rm -rf ~",
    "setpriv --reuid 0 rm -rf ~",
    "capsh -- -c 'rm -rf ~'",
    "systemd-nspawn -D / rm -rf /home",
    "fakechroot rm -rf ~",
    "apptainer exec -B / x.sif rm -rf ~",
    "aa-exec -p unconfined rm -rf ~",
    "ip netns exec ns rm -rf ~",
    "slirp4netns-run rm -rf ~",
    "bubblewrap --bind / / rm -rf ~",
    "minijail0 rm -rf ~",
    "nsjail -- /bin/rm -rf ~",
    "crun-unshare rm -rf ~",
    "newns rm -rf ~",
    "chroot / rm -rf ~",
    "distrobox enter x -- rm -rf ~",
    "toolbox run rm -rf ~",
    "flatpak-spawn --host rm -rf ~",
    "distrobox-host-exec rm -rf ~",
    "host-spawn rm -rf ~",
  ])("floor: %s", async (command) => {
    expect(await here.by(command)).toBe("floor");
  });

  test.each([
    "podman unshare git push",
    "buildah unshare git push",
    "rootlesskit git push",
    "lxc-usernsexec -- git push",
    "bwrap --bind / / git push",
    "firejail git push",
    "proot git push",
    "nsenter -t 1 -a git push",
    "ip netns exec ns git push",
    "flatpak-spawn --host git push",
    "podman unshare npm publish",
    "podman unshare -- npm publish",
    "podman unshare cat secrets/a.txt",
    "buildah unshare npm publish",
    "buildah unshare cat secrets/a.txt",
    "rootlesskit npm publish",
    "rootlesskit cat secrets/a.txt",
    "lxc-usernsexec -m b:0:1000:1 -- npm publish",
    "lxc-usernsexec -- cat secrets/a.txt",
    "unshare -r npm publish",
    "unshare -r cat secrets/a.txt",
    "unshare --map-users 1,2,3 npm publish",
    "fakeroot -i f -- npm publish",
    "fakeroot cat secrets/a.txt",
    "bwrap --bind / / npm publish",
    "bwrap --bind / / cat secrets/a.txt",
    "firejail --noprofile npm publish",
    "proot -0 npm publish",
    "proot -b /x cat secrets/a.txt",
    "nsenter -t 1 -a npm publish",
    "nsenter -t 1 -a cat secrets/a.txt",
    "ip netns exec ns npm publish",
    "ip netns exec ns cat secrets/a.txt",
    "aa-exec -p x npm publish",
    "flatpak-spawn --host npm publish",
    "host-spawn npm publish",
    "chroot / npm publish",
    "systemd-nspawn -D / npm publish",
  ])("deny rules: %s", async (command) => {
    const rules = ["Bash(git push:*)", "Bash(npm publish:*)", "Read(./secrets/**)"];
    expect(await here.by(command, rules)).toBe("denyRule");
  });

  test.each([
    "podman unshare cat /proc/self/uid_map",
    "podman unshare rm -rf build/cache",
    "fakeroot make install DESTDIR=pkg",
    "unshare -rn npm test",
    "bwrap --ro-bind / / ls",
    "podman run --rm alpine rm -rf /root",
    "podman images",
  ])("left alone: %s", async (command) => {
    expect(await here.by(command, ["Bash(git push:*)"])).toBe("bypassMode");
  });
});
