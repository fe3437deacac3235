/** What a person does in the page on the first day: where the focus goes, what is said where, and that numbers and words agree. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings, openBrowser, openTab, overflows } from "../src/evidence/testing/browser.ts";
import { makeWorld, type PageWorld, type ServedPage, serveWorld } from "./page/world.ts";

const SHOTS = process.env.SALLYPORT_PAGE_SHOTS ?? join(tmpdir(), "sallyport-page");
const LOOKS = [1440, 820, 390].flatMap((width) => (["light", "dark"] as const).map((scheme) => ({ width, scheme })));
const PATIENCE = { timeout: 30_000 };
const UNTIL = /Approved, until \d+:\d\d(\s[AP]M)?, for one call\./;

let world: PageWorld;
let served: ServedPage;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  if (!existsSync("dist/web/index.html")) throw new Error("dist/web is not there: run npm run build first");
  mkdirSync(SHOTS, { recursive: true });
  [world, browser] = await Promise.all([makeWorld(), openBrowser()]);
  world.stream("first-try", ["echo x > '/tmp/e2e; other'", "git push origin main", "git push origin main"]);
  world.stream("second-try", ["git push origin main"]);
  served = await serveWorld(world);
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await openTab(context);
  await page.goto(served.link());
  await page.locator("a.row").first().waitFor();
});
afterAll(async () => {
  await browser?.close();
  await served?.stop();
  world?.remove();
});

const goTo = async (place: string, title: string): Promise<void> => {
  await page.goto(`${served.address}/#/${place}`);
  await page.locator("#view-title", { hasText: title }).waitFor();
  await expect.poll(() => page.locator(".loading").count(), PATIENCE).toBe(0);
};

/** What the person looks at, at every width and in both colours. */
async function look(name: string): Promise<void> {
  const address = page.url();
  for (const { width, scheme } of LOOKS) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.screenshot({ path: join(SHOTS, `${name}-${width}-${scheme}.png`) });
    expect([name, width, await overflows(page)]).toEqual([name, width, false]);
  }
  expect([name, await axeFindings(page)]).toEqual([name, []]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  expect(page.url()).toBe(address);
}

const focusedText = async (): Promise<string> => String(await page.evaluate("document.activeElement.textContent"));
const section = (title: string) =>
  page.locator("section.section", { has: page.getByRole("heading", { name: title, exact: true }) });

describe("signing in", () => {
  test("a new link that is opened in the signed-out tab itself signs in, and a used one says so", async () => {
    const stranger = await browser.newContext();
    const tab = await openTab(stranger);
    await tab.goto(`${served.address}/#/rules`);
    await tab.getByRole("heading", { name: "Open the gate’s page" }).waitFor();
    const [, hash = ""] = served.link().split("/#");
    await tab.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await tab.getByRole("heading", { name: "Live" }).waitFor();
    expect(tab.url()).not.toContain("signin");
    await tab.getByRole("button", { name: "Sign out" }).click();
    await tab.getByText("You are signed out.").waitFor();
    await tab.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await tab.getByText("The link was used already, or is too old.").waitFor();
    await stranger.close();
  });
});

describe("a held call", () => {
  test("each part of its reason stands in its own place, whatever characters are in it", async () => {
    await goTo("search?q=e2e%3B", "Search");
    await page.locator("a.row", { hasText: "e2e; other" }).first().click();
    await page.locator(".pane .open").click();
    await page.locator("h1.detail-title").waitFor();
    const does = await section("What it does").textContent();
    expect(does).toContain("writes /tmp/e2e; other");
    expect(does).not.toContain("settles");
    const why = await section("Why it was held").textContent();
    expect(why).toMatch(/No rule covers it/);
    expect(why).not.toContain("sallyport");
    expect(await section("How to let it pass").textContent()).toContain(
      "No rule is proposed for it; a model may settle it: sallyport init.",
    );
    await look("held-parts");
  });

  test("of what the floor denies nothing is told that a yes would be bound to", async () => {
    await goTo(`decision/${world.decision("rm -rf ~")}`, "");
    await section("Why it was held").waitFor();
    expect(await page.getByText("What a yes is bound to").count()).toBe(0);
    await goTo(`decision/${world.decision("npm publish --tag next")}`, "");
    expect(await page.getByText("What a yes is bound to").count()).toBe(1);
    expect(await page.locator(".bound").textContent()).toContain("with the variable TF_CLI_CONFIG_FILE");
    expect(await page.locator(".effects").first().textContent()).not.toContain("TF_CLI_CONFIG_FILE");
  });
});

