/**
 * Whom the address of a resource makes its server contact. Schemes of a server's own are as free as names; what is known
 * of the network, or names a host the way the network does, is the network wherever it stands in the address.
 */
import type { Effect, NetworkEffect } from "../../contract/effect.ts";
import { foldSegment, hostsOfAuthority, secretFile } from "../../machine/index.ts";
import { isSecretName } from "../../machine/secrets/index.ts";

const NETWORK_SCHEMES: ReadonlySet<string> = new Set(
  (
    "http https shttp ftp ftps tftp sftp scp ssh rsync git svn ws wss gopher gemini ipfs ipns dweb magnet telnet tcp udp unix dns " +
    "ldap ldaps smb cifs nfs dav davs webdav webdavs caldav carddav s3 gs gcs az abfs abfss wasb wasbs hdfs webhdfs oss r2 " +
    "smtp smtps mailto imap imaps pop pop3 irc ircs xmpp sip sips tel sms rtsp rtmp rtp mqtt mqtts amqp amqps nats kafka redis rediss " +
    "postgres postgresql mysql mariadb mongodb mongodb+srv mssql sqlserver oracle jdbc odbc clickhouse cassandra docker oci npm jsr pip"
  ).split(" "),
);
/** A scheme, also behind another one, and what follows it up to the next mark. */
const SCHEMES = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]+):(?=([/\\]*)([^/?#&\s"'<>|,;]*))/gi;
/** As the network names a host: with a dot, a port, a user, or in brackets. */
const HOST = /[.@:[\]]/;
const RELATIVE = /^[/\\]{2}([^/?#]*)/;

/** What the server would do for it; none for an address of its own or of a file here. */
export function contactedBy(uri: string): readonly NetworkEffect[] {
  const readings = [...new Set([uri, decode(uri), decode(decode(uri))].map(withoutBlanks))];
  const hosts = new Set(readings.flatMap(hostsIn));
  return [...hosts].map((host) => ({ do: "network", host, method: "GET", sends: readings.some(carries) }));
}

/** An address parser leaves these out. */
const withoutBlanks = (text: string): string => text.replace(/[\u0000-\u0020\u007f]/g, "");
const carries = (text: string): boolean => /[?#]/.test(text);

function hostsIn(text: string): readonly (string | null)[] {
  const relative = RELATIVE.exec(text)?.[1];
  const first = relative !== undefined && HOST.test(relative) ? hostsOf(relative) : [];
  const named = [...text.matchAll(SCHEMES)].flatMap(([, scheme = "", slashes = "", behind = ""]) => {
    const known = scheme
      .toLowerCase()
      .split("+")
      .some((part) => NETWORK_SCHEMES.has(part));
    return known || (slashes.length === 2 && HOST.test(behind)) ? hostsOf(behind) : [];
  });
  return [...first, ...named];
}

/** Null where nobody can say. */
function hostsOf(authority: string): readonly (string | null)[] {
  const hosts = hostsOfAuthority(authority);
  return hosts.length === 0 ? [null] : hosts;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  }
}

/**
 * What a server is asked for in words of its own: secrets by their names, or anything under a scheme nobody knows. A scheme is as
 * free as a name, and stores of passwords, environments and programs are read by schemes, too: only those listed only read.
 */
export function askedBeyondReading(address: string): readonly Effect[] {
  const spelled = decode(decode(address));
  const words = spelled.split(/[\s/\\:?&=#,;]+/).filter((word) => word !== "");
  const names = words.flatMap((word) => [word, word.replace(/s$/i, "")]);
  const more = schemesIn(withoutBlanks(spelled)).some((scheme) => !READING.has(scheme)) || names.some(isSecretName);
  return more || words.some(isSecretFile) ? [{ do: "unknown", act: "unknown.tool" }] : [];
}

/** One behind the other at the front, and wherever two slashes follow. */
function schemesIn(text: string): readonly string[] {
  const front = /^(?:[a-z][a-z0-9+.-]*:)+/i.exec(text)?.[0].split(":").slice(0, -1) ?? [];
  const within = [...text.matchAll(/([a-z][a-z0-9+.-]*):[/\\]{2}/gi)].map(([, scheme = ""]) => scheme);
  return [...front, ...within].map((scheme) => scheme.toLowerCase());
}

/** Schemes under which servers keep documents, and whose places and hosts are looked at for themselves. */
const READING: ReadonlySet<string> = new Set(
  (
    "file note notes memo memos doc docs document documents documentation guide guides help info about readme manual wiki page pages " +
    "schema schemas table tables template templates prompt prompts skill skills resource resources static test demo example examples " +
    "greeting ui widget component components design figma sketch storybook screenshot console github gitlab linear jira confluence " +
    "notion asana trello issue issues ticket tickets pr repo project projects task tasks todo calendar event events weather time " +
    "recipe article articles paper papers arxiv book books graph diagram diagrams image images tool tools mcp context7 spec specs rule rules " +
    "changelog license"
  ).split(" "),
);
const isSecretFile = (name: string): boolean => secretFile(foldSegment(name)) !== undefined;
