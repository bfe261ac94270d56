import { loadViewer, viewerHead, viewerPolicy, viewerScripts } from "../../html/viewer.js";

/** The viewer as it is served: a page without any history, in which people open their own. */
export interface Page {
  readonly html: string;
  /** What it may do, for the header: the same as it says itself, and that no other page may frame it. */
  readonly policy: string;
}

/** The page, made once. It checks in the browser, and talks to nobody. */
export function servedPage(): Page {
  const viewer = loadViewer("viewer");
  const html = `${viewerHead(viewer, "Sightline")}${viewerScripts(viewer)}</main>\n</body>\n</html>\n`;
  return { html, policy: `${viewerPolicy(viewer)}; frame-ancestors 'none'` };
}
