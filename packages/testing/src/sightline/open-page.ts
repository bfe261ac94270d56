import type { Browser, BrowserContextOptions, Page } from "./browser.js";

/** A page in the browser, and all that went wrong in it or that it asked the network for. */
export interface OpenedPage {
  readonly page: Page;
  readonly troubles: readonly string[];
}

/**
 * Opens a file or an address.
 * @param atFirst a script that runs before those of the page
 */
export async function openPage(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
  atFirst?: string,
): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("request", (request) => /^(?:file|blob|data):/.test(request.url()) || troubles.push(request.url()));
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  if (atFirst !== undefined) await page.addInitScript(atFirst);
  await page.goto(path.startsWith("/") ? `file://${path}` : path);
  return { page, troubles };
}

/** Drops a file onto the page, as from a desktop. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  // As text, for the names of browsers are not known here.
  const transfer = await page.evaluateHandle(`{
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    data;
  }`);
  await page.dispatchEvent(".app", "drop", { dataTransfer: transfer });
}
