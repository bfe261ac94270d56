import type { Tally } from "../../../process/exit-code.js";
import { count } from "../../../render/count.js";
import type { Style } from "../../../render/style.js";

/** The last line of a run over several histories; `kinds`: those of its violations. Empty where one line has said it all. */
export function renderSummary(tally: Tally, { colours }: Style, kinds = ""): string {
  const checks = tally.satisfied + tally.violated + tally.unknown;
  if (checks + tally.invalid < 2) return "";
  const numbers = [
    tally.satisfied > 0 ? colours.green(`${tally.satisfied} satisfied`) : "",
    tally.violated > 0
      ? colours.red(`${tally.violated} violated${tally.violated > 1 && kinds !== "" ? ` (${kinds})` : ""}`)
      : "",
    tally.unknown > 0 ? colours.yellow(`${tally.unknown} unknown`) : "",
    tally.invalid > 0 ? colours.red(`${tally.invalid} not valid`) : "",
  ].filter((part) => part !== "");
  const total = tally.histories + tally.invalid;
  const of = checks > tally.histories ? ` (${count(checks, "check")})` : "";
  return `${count(total, "history")}${of}: ${numbers.join(", ")}\n`;
}
