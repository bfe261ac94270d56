import type { Report } from "@sightline/fleet";

/** What a history is called: its file, its number where the file may hold more, its name. */
export function historyTitle({ file, index, name }: Pick<Report, "file" | "index" | "name">): string {
  const numbered = index > 0 || /\.(ndjson|jsonl)$/.test(file) ? `${file}[${index}]` : file;
  return name === null ? numbered : `${numbered} "${name}"`;
}
