/** The class of the elements that carry the histories of a page, as gzip in base64. */
export const HISTORY_CLASS = "sightline-history";
/** The id of the element that carries the worker, as gzip in base 85. */
export const WORKER_ID = "sightline-worker";
/** The id of the element that carries the viewer's own script, as gzip in base64. */
export const SCRIPT_ID = "sightline-script";
/** The id of the element that is read where scripts do not run. */
export const DOCUMENT_ID = "document";
/** The id of the element that the viewer is put into. */
export const VIEWER_ID = "viewer";
/** The class of the page's root once scripts run, and while the document is read all the same. */
export const SCRIPTED_CLASS = "scripted";
export const READING_CLASS = "reading";
