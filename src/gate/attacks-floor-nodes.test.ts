/** Disks by another way: a mode of a language, an editor, a node or a loop made in the call. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("src/a.ts", "a\n");
});
afterAll(() => here.remove());

const byOf = (command: string): Promise<string> => here.by(command);

describe("denied by the floor", () => {
  test.each([
    `perl -e 'open F,"+<","/dev/sda"; print F 0'`,
    `perl -e 'open(F,"+</dev/sda"); print F 0'`,
    `perl -e 'open my $f, ">", "/dev/sda"; print $f 0'`,
    `perl -e 'use Fcntl; sysopen(F,"/dev/sda",O_WRONLY); syswrite F,"x"'`,
    `perl -e 'sysopen F,"/dev/sda",1; print F 0'`,
    `perl -e '$d="/dev/sda"; open F,"+<",$d; print F 0'`,
    `ruby -e 'File.open("/dev/sda","r+"){|f|f.write "x"}'`,
    `ruby -e 'IO.write("/dev/sda", "x")'`,
    `ruby -e 'File.binwrite("/dev/nvme0n1", "x")'`,
    `python3 -c "d='/dev/sda'; open(d,'wb').write(b'x')"`,
    `python3 -c "import pathlib; pathlib.Path('/dev/sda').write_bytes(b'x')"`,
    `node -e "fs.writeFileSync('/dev/sda','x')"`,
    `node -e "fs.createWriteStream('/dev/sda').write('x')"`,
    `node -e "fs.writeSync(fs.openSync('/dev/sda','r+'),'x')"`,
    `php -r 'file_put_contents("/dev/sda","x");'`,
    `php -r '$f=fopen("/dev/sda","c");fwrite($f,"x");'`,
    `lua -e 'io.open("/dev/sda","w"):write("x")'`,
    `tclsh <<< 'set f [open /dev/sda w]; puts $f x'`,
    `awk 'BEGIN{print "x" > "/dev/sda"}'`,
    "vim -es -c 'w! /dev/sda' -c q a",
    "vim -es '+w! /dev/sda' +q a",
    "nvim --headless -c 'w !dd of=/dev/sda' -c q a",
    "ex -sc 'w! /dev/sda|q' a",
    "ed -s a <<< 'w /dev/sda'",
    "ed -s a <<< $'1\\nw! /dev/sda\\nq'",
    "emacs --batch a --eval '(write-file \"/dev/sda\")'",
    "sed -n 'w /dev/sda' a",
    "mknod d b 8 0; dd if=/dev/zero of=d",
    "sudo mknod /tmp/d b 8 0 && sudo dd if=/dev/zero of=/tmp/d",
    "mknod -m 666 d b 8 0; cat a > d",
    "mknod d b 8 0; mkfs.ext4 d",
    "mknod d b 8 0; cp a d",
    "mknod ./d b 8 0; shred d",
    "python3 -c \"import os; os.mknod('d', 0o60600, os.makedev(8,0))\"; dd if=a of=d",
    "cp -a /dev/sda d; dd if=/dev/zero of=d",
    "cp -R /dev/sda d && cat a > d",
    "losetup /dev/loop0 /dev/sda; dd if=/dev/zero of=/dev/loop0",
    "losetup -f --show /dev/sda; cat a > /dev/loop0",
    "losetup -P /dev/loop1 /dev/nvme0n1 && mkfs.ext4 /dev/loop1",
    "d=$(losetup -f --show /dev/sda); dd if=/dev/zero of=$d",
    "udisksctl loop-setup -f /dev/sda; dd if=a of=/dev/loop0",
    "tmux save-buffer /dev/sda",
    "tmux saveb -b x /dev/sda",
    "tmux set-buffer x \\; save-buffer -a /dev/sda",
    "screen -X hardcopy /dev/sda",
    "screen -X writebuf /dev/sda",
    "tmux pipe-pane 'cat > /dev/sda'",
    "sqlite3 x '.output /dev/sda' 'select 1'",
    "sqlite3 x '.backup /dev/sda'",
    "psql -c \"copy t to '/dev/sda'\"",
    "gdb -batch -ex 'dump memory /dev/sda 0 100'",
    "ln -s /dev/sda d; dd if=/dev/zero of=d",
    "d=$(losetup -f --show /dev/sda); mkfs.ext4 $d",
    `python3 -c "import shutil; shutil.copyfile('a', '/dev/sda')"`,
    `node -e "const fs=require('fs'); const d='/dev/sda'; fs.writeFileSync(d, 'x')"`,
    "rsync -a /dev/sda d; cat a > d",
  ])("%s", async (command) => {
    expect(await byOf(command)).toBe("floor");
  });
});

describe("beside it", () => {
  test.each([
    `perl -e 'open F,"<","/dev/sda"; read F,$x,512; print length $x'`,
    `perl -ne 'print if m{/dev/sda}' a`,
    `python3 -c "print(open('/dev/sda','rb').read(512))"`,
    `python3 -c "print('/dev/sda')"`,
    `ruby -e 'puts File.open("/dev/sda","rb").read(512).size'`,
    `node -e "console.log(fs.statSync('/dev/sda'))"`,
    `awk '$1=="/dev/sda1"{print $2}' /proc/mounts`,
    "awk '/\\/dev\\/sda/{print > \"out.txt\"}' /proc/mounts",
    "sed -n '/\\/dev\\/sda/p' /etc/fstab",
    "vim -es -c '%s#/dev/sda#/dev/sdb#' -c 'w! out' -c q a",
    "grep /dev/sda /etc/fstab",
    "mknod p p; echo x > p",
    "mknod n c 1 3; echo x > n",
    "mknod d b 8 0; ls -l d",
    "losetup /dev/loop0 disk.img; dd if=/dev/zero of=/dev/loop0",
    "losetup -a; lsblk /dev/sda",
    "losetup -r /dev/loop0 /dev/sda; dd if=/dev/loop0 of=x.img",
    "tmux save-buffer out.txt",
    "tmux new-window 'lsblk /dev/sda'",
    "sqlite3 x \"select * from disks where name = '/dev/sda'\"",
    "git commit -m 'w! /dev/sda'",
    "expect -c 'spawn smartctl -a /dev/sda; expect eof'",
    "cp /dev/sda x.img; dd if=x.img of=y.img",
    "d=$(losetup -f --show disk.img); dd if=a of=$d",
    "d=$(losetup -f --show disk.img); mkfs.ext4 $d",
    `python3 -c "open('x.img','wb').write(open('/dev/sda','rb').read(512))"`,
    `python3 -c "import sys; [sys.stdout.write(l) for l in open('/proc/mounts') if '/dev/sda' in l]"`,
    `python3 -c "import subprocess; open('o','w').write(subprocess.run(['lsblk', '/dev/sda']).stdout)"`,
    `node -e "fs.writeFileSync('o', String(fs.statSync('/dev/sda').size))"`,
    `python3 -c "open('/dev/null','w').write('x')"`,
    `node -e "fs.writeFileSync('/dev/stdout','x')"`,
    "tmux save-buffer /dev/stdout",
    "sqlite3 x '.output /dev/null' 'select 1'",
  ])("%s", async (command) => {
    expect(await byOf(command)).toBe("bypassMode");
  });
});