describe("waiting", () => {
  const lines = () => page.locator(".folded.answerable .folded-line");
  const rest = (title: string) =>
    page.locator(".folded", { has: page.getByRole("heading", { name: title, exact: true }) });

  test("badge, heading and list count the same calls, and equal ones can be told apart", async () => {
    await goTo("waiting", "Waiting");
    const n = await lines().count();
    await page.getByRole("heading", { name: `${n} can still be approved` }).waitFor();
    expect(await page.locator(".place .count").getAttribute("title")).toBe(`${n} can still be approved`);
    expect(await page.locator(".place .count [aria-hidden]").textContent()).toBe(String(n));
    const pushes = await lines().filter({ hasText: "git push origin main" }).allTextContents();
    expect(pushes).toEqual([
      expect.stringMatching(/…\/work\/shop.*session second-try/),
      expect.stringMatching(/…\/work\/shop.*session first-try.*tried 2 times/),
    ]);
    const never = await rest("Held, and not for approval").textContent();
    expect(never).toContain("secrets/key.pem");
    expect(never).not.toContain("{");
    await look("waiting-rows");
  });

  test("a yes by keyboard: said where the call stood, and the focus goes on", async () => {
    await goTo("waiting", "Waiting");
    const mine = lines().filter({ hasText: "session second-try" });
    const before = await lines().allTextContents();
    const at = before.findIndex((text) => text.includes("session second-try"));
    for (let i = 0; i <= at; i++) await page.keyboard.press("j");
    expect(await focusedText()).toContain("session second-try");
    await page.keyboard.press("Enter");
    await page.locator("button.approve[aria-disabled=false]").waitFor();
    await page.locator("button.approve").focus();
    await page.keyboard.press("Enter");
    const said = page.locator(".answered-line");
    await said.getByText(UNTIL).waitFor();
    expect(await said.textContent()).toContain("git push origin main");
    expect(await mine.count()).toBe(0);
    await expect.poll(focusedText, PATIENCE).toContain((before[at + 1] ?? before[at - 1] ?? "").slice(0, 40));
    await page.getByRole("heading", { name: `${before.length - 1} can still be approved` }).waitFor();
    await look("waiting-approved");
    await page.reload();
    await page.locator("#view-title").waitFor();
    const answered = rest("Answered").locator(".folded-line", { hasText: "session second-try" });
    await answered.getByText(/Approved, until .*, for one call/).waitFor();
    expect(await rest("Held, and not for approval").textContent()).not.toContain("git push origin main");
  });
});

describe("undo", () => {
  test("a file that was changed since comes back only by name, and what would be lost is shown first", async () => {
    const file = join(world.app, "notes.txt");
    await goTo("undo", "Undo");
    await page.keyboard.press("j");
    expect(await focusedText()).toContain("rm notes.txt");
    expect(await focusedText()).toContain("1 file comes back");
    writeFileSync(file, "Written anew.\n");
    await page.keyboard.press("Enter");
    await page.locator("#view-title", { hasText: "Restore point" }).waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.id"), PATIENCE).toBe("view-title");
    await page.getByText("1 file was changed after the call, and stays as it is.").waitFor();
    expect(await page.locator("#main").textContent()).toContain(
      `sallyport undo ${world.point("rm notes.txt")} --force`,
    );
    expect(await page.getByRole("button", { name: /^Bring/ }).count()).toBe(0);
    await page.getByText("What would be lost (−), and what would come back (+)").waitFor();
    expect(await page.locator(".diff .go").allTextContents()).toEqual([expect.stringContaining("-Written anew.")]);
    await page.keyboard.press("j");
    await page.keyboard.press("Space");
    await look("undo-changed");
    await page.getByRole("button", { name: "Bring 1 file back …" }).click();
    const dialog = page.getByRole("dialog", { name: "Bring 1 file back?" });
    await dialog.getByText("It becomes what it was before the call.").waitFor();
    expect(await dialog.textContent()).toContain("changed since: that is replaced");
    await expect.poll(focusedText, PATIENCE).toBe("Bring it back");
    await look("undo-dialog");
    await page.keyboard.press("Enter");
    await page.getByText("1 file brought back.").waitFor();
    await expect.poll(focusedText, PATIENCE).toContain("1 file brought back.");
    expect(readFileSync(file, "utf8")).toContain("The only copy.");
    await page.getByRole("link", { name: "What was there before" }).click();
    await page.getByText("+Written anew.").waitFor();
  });

  test("points that hold nothing but what is there already stand apart", async () => {
    await goTo("undo", "Undo");
    const apart = page.locator(".nothing-left");
    await apart.getByText(/with nothing to bring back/).click();
    expect(await apart.locator(".session-line").allTextContents()).toContainEqual(
      expect.stringMatching(/rm notes\.txt.*Nothing to bring back/),
    );
    const first = page.locator(".session-list").first().locator(".session-line").first();
    expect(await first.textContent()).toMatch(/^your undo of rm notes\.txt.*1 file comes back/);
    await look("undo-list");
  });
});

