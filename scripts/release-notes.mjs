// The section of the changelog for a tag: `node scripts/release-notes.mjs v0.2.0`. Fails where the tag, the package and the
// changelog do not say the same version.
import { readFileSync } from "node:fs";

/** Throws with what is missing. */
export function releaseNotes(tag, version, changelog) {
  if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, and package.json says ${version}`);
  const [, section] = changelog.split(new RegExp(`^## ${version.replaceAll(".", "\\.")}(?: .*)?$`, "m"));
  const notes = section?.split(/^## /m)[0]?.trim() ?? "";
  if (notes === "") throw new Error(`CHANGELOG.md says nothing of ${version}`);
  return notes;
}

/** The addresses of the project stand in package.json alone, and until a maintainer has filled them in nothing is released. */
export function checkAddresses({ author, homepage, repository, bugs }) {
  const open = Object.entries({ author, homepage, repository, bugs }).filter(([, said]) =>
    /^""$|\.example\b/.test(JSON.stringify(said ?? "")),
  );
  if (open.length > 0)
    throw new Error(`package.json: ${open.map(([name]) => name).join(", ")}: a placeholder; fill it in`);
}

if (process.argv[1]?.endsWith("release-notes.mjs")) {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  checkAddresses(manifest);
  const { version } = manifest;
  process.stdout.write(`${releaseNotes(process.argv[2] ?? "", version, readFileSync("CHANGELOG.md", "utf8"))}\n`);
}
