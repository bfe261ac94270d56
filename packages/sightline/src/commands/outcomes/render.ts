import {
  type History,
  isPending,
  labelOf,
  printOperation,
  printValue,
  type Result,
  type Value,
} from "@sightline/core";
import { visible } from "../../render/visible.js";
import { shortages } from "../../report/shortages.js";

/** Results as the notation has them: `null, false, null, 0`. */
export function printOutcome(results: readonly Value[]): string {
  return results.map(printValue).join(", ");
}

/** Why an outcome is admitted or not, for people. Ends in a newline. */
export function renderExplanation(program: History, outcome: readonly Value[], result: Result): string {
  const title = `${printOutcome(outcome)}: `;
  switch (result.verdict) {
    case "satisfied": {
      const { linearization, visibility = {} } = result.witness;
      const lines = linearization.map((id, place) => {
        const { method, args } = labelOf(program, id);
        const text = printOperation({
          method,
          args,
          result: isPending(program, id) ? undefined : outcome[id],
        });
        const seen = visibility[id];
        const sees =
          seen === undefined
            ? place === 0
              ? ""
              : "sees all before it"
            : `sees ${seen.length === 0 ? "nothing" : seen.map((other) => `#${other}`).join(", ")}`;
        return [`#${id} ${text}`, sees] as const;
      });
      const width = Math.max(0, ...lines.map(([text]) => text.length));
      const table = lines.map(([text, sees]) => `    ${text.padEnd(width)}   ${sees}`.trimEnd());
      return `${title}admitted by ${visible(result.criterion)}, in this order:\n\n${table.join("\n")}\n`;
    }
    case "violated":
      return `${title}not admitted by ${visible(result.criterion)}\n\n    ${visible(result.violation.reason)}\n`;
    default:
      return `${title}unknown, ${shortages[result.reason]}: ${result.established}\n`;
  }
}
