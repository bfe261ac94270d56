import { clip, escapeHtml } from "../escape.js";
import { count } from "../../render/count.js";

/** The most lines of a proof that are shown, and the most characters of one. */
const [MOST_LINES, MOST_OF_LINE] = [100, 1000];

/** A reason step by step: numbered, and below each step why it holds. */
export function renderSteps(steps: readonly string[]): string {
  const open: { readonly depth: number; readonly list: "ol" | "ul" }[] = [];
  let html = "";
  const close = (depth: number): void => {
    for (let last = open.at(-1); last !== undefined && last.depth > depth; last = open.at(-1)) {
      html += `</li></${last.list}>`;
      open.pop();
    }
  };
  for (const line of steps.slice(0, MOST_LINES)) {
    const [, blanks, mark, text] = /^( *)(\d+\. |- )(.*)$/s.exec(line) ?? ["", "", "1. ", line];
    const list = mark === "- " ? "ul" : "ol";
    const depth = list === "ol" ? 0 : 1 + blanks.length;
    close(depth);
    if (open.at(-1)?.depth === depth) html += "</li>\n";
    else {
      html += `<${list}${depth === 0 ? ` class="steps"` : ""}>`;
      open.push({ depth, list });
    }
    html += `<li>${escapeHtml(clip(text, MOST_OF_LINE))}`;
  }
  close(-1);
  const hidden = steps.length - MOST_LINES;
  const more =
    hidden > 0
      ? `<p class="meta">… and ${count(hidden, "more line")}: <code>check --json</code> has them all.</p>\n`
      : "";
  return `<p class="meta">Why, step by step:</p>\n${html}\n${more}`;
}
