import type { MeasureEvent } from "@sightline/fleet";
import { bugText } from "../../errors/bug-text.js";
import { invalidLine } from "../../errors/error-lines.js";
import type { PassOver } from "../../inputs/pass-over.js";
import { createScatter } from "../../html/scatter.js";
import { createTally, type Tally } from "../../process/exit-code.js";
import type { Style } from "../../render/style.js";
import { visible, visibleData } from "../../render/visible.js";
import { measuredLine } from "../../report/measured-line.js";
import { notDecided } from "../../report/not-decided.js";
import { warningLines } from "../../report/warning-lines.js";
import { type MeasureSection, timedPoint, timesOfHistories } from "./html.js";
import { countMeasured, createCensus } from "../../report/census.js";
import { summaryLine } from "./json.js";
import type { MeasurePlan } from "./options.js";
import { conclusionLines, renderMeasured, renderTable } from "./render.js";
import type { Rounds } from "./rounds.js";

/** What goes to standard output and to standard error. */
type Printed = readonly [out: string, err: string];

/** Counts events, and turns them into text. */
export interface MeasurePrinter {
  readonly tally: Tally;
  print(event: MeasureEvent): Printed;
  /** The same as a part of a page. */
  section(rounds: Rounds | undefined, milliseconds: number): MeasureSection;
  /** The table of all histories, and the inputs that were not measured to their end. */
  finish(rounds: Rounds | undefined, milliseconds: number): Printed;
}

/** A printer for people, or for programs (`json`). */
export function createMeasurePrinter(
  { json, quiet }: Pick<MeasurePlan, "json" | "quiet">,
  passOver: PassOver,
  style: Style,
  debug: boolean,
): MeasurePrinter {
  const tally = createTally();
  const census = createCensus();
  const times = createScatter(timesOfHistories);
  const unreached: string[] = [];
  return {
    tally,
    print(event) {
      switch (event.kind) {
        case "measured": {
          countMeasured(census, event);
          times.add(timedPoint(event));
          if (event.measured.level === "unknown") tally.unknown++;
          const warnings = warningLines(event, event.measured.warnings);
          if (json) return [`${measuredLine(event)}\n`, warnings];
          return [quiet ? "" : renderMeasured(visibleData(event), style), warnings];
        }
        case "invalid":
          if (passOver.passes(event.error)) return ["", ""];
          tally.invalid++;
          return ["", invalidLine(event.error, json)];
        case "bug": {
          tally.bugs++;
          const { message, stack } = event.error;
          return ["", `${visible(event.file)}[${event.index}]: ${bugText(message, stack, debug)}`];
        }
        case "unreached":
          unreached.push(event.from === 0 ? event.file : `the rest of ${event.file}`);
          return ["", ""];
        case "end":
          return ["", ""];
      }
    },
    section(rounds, milliseconds) {
      const { invalid, interrupted } = tally;
      return {
        title: "Levels of histories",
        facts: [],
        tables: [{ title: "the strongest level that no history is known to violate", census }],
        times,
        conclusion:
          census.histories === 0
            ? []
            : [
                ...conclusionLines(census, { milliseconds, invalid, interrupted, rounds }),
                ...(interrupted ? ["The run was interrupted: not all histories were measured."] : []),
              ],
      };
    },
    finish(rounds, milliseconds) {
      const { invalid, interrupted } = tally;
      const facts = { milliseconds, invalid, interrupted, rounds };
      const table = json ? `${summaryLine(census, facts)}\n` : renderTable(census, facts, style);
      const separator = json || quiet || census.histories === 0 ? "" : "\n";
      return [separator + table, notDecided(unreached, interrupted)];
    },
  };
}
