import type { Report } from "@sightline/fleet";

/** One line of `check --json`, without its newline. */
export function checkLine({ file, index, name, seen, result, observation: litmus }: Report): string {
  const { criterion, verdict, warnings, stats } = result;
  const about = { file, index, name, seen, criterion, verdict, warnings };
  const rest = { stats, ...(litmus !== undefined && { litmus }) };
  switch (result.verdict) {
    case "satisfied":
      return JSON.stringify({ ...about, witness: result.witness, ...rest });
    case "violated":
      return JSON.stringify({ ...about, violation: result.violation, ...rest });
    default:
      return JSON.stringify({ ...about, reason: result.reason, established: result.established, ...rest });
  }
}
