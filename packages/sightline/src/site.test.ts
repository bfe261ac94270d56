// @module-tag slow
/** The guide as a site: what `npm run site` makes of the pages, the examples and the comments of the library. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const site = join(root, "docs/.vitepress/dist");
let told = "";

// A link that leads nowhere ends the build, and so does an export without a comment.
beforeAll(async () => {
  const { stdout } = await promisify(execFile)("npm", ["run", "site"], { cwd: root });
  told = stdout;
});

test("every export of the library has its comment", () => {
  expect(told).toMatch(/^[1-9]\d* exports, each with its comment$/m);
});

test("every page of the guide is there, reached from the first, and nothing is fetched from elsewhere", () => {
  const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  const index = readFileSync(join(site, "index.html"), "utf8");
  for (const page of pages) {
    const built = page.replace(/\.md$/, ".html");
    expect(existsSync(join(site, built)), page).toBe(true);
    if (page !== "index.md") expect(index, page).toContain(`href="/${built}"`);
  }
  expect(index).not.toMatch(/<(script|link|img)[^>]+(src|href)="https?:/);
});

test("files that pages link to go along", () => {
  const packages = readFileSync(join(site, "packages.html"), "utf8");
  const [, file] = /href="\/(examples\/packages\/queues\.mjs)"/.exec(packages) ?? [];
  expect(readFileSync(join(site, file), "utf8")).toBe(
    readFileSync(join(root, "examples/packages/queues.mjs"), "utf8"),
  );
  expect(readFileSync(join(site, "api/fast-check.html"), "utf8")).toContain("concurrentCommands");
});

test("histories of a page can be looked at in the viewer", () => {
  const criteria = readFileSync(join(site, "criteria.html"), "utf8");
  const [, viewer] = /href="\/(view\/criteria\.html)"/.exec(criteria) ?? [];
  const histories = readFileSync(join(root, "docs/criteria.md"), "utf8").match(/^```sightline$/gm) ?? [];
  expect(readFileSync(join(site, viewer), "utf8").match(/class="sightline-history"/g)).toHaveLength(
    histories.length,
  );
});
