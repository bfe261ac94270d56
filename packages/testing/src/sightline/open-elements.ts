const VOID = new Set(["meta"]);

/**
 * What is wrong with the nesting of an HTML text, read as strictly as XML: elements that are not
 * closed, or closed wrongly, and every `<` that begins no tag. Empty where all is well.
 */
export function openElements(html: string): string[] {
  const open: string[] = [];
  // What a script holds is no HTML; it ends where HTML says, at the first end tag.
  const markup = html.replaceAll(/(<script\b[^<>]*>)[^]*?(<\/script>)/g, "$1$2");
  const tag = /<(?:!doctype html>|(\/?)([a-z]+[1-6]?)((?:\s+[a-zA-Z-]+="[^"<>]*")*)\s*(\/?)>)?/g;
  for (const [text, close, name, , selfClosing] of markup.matchAll(tag)) {
    if (text === "<") return ["<"];
    if (name === undefined || VOID.has(name)) continue;
    if (close === "/") {
      if (open.pop() !== name) return [`</${name}>`];
    } else if (selfClosing !== "/") open.push(name);
  }
  return open;
}