describe("rules", () => {
  test("one that can never take effect is said to be none", async () => {
    const path = join(world.home, ".config/sallyport/settings.json");
    const settings = JSON.parse(readFileSync(path, "utf8"));
    settings.permissions.allow.push("Bash(rm -rf ~)");
    writeFileSync(path, JSON.stringify(settings));
    await goTo("rules", "Rules");
    const line = page.locator(".rule-line", { hasText: "Bash(rm -rf ~)" });
    await line
      .getByText(/changes nothing: rm -rf ~ is still denied\. .* The floor holds whatever rules say\./)
      .waitFor();
    expect(await page.locator(".rule-line", { hasText: "Bash(npm run lint)" }).textContent()).not.toContain("floor");
    await page.keyboard.press("j");
    expect(await page.evaluate("document.activeElement.className")).toContain("rule-line");
    await look("rules-overruled");
    await page.getByLabel("The rule").first().fill("Bash(rm -rf /)");
    await page.getByRole("button", { name: "What would this have changed?" }).first().click();
    await page
      .locator(".trial")
      .getByText(/changes nothing: rm -rf \/ is still denied/)
      .waitFor();
  });
});

describe("what filters is seen", () => {
  test("a link that filters otherwise empties the field, and on the way back it is full again", async () => {
    await goTo("search", "Search");
    const field = page.getByRole("searchbox", { name: "Search decisions" });
    await field.fill("publish");
    await page.locator("a.row", { hasText: "npm publish" }).first().waitFor();
    await expect.poll(() => page.url()).toContain("q=publish");
    await page.evaluate("location.hash = '#/search?topic=Git%20Destructive'");
    await expect.poll(() => field.inputValue(), PATIENCE).toBe("");
    await page.getByRole("button", { name: /^Topic: Git Destructive/ }).waitFor();
    await page.goBack();
    await expect.poll(() => field.inputValue(), PATIENCE).toBe("publish");
  });

  test("also in the live list, which has fewer fields, and for sessions", async () => {
    await goTo("live?q=lint&tool=Bash&behavior=deny,abort", "Live");
    await page.getByRole("button", { name: /^Words: lint/ }).waitFor();
    await page.getByRole("button", { name: /^Tool: Bash/ }).waitFor();
    const outcome = "document.querySelector('.filters select').selectedOptions[0].textContent";
    expect(await page.evaluate(outcome)).toBe("Denied, Stopped");
    await goTo("sessions?q=codex", "Sessions");
    const field = page.getByRole("searchbox", { name: "Find a session" });
    expect(await field.inputValue()).toBe("codex");
    await page.evaluate("location.hash = '#/sessions'");
    await expect.poll(() => field.inputValue(), PATIENCE).toBe("");
  });
});

describe("small things", () => {
  test("of decisions there is one number, and of a session one way to write the time", async () => {
    await goTo("live", "Live");
    await page.getByText(/Last 24 hours/).waitFor();
    expect(await page.locator(".lead").textContent()).not.toContain("decision");
    expect(await page.locator(".list-foot").textContent()).toMatch(/^\d+ decisions$/);
    await goTo(`session/${world.session}`, "Please look at the failing test");
    const lead = (await page.locator(".lead").textContent()) ?? "";
    const [from, to] = [...lead.matchAll(/(\d+):\d\d:\d\d/g)].map(([, hour]) => hour?.length);
    expect(from).toBe(to);
  });

  test.each([390, 820])(
    "at %i: where the person is is marked also below More, and all there has words",
    async (width) => {
      await page.setViewportSize({ width, height: 844 });
      await goTo("rules", "Rules");
      const more = page.getByRole("button", { name: "More" });
      expect(await more.getAttribute("aria-current")).toBe("page");
      const labels =
        "[...document.querySelectorAll('.places .place > svg + span')].filter((one) => one.checkVisibility())";
      const tops = `${labels}.map((one) => Math.round(one.getBoundingClientRect().top)).join()`;
      expect(String(await page.evaluate(tops))).toMatch(/^(\d+)(,\1){4}$/);
      await more.click();
      const sheet = page.getByRole("dialog", { name: "More" });
      await expect.poll(focusedText, PATIENCE).toBe("Statistics");
      expect(await sheet.locator("[aria-current=page]").textContent()).toBe("Rules");
      for (const word of ["Colours: as the system", "Help and keys", "Sign out"])
        expect(await sheet.getByText(word, { exact: true }).isVisible()).toBe(true);
      await page.screenshot({ path: join(SHOTS, `more-${width}.png`) });
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  );
});
