// Takes the pictures of docs/viewer.md and the README, in Chromium: npm run build && node scripts/viewer-pictures.mjs
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser } from "../packages/testing/dist/sightline/browser.js";

const step = (number) => (page) => page.click(`button[aria-label='Show step ${number}']`);

/** Name of the picture → what is looked at: a history, the options of `check`, the size, and what is done first. */
const pictures = {
  viewer: {
    title: "two-queues.txt",
    text: "queue { p.offer(1) => true; q.offer(1) => true; p.poll() => 2 } || { q.offer(2) => true; p.offer(2) => true; q.poll() => 1 }",
    height: 700,
    first: step(5),
  },
  "viewer-cases": {
    title: "two-writers.txt",
    text: "register alice { write(2); write(1); write(1) } || bob { write(2); read() => 1; read() => 2 }",
    options: ["-c", "causal"],
    first: async (page) => {
      await page.click(".branches button >> nth=1");
    },
  },
  "viewer-circle": {
    title: "store-buffering.txt",
    text: "memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }",
    colorScheme: "dark",
  },
  "viewer-orders": {
    title: "taken-twice.txt",
    text:
      "queue { offer(1) => true @0-3; poll() => 2 @5-9; poll() => 2 @12-16 } || " +
      "{ offer(2) => true @1-4; poll() => 1 @6-8; offer(4) => true @10-14 } || " +
      "{ offer(3) => true @2-7; poll() => 3 @11-13; poll() => null @15-17 }",
    first: async (page) => {
      await page.click("text=All 9");
      await page.click("#tab-order");
      await page.waitForFunction(() =>
        /All were tried/.test(document.querySelector(".noted")?.textContent ?? ""),
      );
      await page.waitForSelector("#panel .state >> nth=7");
      await page.click("#panel .line >> nth=2");
    },
  },
  "viewer-ladder": {
    title: "forgets.txt",
    text: "set { add(1) => true } || { contains(1) => true; add(2) => true } || { contains(2) => true; contains(1) => false }",
    options: ["-c", "causal"],
    height: 700,
    first: async (page) => {
      await page.click("#tab-ladder");
      await page.waitForSelector(".rung[aria-label='weak: satisfied']");
      await page.waitForFunction(
        () =>
          document.querySelectorAll(".rung.satisfied, .rung.violated").length ===
          document.querySelectorAll(".rung").length,
      );
    },
  },
};

const scratch = mkdtempSync(join(tmpdir(), "sightline-pictures-"));
const command = join(process.cwd(), "packages/sightline/bin/sightline.js");
const sightline = (args, cwd) => spawnSync(process.execPath, [command, ...args], { stdio: "inherit", cwd });
const browser = await openBrowser();

/** Opens a page that was written there. */
async function open(name, options) {
  const page = await browser.newPage(options);
  await page.goto(`file://${join(scratch, name)}.html`);
  return page;
}

try {
  for (const [name, picture] of Object.entries(pictures)) {
    const { title, text, options = [], height = 640, colorScheme = "light", first } = picture;
    writeFileSync(join(scratch, title), text);
    sightline(["check", title, ...options, "-q", "--html", `${name}.html`], scratch);
    const page = await open(name, { viewport: { width: 1280, height }, colorScheme });
    await page.waitForSelector(".verdict h2 .violated");
    await first?.(page);
    // Nothing is focused, and the orders that are sought besides are found.
    await page.evaluate(() => document.activeElement?.blur());
    await page.mouse.move(1279, 1);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `docs/images/${name}.png` });
  }
  const target = "js:examples/lab/stale-cache.ts#StaleCache";
  const written = ["-q", "--html", join(scratch, "test-page.html")];
  sightline(["test", target, "--mode", "async", "--seconds", "0.1", ...written], process.cwd());
  const page = await open("test-page", { viewport: { width: 1280, height: 720 } });
  await page.screenshot({ path: "docs/images/test-page.png" });
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true });
}
