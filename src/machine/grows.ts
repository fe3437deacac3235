/** What changes with every use of the machine, and says nothing of what a call does. An ending of code is never one of these. */

const GROWING =
  /\.(?:log|lock|pid|sock|socket|db|sqlite3?|rdb|aof|(?:db|sqlite3?)-\w+|wal|journal|sw[a-p]|te?mp|cache|history|xbel)$|(?:^|[._-])(?:hist(?:ory|file)?|\w*_history|zhistory|hsts|lesshst|viminfo|known_hosts(?:\.old)?|cache|zcompdump[\w.-]*|DS_Store)$|^(?:history|logs?)\.(?:txt|json)$|^\.z$/i;
/** What lies in them was put there by a program for itself. */
const KEPT_IN = /\/(?:\.git|\.cache|Caches)(?:\/|$)|\/\.[^/.][^/]*\/(?:[^/]+\/)*(?:[\w-]*[_-])?(?:cache|logs?)(?:\/|$)/;

/** Logs, histories, caches, databases, locks. */
export const growsByItself = (path: string): boolean =>
  GROWING.test(path.slice(path.lastIndexOf("/") + 1)) || KEPT_IN.test(path);
