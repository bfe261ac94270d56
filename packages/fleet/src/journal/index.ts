export { batchName, headingOf } from "./heading.js";
export { beginJournal, type Journal, JournalRefused, resumeJournal } from "./journal.js";
