import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseHistory, type Violation } from "@sightline/core";
import { type BrowserContextOptions, hasBrowser, type Page } from "@sightline/testing/sightline/browser.js";
import { dropFile, type OpenedPage, openPage } from "@sightline/testing/sightline/open-page.js";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { packHistory } from "@sightline/viewer";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { testBrowser } from "@sightline/testing/sightline/test-browser.js";
import { beforeAll, describe, expect, test } from "vitest";
import { pageFoot } from "./page.js";
import { loadViewer, viewerHead, viewerHistory, viewerScripts } from "./viewer.js";

const scratch = scratchFolder();
const browser = testBrowser();
/** Pages about two violations, as `check --html` writes them. */
let [ofQueues, ofStale] = ["", ""];
beforeAll(async () => {
  if (hasBrowser)
    [ofQueues, ofStale] = await Promise.all([report("queues", [queues]), report("stale", [stale])]);
});

const queues =
  "queue { p.offer(1) => true; q.offer(1) => true; p.poll() => 2 } || { q.offer(2) => true; p.offer(2) => true; q.poll() => 1 }";
const stale = "register { write(1) @0-10; read() => 0 @12-20 } || { write(0) @1-5; read() => 1 @6-11 }";

/** Writes a page about histories, with `check --html`. */
async function report(name: string, args: readonly string[]): Promise<string> {
  const path = join(scratch, `${name}.html`);
  const { err } = await sightline(["check", ...args, "-q", "--html", path]);
  expect(err).toBe("");
  return path;
}

const open = (path: string, options?: BrowserContextOptions): Promise<OpenedPage> =>
  openPage(browser(), path, options);

const verdict = (page: Page, word: string): Promise<unknown> => page.waitForSelector(`.verdict h2 .${word}`);

