import type { Event } from "@sightline/fleet";
import { renderUnchecked, SECTIONS, sectionHead } from "../../../html/page.js";
import { wholeNumber } from "../../../render/whole-number.js";

/** The inputs that were not checked, as a page lists them: a bounded number of them. */
export interface Unchecked {
  add(event: Event): void;
  /** The list, and how many of `all` it leaves out; empty where there are none. */
  section(all: number): string;
}

/** Lists at most so many inputs. */
export function createUnchecked(most: number): Unchecked {
  const items: string[] = [];
  return {
    add(event) {
      const item = items.length < most ? renderUnchecked(event) : "";
      if (item !== "") items.push(item);
    },
    section(all) {
      if (items.length === 0) return "";
      const more = all - items.length;
      const rest = more > 0 ? `<li>and ${wholeNumber(more)} more</li>\n` : "";
      return `${sectionHead(SECTIONS.unchecked, "Not checked")}<ul>\n${items.join("")}${rest}</ul>\n`;
    },
  };
}
