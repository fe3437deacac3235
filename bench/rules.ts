/**
 * What everyday rules meet in recorded commands: how many calls get a rule's own answer, how many a question for a mention, and how
 * many only lose the bare allow. SALLYPORT_DATA names the folder that holds commands.jsonl; `--show SET` prints what was met.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SimpleCommand } from "../src/contract/simple.ts";
import { readSimple, sortUse } from "../src/core/index.ts";
import { diskWorld } from "../src/machine/index.ts";
import { covers, firstMet, parseRule, type Rule, type RuleCall, unwrap } from "../src/rules/index.ts";
import { readShell, simpleCommands } from "../src/watch/reading/index.ts";

/** Deny and ask lists as people publish them. */
const SETS: Readonly<Record<string, readonly string[]>> = {
  documentation: ["WebFetch", "Bash(curl:*)", "Read(./.env)", "Read(./.env.*)", "Read(./secrets/**)"],
  secrets: [
    "Read(./.env)",
    "Read(./.env.*)",
    "Read(./**/.env)",
    "Read(./**/*.pem)",
    "Read(./**/*.key)",
    "Read(./**/secrets/**)",
  ],
  home: [
    "Read(~/.ssh/**)",
    "Read(~/.aws/**)",
    "Read(~/.netrc)",
    "Read(~/.gnupg/**)",
    "Edit(~/.bashrc)",
    "Edit(~/.zshrc)",
  ],
  destructive: [
    "Bash(rm -rf:*)",
    "Bash(sudo:*)",
    "Bash(git push --force:*)",
    "Bash(git reset --hard:*)",
    "Bash(git clean -fd:*)",
  ],
  push: ["Bash(git push:*)"],
  history: [
    "Bash(git commit:*)",
    "Bash(git push:*)",
    "Bash(git merge:*)",
    "Bash(git rebase:*)",
    "Bash(git reset:*)",
    "Bash(gh pr merge:*)",
  ],
  publish: [
    "Bash(npm publish:*)",
    "Bash(vercel deploy:*)",
    "Bash(terraform apply:*)",
    "Bash(kubectl delete:*)",
    "Bash(docker push:*)",
  ],
  network: [
    "Bash(curl:*)",
    "Bash(wget:*)",
    "Bash(nc:*)",
    "Bash(ssh:*)",
    "Bash(scp:*)",
    "WebFetch(domain:pastebin.com)",
  ],
  files: ["Edit(./package-lock.json)", "Edit(./.github/**)", "Edit(./migrations/**)", "Edit(.env*)", "Edit(*.lock)"],
  mixed: [
    "Bash(rm -rf /)",
    "Bash(rm -rf ~)",
    "Bash(git push * main)",
    "Bash(chmod 777:*)",
    "Bash(dd:*)",
    "Bash(mkfs:*)",
    "Read(./config/credentials.json)",
    "mcp__github__delete_*",
  ],
};

const folder = process.env.SALLYPORT_DATA;
if (folder === undefined) {
  console.error("Set SALLYPORT_DATA to the folder that holds commands.jsonl.");
  process.exit(1);
}

const disk = diskWorld({ home: "/home/someone", path: "/usr/local/bin:/usr/bin:/bin" });

function parseRow(line: string): { readonly command: string; readonly cwd: string } {
  const row: unknown = JSON.parse(line);
  if (typeof row !== "object" || row === null || !("command" in row)) throw new Error("a row without a command");
  return { command: String(row.command), cwd: "cwd" in row && typeof row.cwd === "string" ? row.cwd : "/project" };
}

function callOf({ command: text, cwd }: { readonly command: string; readonly cwd: string }): RuleCall {
  const read = readSimple(text, { cwd, home: disk.home, platform: disk.platform });
  const whole = read === undefined ? undefined : unwrap(read, (words) => sortUse(words, disk.platform));
  // A program without a row may hold commands of its own: these only the watch takes out.
  const isEnough = whole?.every(({ use }) => use !== undefined) === true;
  const reading = !isEnough ? readShell(text, { cwd, projectRoot: cwd, world: disk, written: new Set() }) : undefined;
  const commands: readonly SimpleCommand[] =
    reading === undefined ? (whole ?? []) : simpleCommands(reading, disk.platform);
  return {
    tool: "Bash",
    input: { command: text },
    encoding: text,
    places: [],
    hosts: [],
    text,
    commands,
    whole: whole !== undefined,
    opaque: whole === undefined,
    codes: [],
    projectRoot: cwd,
    disk,
  };
}

const rulesOf = (texts: readonly string[]): readonly Rule[] =>
  texts.flatMap((text) => {
    const rule = parseRule(text, "deny", "bench");
    return rule.ok ? [rule.value] : [];
  });

