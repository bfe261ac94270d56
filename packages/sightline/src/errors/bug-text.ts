import { visible } from "../render/visible.js";

/** What to say when Sightline itself fails. */
export function bugText(message: string, stack: string, debug: boolean): string {
  const more = debug ? stack : "set SIGHTLINE_DEBUG=1 to see where";
  return (
    `this is a bug in Sightline: ${visible(message)}\n` +
    `Please report it with the input and the command that led to it (${more}).\n`
  );
}
