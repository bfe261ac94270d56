/** A text's beginning and its end, with a word on how much between them is left out. */
export function cutMiddle(text: string, first: number, last: number): string {
  const start = text.slice(0, first).replace(/[\ud800-\udbff]$/u, "");
  const end = text.slice(-last).replace(/^[\udc00-\udfff]/u, "");
  const left = text.length - start.length - end.length;
  return `${start}…[${left.toLocaleString("en")} characters]…${end}`;
}
