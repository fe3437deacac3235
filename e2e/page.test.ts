/** The page in a real browser, before the built service and a record that the built gate wrote. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { axeFindings, openBrowser, openTab, overflows } from "../src/evidence/testing/browser.ts";
import { EVIL_SHOWN, makeWorld, type PageWorld, type ServedPage, serveWorld } from "./page/world.ts";

/** Where the pictures go, for whoever wants to look: removed by nobody but the system. */
const SHOTS = process.env.SALLYPORT_PAGE_SHOTS ?? join(tmpdir(), "sallyport-page");
const WIDTHS = [1440, 800, 390] as const;

/** A busy machine is slow: what comes by itself is waited for. */
const PATIENCE = { timeout: 30_000 };

let world: PageWorld;
let served: ServedPage;
let browser: Browser;
let signedIn: BrowserContext;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  if (!existsSync("dist/web/index.html")) throw new Error("dist/web is not there: run npm run build first");
  mkdirSync(SHOTS, { recursive: true });
  [world, browser] = await Promise.all([makeWorld(), openBrowser()]);
  served = await serveWorld(world);
  signedIn = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await openWatched(signedIn);
  await page.goto(served.link());
  await page.getByRole("heading", { name: "Live" }).waitFor();
  await page.locator("a.row").first().waitFor();
});
afterAll(async () => {
  await browser?.close();
  await served?.stop();
  world?.remove();
});

/** What the person would have seen. */
beforeEach(({ onTestFailed }) =>
  onTestFailed(async () => {
    await page.screenshot({ path: join(SHOTS, "failed.png") });
    console.error(`${page.url()}\n${await readView(page)}`);
  }),
);

async function openWatched(context: BrowserContext): Promise<Page> {
  const tab = await openTab(context);
  tab.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  tab.on("pageerror", (error) => complaints.push(error.message));
  tab.on("request", (request) => {
    if (!request.url().startsWith(served.address)) complaints.push(`asks elsewhere: ${request.url()}`);
  });
  return tab;
}

const goTo = async (tab: Page, place: string, title: string): Promise<void> => {
  await tab.goto(`${served.address}/#/${place}`);
  await tab.locator("#view-title", { hasText: title }).waitFor();
  await expect.poll(() => tab.locator(".loading").count(), PATIENCE).toBe(0);
};

/** The text of the whole view, as a person reads it. */
const readView = async (tab: Page): Promise<string> => (await tab.locator("#main").textContent()) ?? "";

const openHeld = async (words: string): Promise<void> => {
  await goTo(page, `search?q=${encodeURIComponent(words)}`, "Search");
  await page.locator("a.row", { hasText: words }).first().click();
  await page.locator(".pane .open").click();
  await page.locator("h1.detail-title").waitFor();
};

describe("signing in", () => {
  test("whoever has no link is told how to get one, and sees nothing else", async () => {
    const stranger = await browser.newContext();
    const tab = await openTab(stranger);
    await tab.goto(`${served.address}/#/rules`);
    await tab.getByRole("heading", { name: "Open the gate’s page" }).waitFor();
    expect(await tab.locator("body").textContent()).toContain("sallyport serve link");
    expect(await axeFindings(tab)).toEqual([]);
    await tab.screenshot({ path: join(SHOTS, "sign-in.png") });
    await stranger.close();
  });

  test("a link is good for one use, leaves the address, and its cookie is nothing without the page's key", async () => {
    const link = served.link();
    const first = await browser.newContext();
    const tab = await openTab(first);
    await tab.goto(link);
    await tab.getByRole("heading", { name: "Live" }).waitFor();
    expect(tab.url()).not.toContain("signin");
    const [cookie] = await first.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
    expect(await tab.evaluate("document.cookie")).toBe("");
    const bare = await fetch(`${served.address}/v1/status`, {
      headers: { cookie: `${cookie?.name}=${cookie?.value}` },
    });
    expect(bare.status).toBe(401);
    await tab.getByRole("button", { name: "Sign out" }).click();
    await tab.getByText("You are signed out.").waitFor();
    await first.close();

    const second = await browser.newContext();
    const again = await openTab(second);
    await again.goto(link);
    await again.getByRole("alert").waitFor();
    expect(await again.locator("body").textContent()).toContain("The link was used already");
    await second.close();
  });
});

