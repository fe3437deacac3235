/** A search that asks for age, size or the like says nothing of names: what it sweeps, what it changes, and what it is left to do. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  for (const dir of [".claude", ".config/sallyport", ".local/share/sallyport"])
    mkdirSync(join(here.home, dir), { recursive: true });
  writeFileSync(join(here.home, ".claude/settings.json"), "{}\n");
  writeFileSync(join(here.home, ".config/sallyport/settings.json"), "{}\n");
  mkdirSync(join(here.home, ".claude/projects"));
  writeFileSync(join(here.home, ".claude/projects/a.jsonl"), "{}\n");
  here.write("infra/main.tf", "a\n");
});
afterAll(() => here.remove());

const SWEPT: readonly string[] = [
  "find ~ -mtime -1 -delete",
  "find ~ -type f -size -100k -delete",
  "find ~ -size +0 -delete",
  "find ~ -type f -mmin -600 -delete",
  "find / -mtime -7 -exec rm -f {} +",
  "find ~ -newermt yesterday -delete",
  "find ~ ! -mtime +1 -delete",
  "find ~ -not -size +10M -exec rm {} \\;",
  "find ~ -atime -3 -type f | xargs rm -f",
  "find ~ -user me -perm -u+w -delete",
  "find ~ -links 1 -delete",
  "find ~ -newer /etc/hosts -print0 | xargs -0 rm",
  "find ~ -type f | parallel rm",
  "find ~ -type f | parallel 'rm -f {}'",
  "find ~ -type f | parallel -X rm",
  "find ~ -type f -print0 | parallel -0 rm",
  "find ~ -type f | parallel -j8 --bar rm -f",
  "find ~ -type f | parallel --null -m rm -f",
  "find ~ -type f | parallel -I% 'rm %'",
  "find ~ -type f | parallel 'rm -f {} && echo {/}'",
  "parallel rm ::: ~/*",
  "parallel rm -rf {} ::: ~/* ~/.*",
  "parallel 'rm -rf {}' ::: ~",
  "parallel -X rm -rf ::: ~/*",
  "find ~ -type f | xe rm",
  "find ~ -type f | xe -N0 rm -f",
  "find ~ -type f | rush 'rm {}'",
  "find ~ -type f | xjobs rm",
  "find ~ -type f | rust-parallel rm",
  'find ~ -type f | while read f; do rm "$f"; done',
  'find ~ -type f | while IFS= read -r f; do rm -f -- "$f"; done',
  "fd -H . ~ | parallel rm",
  "find ~ -type f | sem rm {}",
  "find ~ -type f | xargs -I{} sh -c 'rm -f {}'",
  "find ~ -type f | xargs -I{} sh -c 'rm -f {} && echo x'",
  "find ~ -type f | xargs -I{} sh -c 'rm -f \"$1\" && echo x' _ {}",
];

const GUARDED: readonly string[] = [
  "find ~ -name '*.jsonl' -size +0 -delete",
  "find ~ -name '*.json' -mmin -600 -exec sed -i s/a/b/ {} +",
  "find ~ -name '*.json' -exec sed -i s/a/b/ {} +",
  "find ~ -name 'settings*' -mtime -1 -delete",
  "find ~ -name '*.json' -user me -exec rm {} +",
  "find ~ -type f -mtime +30 -exec sed -i s/a/b/ {} +",
  "find ~ -name '*.json' -mtime -3 | xargs sed -i s/a/b/",
  "find ~ -name '*.json' | parallel sed -i s/a/b/",
  "find ~/.claude -mtime -1 -delete",
  "find ~/.config -size -10k -exec truncate -s 0 {} +",
];

const DENIED: readonly string[] = [
  "find . -mtime -1 -exec sed -i s/a/b/ {} +",
  "find . -type f -size -100k -delete",
  "find . -name '*.tf' -newer README.md -exec sed -i s/a/b/ {} +",
  "find . -name '*.tf' | parallel sed -i s/a/b/",
  "find . -name '*.tf' | parallel 'sed -i s/a/b/ {}'",
  "find . -name '*.tf' -print0 | parallel -0 rm",
  "parallel sed -i s/a/b/ ::: infra/*",
  "parallel 'sed -i s/a/b/ {}' ::: infra/main.tf",
  "find . -name '*.tf' | xe sed -i s/a/b/",
  "find infra -type f | rush 'rm {}'",
  'find infra | while read f; do rm "$f"; done',
];

const BESIDE: readonly string[] = [
  "find ~ -mtime +30 -name '*.log' -delete",
  "find ~/.cache -mtime +30 -delete",
  "find ~/.cache -type f -atime +90 -delete",
  "find ~ -name '*.log' -delete",
  "find ~ -size +100M",
  "find ~ -mtime -1",
  "find ~ -type f -mtime -1 | head",
  "find ~/Downloads -mtime -1 -delete",
  "find . -name '*.pyc' -delete",
  "find /tmp -mtime +7 -delete",
  "find ~ -type d -empty -delete",
  "find . -name '*.ts' | parallel wc -l",
  "find src -name '*.orig' | parallel rm",
  "parallel gzip ::: logs/*.log",
  "find ~ -name '*.log' | parallel gzip",
  "ls *.ts | parallel -j4 'echo {} {.}'",
  "find . -name '*.orig' | parallel 'mv {} {.}'",
  "parallel -j 4 'npm test --workspace {}' ::: a b",
  "find ~ ! -mtime -30 -delete",
  "find ~ -name '*.tmp' -mtime -1 -delete",
  "find ~ -size +1G | xargs rm",
  "find . -newer README.md -name '*.md' -exec wc -l {} +",
];

describe("a whole place is swept", () => {
  test.each(SWEPT)("%s", async (command) => {
    expect(await here.by(command)).toBe("floor");
  });
});
describe("a guarded place may be among what is found", () => {
  test.each(GUARDED)("%s", async (command) => {
    expect(await here.by(command)).toMatch(/^(?:safetyCheck|floor)$/);
  });
});
describe("Edit(infra/**)", () => {
  test.each(DENIED)("%s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).toBe("denyRule");
  });
});
describe("everyday", () => {
  test.each(BESIDE)("%s", async (command) => {
    expect(await here.by(command)).toBe("bypassMode");
  });
});
