import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import {
  DOCUMENT_ID,
  HISTORY_CLASS,
  SCRIPT_ID,
  SCRIPTED_CLASS,
  VIEWER_ID,
  type ViewerDocument,
  WORKER_ID,
} from "@sightline/viewer";
import { clip, escapeHtml } from "./escape.js";
import { renderAnnotations } from "./evidence/annotations.js";
import { documentHead } from "./page.js";

/** The viewer as a page carries it: its script and style, and its worker, packed. */
export interface ViewerParts {
  readonly script: string;
  readonly style: string;
  readonly worker: string;
}

/**
 * The viewer that was built with this package: for a page that is to decide whatever it is given, or for a report,
 * which carries its verdicts and leaves levels of long histories to the command.
 */
export function loadViewer(page: "viewer" | "report"): ViewerParts {
  const part = (name: string): string =>
    readFileSync(new URL(`../../lib/viewer/${name}`, import.meta.url), "utf8");
  return {
    script: part("page.js"),
    style: part("page.css"),
    worker: part(page === "viewer" ? "worker.txt" : "report-worker.txt"),
  };
}

/**
 * Runs before anything is drawn: what is for those without scripts is not shown for a moment first. Where the
 * rest of the page is missing, or a browser does not understand it, it is shown after all.
 */
const boot =
  `{const c=document.documentElement.classList,s=${JSON.stringify(SCRIPTED_CLASS)};c.add(s);` +
  `const f=()=>{document.querySelector("#${VIEWER_ID} *")||c.remove(s)};addEventListener("error",f);` +
  `addEventListener("DOMContentLoaded",()=>document.getElementById("${SCRIPT_ID}")||f())}`;

/** Unpacks the viewer's script and runs it: it may run, for the page's policy names its hash. */
const unpack =
  `(async()=>{const b=Uint8Array.from(atob(document.getElementById("${SCRIPT_ID}").textContent),c=>c.charCodeAt());` +
  `const s=document.createElement("script");s.textContent=await new Response(new Blob([b]).stream()` +
  `.pipeThrough(new DecompressionStream("gzip"))).text();document.body.append(s)})()` +
  `.catch(()=>dispatchEvent(new Event("error")))`;

const hashOf = (script: string): string => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** What a page with the viewer may do: run its three scripts and a worker made of its own text. It loads nothing. */
export function viewerPolicy({ script }: ViewerParts): string {
  return [
    "default-src 'none'",
    `script-src ${[boot, unpack, script].map(hashOf).join(" ")}`,
    "style-src 'unsafe-inline'",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The beginning of a page with the viewer. */
export function viewerHead(viewer: ViewerParts, title: string): string {
  const head = documentHead(viewerPolicy(viewer), escapeHtml(title), viewer.style, boot);
  return `${head}<div id="${VIEWER_ID}"></div>
<main id="${DOCUMENT_ID}">
<p><button type="button" id="back-to-viewer">Back to the timeline</button></p>
<h1>${escapeHtml(title)}</h1>
`;
}

/** A history as a page carries it for its viewer, and what happened besides, to be read. It is packed and in base64: nothing in it can act. */
export function viewerHistory(document: ViewerDocument): string {
  const { title, result, history } = document;
  const packed = gzipSync(JSON.stringify(document)).toString("base64");
  const verdict = result === undefined ? "" : ` data-verdict="${result.verdict}"`;
  return (
    renderAnnotations(title, history) +
    `<script type="text/plain" class="${HISTORY_CLASS}" data-title="${escapeHtml(clip(title, 200))}"${verdict}>` +
    `${packed}</script>\n`
  );
}

/** The end of a page with the viewer, before its foot. */
export function viewerScripts({ script, worker }: ViewerParts): string {
  const packed = gzipSync(script, { level: 9 }).toString("base64");
  return (
    `<script type="text/plain" id="${WORKER_ID}">${worker}</script>\n` +
    `<script type="text/plain" id="${SCRIPT_ID}">${packed}</script>\n<script>${unpack}</script>\n`
  );
}
