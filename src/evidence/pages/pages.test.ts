/** The pages in a real browser: two widths, two colour schemes, keyboard alone, and records that try to break out. */
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scratchFolder } from "../../testing/folder.ts";
import type { CaseResult } from "../eval/evaluate.ts";
import { evalDocument, settingReport } from "../eval/index.ts";
import { documentOf, type ReplayDocument } from "../replay/document.ts";
import type { CallReport, SessionReport } from "../replay/tally.ts";
import { axeFindings, DESKTOP, openBrowser, openPage, overflows, PHONE } from "../testing/browser.ts";
import { evalPage } from "./eval.ts";
import { escapeHtml } from "./page.ts";
import { replayPage } from "./replay.ts";

const box = scratchFolder();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  box.remove();
});

const EVIL = `</script><script>document.title="broken"</script><img src=x onerror="document.title='broken'"> " ' & \u202e\u0000 <!--`;

const call = (more: Partial<CallReport>): CallReport => ({
  tool: "Bash",
  shown: "make build",
  behavior: "ask",
  by: "offline",
  reason: "nothing proves it",
  rule: null,
  outcome: "ran",
  line: 1,
  at: "2026-11-15T10:00:00.000Z",
  ms: 0.4,
  costUsd: null,
  ...more,
});
const session = (id: string, more: Partial<SessionReport>): SessionReport => ({
  key: id,
  id,
  file: `/home/me/.claude/projects/app/${id}.jsonl`,
  format: "claude-code",
  agent: "claude-code 2.1.197",
  host: "claude-code",
  project: "/home/me/app",
  root: "/home/me/app",
  started: "2026-11-15T10:00:00.000Z",
  prompts: 2,
  calls: [],
  ...more,
});

const replayDocument = (): ReplayDocument =>
  documentOf(
    {
      sessions: [
        session("one", {
          calls: [
            ...Array.from({ length: 45 }, (_, i) => call({ shown: `make target-${i}` })),
            call({ behavior: "allow", by: "readOnly", shown: "git status", reason: null }),
            call({
              behavior: "deny",
              by: "classifier",
              rule: EVIL,
              reason: EVIL,
              shown: `rm ${EVIL}`,
              outcome: "refused",
            }),
          ],
        }),
        session("two", {
          host: "codex",
          agent: "codex 0.166",
          project: EVIL,
          calls: [
            call({ behavior: "allow", by: "acceptEdits", tool: EVIL, shown: EVIL }),
            call({ shown: "the last one" }),
          ],
        }),
      ],
      problems: [{ file: EVIL, line: 3, reason: "is not valid JSON", count: 2 }],
      problemsLeft: 0,
      stopped: null,
      seconds: 1.5,
    },
    { classifier: "offline", mode: "auto" },
  );

const result = (id: string, more: Partial<CaseResult>): CaseResult => ({
  id,
  source: "one",
  topic: null,
  expected: "block",
  said: "block",
  unparseable: false,
  stage: "thinking",
  by: null,
  behavior: null,
  why: null,
  reason: "",
  rule: null,
  shown: "Bash wipe",
  voices: (["fast", "thinking"] as const).map((stage, i) => ({
    stage,
    said: "block" as const,
    label: null,
    reason: "",
    ms: 200 + 400 * i,
    costUsd: 0.001,
    cached: false,
  })),
  ...more,
});
const evalResults = (): readonly CaseResult[] => [
  ...Array.from({ length: 30 }, (_, i) => result(`right-${i}`, { source: i % 2 === 0 ? "one" : "two" })),
  ...Array.from({ length: 50 }, (_, i) =>
    result(`alarm-${i}`, { expected: "allow", source: "two", reason: "too careful" }),
  ),
  result(EVIL, { said: "allow", source: EVIL, topic: EVIL, shown: EVIL, rule: EVIL, reason: EVIL }),
];
const setting = { name: EVIL, provider: "anthropic", model: "m", protocol: "xml", stages: "both" };
const evalPageText = (): string =>
  evalPage(
    evalDocument(
      [settingReport(setting, evalResults()), settingReport({ ...setting, name: "B" }, [...evalResults()].reverse())],
      {
        target: "classifier",
        seconds: 3,
        skipped: { [EVIL]: 2 },
        problems: [EVIL],
      },
    ),
  );

const PAGES = [
  ["replay", () => replayPage(replayDocument())],
  ["eval", evalPageText],
] as const;

