import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fingerprint, type History, printHistory, type Result } from "@sightline/core";
import { viewOperations } from "@sightline/fleet";
import { packHistory } from "@sightline/viewer";
import { renderTrouble, renderWitness } from "../html/evidence/details.js";
import { pageFoot } from "../html/page.js";
import { loadViewer, viewerHead, viewerHistory, viewerScripts } from "../html/viewer.js";
import { visibleData } from "../render/visible.js";

/**
 * Writes the page in which the history and why it failed can be looked at, and returns its path: in the folder that
 * `SIGHTLINE_HTML_DIR` names, or among temporary files. The same history and criterion have the same page, so that a
 * test that fails again and again leaves one. Throws where it cannot be written.
 */
export function writePage(history: History, result: Result, name = nameOf(history, result)): string {
  const asked = process.env["SIGHTLINE_HTML_DIR"];
  const folder = resolve(asked === undefined || asked === "" ? join(tmpdir(), "sightline") : asked);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.html`);
  writeFileSync(path, pageAbout(history, result));
  return path;
}

const nameOf = (history: History, { criterion }: Result): string =>
  fingerprint(`${criterion} ${printHistory(history)}`);

/** The viewer with the history, and the same as a document. */
function pageAbout(history: History, result: Result): string {
  const viewer = loadViewer("report");
  const title = history.name ?? "history";
  const { verdict } = result;
  const ids = verdict === "violated" ? result.violation.operations : [];
  const report = visibleData({
    file: title,
    index: 0,
    name: null,
    size: history.size,
    result,
    operations: viewOperations(history, ids),
  });
  return [
    viewerHead(viewer, "Sightline report"),
    verdict === "satisfied" ? renderWitness(report, "check") : renderTrouble(report, "check"),
    viewerHistory({ title, history: packHistory(history), result }),
    viewerScripts(viewer),
    pageFoot(new Date()),
  ].join("");
}