const calls = readFileSync(join(folder, "commands.jsonl"), "utf8").trim().split("\n").map(parseRow).map(callOf);
const shown = process.argv[process.argv.indexOf("--show") + 1];
const percent = (count: number): string => `${((100 * count) / calls.length).toFixed(2)} %`;
console.log(
  `${calls.length} commands, ${percent(calls.filter(({ whole }) => whole).length)} taken apart by the core's reader`,
);
console.log(
  "set            rule      ask    bare   (ask and bare are the questions that rules add; walls take bare ones)",
);
let questions = 0;
for (const [name, texts] of Object.entries(SETS)) {
  const counts = { rule: 0, ask: 0, bare: 0 };
  const rules = rulesOf(texts);
  const start = process.cpuUsage();
  for (const call of calls) {
    const met = firstMet(rules, call);
    if (met === undefined) continue;
    counts[met.answer] += 1;
    if (name === shown)
      console.log(
        `${met.answer}\t${met.rule.text}\t${met.met.slice(0, 80)}\t${call.text.slice(0, 160).replaceAll("\n", "⏎")}`,
      );
  }
  const { user } = process.cpuUsage(start);
  questions += counts.ask + counts.bare;
  console.log(
    `${name.padEnd(14)} ${percent(counts.rule).padEnd(9)} ${percent(counts.ask).padEnd(6)} ${percent(counts.bare).padEnd(6)}  ${(user / calls.length).toFixed(0)} µs a call`,
  );
}
console.log(`questions on average: ${percent(questions / Object.keys(SETS).length)}`);

/** Allow lists as people publish them: what they cover now, and what today's reading of the words alone would take for covered. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  node: [
    "Bash(npm test:*)",
    "Bash(npm run:*)",
    "Bash(npx tsc:*)",
    "Bash(npx vitest:*)",
    "Bash(npx eslint:*)",
    "Bash(pnpm:*)",
    "Bash(bun:*)",
  ],
  go: ["Bash(go test:*)", "Bash(go build:*)", "Bash(go vet:*)", "Bash(golangci-lint:*)", "Bash(mise run:*)"],
  python: ["Bash(pytest:*)", "Bash(python -m pytest:*)", "Bash(ruff:*)", "Bash(uv run:*)", "Bash(pip install:*)"],
  git: ["Bash(git:*)", "Bash(gh pr:*)", "Bash(gh issue:*)"],
  look: [
    "Bash(ls:*)",
    "Bash(cat:*)",
    "Bash(grep:*)",
    "Bash(rg:*)",
    "Bash(find:*)",
    "Bash(sed:*)",
    "Bash(awk:*)",
    "Bash(jq:*)",
    "Bash(curl:*)",
  ],
};
const nothing = {
  isProven: () => false,
  mayWrite: () => false,
  runsCode: () => false,
  runsFresh: () => false,
  isSecret: () => false,
  protectedPlace: () => undefined,
  restricted: false,
};
const WRAPPERS = /^(?:timeout|nice|nohup|time|stdbuf|command|env)$/;
const plainly = (texts: readonly string[], { name, words, wrappers }: SimpleCommand): boolean =>
  wrappers.every((one) => WRAPPERS.test(one)) &&
  texts.some((text) => {
    const start = text.slice(5, -3);
    const line = words.map((word) => word.value ?? word.text).join(" ");
    return name !== null && (line === start || line.startsWith(`${start} `));
  });
console.log("\nset            by words alone   of these not covered now");
for (const [name, texts] of Object.entries(ALLOWED)) {
  const rules = texts.flatMap((text) => {
    const rule = parseRule(text, "allow", "bench");
    return rule.ok ? [rule.value] : [];
  });
  // One part alone: what the others need is theirs.
  const parts = calls.flatMap((call) =>
    call.whole ? call.commands.map((command) => ({ ...call, text: "", commands: [{ ...command, writes: [] }] })) : [],
  );
  const worded = parts.filter(({ commands: [command] }) => command !== undefined && plainly(texts, command));
  const lost = worded.filter((call) => covers(rules, call, { ...nothing, met: call }) === undefined);
  if (name === shown)
    for (const {
      commands: [command],
    } of lost)
      console.log(
        `lost\t${command?.words
          .map(({ text }) => text)
          .join(" ")
          .slice(0, 180)}`,
      );
  console.log(
    `${name.padEnd(14)} ${String(worded.length).padEnd(16)} ${lost.length} (${((100 * lost.length) / Math.max(worded.length, 1)).toFixed(1)} %)`,
  );
}
