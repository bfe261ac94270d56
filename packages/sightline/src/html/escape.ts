import { visibleLines } from "../render/visible.js";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * A text as HTML shows it: inert between tags, in quoted attributes and in SVG. What HTML cannot hold and
 * what would turn the direction of the text around it is spelt out, as in JSON: `\\u202e`.
 */
export function escapeHtml(text: string): string {
  return visibleLines(text.replaceAll("\t", " "))
    .replaceAll(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll(/[&<>"']/g, (character) => entities[character]);
}

/** A text cut to at most so many characters, the last of them `…` where it was longer. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text.slice(0, 2 * most + 2));
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

/** The same, but cut in the middle: the end of an operation is its result. */
export function clipMiddle(text: string, most: number): string {
  if (clip(text, most) === text) return text;
  const tail = Math.floor((most - 1) * 0.4);
  const start = Array.from(text.slice(0, 2 * most)).slice(0, most - 1 - tail);
  const end = Array.from(text.slice(-2 * most)).slice(-tail);
  return `${start.join("")}…${end.join("")}`;
}
