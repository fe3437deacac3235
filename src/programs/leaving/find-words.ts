/** The words of find(1): GNU and BSD. A word that is not here is not understood. */

/** Tests, options and actions without an argument that only look or print. */
export const BARE: ReadonlySet<string> = new Set(
  (
    "-a -and -o -or -not ! ( ) , -daystart -depth -d -follow -mount -xdev -x -noleaf -nowarn -warn -ignore_readdir_race -noignore_readdir_race -help " +
    "-version --help --version -empty -executable -readable -writable -false -true -nouser -nogroup -print -print0 -ls -prune -quit -X"
  ).split(" "),
);

/** With one argument that is data. */
export const WITH_TEXT: ReadonlySet<string> = new Set(
  (
    "-maxdepth -mindepth -regextype -amin -atime -cmin -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname " +
    "-mmin -mtime -name -path -perm -printf -regex -size -type -uid -used -user -wholename -xtype -context -Bmin -Btime -flags"
  ).split(" "),
);

/** With one argument: a file that is looked at. `-newerXY` is matched apart. */
export const WITH_LOOK: ReadonlySet<string> = new Set(["-newer", "-anewer", "-cnewer", "-mnewer", "-samefile"]);
export const NEWER = /^-newer[aBcm][aBcmt]$/;

/** With a file that is written, then this many further arguments. */
export const WRITES: ReadonlyMap<string, number> = new Map([
  ["-fprint", 0],
  ["-fprint0", 0],
  ["-fls", 0],
  ["-fprintf", 1],
]);

/** Followed by a command up to `;`, or up to `{} +`. */
export const RUNS: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** Before the first path. */
export const LEADING = /^-(?:[HLPEXdsx]+|O\d)$/;
