import type { Report } from "@sightline/fleet";

/** One line of `check --json`, without its newline. */
export function jsonLine({ file, index, name, result }: Report): string {
  const { criterion, verdict, warnings, stats } = result;
  const about = { file, index, name, criterion, verdict, warnings };
  switch (result.verdict) {
    case "satisfied":
      return JSON.stringify({ ...about, witness: result.witness, stats });
    case "violated":
      return JSON.stringify({ ...about, violation: result.violation, stats });
    default:
      return JSON.stringify({ ...about, reason: result.reason, established: result.established, stats });
  }
}
