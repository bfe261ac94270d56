import type { ViewerDocument } from "../document/document.js";
import { packText } from "../document/compress.js";
import { DOCUMENT_ID, HISTORY_CLASS, READING_CLASS, SCRIPTED_CLASS, VIEWER_ID } from "./names.js";

/** Takes the page as it is before anything is put into it; the function it returns saves that page with another history. */
export function createSaver(page: Document): (document: ViewerDocument) => Promise<void> {
  const pristine = page.documentElement.cloneNode(true) as HTMLElement;
  return async (document) => {
    const html = await pageWith(pristine, document);
    const link = page.createElement("a");
    link.href = URL.createObjectURL(new Blob([html], { type: "text/html" }));
    link.download = `${document.title.replaceAll(/[^\w.-]+/gu, "-").slice(0, 60) || "history"}.html`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
}

/** The page with this history instead of its own. All that comes from the history is put in as text. */
export async function pageWith(pristine: HTMLElement, document: ViewerDocument): Promise<string> {
  const copy = pristine.cloneNode(true) as HTMLElement;
  copy.classList.remove(SCRIPTED_CLASS, READING_CLASS);
  delete copy.dataset["theme"];
  for (const old of copy.querySelectorAll(`.${HISTORY_CLASS}`)) old.remove();
  copy.querySelector(`#${VIEWER_ID}`)?.replaceChildren();
  const make = (name: string, text: string, parent: Element): HTMLElement => {
    const element = copy.ownerDocument.createElement(name);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  const main = copy.querySelector(`#${DOCUMENT_ID}`);
  if (main !== null) {
    // The scripts stand in it too.
    for (const child of main.querySelectorAll(":scope > :not(script)")) child.remove();
    make("h1", document.title, main);
    const { result } = document;
    if (result !== undefined) make("p", `${result.criterion}: ${result.verdict}`, main);
    if (result?.verdict === "violated") {
      const { reason, steps = [], notation } = result.violation;
      make("p", reason, main);
      make("pre", steps.join("\n"), main);
      if (notation !== undefined) make("pre", notation, main);
    }
  }
  const data = copy.ownerDocument.createElement("script");
  data.type = "text/plain";
  data.className = HISTORY_CLASS;
  data.dataset["title"] = document.title;
  if (document.result !== undefined) data.dataset["verdict"] = document.result.verdict;
  data.textContent = await packText(JSON.stringify(document));
  copy.querySelector(`#${VIEWER_ID}`)?.after(data);
  return `<!doctype html>\n${copy.outerHTML}\n`;
}
