// @module-tag slow
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasBrowser, type Page } from "@sightline/testing/sightline/browser.js";
import { dropFile, openPage } from "@sightline/testing/sightline/open-page.js";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { testBrowser } from "@sightline/testing/sightline/test-browser.js";
import { describe, expect, test } from "vitest";

const scratch = scratchFolder();
const browser = testBrowser();

/** Writes a history and, with `check --html`, a page about it; both as paths. */
async function report(name: string, history: unknown): Promise<string> {
  const [input, path] = [join(scratch, `${name}.json`), join(scratch, `${name}.html`)];
  writeFileSync(input, JSON.stringify(history));
  await sightline(["check", input, "-q", "--html", path]);
  return path;
}

const violated = (page: Page): Promise<unknown> => page.waitForSelector(".verdict h2 .violated");

/** What would act as markup, turn the direction of a text, or end its line. */
const evil =
  "</script></code><script>alert(1)</script><img src=x onerror=alert(2)>\u202e\u2028\u2029\u0000#1 comes before #0";
const history = {
  type: "map",
  name: evil,
  operations: [
    { session: evil, object: evil, method: "put", args: [evil, 1], result: null, call: 0, return: 1 },
    { session: "__proto__", object: evil, method: "get", args: [evil], result: evil, call: 2, return: 3 },
    {
      session: "constructor",
      object: "__proto__",
      method: "put",
      args: ["__proto__", 1],
      call: 4,
      return: 5,
    },
  ],
  annotations: [{ at: 1, until: 2, text: evil }],
};

describe.skipIf(!hasBrowser)("histories are data, never markup", () => {
  test("nothing in one acts: in the page, in what is dropped and in what is shared", async () => {
    const { page, troubles } = await openPage(browser(), await report("evil", history));
    await violated(page);
    await dropFile(
      page,
      "<img src=x onerror=alert(3)>.json",
      JSON.stringify({ ...history, name: undefined }),
    );
    await page.waitForFunction(() =>
      document.querySelector("header .title")?.textContent?.includes("onerror=alert(3)"),
    );
    await violated(page);
    for (const tab of ["operations", "annotations", "order", "ladder", "edit", "why"]) {
      await page.click(`#tab-${tab}`);
      // What would act is spelt out, wherever it stands: only what is edited is as it was.
      if (tab !== "edit")
        expect(await page.textContent("#viewer .app")).not.toMatch(/[\u202e\u2028\u2029\0]/);
    }
    await page.click("nav >> text=Share");
    await page.waitForFunction(() => location.hash.startsWith("#h="));
    const { page: other, troubles: others } = await openPage(browser(), page.url());
    await violated(other);
    for (const one of [page, other]) {
      expect(await one.locator("img").count()).toBe(0);
      expect(await one.textContent("header .title")).toContain("<img src=x");
    }
    const { page: broken } = await openPage(browser(), `${page.url().split("#")[0]}#h=AAAA`);
    await broken.waitForSelector(".error");
    expect([...troubles, ...others]).toEqual([]);
  });

  test("values that go on and on are cut, and the words around them can be read", async () => {
    const long = "x".repeat(100_000);
    const operations = [
      { session: "a".repeat(5000), method: "write", args: [long], call: 0, return: 1 },
      { session: "b", method: "read", result: `${long}y`, call: 2, return: 3 },
    ];
    const { page, troubles } = await openPage(
      browser(),
      await report("long", { type: "register", operations }),
      {
        viewport: { width: 400, height: 800 },
      },
    );
    await violated(page);
    expect(await page.textContent(".verdict .reason")).toMatch(
      /^#1 read\(\) => x+….*…x+y: no operation writes/,
    );
    for (const tab of ["operations", "why"]) {
      await page.click(`#tab-${tab}`);
      expect((await page.textContent("#panel"))?.replace(/notationregister .*/su, "").length).toBeLessThan(
        2000,
      );
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
    expect(troubles).toEqual([]);
  });

  test("where no history could be read, the page opens with what is wrong", async () => {
    const { page, troubles } = await openPage(browser(), await report("bad", { type: evil, operations: [] }));
    expect(await page.isVisible("#document")).toBe(true);
    expect(await page.textContent("#document")).toContain("unknown type");
    await page.click("#back-to-viewer");
    expect(await page.isVisible(".open textarea")).toBe(true);
    expect(troubles).toEqual([]);
  });
});
