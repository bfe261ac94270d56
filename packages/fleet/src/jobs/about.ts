import type { History } from "@sightline/core";
import type { Report } from "../report.js";

/** The name, count and size of a history, for its report. */
export function aboutOf({ name, seen, size }: History): Pick<Report, "name" | "seen" | "size"> {
  return { name: name ?? null, ...(seen !== undefined && { seen }), size };
}
