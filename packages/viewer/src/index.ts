export type { ViewerDocument } from "./document/document.js";
export { whenOf } from "./text/when.js";
export { packHistory } from "./document/packed-history.js";
export type { PageColours } from "./page/page-colours.js";
export {
  DOCUMENT_ID,
  HISTORY_CLASS,
  READING_CLASS,
  SCRIPT_ID,
  SCRIPTED_CLASS,
  VIEWER_ID,
  WORKER_ID,
} from "./page/names.js";
