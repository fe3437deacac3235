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

if (process.argv[1]?.endsWith("release-notes.mjs")) {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  process.stdout.write(`${releaseNotes(process.argv[2] ?? "", version, readFileSync("CHANGELOG.md", "utf8"))}\n`);
}
