// @module-tag slow
import { join } from "node:path";
import { hasBrowser } from "@sightline/testing/sightline/browser.js";
import { dropFile, openPage } from "@sightline/testing/sightline/open-page.js";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { testBrowser } from "@sightline/testing/sightline/test-browser.js";
import { beforeAll, describe, expect, test } from "vitest";

const scratch = scratchFolder();
const path = join(scratch, "queues.html");
const browser = testBrowser();
beforeAll(async () => {
  if (hasBrowser) await sightline(["check", queues, "-q", "--html", path]);
});

const queues =
  "queue { p.offer(1) => true; q.offer(1) => true; p.poll() => 2 } || { q.offer(2) => true; p.offer(2) => true; q.poll() => 1 }";

/** Adds up how much of what was drawn moved by itself, and keeps what it was. */
const watchShifts = `{
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push({ value, of: sources.map(({ node }) => node?.className ?? node?.nodeName) });
  }).observe({ type: "layout-shift", buffered: true });
}`;

/** Less than this is no shift that people see: the bound of a good page is 0.1. */
const SEEN = 0.01;

describe.skipIf(!hasBrowser)("the viewer keeps still, fits and is walked by keys", () => {
  test.each([
    [1280, 800],
    [400, 800],
  ] as const)(
    "at %i by %i pixels: while it loads, while the ladder is computed and orders are sought",
    async (width, height) => {
      const { page, troubles } = await openPage(
        browser(),
        path,
        { viewport: { width, height } },
        watchShifts,
      );
      await page.waitForSelector("#viewer .steps > li.current");
      expect(await page.evaluate(() => scrollY)).toBe(0);
      for (const tab of ["ladder", "order", "why"]) {
        await page.click(`#tab-${tab}`);
        if (tab === "ladder") await page.waitForSelector(".rung[aria-label='weak: satisfied']");
        if (tab === "order")
          await page.waitForFunction(
            () => !/Looking/.test(document.querySelector(".noted")?.textContent ?? "Looking"),
          );
      }
      // Two frames later all has been told.
      const shifts = await page.evaluate(
        `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.shifts))))`,
      );
      const total = (shifts as { value: number }[]).reduce((sum, { value }) => sum + value, 0);
      expect(total, JSON.stringify(shifts)).toBeLessThan(SEEN);
      expect(troubles).toEqual([]);
    },
  );

  test.each([
    [1280, 800, "light"],
    [400, 800, "dark"],
  ] as const)("fits %i by %i pixels in %s", async (width, height, colorScheme) => {
    const { page } = await openPage(browser(), path, { viewport: { width, height }, colorScheme });
    await page.waitForSelector(".verdict h2 .violated");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await page.getAttribute("html", "data-theme")).toBe(colorScheme);
    const reads = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(reads).toBe(colorScheme);
    await page.click("header nav button >> nth=-1");
    expect(await page.getAttribute("html", "data-theme")).not.toBe(colorScheme);
  });

  test("a check tells how long it takes, and can be cancelled", async () => {
    const { page, troubles } = await openPage(browser(), path);
    await page.waitForSelector(".verdict h2 .violated");
    // Takes the worker many seconds of work: a click takes none.
    const sessions = Array.from(
      { length: 3000 },
      (_, at) => `{ write(${at}); read() => ${(at + 1) % 3000}; read() => ${(at * 7 + 3) % 3000} }`,
    );
    await dropFile(page, "hard.txt", `register ${sessions.join(" || ")}`);
    await page.waitForFunction(() => document.querySelector("header .title")?.textContent === "hard.txt");
    expect(await page.textContent(".progress")).toMatch(/\d+\u00a0m?s Cancel$/);
    await page.click(".progress button");
    await page.waitForSelector(".progress", { state: "detached" });
    expect(await page.textContent(".verdict h2 > span")).toBe("Not checked");
    expect(await page.textContent(".verdict .reason")).toBe("Cancelled.");
    expect(troubles).toEqual([]);
  });

  test("the proof is walked and everything reached by the keyboard alone", async () => {
    const { page, troubles } = await openPage(browser(), path);
    await page.waitForSelector(".verdict h2 .violated");
    const read = (): Promise<string | null> => page.textContent("#viewer .steps > li.current .number");
    const steps = await page.locator("#viewer .steps > li").count();
    for (let step = 2; step <= steps; step++) {
      await page.keyboard.press("j");
      expect(await read()).toBe(String(step));
    }
    await page.keyboard.press("k");
    expect(await read()).toBe(String(steps - 1));
    // By tabs: each step is a button, and its operations are links.
    const focused = (): Promise<string> =>
      page.evaluate(
        () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
      );
    const met = new Set<string>();
    for (let at = await focused(); !met.has("Show step 1") && met.size < 80; at = await focused()) {
      met.add(at);
      await page.keyboard.press("Tab");
    }
    expect([...met]).toEqual(expect.arrayContaining(["Criterion", "Search operations", "Why"]));
    expect([...met].some((one) => one.startsWith("Timeline of 6 operations"))).toBe(true);
    await page.focus("button[aria-label='Show step 1']");
    await page.keyboard.press("Enter");
    expect(await read()).toBe("1");
    await page.focus("#tab-why");
    await page.keyboard.press("ArrowRight");
    expect(await page.getAttribute("#tab-order", "aria-selected")).toBe("true");
    expect(await focused()).toBe("Orders");
    expect(troubles).toEqual([]);
  });
});
