import type { Report } from "@sightline/fleet";
import { SECTIONS, sectionHead } from "../../../html/page.js";
import { wholeNumber } from "../../../render/whole-number.js";
import type { Kind } from "../../../report/violation-kinds.js";
import { renderTrouble, renderWitness } from "../../../html/evidence/details.js";
import { renderCheckRow, renderChecks } from "../../../html/evidence/table.js";

/** The checks that a page shows: a bounded number of each sort, and how many it leaves out. */
export interface ShownChecks {
  /** Takes a check. What explains it, if anything does, goes onto the page at once. */
  add(report: Report, kind: Kind | undefined): string;
  /** Kind → the id of the element that explains its first violation. */
  readonly examples: ReadonlyMap<number, string>;
  /** How many more would have been explained. */
  notExplained(): string;
  /** The table of all checks, and the witnesses of the satisfied ones, piece by piece. */
  rest(): Iterable<string>;
}

/** Shows at most so many satisfied checks, so many that are explained, and so many that are like one of these. */
export function createShownChecks(most: number, group: boolean): ShownChecks {
  const rows: string[] = [];
  const witnesses: string[] = [];
  const examples = new Map<number, string>();
  let [troubles, alike, satisfied] = [0, 0, 0];
  const left = { violated: 0, unknown: 0, satisfied: 0 };
  const notExplained = { violated: 0, unknown: 0 };

  const addSatisfied = (report: Report): void => {
    if (satisfied >= most) {
      left.satisfied++;
      return;
    }
    const id = `witness-${++satisfied}`;
    const witness = renderWitness(report, id);
    if (witness !== "") witnesses.push(witness);
    rows.push(renderCheckRow(report, witness === "" ? undefined : id));
  };

  return {
    examples,
    add(report, kind) {
      const { verdict } = report.result;
      const example = group && kind !== undefined ? examples.get(kind.number) : undefined;
      if (verdict === "satisfied") addSatisfied(report);
      else if (example !== undefined) {
        if (alike >= most) left[verdict]++;
        else {
          alike++;
          rows.push(renderCheckRow(report, example));
        }
      } else if (troubles >= most) {
        left[verdict]++;
        notExplained[verdict]++;
      } else {
        const id = `trouble-${++troubles}`;
        if (kind !== undefined && !examples.has(kind.number)) examples.set(kind.number, id);
        rows.push(renderCheckRow(report, id));
        const head = troubles === 1 ? sectionHead(SECTIONS.troubles, "Violated and unknown") : "";
        return head + renderTrouble(report, id, kind?.number);
      }
      return "";
    },
    notExplained() {
      const words = moreOf(notExplained, ["violated", "unknown"]);
      return words === "" ? "" : `<p>${words}: <code>check --json</code> lists them all.</p>\n`;
    },
    *rest() {
      yield sectionHead(SECTIONS.checks, "All checks");
      yield renderChecks(rows, moreOf(left, ["violated", "unknown", "satisfied"]));
      if (witnesses.length === 0) return;
      yield sectionHead(SECTIONS.witnesses, "Orders that explain the satisfied histories");
      yield* witnesses;
    },
  };
}

/** `and 12 more violated, 3 more unknown`; empty where nothing was left out. */
function moreOf(left: Readonly<Record<string, number>>, verdicts: readonly string[]): string {
  const words = verdicts
    .filter((verdict) => left[verdict] > 0)
    .map((verdict) => `${wholeNumber(left[verdict])} more ${verdict}`);
  return words.length === 0 ? "" : `… and ${words.join(", ")}`;
}
