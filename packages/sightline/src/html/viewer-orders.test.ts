// @module-tag slow
import { join } from "node:path";
import { hasBrowser } from "@sightline/testing/sightline/browser.js";
import { openPage } from "@sightline/testing/sightline/open-page.js";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { testBrowser } from "@sightline/testing/sightline/test-browser.js";
import { describe, expect, test } from "vitest";

const scratch = scratchFolder();
const browser = testBrowser();

const buffering =
  "memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 } || { read(x) => 1; read(y) => 1 }";

describe.skipIf(!hasBrowser)("how far orders lead, in Chromium", () => {
  test("the longest partial order of each operation is shown, walked and drawn, with its states", async () => {
    const path = join(scratch, "orders.html");
    await sightline(["check", buffering, "-c", "sc", "-q", "--html", path]);
    const { page, troubles } = await openPage(browser(), path);
    await page.click("#tab-order");
    await page.waitForFunction(() => document.querySelectorAll("select.orders option").length === 2);
    const listed = (): Promise<string[]> =>
      page.locator("#panel .line > code:first-of-type").allTextContents();
    const canvas = page.locator(".stage canvas");
    const picture = (): Promise<string> => canvas.evaluate((one) => (one as HTMLCanvasElement).toDataURL());
    expect(await page.textContent("#panel .noted")).toBe("All were tried: none is longer.");
    const [first, second] = await page.locator("select.orders option").allTextContents();
    expect(first).toBe("The longest: 5 operations");
    expect(second).toMatch(/^The longest with #[13] read\([xy]\) => 0: 5 operations$/);
    expect(await page.textContent(".refused")).toMatch(
      /^Next would be #[13] read\([xy]\) => 0, which cannot return that from this state\.$/,
    );
    // An operation that is not in it leads to the longest that has it.
    const before = await listed();
    const drawn = await picture();
    await page.click(".refused a.operation");
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>("select.orders")?.value === "1",
    );
    const after = await listed();
    expect(after).toHaveLength(5);
    expect(after).not.toEqual(before);
    await expect.poll(picture, { timeout: 0 }).not.toBe(drawn);
    // It is walked by keys, and the states before and after each operation are told.
    await page.waitForFunction(() => document.querySelectorAll("#panel .line .state").length === 5);
    for (let times = 0; times < 5; times++) await page.keyboard.press("k");
    expect(await page.textContent("#panel li.current code")).toBe(after[0]);
    await page.keyboard.press("j");
    expect(await page.textContent("#panel li.current code")).toBe(after[1]);
    expect(await page.textContent(".details")).toMatch(/2\. in the order · \{.*\} → \{.*\}/);
    await page.click("[aria-label='Other orders'] button >> nth=0");
    expect(await listed()).toEqual(before);
    expect(troubles).toEqual([]);
  });
});