describe("a newcomer finds", () => {
  test("why a call was held, what it would have done, and how to let it pass", async () => {
    await openHeld("git push --force");
    const text = await readView(page);
    expect(text).toContain("Why it was held");
    expect(text).toMatch(/Overwrites feature-\d+ on origin/);
    expect(text).toContain("It would overwrite or remove what others can fetch");
    expect(text).toContain("git push, forced");
    expect(text).toContain("How to let it pass");
    expect(text).toContain("Nothing settles it for good.");
    await page.getByRole("button", { name: "Approve once" }).click();
    await page.getByText(/^Approved, until \d+:\d\d(\s[AP]M)?, for one call\.$/).waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.className"), PATIENCE).toBe("ways");
  });

  test("the text of the script it would run, and that it changed since", async () => {
    await openHeld("./scripts/deploy.sh");
    expect(await readView(page)).toContain("curl -T build.tgz https://shop.example.org/deploy");
    expect(await readView(page)).toContain(EVIL_SHOWN);
    expect(await page.locator("#main img, #main script, #main iframe").count()).toBe(0);
    world.write("scripts/deploy.sh", "#!/bin/sh\necho other\n");
    await page.reload();
    await page.getByText("changed since", { exact: true }).waitFor();
    expect(await readView(page)).not.toContain("curl -T build.tgz");
    await page.getByText("It cannot be approved").waitFor();
  });

  test.each([1440, 390])(
    "in the timeline, at %i: the conversation as the classifier saw it, and its reasoning",
    async (width) => {
      const context = await browser.newContext({
        storageState: await signedIn.storageState(),
        viewport: { width, height: width < 500 ? 844 : 900 },
      });
      const tab = await openWatched(context);
      await goTo(tab, `session/${world.session}`, "Please look at the failing test");
      const moment = tab.locator(".moment", { hasText: "./scripts/deploy.sh" });
      await moment.getByText("The conversation as the classifier saw it, and its reasoning").click();
      const seen = moment.locator(".conversation");
      await seen.waitFor();
      // Every turn by who spoke, in order, the action last; and what the model thought of it.
      expect(await seen.locator(".turn.user").allTextContents()).toEqual([
        expect.stringContaining("Please look at the failing test and mend it."),
        expect.stringContaining("Now tidy up."),
      ]);
      expect((await seen.locator(".turn.other").allTextContents()).slice(0, 3)).toEqual([
        expect.stringMatching(/^Read.*test\.js$/),
        expect.stringMatching(/^Bashgit status --short && git diff --stat$/),
        "Bashnpm run lint",
      ]);
      expect(await seen.locator(".turn.action").textContent()).toContain("./scripts/deploy.sh");
      const verdicts = await seen.locator(".turn.verdict").allTextContents();
      expect(verdicts.at(-1)).toContain("Nobody asked for a deployment.");
      await seen.locator(".turn.verdict").last().scrollIntoViewIfNeeded();
      await tab.screenshot({ path: join(SHOTS, `seen-${width}.png`) });
      await seen.getByText("What it is told always").click();
      expect((await seen.locator("details").textContent())?.length).toBeGreaterThan(2_000);
      expect(await axeFindings(tab)).toEqual([]);
      expect(await overflows(tab)).toBe(false);
      expect(await tab.locator("#main img, #main script, #main iframe").count()).toBe(0);
      await context.close();
    },
  );

  test("what is known of a call that the classifier judged", async () => {
    await page.goto(`${served.address}/#/decision/${world.decision("A text with markup")}`);
    await page.getByRole("heading", { name: "What is known of it" }).waitFor();
    expect(await readView(page)).toContain("provenance: host");
    await page.screenshot({ path: join(SHOTS, "facts.png"), fullPage: true });
  });

  test("that nothing lets the floor be passed", async () => {
    await openHeld("rm -rf ~");
    expect(await readView(page)).toContain("It cannot be approved");
    expect(await page.getByRole("button", { name: "Approve once" }).count()).toBe(0);
  });

  test("how to undo one: from the call to what comes back, and back it is", async () => {
    await openHeld("rm notes.txt");
    await page.getByRole("link", { name: "See what would come back" }).click();
    await page.getByText("+The only copy.").waitFor();
    expect(await readView(page)).toContain(EVIL_SHOWN);
    await page.getByRole("button", { name: "Bring 1 file back" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Bring it back" }).click();
    await page.getByText("1 file brought back.").waitFor();
    expect(readFileSync(join(world.app, "notes.txt"), "utf8")).toContain("The only copy.");
  });

  test("an agent that waits: the page counts down, a yes lets the call pass", async () => {
    await goTo(page, "waiting", "Waiting");
    let behavior: unknown;
    // A service that is late leaves the hook to decide alone and drops what it held: the agent tries again.
    for (let tries = 0; tries < 5 && behavior !== "allow"; tries++)
      behavior = await answerInTime(`npm publish --tag t${tries}`);
    expect(behavior).toBe("allow");
  });

  test("a button that has just come or moved under the pointer answers nothing", async () => {
    const { card } = await openLately("npm publish --tag next");
    const answered: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/v1/approvals")) answered.push(request.url());
    });
    await card.locator("button.approve[aria-disabled=false]").waitFor();
    // In one go, as where a list changes under a pointer that is there already.
    await card.locator("button.approve").evaluate(`(button) => {
      button.parentElement.style.transform = "translateY(-40px)";
      button.click();
    }`);
    expect(await card.locator("button.approve").count()).toBe(1);
    expect(answered).toEqual([]);
  });

  test("what is not to be asked again is written where it is asked, and says what else it lets pass", async () => {
    world.stream("switching", ["git switch -q other"]);
    const { card } = await openLately("git switch -q other");
    const file = (): string => readFileSync(join(world.home, ".config/sallyport/settings.json"), "utf8");
    expect(await card.textContent()).toContain("with it every other git switch that the rulebook has no topic for");
    await page.screenshot({ path: join(SHOTS, "not-again.png") });
    await card.locator("button.always[aria-disabled=false]").click();
    await page.getByText("Approved", { exact: false }).first().waitFor();
    await expect.poll(file, PATIENCE).toContain("Bash(git switch:everyday)");
  });

  test("a refusal is a refusal", async () => {
    const { lately, card } = await openLately("npm publish --tag next");
    await card.getByRole("button", { name: "Refuse" }).click();
    await lately.locator(".answered-line", { hasText: "npm publish --tag next" }).getByText("Refused.").waitFor();
    expect(await lately.locator(".folded-line", { hasText: "npm publish --tag next" }).count()).toBe(0);
  });
});

