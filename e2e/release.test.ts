/** A release is one version everywhere: tag, package and changelog. */
import { expect, test } from "vitest";
import { checkAddresses, releaseNotes } from "../scripts/release-notes.mjs";

const CHANGELOG = "# Changelog\n\n## 1.2.0\n\n- new\n\n### More\n\n- of it\n\n## 1.1.0 (2026-01-01)\n\n- old\n";

test.each([
  ["v1.2.0", "1.2.0", "- new\n\n### More\n\n- of it"],
  ["v1.1.0", "1.1.0", "- old"],
])("%s", (tag, version, notes) => expect(releaseNotes(tag, version, CHANGELOG)).toBe(notes));

test.each([
  ["v1.2.0", "1.2.1", "the tag is v1.2.0, and package.json says 1.2.1"],
  ["v1.3.0", "1.3.0", "CHANGELOG.md says nothing of 1.3.0"],
  ["v1x2.0", "1x2.0", "CHANGELOG.md says nothing of 1x2.0"],
])("%s of %s", (tag, version, why) => expect(() => releaseNotes(tag, version, CHANGELOG)).toThrow(why));

const FILLED = {
  author: "a",
  homepage: "https://a.dev",
  repository: { url: "git+https://a.dev/b.git" },
  bugs: { url: "https://a.dev/issues", email: "security@a.dev" },
};

test("nothing is released before the addresses of the project are filled in", () => {
  expect(() => checkAddresses(FILLED)).not.toThrow();
  expect(() => checkAddresses({ ...FILLED, homepage: "https://sallyport.example" })).toThrow("homepage: a placeholder");
  expect(() => checkAddresses({ ...FILLED, author: undefined })).toThrow("author");
  expect(() => checkAddresses({ ...FILLED, bugs: { ...FILLED.bugs, email: "x@sallyport.example" } })).toThrow("bugs");
});
