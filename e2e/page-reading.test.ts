/** The page right after a start before a long record: what is not read yet is never said not to be there. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings, openBrowser, openTab, overflows } from "../src/evidence/testing/browser.ts";
import { generateRecord } from "../src/service/testing/record-generator.ts";
import { removeTree } from "../src/testing/remove-tree.ts";
import { type ServedPage, serveWorld } from "./page/world.ts";

const SHOTS = process.env.SALLYPORT_PAGE_SHOTS ?? join(tmpdir(), "sallyport-page");
const PATIENCE = { timeout: 120_000 };
/** Long enough that a browser is there before it is read. */
const DECISIONS = 400_000;

const top = realpathSync(mkdtempSync(join(tmpdir(), "e2e-reading-")));
let served: ServedPage;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (!existsSync("dist/web/index.html")) throw new Error("dist/web is not there: run npm run build first");
  const [home, app, state] = [join(top, "h"), join(top, "h/app"), join(top, "h/.local/state/sallyport")];
  for (const folder of [app, SHOTS]) mkdirSync(folder, { recursive: true });
  mkdirSync(state, { recursive: true, mode: 0o700 });
  generateRecord({ stateDir: state, decisions: DECISIONS, sessions: 4_000, now: Date.now(), quick: true });
  browser = await openBrowser();
  page = await openTab(await browser.newContext({ viewport: { width: 1440, height: 900 } }));
  served = await serveWorld({ home, app, state });
  await page.goto(served.link());
  await page.locator("#view-title").waitFor();
});
afterAll(async () => {
  await browser?.close();
  await served?.stop();
  removeTree(top);
});

test("a search, sessions and one decision: so far, and at the end for good", async () => {
  await page.goto(`${served.address}/#/search?q=zyzzyva`);
  await page.getByText("No such decision so far.").waitFor();
  await page.getByText(/The record is still being read, [\d,]+ decisions? so far/).waitFor();
  await page.screenshot({ path: join(SHOTS, "reading-search.png") });
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: join(SHOTS, "reading-search-390.png") });
  expect(await overflows(page)).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${served.address}/#/sessions?q=zyzzyva`);
  await page.getByText("No session so far.").waitFor();
  await page.goto(`${served.address}/#/decision/zyzzyva`);
  await page.getByText("the record is still being read, and this decision was not found so far").waitFor();
  await page.screenshot({ path: join(SHOTS, "reading-decision.png") });
  await page.goto(`${served.address}/#/search?q=zyzzyva`);
  await page.getByText("Nothing on record matches.").waitFor(PATIENCE);
  expect(await page.getByText("The record is still being read").count()).toBe(0);
});

test("a rule that is tried on a part of a long record says on which", async () => {
  await page.goto(`${served.address}/#/rules`);
  await page.getByLabel("The rule").first().fill("Bash(git commit:*)");
  await page.getByRole("button", { name: "What would this have changed?" }).first().click();
  await page
    .getByText(/of the newest [\d,]+ of [\d,]{7} recorded calls would have been decided otherwise/)
    .waitFor(PATIENCE);
  await page.screenshot({ path: join(SHOTS, "rule-tried-part.png") });
});