/** A call of the folded list, opened on a page that was loaded anew; other calls may wait above it. */
async function openLately(words: string): Promise<{ readonly lately: Locator; readonly card: Locator }> {
  await goTo(page, "waiting", "Waiting");
  await page.reload();
  const lately = page.locator(".folded.answerable");
  const item = lately.locator("li", { has: page.locator(".folded-line", { hasText: words }) });
  await item.locator(".folded-line").click();
  return { lately, card: item.locator(".waiting-card") };
}

/** What the agent is told of a command that a person approves in the page as soon as it waits there. */
async function answerInTime(command: string): Promise<unknown> {
  const told = world.callLine(command);
  const card = page.locator(".cards .waiting-card", { hasText: command });
  const first = await Promise.race([told, card.waitFor()]);
  if (first === undefined) {
    const text = await card.textContent({ timeout: 5_000 }).catch(() => null);
    if (text !== null) {
      expect(text).toMatch(/\d:\d\d to answer/);
      expect(text).toContain(world.app);
    }
    await page.screenshot({ path: join(SHOTS, "agent-waits.png") });
    await answerStill(card).catch(() => undefined);
  }
  return JSON.parse(await told).hookSpecificOutput?.permissionDecision;
}

/** As a person does: brings the button into view, waits until it stands still, and presses it. */
async function answerStill(card: Locator): Promise<void> {
  await card.locator("button.approve").scrollIntoViewIfNeeded({ timeout: 5_000 });
  // It counts as still only for what it has seen since.
  await page.waitForTimeout(100);
  await card.locator("button.approve[aria-disabled=false]").click({ timeout: 5_000 });
}

