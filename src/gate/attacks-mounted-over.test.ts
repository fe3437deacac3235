/** Denied places that are mounted over, made into a file system or written by programs with ways of their own. Kept as tests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  for (const file of ["infra/main.tf", "infra/disk.img", "src/a.ts", "out/x.txt", "out/disk.img", "src/A.java"])
    here.write(file, "x\n");
});
afterAll(() => here.remove());

describe("Edit(infra/**)", () => {
  test.each([
    "mount src infra --bind",
    "mount --bind src infra",
    "mount -B src infra",
    "mount --rbind src ./infra",
    "mount -t tmpfs none infra",
    "mount -t tmpfs tmpfs infra",
    "sudo mount -t tmpfs none infra",
    "mount -o bind src infra",
    "mount --move src infra",
    "mount -t overlay overlay -o lowerdir=src,upperdir=out,workdir=out infra",
    "mount --target infra --source src --bind",
    "mount out/disk.img infra",
    "bindfs src infra",
    "sshfs host:/x infra",
    "fuse-overlayfs -o lowerdir=src infra",
    "unshare -rm mount --bind src infra",
    "mkfs.ext4 infra/disk.img",
    "mkfs.ext4 -F infra/disk.img",
    "mkfs -t ext4 infra/disk.img",
    "mke2fs -q infra/main.tf",
    "mkfs.vfat infra/disk.img",
    "mkfs.xfs -f infra/disk.img",
    "mkswap infra/disk.img",
    "wipefs -a infra/main.tf",
    "wipefs --all infra/main.tf",
    "sgdisk -Z infra/disk.img",
    "sgdisk -p -Z infra/disk.img",
    "mkfs.vfat -n DATA infra/disk.img",
    "parted infra/disk.img print mklabel gpt",
    "tune2fs -l -L x infra/disk.img",
    "sgdisk --zap-all infra/disk.img",
    "sfdisk infra/disk.img < out/x.txt",
    "parted infra/disk.img mklabel gpt",
    "cryptsetup luksFormat infra/disk.img",
    "cryptsetup -q luksFormat infra/main.tf",
    "cryptsetup erase infra/disk.img",
    "tune2fs -L x infra/disk.img",
    "resize2fs infra/disk.img 10M",
    "fsck.ext4 -y infra/disk.img",
    "gio copy src/a.ts infra/main.tf",
    "gio move src/a.ts infra/main.tf",
    "gio trash infra/main.tf",
    "gio remove infra/main.tf",
    "gio save infra/main.tf < src/a.ts",
    "ctags -f infra/main.tf src",
    "ctags -o infra/main.tf -R src",
    "tcpdump -w infra/main.tf",
    "tcpdump -i lo -c 1 -w infra/main.tf",
    "tshark -w infra/main.tf",
    "javac -d infra src/A.java",
    "cmake -S . -B infra",
    "cmake -Binfra",
    "kustomize build src -o infra/main.tf",
    "kustomize build -o infra src",
    "redis-cli --rdb infra/main.tf",
  ])("%s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).toBe("denyRule");
  });

  test.each([
    "mount",
    "mount | grep infra",
    "mount --bind infra out",
    "mount -t tmpfs none out",
    "mkfs.ext4 out/disk.img",
    "mkfs.ext4 -V",
    "wipefs infra/main.tf",
    "wipefs -n -a infra/main.tf",
    "sgdisk -p infra/disk.img",
    "sfdisk -l infra/disk.img",
    "sfdisk --dump infra/disk.img",
    "parted infra/disk.img print",
    "cryptsetup luksDump infra/disk.img",
    "cryptsetup isLuks infra/disk.img",
    "tune2fs -l infra/disk.img",
    "gio info infra/main.tf",
    "gio cat infra/main.tf",
    "gio list infra",
    "gio copy infra/main.tf out/x.txt",
    "ctags -f out/tags src",
    "mount -o ro out/disk.img out",
    "kubectl get pods -o infra",
    "tcpdump -r infra/main.tf",
    "javac -d out src/A.java",
    "cmake -S infra -B out",
    "kustomize build infra -o out",
    "kustomize build infra",
  ])("and not: %s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).not.toBe("denyRule");
  });
});
