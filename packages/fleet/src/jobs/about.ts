import type { History } from "@sightline/core";
import type { Report } from "../report.js";

/** What a report tells of its history. */
export function aboutOf({ name, seen, size }: History): Pick<Report, "name" | "seen" | "size"> {
  return { name: name ?? null, ...(seen !== undefined && { seen }), size };
}
