import { render } from "preact";
import { unpackCode } from "../document/compress.js";
import { fromFragment } from "../document/share.js";
import { App } from "../ui/app.js";
import { entriesOfPage } from "../ui/entries.js";
import { loadDocument } from "../ui/loaded.js";
import { createOffice, type Office } from "../work/office.js";
import { DOCUMENT_ID, READING_CLASS, SCRIPTED_CLASS, VIEWER_ID, WORKER_ID } from "./names.js";
import { createSaver } from "./save.js";

// The page as it is saved carries its script packed, and so not a second time.
document.currentScript?.remove();

const root = document.documentElement;
const viewer = document.getElementById(VIEWER_ID);
const saver = createSaver(document);

/** A worker from the page itself: there is no other place to load one from. */
let address: Promise<string> | undefined;
const startWorker = async (): Promise<Worker> => {
  address ??= unpackCode(document.getElementById(WORKER_ID)?.textContent ?? "").then((code) =>
    URL.createObjectURL(new Blob([code], { type: "text/javascript" })),
  );
  return new Worker(await address);
};
const newOffice = (): Office => createOffice(startWorker);

const showReport = (): void => {
  root.classList.add(READING_CLASS);
  scrollTo(0, 0);
};

const report = document.getElementById(DOCUMENT_ID);
const back = document.getElementById("back-to-viewer");
back?.addEventListener("click", () => root.classList.remove(READING_CLASS));

const entries = entriesOfPage(document);
/** Whether the document says more than its title. */
const hasReport = (report?.querySelector(":scope > :not(p, h1, script)") ?? null) !== null;

if (viewer !== null) {
  root.classList.add(SCRIPTED_CLASS);
  // A report on files that could not be read has no history to look at.
  if (entries.length === 0 && hasReport && location.hash === "") showReport();
  render(
    <App
      entries={entries}
      newOffice={newOffice}
      hasReport={hasReport}
      onReport={showReport}
      onSave={saver}
      onFragment={async () => {
        const shared = await fromFragment(location.hash);
        return shared === undefined ? undefined : loadDocument(shared);
      }}
    />,
    viewer,
  );
}
