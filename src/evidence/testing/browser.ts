/** A real browser for tests of pages. */
import chromium from "@sparticuz/chromium";
import axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as driver,
  type Page,
} from "playwright-core";

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

export const openBrowser = async (): Promise<Browser> =>
  driver.launch({
    executablePath: await chromium.executablePath(),
    args: ["--no-sandbox", "--disable-gpu"],
    headless: true,
  });

/** How many times slower than this machine the browser is to be: finds what a test, or a person's fingers, outrun. */
const SLOWER = Number(process.env.SALLYPORT_PAGE_SLOWER ?? 1);

export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  if (SLOWER > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return page;
}

export interface Opened {
  readonly page: Page;
  /** Requests for anything but the page itself, and what the console complained about. */
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions): Promise<Opened> {
  const context = await browser.newContext(options);
  const page = await openTab(context);
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (request.url() !== url && !request.url().startsWith("data:")) requests.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, requests, complaints, close: () => context.close() };
}

/** What axe finds, one line each. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, impact, nodes }) => impact + " " + id + ": " + nodes[0].html.slice(0, 160)))`,
  );
  return Array.isArray(found) ? found.map(String) : ["axe gave no answer"];
}

/** Wider than the screen: a phone would have to be scrolled sideways. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
