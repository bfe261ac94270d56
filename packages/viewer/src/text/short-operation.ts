import { clipMiddle } from "./clip.js";

/**
 * An operation in at most so many characters. What tells least goes first: the blanks around its arrow, the
 * brackets of a call without arguments, the result of one with arguments; in the end it is cut in its middle.
 */
export function shortOperation(text: string, most: number): string {
  if (text.length <= most) return text;
  const arrow = text.lastIndexOf(" => ");
  if (arrow < 0) return clipMiddle(text, most);
  const [call, result] = [text.slice(0, arrow), text.slice(arrow + 4)];
  const bare = call.endsWith("()") ? call.slice(0, -2) : call;
  for (const shorter of [`${call}=>${result}`, `${bare}=>${result}`])
    if (shorter.length <= most) return shorter;
  return bare === call && call.length < most ? `${call}…` : clipMiddle(`${bare}=>${result}`, most);
}