describe("rules", () => {
  const settings = (): string => readFileSync(join(world.home, ".config/sallyport/settings.json"), "utf8");

  test("from a held call to the rule that would let it pass: tried on the record, then saved, then taken out", async () => {
    world.stream("stashing", ["git stash"]);
    // The index follows the record within a moment, and a search shows what it had when it was asked.
    const found = async (): Promise<number> => {
      await page.reload();
      await goTo(page, "search?q=git%20stash", "Search");
      return page.locator("a.row", { hasText: "git stash" }).count();
    };
    await expect.poll(found, PATIENCE).toBeGreaterThan(0);
    await openHeld("git stash");
    await page.getByRole("link", { name: "Or here: see first what this rule would have changed" }).click();
    await page.getByText(/would have been decided otherwise/).waitFor();
    await page.screenshot({ path: join(SHOTS, "rule-tried.png") });
    expect(await axeFindings(page)).toEqual([]);
    expect(settings()).not.toContain("git stash");
    await page.getByRole("button", { name: "Save the rule" }).click();
    const line = page.locator(".rule-line", { hasText: "git stash" });
    await line.waitFor();
    expect(settings()).toContain("Bash(git stash:everyday)");
    await line.getByRole("button", { name: "Change" }).click();
    await line.getByRole("button", { name: "Take it out" }).click();
    await line.getByRole("button", { name: "Take the rule out" }).click();
    await line.waitFor({ state: "detached" });
    expect(settings()).not.toContain("git stash");
  });
});

describe("what happens while somebody looks", () => {
  test("a decision comes in by itself; held still it waits above the list", async () => {
    await goTo(page, "live", "Live");
    world.call("Bash", { command: "git diff --stat HEAD" });
    await page.locator("a.row", { hasText: "git diff --stat HEAD" }).waitFor();
    await page.getByRole("button", { name: "Hold still" }).click();
    world.call("Bash", { command: "git show --stat HEAD" });
    await page.getByRole("button", { name: "1 new" }).waitFor();
    expect(await page.locator("a.row", { hasText: "git show --stat HEAD" }).count()).toBe(0);
    await page.getByRole("button", { name: "1 new" }).click();
    await page.locator("a.row", { hasText: "git show --stat HEAD" }).waitFor();
  });

  test("pause and resume, said at once", async () => {
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText(/Paused, \d+:\d\d left/).waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText("Live: decisions count").waitFor();
  });
});

