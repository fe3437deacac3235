/**
 * A question to a server on this machine. The form says what the client does, and a server may do anything on a GET: so neither the
 * port nor a word of the path may speak of control, of secrets or of an act.
 */
import { foldSegment, isInStore, mayBeKey, secretFile } from "../../../machine/index.ts";
import { redact } from "../../../machine/secrets/index.ts";

/** Plain, without user or query. */
const ADDRESS = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::(\d{1,5}))?(\/[A-Za-z0-9_.~/-]*)?$/;
const LEAST_PORT = 1024;
const WEB_PORT = 80;
/** Of daemons, stores, clusters, metadata, debuggers and agents: what listens there is controlled by whoever speaks to it. */
const CONTROL_PORTS: ReadonlySet<number> = new Set(
  "1099 2019 2375 2376 2377 2379 2380 3128 4040 4243 4646 5005 5432 5601 5672 5984 5985 6379 6443 7474 8001 8086 8200 8300 8500 8888 9000 9001 9090 9091 9093 9200 9222 9229 9300 10248 10250 10255 11211 11434 15672 16686 27017 28017 50000 51678 51679 61616"
    .split(" ")
    .map(Number),
);
const NOT_ASKED: ReadonlySet<string> = new Set(
  [
    "secret secrets credential credentials cred creds token tokens auth oauth oauth2 login signin sso saml session sessions cookie cookies password passwords passwd pass key keys apikey apikeys jwt cert certs certificate private wallet vault",
    "env environ environment config configs configuration configprops settings setup actuator heapdump threaddump dump debug pprof trace phpinfo console shell terminal backup backups export download",
    "admin administrator root internal manage management manager system sys meta metadata user users account accounts me profile whoami",
    "delete remove purge drop destroy clear clean wipe truncate erase flush flushall flushdb reset restart reload reboot shutdown halt stop kill exit quit terminate abort cancel start run exec execute eval invoke call trigger fire dispatch deploy release publish rollback promote webhook webhooks hook hooks callback",
    "logout signout revoke grant approve confirm verify activate deactivate enable disable unlock lock ban create add new insert update edit set put post send mail email notify pay buy order transfer withdraw sync migrate seed import install uninstall upgrade rotate renew register unsubscribe subscribe save write upload toggle switch",
  ].flatMap((words) => words.split(" ")),
);
/** A value rather than a name: long, of letters and digits. */
const VALUE = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9_~-]{20,}$/;

export const isPlainLoopback = (address: string): boolean => {
  const [whole, port = String(WEB_PORT), path = "/"] = ADDRESS.exec(address) ?? [];
  if (whole === undefined || redact(whole) !== whole) return false;
  const at = Number(port);
  if ((at < LEAST_PORT && at !== WEB_PORT) || CONTROL_PORTS.has(at)) return false;
  return !isInStore(path) && path.split("/").every(isPlainSegment);
};

/** Stores of data that a server hands out as they are. */
const OF_DATA = /\.(?:sqlite3?|db3?|mdb|sql|dump|rdb|bak|backup|old|orig|swp|har|ini|conf|cfg|properties)$/;

/** What holds secrets as a file holds them on whoever serves it. */
const isSecretName = (name: string): boolean => secretFile(name) !== undefined || mayBeKey(name) || OF_DATA.test(name);

const isPlainSegment = (segment: string): boolean =>
  !segment.startsWith(".") &&
  !isSecretName(foldSegment(segment)) &&
  !VALUE.test(segment) &&
  wordsOf(segment).every((word) => !NOT_ASKED.has(word));

/** `purge-all`, `flushAll`, `FLUSHALL`: each word, and the whole. */
const wordsOf = (segment: string): readonly string[] => [
  ...segment.split(/[_.~-]+/).map((word) => word.toLowerCase()),
  ...segment
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[_.~-]+/),
];
