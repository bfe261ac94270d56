export { batchName, headingOf, taskHeadingOf } from "./heading.js";
export { beginJournal, type Journal, JournalRefused, type KeptResults, resumeJournal } from "./journal.js";
