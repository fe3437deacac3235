/** What is opened for a text that a server may take for a path or an address: nothing is proven but what every reading leaves harmless. */
import { isSecretName, mayRead, maySearch, placeOf } from "./places/index.ts";
import type { Scene } from "./types.ts";

/** Schemes that go over the network, open a database, a store of secrets or a place outside of the server, or run something. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  (
    "http https ftp ftps tftp sftp scp ssh smb cifs nfs afp dav davs webdav ws wss git svn hg rsync ldap ldaps s3 gs gcs az abfs hdfs sip sips " +
    "postgres postgresql mysql mariadb mssql sqlserver oracle mongodb redis rediss jdbc odbc clickhouse cassandra snowflake bigquery sqlite " +
    "duckdb amqp amqps mqtt kafka nats smtp smtps imap imaps pop3 telnet rtsp rtmp gopher irc tel sms mailto data blob javascript about " +
    "chrome view-source keychain keyring kwallet vault op pass gopass bitwarden lastpass dashlane keepass keepassxc doppler infisical env environ environment process proc shell exec command cmd run"
  ).split(" "),
);

/** Letters and signs that no address parser takes for anything else. */
const PLAIN = /^[\w@+./ -]+$/;

/** A path, or the address of a file, as a server opens it: the file, or all that lies in the directory. */
export function mayOpen(text: string, scene: Scene): boolean {
  const path = text.replace(/^file:\/\/(?=\/)/i, "");
  const place = PLAIN.test(path) ? placeOf(path, scene.call.cwd, scene.disk) : undefined;
  return place !== undefined && mayOpenPlace(place, scene);
}

const mayOpenPlace = (place: string, scene: Scene): boolean =>
  scene.disk.stat(place).kind === "directory" ? maySearch(place, scene, { follow: true }) : mayRead(place, scene);

/** The address of a resource: a file, or a document under a scheme of the server's own, named like no secret. */
export function mayAsk(uri: string, scene: Scene): boolean {
  const [, scheme = "", rest = ""] = /^([a-z][a-z\d+.-]*):\/\/\/?(.*)$/i.exec(uri) ?? [];
  if (scheme === "" || /^file$/i.test(scheme)) return mayOpen(uri, scene);
  const names = rest.split("/");
  if (ELSEWHERE.has(scheme.toLowerCase()) || !/^[a-z][a-z\d]*$/i.test(scheme) || !PLAIN.test(rest)) return false;
  if (/[.@]/.test(names[0] ?? "") || [scheme, ...names].some(isSecretName)) return false;
  const read = [`/${rest}`, `${scene.call.cwd}/${rest}`, `${scene.disk.home}/${rest}`];
  return read.every((path) => mayOpenPlace(path, scene));
}
