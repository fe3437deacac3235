// npm leaves packages for other platforms out of the lock file when it cannot fetch them, and `npm ci` then refuses that
// lock file everywhere. This adds them, by the exact version their parent names. Run it after `npm install`.
import { readFileSync, writeFileSync } from "node:fs";

const OS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const CPU = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** Names of optional packages that no entry of the lock file stands for. */
export function missingFrom(lock) {
  const { packages } = lock;
  return Object.entries(packages).flatMap(([at, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !placesFor(at, name).some((place) => packages[place] !== undefined))
      .map(([name, version]) => ({ name, version, dev: entry.dev === true })),
  );
}

/** Where node would find `name` from `at`, nearest first. */
function placesFor(at, name) {
  const places = [];
  for (let base = at; ; base = base.slice(0, Math.max(base.lastIndexOf("/node_modules/"), 0))) {
    places.push(`${base === "" ? "" : `${base}/`}node_modules/${name}`);
    if (base === "") return places;
  }
}

const named = (list, name) => list.filter((word) => name.split(/[-_/@]/).includes(word));

if (process.argv[1]?.endsWith("complete-lock.mjs")) {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  for (const { name, version, dev } of missingFrom(lock)) {
    const [cpu, os] = [named(CPU, name), named(OS, name)];
    if (!/^\d/.test(version)) throw new Error(`${name}: ${version} is not an exact version`);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu.length > 0 ? { cpu } : {}),
      ...(dev ? { dev } : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
    };
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
}
