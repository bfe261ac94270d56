// @module-tag slow
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasBrowser, type Page } from "@sightline/testing/sightline/browser.js";
import { openPage } from "@sightline/testing/sightline/open-page.js";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { testBrowser } from "@sightline/testing/sightline/test-browser.js";
import { describe, expect, test } from "vitest";

const scratch = scratchFolder();
const browser = testBrowser();

const evil = "</td></svg><script>alert(1)</script><img src=x onerror=alert(2)>";

/** A cell that is not atomic, and says something evil. */
const source = join(scratch, "stale.mjs");
writeFileSync(
  source,
  `export class Cell {
    #held = null;
    async put(value) { const old = this.#held; await null; this.#held = value; return old; }
    async get() { await null; return this.#held === null ? null : ${JSON.stringify(evil)}; }
  }`,
);

/**
 * Looks at a page as people with a small screen do, with scripts and without: it runs nothing, asks for nothing, and
 * nothing in it is wider than the screen. Returns it with scripts.
 */
async function lookedAt(path: string): Promise<Page> {
  const screen = { viewport: { width: 400, height: 800 }, colorScheme: "dark" } as const;
  const [plain, page] = await Promise.all(
    [false, true].map(async (javaScriptEnabled) => {
      const { page: opened, troubles } = await openPage(browser(), path, { ...screen, javaScriptEnabled });
      expect(await opened.locator("img, script").count()).toBe(0);
      expect(await opened.locator("table").first().isVisible()).toBe(true);
      expect(troubles).toEqual([]);
      return opened;
    }),
  );
  expect(await plain.textContent("body")).toBe(await page.textContent("body"));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(
    "rgb(255, 255, 255)",
  );
  return page;
}

describe.skipIf(!hasBrowser)("pages of other commands, in Chromium", () => {
  test("test: each value under its call, violations of one kind together", async () => {
    const path = join(scratch, "tested.html");
    const programs = [
      "{ put(1) } || { put(2) }",
      "{ put(2) } || { put(1) }",
      "{ put(1); get() } || { put(2) }",
    ];
    const options = ["--mode", "async", "--seconds", "0.02", "--keep-going", "--html", path];
    const { code } = await sightline([
      "test",
      `js:${source}#Cell`,
      ...programs.flatMap((program) => ["--program", program]),
      ...options,
    ]);
    expect(code).toBe(1);
    const page = await lookedAt(path);
    expect(await page.locator("svg.interval").first().getAttribute("aria-label")).toMatch(/%, between/);
    expect(await page.textContent("#violations ~ p")).toMatch(/^3 programs of 2 kinds/);
    const article = page.locator("article >> nth=0");
    expect(await article.locator("h3").textContent()).toBe(programs[0]);
    const heads = await article.locator("table.program >> nth=0").locator("thead th").allTextContents();
    expect(heads).toEqual([
      "thread 0",
      "thread 1",
      "seen",
      "share",
      "95 % interval",
      "admitted",
      "violates",
      "put(1)",
      "put(2)",
    ]);
    // The value of each call stands below it.
    const [call, value] = await article.evaluate((element) => {
      const left = (selector: string): number =>
        element.querySelector(selector)?.getBoundingClientRect().left ?? NaN;
      return [left("th.call:nth-child(2)"), left("tbody tr td:nth-child(2)")];
    });
    expect(value).toBe(call);
    await article.locator("summary >> nth=0").click();
    expect(await article.locator("details details summary").allTextContents()).toEqual([programs[1]]);
    expect(await page.locator("article >> nth=1").locator("td.value").allTextContents()).toContain(
      JSON.stringify(evil),
    );
  });

  test("derive: the levels of each method, those that are refuted struck through, and what refutes them", async () => {
    const path = join(scratch, "derived.html");
    const options = ["--mode", "async", "--seconds", "0.02", "--programs", "6", "-q", "--html", path];
    expect((await sightline(["derive", `js:${source}#Cell`, ...options])).err).toBe("");
    const page = await lookedAt(path);
    const row = page.locator("tr:has(td code:text-is('put'))");
    expect(await row.locator(".rungs > span").allTextContents()).toEqual([
      "weak",
      "basic",
      "monotonic",
      "peer",
      "causal",
      "complete",
    ]);
    expect(await row.locator(".rungs s").allTextContents()).toContain("complete");
    expect(await page.textContent("article h3")).toContain("is not complete");
    expect(await page.locator("article table.program").count()).toBeGreaterThan(0);
  });

  test("measure: levels with their intervals, and how long histories took by their sizes", async () => {
    const [path, input] = [join(scratch, "measured.html"), join(scratch, "histories.jsonl")];
    const history = (size: number) => ({
      type: "register",
      name: evil,
      operations: Array.from({ length: size }, (_, at) => ({
        session: `${evil}${at % 2}`,
        method: "write",
        args: [evil],
      })),
    });
    const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100];
    writeFileSync(input, sizes.map((size) => JSON.stringify(history(size))).join("\n"));
    expect((await sightline(["measure", input, "--html", path])).err).toBe("");
    const page = await lookedAt(path);
    expect(await page.locator("svg.interval").count()).toBe(6);
    const plot = page.locator("svg.scatter");
    expect(await plot.getAttribute("aria-label")).toBe("Time by size of 11 histories, both axes logarithmic");
    expect(await plot.locator("circle").count()).toBeGreaterThan(1);
    expect(await plot.locator("text").allTextContents()).toEqual(
      expect.arrayContaining(["1", "10", "100", "operations"]),
    );
    expect(await page.textContent("figure:has(svg.scatter) figcaption")).toMatch(/● complete$/);
  });
});