describe.skipIf(!hasBrowser)("the viewer, in Chromium", () => {
  test("shows a violation: its reason, its proof step by step, its operations", async () => {
    const { page, troubles } = await open(ofQueues);
    await verdict(page, "violated");
    expect(await page.textContent(".verdict .reason")).toMatch(
      /^#5 q\.poll\(\) => 1 could have returned 2, but not 1/,
    );
    expect(await page.locator("#viewer .steps > li").count()).toBe(5);
    expect(await page.textContent("#viewer .steps > li.current .kind")).toBe("wr");
    // The proof is walked by buttons and by keys.
    await page.click("button[title^='Next step']");
    await page.keyboard.press("j");
    expect(await page.textContent("#viewer .steps > li.current .number")).toBe("3");
    await page.click("#viewer .steps > li:nth-child(4) .number");
    expect(await page.textContent("#viewer .steps > li.current .arrows")).toMatch(/^ww #4 → #0 /);
    // A number of an operation leads to it.
    await page.click("#viewer .steps > li:nth-child(2) a.operation >> nth=0");
    expect(await page.textContent(".details")).toMatch(/#5 q\.poll\(\) => 1session 1/);
    await page.click("#tab-operations");
    expect(await page.locator("#panel tbody tr").count()).toBe(6);
    expect(troubles).toEqual([]);
  });

  test("shows what happened besides: in the strip above the lanes, in a table, and without scripts", async () => {
    const file = join(scratch, "annotated.json");
    const operations = [
      { session: 0, method: "write", args: [1], call: 0, return: 100 },
      { session: 1, method: "read", result: null, call: 200, return: 300 },
    ];
    const annotations = [
      { at: 120, until: 180, text: "a <i>link</i> is cut" },
      { at: 250, text: "node 1 is killed" },
    ];
    writeFileSync(file, JSON.stringify({ type: "register", operations, annotations }));
    const path = await report("annotated", [file, "-c", "linearizability"]);
    const { page, troubles } = await open(path);
    await verdict(page, "violated");
    const canvas = page.locator(".stage canvas");
    const picture = (): Promise<string> => canvas.evaluate((one) => (one as HTMLCanvasElement).toDataURL());
    await page.click("#tab-annotations");
    expect(await page.locator("#panel tbody tr").allTextContents()).toEqual([
      "at 120 to 180a <i>link</i> is cut",
      "at 250node 1 is killed",
    ]);
    const before = await picture();
    await page.focus("#panel tbody tr:nth-child(2) button");
    await page.waitForSelector("#panel tbody tr:nth-child(2).current");
    await expect.poll(picture, { timeout: 0 }).not.toBe(before);
    // The band is in the middle of the drawing.
    await page.click("button[title^='Everything']");
    const box = await canvas.boundingBox();
    if (box === null) return expect.fail("no canvas");
    await page.mouse.move(box.x + 92 + (box.width - 92) / 2, box.y + 31);
    await page.waitForSelector("#panel tbody tr:nth-child(1).current");
    expect(troubles).toEqual([]);
    const plain = await open(path, { javaScriptEnabled: false });
    expect(await plain.page.textContent("main details:has(summary:text('What happened besides'))")).toContain(
      "node 1 is killed, at 250",
    );
  });

  test("draws the timeline: one can zoom, move, point at operations and choose them", async () => {
    const { page, troubles } = await open(ofStale);
    await verdict(page, "violated");
    const canvas = page.locator(".stage canvas");
    const box = await canvas.boundingBox();
    if (box === null) return expect.fail("no canvas");
    const picture = (): Promise<string> => canvas.evaluate((one) => (one as HTMLCanvasElement).toDataURL());
    const before = await picture();
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await page.mouse.wheel(0, -400);
    await expect.poll(picture, { timeout: 0 }).not.toBe(before);
    const close = await picture();
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 120, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(picture, { timeout: 0 }).not.toBe(close);
    await page.click("button[title^='Everything']");
    // Where the first operation is drawn, at the left of the first lane.
    await page.mouse.move(box.x + 150, box.y + 65);
    await page.waitForFunction(() =>
      document.querySelector(".details")?.textContent?.includes("#0 write(1)"),
    );
    await page.mouse.click(box.x + 150, box.y + 65);
    await page.mouse.move(box.x + 400, box.y + box.height - 20);
    await page.waitForFunction(() => document.querySelector(".details .what")?.textContent === "#0 write(1)");
    expect(await page.textContent(".details")).toContain("called 0, returned 10 (took 10)");
    await canvas.focus();
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => document.querySelector(".details .what")?.textContent === "#2 write(0)");
    // The search dims the rest, and leads from one match to the next.
    await page.fill("#search", "read");
    expect(await page.textContent(".found")).toBe("2 found");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() =>
      document.querySelector(".details .what")?.textContent?.startsWith("#3 read"),
    );
    expect(troubles).toEqual([]);
  });

  test("climbs the ladder in the background, and each rung shows its own reason", async () => {
    const { page, troubles } = await open(ofQueues);
    await page.click("#tab-ladder");
    await page.waitForSelector(".rung[aria-label='weak: satisfied']");
    expect(await page.getAttribute(".rung >> nth=0", "aria-label")).toBe("sequential: violated");
    await page.click(".rung[aria-label^='weak']");
    await verdict(page, "satisfied");
    await page.click("#tab-order");
    expect(await page.locator("#panel .line").count()).toBe(6);
    await page.selectOption(".verdict select", "causal");
    await page.waitForFunction(() => document.querySelector(".verdict .spinner") === null);
    expect(await page.inputValue(".verdict select")).toBe("causal");
    expect(troubles).toEqual([]);
  });

  test("takes a file of another format, checks it, edits it, shares it, and opens what was shared", async () => {
    const { page, troubles } = await open(ofStale);
    await verdict(page, "violated");
    const edn = [
      "{:process 0, :type :invoke, :f :write, :value 1}",
      "{:process 0, :type :ok, :f :write, :value 1}",
      "{:process 1, :type :invoke, :f :read, :value nil}",
      "{:process 1, :type :ok, :f :read, :value 1}",
    ].join("\n");
    await dropFile(page, "history.edn", edn);
    await verdict(page, "satisfied");
    expect(await page.textContent("header .title")).toBe("history.edn");
    await page.click("#tab-order");
    await page.waitForFunction(() => document.querySelectorAll("#panel .state").length === 3);
    await page.click("#tab-edit");
    await page.waitForFunction(() => document.querySelector("textarea")?.value !== "");
    const text = await page.inputValue("textarea");
    await page.fill("textarea", text.replace("=> 1", "=> 7"));
    await verdict(page, "violated");
    await page.fill("textarea", "register { write(1) => ");
    await page.waitForFunction(() =>
      document.querySelector("#edit-said")?.textContent?.startsWith("text:1:"),
    );
    await page.click("nav >> text=Share");
    await page.waitForFunction(() => location.hash.startsWith("#h="));
    const { page: other, troubles: others } = await open(page.url());
    await verdict(other, "violated");
    expect(await other.textContent(".verdict .reason")).toMatch(/read\(\) => 7/);
    await other.reload();
    await verdict(other, "violated");
    // A text is pasted, anywhere.
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "register { write(1); read() => 1 }");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }`);
    await verdict(page, "satisfied");
    expect(await page.textContent("header .title")).toBe("pasted");
    // What cannot be read says where.
    await dropFile(page, "broken.json", '{"operations": [}');
    await page.waitForFunction(() => /broken\.json:1:17/.test(document.body.textContent ?? ""));
    expect([...troubles, ...others]).toEqual([]);
  });

  test("is saved as one file, which opens by itself", async () => {
    const { page, troubles } = await open(ofStale);
    await verdict(page, "violated");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("nav >> text=Save")]);
    const saved = join(scratch, "saved.html");
    await download.saveAs(saved);
    const { page: other, troubles: others } = await open(saved);
    await verdict(other, "violated");
    expect(await other.locator("#viewer .steps > li").count()).toBe(1);
    const { page: plain } = await open(saved, { javaScriptEnabled: false });
    expect(await plain.textContent("body")).toContain("could have returned 1, but not 0");
    expect([...troubles, ...others]).toEqual([]);
  });

  test("without scripts the page is a document", async () => {
    const { page } = await open(ofStale, { javaScriptEnabled: false });
    expect(await page.locator("#document").isVisible()).toBe(true);
    expect(await page.locator("article svg").first().isVisible()).toBe(true);
    expect(await page.locator("#back-to-viewer").isVisible()).toBe(false);
    const { page: scripted } = await open(ofStale);
    await verdict(scripted, "violated");
    expect(await scripted.locator("#document").isVisible()).toBe(false);
    await scripted.click("nav >> text=Report");
    expect(await scripted.locator("article svg").first().isVisible()).toBe(true);
    await scripted.click("#back-to-viewer");
    expect(await scripted.locator(".stage canvas").isVisible()).toBe(true);
  });

  test("the cases of a proof are walked as branches, an order and what is not seen are drawn", async () => {
    const within = [[], ["1.1"], ["1.2"]].map((names) =>
      names.map((name) => ({ name, text: `so it is ${name}` })),
    );
    const violation: Violation = {
      kind: "core",
      operations: [0, 1],
      reason: "it cannot be",
      headline: "#1 cannot be",
      steps: within.map(
        (cases, at) =>
          `${at + 1}. ${cases.map(({ name, text }) => `[case ${name}: ${text}] `).join("")}#0 and #1`,
      ),
      outline: within.map((cases) => ({ within: cases, edges: [{ from: 0, to: 1, kind: "so" }] })),
    };
    const stats = { algorithm: "none", states: 0, milliseconds: 0 };
    const viewer = loadViewer("report");
    const path = join(scratch, "cases.html");
    const history = packHistory(parseHistory("register { write(1); read() => 2 }"));
    const result = { criterion: "sequential", verdict: "violated", violation, stats } as const;
    const html = [
      viewerHead(viewer, "cases"),
      viewerHistory({ title: "cases", history, result }),
      viewerScripts(viewer),
      pageFoot(new Date()),
    ];
    writeFileSync(path, html.join(""));
    const { page, troubles } = await open(path);
    await verdict(page, "violated");
    const numbers = (): Promise<string[]> =>
      page.locator("#viewer .steps > li .step .number").allTextContents();
    const first = await numbers();
    expect(first).toEqual(["1", "2"]);
    await page.click(".branches button >> nth=1");
    expect(await page.getAttribute(".branches button >> nth=1", "aria-pressed")).toBe("true");
    expect(await numbers()).toEqual(["1", "3"]);
    // Walking on leads from one branch into the next.
    await page.keyboard.press("k");
    expect(await numbers()).toEqual(first);
    const weak = "set { add(1) => true; add(2) => true } || { contains(2) => true; contains(1) => false }";
    const { page: other, troubles: others } = await open(await report("weak", [weak, "-c", "weak"]));
    await verdict(other, "satisfied");
    await other.click("#panel .line >> text=contains(1)");
    await other.waitForFunction(() =>
      /by what it sees/.test(document.querySelector(".details")?.textContent ?? ""),
    );
    expect(await other.textContent(".details")).toMatch(/sees \d of \d before it, not #\d/);
    expect([...troubles, ...others]).toEqual([]);
  });

  test("is one file, and small", () => {
    const html = readFileSync(ofStale, "utf8");
    // But for what it is about.
    const viewer = loadViewer("report");
    const empty = [viewerHead(viewer, ""), viewerScripts(viewer), pageFoot(new Date())].join("");
    expect(Buffer.byteLength(empty)).toBeLessThan(400_000);
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<link|@import|<img|<iframe|src="/);
  });
});