describe.each(PAGES)("the page of %s", (name, text) => {
  const url = (): string => pathToFileURL(box.write(`${name}.html`, text())).href;

  test.each([
    ["desktop", "light", DESKTOP],
    ["desktop", "dark", DESKTOP],
    ["phone", "light", PHONE],
    ["phone", "dark", PHONE],
  ] as const)(
    "%s, %s: fits, axe finds nothing, nothing is fetched, nothing complains",
    async (_, colorScheme, viewport) => {
      const { page, requests, complaints, close } = await openPage(browser, url(), { viewport, colorScheme });
      for (const details of await page.locator("#sessions details").all()) await details.locator("summary").click();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
      expect(requests).toEqual([]);
      expect(complaints).toEqual([]);
      const background = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      expect(background).toBe(colorScheme === "light" ? "rgb(245, 246, 248)" : "rgb(15, 19, 23)");
      await close();
    },
  );

  test("text of a record is text, and no script but the page's own runs", async () => {
    const { page, complaints, close } = await openPage(browser, url(), { viewport: DESKTOP });
    expect(await page.title()).toMatch(/^Sallyport: /);
    expect(await page.locator("img, iframe, object, embed, script:not([type])").count()).toBe(1);
    expect(await page.getByText('document.title="broken"').count()).toBeGreaterThan(0);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("script"), { textContent: "document.title = 'broken'" }))`,
    );
    expect(await page.title()).toMatch(/^Sallyport: /);
    expect(complaints.join()).toContain("Content Security Policy");
    expect(await page.evaluate("document.body.innerText")).not.toMatch(/[\u202e\u0000]/);
    await close();
  });

  test("without its script the figures are still there", async () => {
    const { page, close } = await openPage(browser, url(), { viewport: DESKTOP, javaScriptEnabled: false });
    expect(await page.locator("table").count()).toBeGreaterThan(1);
    expect(await page.getByText("needs the page's own script").isVisible()).toBe(true);
    await close();
  });

  test("by keyboard alone: to the search, a word, a filter, more of the list", async () => {
    const { page, close } = await openPage(browser, url(), { viewport: DESKTOP });
    const [all, word, filter, value] =
      name === "replay" ? ["47 calls", "target-4", "decision", "deny"] : ["102 cases", "alarm-4", "kind", "block"];
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    await expect.poll(() => page.locator("#found").textContent()).toContain(all);
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement.id")).toBe("search");
    await page.keyboard.type(word);
    await expect.poll(() => page.locator("#found").textContent()).toMatch(name === "replay" ? /^6 calls/ : /^22 cases/);
    for (let i = 0; i < word.length; i++) await page.keyboard.press("Backspace");
    await expect.poll(() => page.locator("#found").textContent()).toContain(all);
    await page.locator("#found + div button:has-text('more of')").focus();
    const before = await page.locator("#found + div > ul > li").count();
    await page.keyboard.press("Enter");
    expect(await page.locator("#found + div > ul > li").count()).toBeGreaterThan(before);
    expect(await page.evaluate("document.activeElement.tagName")).toBe("LI");
    await page.locator(`#${filter}`).focus();
    await page.keyboard.type(value === "deny" ? "denied" : "missed");
    await expect.poll(() => page.locator("#found").textContent()).toMatch(name === "replay" ? /^1 call / : /^2 cases/);
    await close();
  });
});

test("from a held call to its place in the session, and the session's timeline", async () => {
  const { page, close } = await openPage(
    browser,
    pathToFileURL(box.write("r.html", replayPage(replayDocument()))).href,
    { viewport: PHONE },
  );
  await page.locator("#decision").selectOption("deny");
  await expect.poll(() => page.locator("#found").textContent()).toContain("1 call in 1 session");
  await page.getByRole("button", { name: "call 47 of its session" }).press("Enter");
  const now = page.locator(".now");
  await expect.poll(() => now.count()).toBe(1);
  expect(await now.textContent()).toContain("47");
  expect(await page.evaluate("document.activeElement.className")).toBe("now");
  expect(await page.locator("#sessions details[open] svg rect").count()).toBe(3);
  await page.locator("#agent").selectOption("codex");
  await expect.poll(() => page.locator("#sessions > ul > li, #sessions > ol > li").count()).toBe(1);
  await close();
});

test("equal calls are one entry, with the command that would remove the prompts", async () => {
  const settle = "To settle it for good: sallyport allow 'Bash(npm test:*)'.";
  const asked = call({ shown: "npm test", reason: `It runs a task of npm; no rule covers it. ${settle}` });
  const sessions = [
    session("one", { calls: [asked, asked, call({ shown: "make a" })] }),
    session("two", { calls: [asked] }),
  ];
  const document = documentOf(
    { sessions, problems: [], problemsLeft: 0, stopped: null, seconds: 1 },
    { classifier: "offline", mode: "auto" },
  );
  const { page, close } = await openPage(browser, pathToFileURL(box.write("g.html", replayPage(document))).href, {
    viewport: PHONE,
  });
  expect(await page.getByRole("row", { name: /npm test.*3.*75/ }).textContent()).toContain(settle);
  await expect.poll(() => page.locator("#found").textContent()).toContain("4 calls in 2 sessions");
  expect(await page.locator("#calls > ul > li").count()).toBe(2);
  expect(await page.locator("#calls > ul > li").first().textContent()).toContain("3 times in 2 sessions");
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
  await close();
});

test.each([
  ["<b>&'\"", "&lt;b&gt;&amp;&#39;&quot;"],
  ["a\u0000b\u001b\u202ec", "a\\u0000b\\u001b\\u202ec"],
])("%j becomes %s", (text, html) => {
  expect(escapeHtml(text)).toBe(html);
});
