/** Breaks text at blanks into lines of at most `width` columns, each indented by `indent`. */
export function wrap(text: string, width: number, indent: string): string {
  const room = Math.max(20, width - indent.length);
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(/\s+/).filter((part) => part !== "")) {
      if (line !== "" && line.length + 1 + word.length > room) {
        lines.push(line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines.map((line) => (line === "" ? "" : indent + line)).join("\n");
}
