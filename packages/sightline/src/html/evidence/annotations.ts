import { type ViewerDocument, whenOf } from "@sightline/viewer";
import { count } from "../../render/count.js";
import { clip, escapeHtml } from "../escape.js";

/** The most annotations of a history that are listed, and the most characters of each. */
const [MOST, MOST_OF_TEXT] = [100, 300];

/** What else happened while a history was recorded, as a list; nothing where it does not tell. */
export function renderAnnotations(
  title: string,
  { annotations = [], clock }: ViewerDocument["history"],
): string {
  if (annotations.length === 0) return "";
  const items = annotations.slice(0, MOST).map((annotation, index) => {
    const { text, session } = annotation;
    const whom = session === undefined ? "" : ` (session ${session})`;
    const when = whenOf(annotation, clock?.annotations?.[index]);
    return `<li>${escapeHtml(clip(`${text}${whom}, ${when}`, MOST_OF_TEXT))}</li>\n`;
  });
  const more = annotations.length - items.length;
  return (
    `<details><summary>What happened besides in ${escapeHtml(clip(title, 200))}: ` +
    `${count(annotations.length, "annotation")}</summary>\n<ul>\n${items.join("")}</ul>\n` +
    `${more === 0 ? "" : `<p class="meta">… and ${count(more, "annotation")} more</p>\n`}</details>\n`
  );
}
