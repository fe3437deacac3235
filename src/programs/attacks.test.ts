/** Uses that write, run, send, show secrets or change the machine, in many spellings: none is ever proven read-only. */
import { expect, test } from "vitest";
import type { World } from "../contract/world.ts";
import { isReadOnly, readShell } from "../readers/bash/index.ts";

const ABSENT = { kind: "absent", size: 0, mtimeMs: 0, links: 1, executable: false } as const;
const world = (platform: World["platform"]): World => ({
  platform,
  home: "/home/me",
  path: ["/usr/bin", "/bin"],
  lstat: () => ABSENT,
  stat: () => ABSENT,
  readLink: () => undefined,
  readFile: () => undefined,
  readDir: () => undefined,
});

const USES = `
sort a --output b
sort -ob a
sort -k1 -ob a
sort a -T /etc
sort --compress-program=sh -S 1 a
sort --files0-from=list
uniq - out
uniq -c a b
xxd -r -p a b
xxd -p a b
base64 a -o b
base64 -d -oout a
shuf -ob a
iconv -o b a
tee b
tee -- b
date -s x
date 0101
date --set=x
hostname x
tree -o x
tree -ao x
tree -R
tree -L 1 -R
find . -fprint0 x
find . -fprintf x %p
find -L . -delete
find . -okdir rm {} \\;
find . -exec sh -c 'cat {}' \\;
find . -exec {} \\;
find . -exec env rm {} \\;
find . -exec nice rm {} +
find . -name x -exec cat {} \\; -exec rm {} \\;
find . -type f -print0 | xargs -0 rm
grep -r x . | xargs rm
rg --pre cat x
rg --pre=cat x
rg -z x
rg --hostname-bin=x y
rg x --search-zip
fd x -x rm
fd x -Xrm
fd --exec=rm x
sed -i s/a/b/ f
sed -ni p f
sed -i.bak p f
sed -n -i p f
sed --in-place p f
sed -e p -i f
sed 's/a/b/w f' g
sed -n '/x/w f' g
sed 'w f' g
sed e g
sed '1!e id' g
sed 's/x/id/e' g
sed 's#x#id#e' g
sed -f s g
sed --file=s g
awk 'BEGIN{system("id")}'
awk '{print > $1}' f
awk '{print >"/dev/stdout"; print > "x"}' f
awk '{print | "sort"}' f
awk 'BEGIN { "id" | getline }'
awk -f s f
awk -v x=1 -f s f
gawk -l readfile x
gawk -i inplace p f
gawk -o p f
gawk -d p f
gawk --dump-variables=x '{print}' f
awk "BEGIN{sys""tem(\\"id\\")}"
awk 'BEGIN{printf "a" > "b"}'
awk '{print $1>"b"}' f
jq -n 'env'
jq -n '$ENV'
jq -n '[env]'
jq -n '{a:env}'
jq -n 'env|keys'
jq -n '$ENV.PATH'
jq --from-file f
jq -rf f
yq -i .a=1 f
yq e -i .a=1 f
yq -yi .a f
yq 'strenv(X)' f
diff a b -l
diff --paginate a b
sdiff -o x a b
cmp a b > c
patch -p1 -i x
less -o x a
less -Ox a
less --log-file=x a
man -P sh ls
man -Psh ls
man --pager=sh ls
man -H ls
man -C conf ls
bat --pager=sh a
bat cache --clear
file -C
file -Cm x
file -z a
tar xf a
tar -xf a
tar --extract -f a
tar -tf a -Ish
tar tIf sh a
tar -tf a --checkpoint-action=exec=sh --checkpoint=1
tar -tf a --to-command=sh
tar -tf a --rsh-command=sh
tar cf a b
tar -rf a b
tar --delete -f a b
tar -tf a --index-file=x
tar -tf a:b
tar -tvf a -g snap
tar --get -f a
gzip a
gzip -d a
gunzip a
zcat a > b
xz a
xz -d a
unzip a
unzip -o a
unzip -d x a
zip a b
7z e a
7z x a
ar x a
ar q a b
cpio -i
cpio -p x
strings @x
nm @x
objdump @x
ls $(rm a)
ls \`rm a\`
cat <(rm a)
ls > /dev/sda
dd of=/dev/sda if=x
dd if=x of=y
cp a b
mv a b
ln -s a b
install a b
mkdir a
mktemp
touch a
truncate -s 0 a
split a
csplit a 1
shred a
chmod +x a
chown x a
chattr -i a
setfacl -m u:x:r a
rm a
rmdir a
unlink a
crontab x
crontab -r
at now
systemctl stop x
systemctl --user enable x
service x stop
kill 1
kill -9 1
pkill x
killall x
fuser -k 80/tcp
renice 5 1
mount a b
umount a
mkfs.ext4 a
fdisk a
parted a mklabel gpt
iptables -F
iptables -L -F
ufw disable
nft flush ruleset
sysctl -w a=b
sysctl a=b
modprobe x
insmod x
rmmod x
dmesg -C
dmesg -c
dmesg --clear
journalctl --vacuum-size=1
journalctl --rotate
useradd x
usermod x
passwd
chsh -s x
su
su -c id
sudo ls
nohup rm a
watch rm a
strace rm a
strace -o x ls
ltrace rm a
gdb a
script x
screen -d -m rm
tmux new -d rm
tmux ls ';' kill-server
expect -c x
flock a rm b
chroot a rm
unshare rm a
nsenter -t 1 sh
entr rm
parallel rm ::: a
env rm a
env -S 'rm a'
printenv
env
set
export -p
declare -p
ps e
ps auxe
ps axeww
ps -eE
history -c
open a
xdg-open a
pbpaste
xclip -o
osascript -e x
defaults write a b c
say x
notify-send x
ip link set a down
ip addr add 1.1.1.1/8 dev a
ip netns exec a rm b
ifconfig a up
route add x
arp -d x
ss -K
nmcli con delete x
swapoff -a
losetup -d x
shutdown now
reboot
init 6
logger x
wall x
mail x
ldd a
dc -e x
busybox rm a
xattr -c a
plutil -convert x a
security find-generic-password -w
spctl --master-disable
csrutil disable
nvram x=y
pmset sleepnow
tmutil delete x
diskutil eraseDisk x y z
hdiutil attach x
dscl . -create /Users/x
networksetup -setdnsservers x y
launchctl load x
log erase
getent shadow
lastlog -C -u x
last -f x > y
stty raw
who > x
arch -x86_64 rm a
taskset 1 rm a
top
vim a
nano a
ed a
ex -sc x a
fzf
column -t a > b
pdftotext a
pdftotext a b
exiftool -x=y a
identify msl:a
ffprobe http://a
xmllint --shell a
xmllint --noent a
xmllint http://x/a
pygmentize -x -l a b
csvlook a > b
locate -d x y
updatedb
`
  .split("\n")
  .filter((line) => line !== "");

const PLATFORMS = ["linux", "darwin"] as const;

test.each(USES.flatMap((use) => PLATFORMS.map((platform) => [use, platform] as const)))("%s (%s)", (use, platform) => {
  const context = { cwd: "/repo", projectRoot: "/repo", world: world(platform), written: new Set<string>() };
  expect(isReadOnly(readShell(use, context))).toBe(false);
});