describe("by keyboard alone", () => {
  test("skip, move, open, go back, search, help", async () => {
    await goTo(page, "live", "Live");
    await page.keyboard.press("Tab");
    for (let i = 0; i < 40 && !(await focused(page)).startsWith("Skip"); i++) await page.keyboard.press("Shift+Tab");
    expect(await focused(page)).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect.poll(() => page.evaluate("document.activeElement.matches('a.row')"), PATIENCE).toBe(true);
    const chosen = await page.evaluate("document.activeElement.getAttribute('href')");
    await page.keyboard.press("Enter");
    await page.locator("h1.detail-title").waitFor();
    expect(page.url()).toContain(String(chosen));
    await page.keyboard.press("b");
    await page.getByRole("heading", { name: "Live" }).waitFor();
    // Without waiting, as fingers do: a letter that came too early would be a key of the page.
    await page.keyboard.press("/");
    await page.keyboard.type("publish next");
    await page.locator("a.row", { hasText: "npm publish --tag next" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.getByRole("heading", { name: "Sessions" }).waitFor();
  });
});

const focused = async (tab: Page): Promise<string> =>
  String(await tab.evaluate("document.activeElement?.textContent ?? ''"));

describe("every view", () => {
  /** Its place, its title, and what must stand in it. */
  const VIEWS: readonly (readonly [name: string, place: () => string, title: string, holds: RegExp])[] = [
    ["live", () => "live", "Live", /decisions/],
    ["waiting", () => "waiting", "Waiting", /can still be approved/],
    ["search", () => "search?q=echo", "Search", /echo/],
    ["sessions", () => "sessions", "Sessions", /Please look at the failing test[\s\S]*codex-morning/],
    ["session", () => `session/${world.session}`, "Please look at the failing test", /work\/shop/],
    [
      "decision",
      () => `decision/${world.decision("./scripts/deploy.sh")}`,
      "Production Deploy",
      /nobody asked for a deployment/i,
    ],
    ["statistics", () => "stats?range=24h", "Statistics", /prompts saved/],
    ["undo", () => "undo", "Undo", /rm notes\.txt/],
    ["restore point", () => `point/${world.point("rm notes.txt")}`, "Restore point", /notes\.txt/],
    ["rules", () => "rules", "Rules", /Read\(\.\/secrets\/\*\*\)/],
  ];
  const LOOKS = WIDTHS.flatMap((width) => (["light", "dark"] as const).map((scheme) => [width, scheme] as const));

  test.each(LOOKS)(
    "at %i in %s: there, nothing for axe to find, nothing wider than the screen",
    async (width, scheme) => {
      const state = await signedIn.storageState();
      const context = await browser.newContext({
        storageState: state,
        viewport: { width, height: width < 500 ? 844 : 900 },
        colorScheme: scheme,
        reducedMotion: "reduce",
      });
      const tab = await openWatched(context);
      for (const [name, place, title, holds] of VIEWS) {
        await goTo(tab, place(), title);
        await expect.poll(() => readView(tab), PATIENCE).toMatch(holds);
        await tab.screenshot({ path: join(SHOTS, `${name.replaceAll(" ", "-")}-${width}-${scheme}.png`) });
        if (width !== 800) expect([name, await axeFindings(tab)]).toEqual([name, []]);
        expect([name, await overflows(tab)]).toEqual([name, false]);
      }
      await context.close();
    },
  );

  test("markup in any field of the record is text, and what cannot be seen is spelt out", async () => {
    const places = [
      `session/${world.session}`,
      `decision/${world.decision("onerror")}`,
      `decision/${world.decision("A text with markup")}`,
      `decision/${world.decision("git status")}`,
      "search?q=onerror",
    ];
    for (const place of places) {
      await page.goto(`${served.address}/#/${place}`);
      await page.locator("#view-title").waitFor();
      await expect.poll(() => readView(page), PATIENCE).toContain("U+202E");
      expect(await page.locator("#main img, #main script, #main iframe").count()).toBe(0);
      expect(await page.title()).toMatch(/Sallyport$/);
    }
    expect(await page.evaluate("document.title")).not.toContain("broken");
    await goTo(page, `session/${world.session}`, "Please look at the failing test");
    await expect.poll(() => readView(page), PATIENCE).toContain(EVIL_SHOWN);
  });
});

test("a long list is scrolled to its end by pages, with few rows in the document", async () => {
  await goTo(page, "live", "Live");
  const scrollDown = async (): Promise<number> => {
    await page.locator(".scroller").hover();
    await page.mouse.wheel(0, 100_000);
    return page.locator("a.row", { hasText: "Safe tool" }).count();
  };
  await expect.poll(scrollDown, PATIENCE).toBe(1);
  expect(await page.locator("a.row").count()).toBeLessThan(60);
});

test("nothing was asked elsewhere, and the console had nothing to complain about", () => {
  expect(complaints).toEqual([]);
});

test("when the service ends the page says so, and keeps what it shows", async () => {
  await goTo(page, "live", "Live");
  await served.stop();
  await page.getByText("The service does not answer. What you see may be old").waitFor();
  expect(await page.locator("a.row").count()).toBeGreaterThan(5);
  await page.reload().catch(() => undefined);
});
