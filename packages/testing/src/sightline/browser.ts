import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

export type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** Debian's and others' places for Chromium. */
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const found = places.find((path) => existsSync(path));

/** Whether there is a browser to test with. Where there is none, that is said once. */
export const hasBrowser = found !== undefined;
if (!hasBrowser) console.warn(`no Chromium (looked for ${places.join(", ")}): pages are not tested`);

/** Starts Chromium without a window. It makes no connection of its own. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(found !== undefined && { executablePath: found }),
    timeout: 0,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
