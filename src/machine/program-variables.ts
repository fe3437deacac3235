/** Which variables change what programs do. Names not listed matter when they reach a program. */
import VARIABLES from "./program-variables.json" with { type: "json" };

/** True unless the name is known to change nothing but looks. */
export function mattersToPrograms(name: string): boolean {
  return !isListed(name, HARMLESS_TABLE);
}

/** True when the name is one that programs, or the shell itself, take code, paths or hosts from. */
export const isPowerful = (name: string): boolean => !isListed(name, HARMLESS_TABLE) && isListed(name, MATTERS_TABLE);

const SECRET_WORDS =
  /(?:^|_)(?:KEY|KEYS|TOKEN|TOKENS|SECRET|SECRETS|PASS|PASSWD|PASSWORD|PASSPHRASE|PW|CRED|CREDS|CREDENTIALS?|AUTH|COOKIE|PAT|DSN|PRIVATE|APIKEY|CONNECTION_STRING)(?:$|_)|^(?:DATABASE|REDIS|MONGO|POSTGRES|AMQP)_?UR[IL]$/i;

/** The environment may keep a secret under such a name. */
export const soundsSecret = (name: string): boolean =>
  name !== "SSH_AUTH_SOCK" && (SECRET_WORDS.test(name) || RUN_TOGETHER.test(name));
/** PGPASSWORD, MYSQL_PWD. */
const RUN_TOGETHER = /[A-Z](?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|APIKEY)$|_PWD$/;

interface Table {
  readonly exact: ReadonlySet<string>;
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
}

/** `*` ends a prefix or begins a suffix. */
function tableOf(lines: readonly string[]): Table {
  const names = lines.flatMap((line) => line.split(" "));
  return {
    exact: new Set(names.filter((name) => !name.includes("*"))),
    prefixes: names.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1)),
    suffixes: names.filter((name) => name.startsWith("*")).map((name) => name.slice(1)),
  };
}

/** Code, paths, hosts or options are taken from these. */
const MATTERS_TABLE = tableOf(VARIABLES.matters);
/** These only change looks, words, verbosity or a build's target. */
const HARMLESS_TABLE = tableOf(VARIABLES.harmless);

function isListed(name: string, table: Table): boolean {
  return (
    table.exact.has(name) ||
    table.prefixes.some((prefix) => name.startsWith(prefix)) ||
    table.suffixes.some((suffix) => name.endsWith(suffix))
  );
}
