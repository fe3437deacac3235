/** Names that a list hands to what deletes, moves or overwrites, in a home nobody could list: blanks, quotes, many files. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  const files = ["my notes.txt", "it's.txt", ".claude/settings.json", "notes/settings.json", "Documents/a.md"];
  for (const file of files) {
    mkdirSync(dirname(join(here.home, file)), { recursive: true });
    writeFileSync(join(here.home, file), "{}\n");
  }
  for (const file of [".claude/settings.json", "src/a.ts", "dist/a.js"]) here.write(file, "{}\n");
});
afterAll(() => here.remove());

describe("every name of a whole place, taken away: denied by the floor", () => {
  test.each([
    ...[
      "find / | xargs rm -rf",
      "find /usr | xargs rm -rf",
      "find / -type f | xargs rm -f",
      "find /root | xargs rm -rf",
    ],
    ...["cd / && find . | xargs rm -rf", "ls / | xargs rm -rf", "sudo find / | sudo xargs rm -rf"],
    ...["find ~ | xargs rm -rf", "find ~ -type f | sort | xargs rm", "find ~ | grep -v keep | xargs rm -rf"],
    ...["find ~ | xargs -I{} rm -rf {}", `find ~ | sed 's/.*/"&"/' | xargs rm -rf`, "find . ~ -type f | xargs rm"],
    ...["find ~ | tr '\\n' '\\0' | xargs -0 rm -rf", "find ~ | parallel rm -rf", "find ~ | xargs -P4 sudo rm -rf"],
    ...["du -a ~ | cut -f2 | xargs rm -rf", "find ~ | xargs mv -t /tmp/x", "find ~ | xargs shred -u"],
    ...["find ~ | xargs unlink", "find ~ > l; xargs -a l rm -rf", "find ~ > l && xargs rm -rf < l"],
    ...["find ~ -fprint l; rm -rf $(cat l)", 'x=$(find ~) && echo "$x" | xargs rm -rf', "cd ~ && rm -rf ./.*"],
  ])("%s", async (command) => {
    expect(await here.by(command)).toBe("floor");
  });
});

describe("a guarded place that a search or a pattern names, changed: asked about", () => {
  test.each([
    ...[
      "| xargs rm",
      "| head -1 | xargs rm",
      "| xargs cp /dev/null",
      '| while read f; do rm "$f"; done',
      "-ok rm {} \\;",
    ].map((then) => `find ~ -name settings.json ${then}`),
    ...["rm $(find ~ -name settings.json)", "for f in $(find ~ -name settings.json); do rm $f; done"],
    ...["find ~ -name .claude | xargs rm -rf", "find ~ -iname 'SETTINGS.JSON' | sort | xargs rm -f"],
    ...["find ~ -type f | grep settings | xargs rm", "fd . ~/.claude -x rm", "fd . ~/.claude | xargs rm"],
    ...["git ls-files .claude | xargs sed -i s/a/b/", "git ls-files .claude | xargs rm"],
    ...["sed -i s/a/b/ $(git ls-files .claude)", "git grep -l hooks .claude | xargs sed -i s/a/b/"],
    ...["find . -path '*/.claude/*' -delete", "find . -name '.sally*' -exec rm -r {} +"],
    ...["find . -name .claude | xargs rm -rf", "rm -rf ./.*", "rm -rf .*", "mv ./.* ../old/"],
    "grep -rlZ hooks ~/.claude | xargs -0 perl -pi -e s/a/b/",
  ])("%s", async (command) => {
    expect(await here.by(command)).toBe("safetyCheck");
  });
});

describe("beside them", () => {
  test.each([
    ...["find . -name '*.pyc' | xargs rm -f", "find ~ -name '*.pyc' | xargs rm -f", "find / -name core | xargs rm -f"],
    ...["find . -type f | xargs rm -f", "find ~ | xargs ls -d", "find ~/notes | xargs rm -rf", "ls | xargs rm -rf"],
    ...["find ~ | grep '\\.tmp$' | xargs rm", "find ~ -size +1G | xargs rm", "git ls-files | xargs rm -f"],
    ...["find ~ -name node_modules -prune | xargs rm -rf", "rm -rf $(find ~/code -name node_modules)"],
    ...["find ~ > l; wc -l < l; rm -f l", 'while read f; do t=$(mktemp); rm "$t"; done < <(find ~)'],
    ...['find ~ -type d | while read d; do rm -rf "$d/node_modules"; done', "cd ~ && rm -f *.tmp"],
    ...["find . -name '*.json' | xargs sed -i s/a/b/", "git ls-files | xargs sed -i s/a/b/", "rm -rf ./*"],
    ...["find . -name .DS_Store -delete", "find . -name '.*.swp' | xargs rm", "find . -name .cache | xargs rm -rf"],
    ...["find . -path '*/dist/*' | xargs rm", "find ~/notes -name settings.json | xargs rm"],
    "find . -path ./.claude -prune -o -name '*.md' -print | xargs sed -i s/a/b/",
    ...["grep -rl foo . | xargs sed -i s/foo/bar/", "find ~ -name settings.json | xargs cat"],
  ])("%s", async (command) => {
    expect(await here.by(command)).toBe("bypassMode");
  });
});
