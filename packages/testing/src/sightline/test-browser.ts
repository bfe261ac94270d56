import { afterAll, beforeAll } from "vitest";
import { type Browser, hasBrowser, openBrowser } from "./browser.js";

/** Chromium for the tests of a file, started before them and ended after them; where there is none, nothing is. */
export function testBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (hasBrowser) browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined) throw new Error("there is no browser, or not yet");
    return browser;
  };
}
