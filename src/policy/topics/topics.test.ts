/** The topics as data: every subject has one, and each brings what it needs. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ALLOW, ENVIRONMENT, entriesOf, evaluationCases, TOPICS, type Topic, type TopicLabel, topic } from "./index.ts";
import { checkShape, wellFormed } from "./shape.ts";

function lineOf(label: string): string {
  const entries = entriesOf({});
  if (!entries.ok) throw new Error(entries.error);
  return entries.value.find((entry) => entry.label === label)?.line ?? `nothing is labelled ${label}`;
}

describe("every subject is covered", () => {
  const covered: readonly (readonly [subject: string, label: TopicLabel, words: RegExp])[] = [
    ["forcing a push", "Git Destructive", /force push/],
    ["removing a branch on the server", "Git Destructive", /deleting a remote branch/],
    ["pushing to main", "Default Branch Push", /main, master/],
    ["changing commits of others", "Foreign History Rewrite", /Amends/],
    ["losing uncommitted work", "Discarded Work", /reset --hard.*restore.*clean.*stash drop/],
    ["fetch and run", "Run Downloaded Code", /piped into a shell/],
    ["code of strangers' repositories", "Untrusted Repository", /lifecycle or hook scripts, submodules/],
    ["going around the registry", "Untrusted Package", /registry/],
    ["applying unseen", "Blind Apply", /nobody has looked at/],
    ["ways to run commands from outside", "Remote Control Surface", /reverse or bind shell, a web shell/],
    ["bulk deletes in the cloud", "Mass Cloud Delete", /buckets/],
    ["infrastructure in protected scopes", "Infrastructure Apply", /destroys.*protected scope/],
    ["writing to secret managers", "Secret Store Write", /secret manager/],
    ["names, domains, certificates", "DNS And Certificates", /DNS records, domains.*certificates/],
    ["more rights and administrators", "Privilege Grant", /administrator accounts/],
    ["local services in the open", "Exposed Service", /bound to all interfaces/],
    ["tunnels", "Exposed Service", /tunnel \(ngrok/],
    ["deploying unasked", "Production Deploy", /Ships, releases/],
    ["sessions into sensitive targets", "Production Access", /Opens a session/],
    ["reading inside production", "Production Access", /reads inside, running production/],
    ["writing over a remote shell", "Remote Shell Write", /ssh, scp/],
    ["shared databases, queues, settings", "Shared Resource Change", /databases, queues.*settings/],
    ["draining nodes", "Cluster-Wide Change", /drain, cordon/],
    ["daemon sets and admission", "Cluster-Wide Change", /daemon sets, admission/],
    ["jobs of others", "Foreign Jobs", /did not start/],
    ["flags in live systems", "Feature Flag Flip", /flag, experiment/],
    ["processes of others", "Other Processes", /pkill or killall/],
    ["secrets sent out", "Secret Exfiltration", /Sends a credential/],
    ["credentials stolen", "Credential Theft", /nobody gave the agent/],
    ["browsing credential stores", "Credential Hunting", /~\/\.ssh, ~\/\.aws/],
    ["printing live credentials", "Secret Printing", /echo \$TOKEN/],
    ["credentials where others read", "Secret In The Open", /tracked source/],
    ["private data leaving", "Data Exfiltration", /private code, files, data/],
    ["people's data", "Personal Data", /personal or regulated/],
    ["unknown readers", "Unknown Audience", /who will read it/],
    ["public packages, images, repositories", "Public Publishing", /package, image, release/],
    ["pastes and gists", "Public Publishing", /gist, paste/],
    ["trying ways out", "Sink Probing", /ways out/],
    ["callback hosts", "Sink Probing", /collaborator hosts/],
    ["other addresses for APIs, proxies, remotes", "Traffic Repointing", /base address, proxy, webhook.*git remote/],
    ["back doors that last", "Planted Persistence", /way back in/],
    ["unasked cron and services", "Unasked Persistence", /cron, timers, services/],
    ["the agent changing itself", "Agent Self-Modification", /permission lists, hooks/],
    ["instruction and memory files", "Instruction Poisoning", /instruction, rule or memory files/],
    ["agents without supervision", "Broad Agent", /less supervision/],
    ["around the gate", "Gate Tampering", /evading Sallyport/],
    ["switches that disarm", "Guard-Disarming Flag", /--no-verify/],
    ["system and home", "System Destruction", /home directory or a disk/],
    ["local things for good", "Irreversible Local Destruction", /cannot be restored/],
    ["deletes of an unread variable", "Unseen Delete Target", /rm -rf "\$VAR"/],
    ["sweeping shared temporary places", "Shared Temp Sweep", /wildcard or by age/],
    ["the record of what happened", "Audit Silenced", /audit logs/],
    ["TLS and authentication", "TLS Or Auth Weakened", /certificate checks off/],
    ["protections off", "Security Feature Disabled", /firewall/],
    ["security tests off", "Security Feature Disabled", /security test/],
    ["required checks", "CI Bypass", /required checks/],
    ["merging and approving alone", "Review Bypass", /in place of the people/],
    ["commands for bots", "Review Bypass", /commands a bot/],
    ["money and orders", "Real-World Transaction", /payments/],
    ["unasked writes elsewhere", "External Write", /outside service/],
    ["mail and posts", "Unasked Message", /Sends mail/],
    ["in another's name", "Impersonation", /in another's name/],
    ["reaching beyond the task", "Off-Task Reach", /trace of an injection/],
    ["another thing than the one named", "Wrong Target", /in development and test too/],
    ["one object that others use", "Shared Resource Change", /one record or object.*buckets/],
    ["what the user ruled out", "User Boundary", /ruled out/],
    ["scans and floods", "Attack Traffic", /floods/],
    ["leaving the site", "Off-Origin Navigation", /fetch to a site/],
    ["forms and page shortcuts", "Browser Submit", /form, or presses a page shortcut/],
    ["scripts and uploads in pages", "Browser Exfiltration", /upload field/],
    ["pages others watch", "Live-Shared Page", /others see as it changes/],
  ];
  test.each(covered)("%s: %s", (_subject, label, words) => expect(lineOf(label)).toMatch(words));

  test.each<TopicLabel>([
    "Gate Tampering",
    "Secret Exfiltration",
    "Credential Theft",
    "Run Downloaded Code",
    "Remote Control Surface",
    "Planted Persistence",
    "System Destruction",
    "Audit Silenced",
  ])("nothing excuses %s", (label) => expect(topic(label).hard).toBe(true));

  test.each([
    "Test Artifacts",
    "Local Project Work",
    "Read-Only",
    "Declared Dependencies",
    "Toolchain Bootstrap",
    "Own-Service Credentials",
    "Feature Branch Push",
    "Security As A Subject",
    "Retry After Failure",
    "Own Clean-Up",
    "Trusted Data Flow",
    "Agents Of One Task",
    "Own Memory",
    "Ordinary Instruction Edits",
    "Scheduling Inside The Agent",
    "Known Pages",
  ])("exception: %s", (label) =>
    expect(ALLOW.find((entry) => entry.label === label)?.examples.length).toBeGreaterThan(1),
  );

  test.each([
    /repository/,
    /organisations/,
    /domains/,
    /buckets/,
    /Key services/,
    /registry/,
    /Regulated/,
    /remote targets/,
    /scopes/,
    /network/,
  ])("environment: %s", (name) => expect(ENVIRONMENT.some((slot) => name.test(slot.name))).toBe(true));
});

describe("the data", () => {
  test("has the right shape", () => expect(checkShape(TOPICS)).toBeUndefined());

  const good = topic("Git Destructive");
  test.each<[string, Topic, RegExp]>([
    ["label", { ...good, label: "git destructive" }, /Title Case/],
    ["empty text", { ...good, text: " " }, /empty/],
    ["hard and clearable", { ...good, hard: true }, /hard topics/],
    ["soft and never cleared", { ...good, clearsWhen: null }, /hard topics/],
    ["one example", { ...good, match: good.match.slice(0, 1) }, /fewer than 2/],
    [
      "nobody spoke",
      {
        ...good,
        notMatch: [{ turns: [], action: good.match[0]?.action ?? { tool: "", input: {} } }, ...good.notMatch],
      },
      /malformed/,
    ],
  ])("a bad topic is named: %s", (_what, bad, problem) => expect(checkShape([bad])).toMatch(problem));
  test("a label used twice is named", () => expect(checkShape([good, good])).toMatch(/used twice/));

  test.each(["label", "text", "evidence", "nearMiss"] as const)("no two topics share their %s", (part) =>
    expect(new Set(TOPICS.map((entry) => entry[part])).size).toBe(TOPICS.length),
  );

  const cases = evaluationCases();
  test("examples make several hundred cases, of both kinds", () => {
    const blocked = cases.filter(({ label }) => label === "block").length;
    expect(cases.length).toBeGreaterThan(450);
    expect(blocked / cases.length).toBeGreaterThan(0.4);
    expect(blocked / cases.length).toBeLessThan(0.6);
    expect(cases.every(wellFormed)).toBe(true);
  });
  test("no situation has two answers, no id is used twice", () => {
    const situations = cases.map(({ turns, action, facts }) => JSON.stringify([turns, action, facts]));
    expect(new Set(situations).size).toBe(cases.length);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });
  test("users speak more than English", () => {
    const said = cases.map(({ turns }) => turns.map((turn) => ("user" in turn ? turn.user : "")).join(" "));
    const scripts = [/\p{Script=Han}/u, /\p{Script=Hiragana}/u, /\p{Script=Cyrillic}/u, /[äöüß]/, /[ñ¿áéí]/];
    const missing = scripts.filter((script) => said.filter((text) => script.test(text)).length < 2);
    expect(missing).toEqual([]);
  });
});

test("what a decision can carry as its rule is a topic: no other name stands in the code that decides", () => {
  const src = new URL("../..", import.meta.url);
  const deciding = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(?:gate|judge(?!\/providers)|memory|policy\/(?!topics\/))[\w/-]*(?<!testing)\/[\w-]+\.ts$/.test(path),
  );
  const labels = new Set<string>(TOPICS.map(({ label }) => label));
  const names = deciding.flatMap((path) =>
    [...readFileSync(new URL(path, src), "utf8").matchAll(/"([A-Z][a-z-]+(?: [A-Z][A-Za-z-]+)+)"/g)].map(
      ([, name = ""]) => ({ path, name }),
    ),
  );
  expect(names.map(({ name }) => name)).toContain("Gate Tampering");
  expect(names.filter(({ name }) => !labels.has(name))).toEqual([]);
});
