import { visible } from "../render/visible.js";

/** The most inputs that are named as not decided. */
const MOST_NAMED = 10;

/** What to say of inputs that were not decided to their end; nothing where there are none. */
export function notDecided(inputs: readonly string[], interrupted: boolean): string {
  if (inputs.length === 0) return "";
  const named = inputs.slice(0, MOST_NAMED).map(visible).join(", ");
  const more = inputs.length > MOST_NAMED ? ` and ${inputs.length - MOST_NAMED} more inputs` : "";
  return `${interrupted ? "interrupted: " : ""}not decided: ${named}${more}\n`;
}
