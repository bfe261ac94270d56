import type { MeasuredEvent } from "@sightline/fleet";

/** One line of `measure --json`, without its newline. */
export function measuredLine({ file, index, name, seen, size, measured }: MeasuredEvent): string {
  const { level, atLeast, below, verdicts, reason, warnings, stats } = measured;
  return JSON.stringify({
    file,
    index,
    name,
    seen,
    operations: size,
    level,
    atLeast,
    below,
    verdicts,
    reason,
    warnings,
    stats,
  });
}
