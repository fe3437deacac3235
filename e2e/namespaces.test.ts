/** An agent's code in a namespace of its own, where nothing of the agent is above it: it is no person's terminal there either. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeTree } from "../src/testing/remove-tree.ts";

const NAMESPACE = ["-Urfp"];
const canMakeOne =
  spawnSync("unshare", [...NAMESPACE, "true"]).status === 0 && spawnSync("script", ["--version"]).status === 0;
const why = canMakeOne ? "" : " (not run: this machine makes no namespaces, or has no script)";

test
  .skipIf(!canMakeOne)
  .each(
    ["pause 5", "shadow", "serve token add x --scope approver", "serve link"].flatMap((words) => [
      [words, NAMESPACE] as const,
      [words, [...NAMESPACE, "--mount-proc"]] as const,
    ]),
  )(`sallyport %s below unshare %j is refused${why}`, (words, options) => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "namespaces-")));
  onTestFinished(() => removeTree(home));
  const line = `env -i HOME=${home} PATH=/usr/bin:/bin ${process.execPath} ${resolve("dist/sallyport.cjs")} ${words}`;
  const ran = spawnSync("unshare", [...options, "script", "-qec", line, "/dev/null"], { encoding: "utf8" });
  expect([ran.status, ran.stdout.replace(/\s+/g, " ")]).toEqual([
    1,
    expect.stringContaining("cannot be seen from here"),
  ]);
});
