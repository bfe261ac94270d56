import { type History, printHistory } from "@sightline/core";
import type { Report } from "@sightline/fleet";
import { historyTitle } from "../report/history-title.js";
import { clip } from "./escape.js";

/** The most characters of a history that stands for its own name. */
const MOST = 80;

/** What the viewer calls a history: one that was written as an argument, and has no other name, by itself. */
export function viewerTitle(where: Pick<Report, "file" | "index" | "name">, history: History): string {
  return where.file === "<argument>" && where.name === null
    ? clip(printHistory(history), MOST)
    : historyTitle(where);
}
