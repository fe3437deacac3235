/** A question to a server on this machine: at its top or whether it is well, and at no port by which something is controlled. */

const ADDRESS = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::(\d{1,5}))?(?:\/(?:health\/?)?)?$/;
const LEAST_PORT = 1024;
const MOST_PORT = 65_535;
const WEB_PORT = 80;
/** Of daemons, stores, clusters, metadata, debuggers and agents. */
const CONTROL_PORTS: ReadonlySet<number> = new Set(
  (
    "1099 2019 2375 2376 2377 2379 2380 3128 4040 4243 4646 5005 5432 5601 5672 5984 5985 6379 6443 7474 8001 8086 8200 8300 8500 8888 " +
    "9000 9001 9090 9091 9093 9200 9222 9229 9300 10248 10250 10255 11211 11434 15672 16686 27017 28017 50000 51678 51679 61616"
  )
    .split(" ")
    .map(Number),
);

export function isPlainLoopback(address: string): boolean {
  const [whole, port = String(WEB_PORT)] = ADDRESS.exec(address) ?? [];
  const at = Number(port);
  if (whole === undefined || at > MOST_PORT || CONTROL_PORTS.has(at)) return false;
  return at >= LEAST_PORT || at === WEB_PORT;
}
