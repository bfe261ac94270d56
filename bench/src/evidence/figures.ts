import { describeMachine, type machineFacts } from "../machine.js";
import { formatTime } from "../table.js";
import { percent, type Row, tableBy } from "./row.js";

/** What a run, or a part of one, came to. */
export interface EvidenceFigures {
  readonly machine: ReturnType<typeof machineFacts>;
  /** Violations of random histories, and of those in files. */
  readonly rows: readonly Row[];
  readonly known: readonly Row[];
  /** How many other results were put in. */
  readonly alternatives: number;
  /** Statements that do not hold. */
  readonly faults: readonly string[];
  /** How many wrong proofs were tried, and accepted. */
  readonly mutations: number;
  readonly accepted: number;
}

/** Larger parts are not what is aimed at. */
const SMALL = 30;
/** The target: so many of the violations of each criterion have a proof. */
const SHARE = 0.95;

/** The budget of an explanation on an idle core, in milliseconds. */
const BUDGET = 2000;
/** So many of the slowest explanations, and of those without a proof, are named. */
const NAMED = 10;

/** Parts of a run as one. */
export const mergeFigures = (parts: readonly EvidenceFigures[]): EvidenceFigures => ({
  machine: parts[0].machine,
  rows: parts.flatMap(({ rows }) => rows),
  known: parts.flatMap(({ known }) => known),
  alternatives: parts.reduce((sum, one) => sum + one.alternatives, 0),
  faults: parts.flatMap(({ faults }) => faults),
  mutations: parts.reduce((sum, one) => sum + one.mutations, 0),
  accepted: parts.reduce((sum, one) => sum + one.accepted, 0),
});

/** The figures as text. */
export function tellFigures({ machine, rows, known, ...figures }: EvidenceFigures): string {
  const { alternatives, faults, mutations, accepted } = figures;
  const proved = (some: readonly Row[]): number => some.filter(({ steps }) => steps !== undefined).length;
  const criteria = [...new Set(rows.map(({ criterion }) => criterion))];
  const below = criteria.filter((name) => {
    const own = rows.filter(({ criterion }) => criterion === name);
    return proved(own) < SHARE * own.length;
  });
  const target = `target ${100 * SHARE}% of each criterion: ${below.length === 0 ? "reached" : `missed by ${below.join(", ")}`}`;
  const small = known.filter(({ operations = Infinity }) => operations <= SMALL);
  const ofKnown =
    known.length === 0
      ? []
      : [
          "Cases in files:",
          tableBy(known, "type"),
          `${proved(known)} of ${known.length} have a proof (${percent(proved(known), known.length)}); where the part that fails has at most ${SMALL} operations, ${proved(small)} of ${small.length} (${percent(proved(small), small.length)}).`,
        ];
  const slowest = [...rows, ...known].sort((a, b) => b.milliseconds - a.milliseconds);
  const tell = ({ where, type, milliseconds }: Row): string =>
    `- ${where} (${type}): ${formatTime(milliseconds)}`;
  const over = slowest.filter(({ milliseconds }) => milliseconds > BUDGET).length;
  const unproved = rows.filter(({ steps }) => steps === undefined);
  return [
    describeMachine(machine),
    ...(rows.length === 0 ? [] : [tableBy(rows, "criterion"), tableBy(rows, "type")]),
    `${proved(rows).toLocaleString("en-GB")} of ${rows.length.toLocaleString("en-GB")} violations have a proof (${percent(proved(rows), rows.length)}; ${target}).`,
    `${alternatives.toLocaleString("en-GB")} other results put in; ${faults.length} statements that do not hold.`,
    ...faults.map((fault) => `- ${fault}`),
    `${mutations.toLocaleString("en-GB")} wrong proofs, ${accepted} accepted.`,
    ...ofKnown,
    `${over} explanations took more than ${formatTime(BUDGET)} of processor time (target, on an idle machine: none). The slowest:\n\n${slowest.slice(0, NAMED).map(tell).join("\n")}`,
    ...(unproved.length === 0
      ? []
      : [
          `Without a proof, ${unproved.length > NAMED ? `the first ${NAMED} of ` : ""}${unproved.length}:\n\n${unproved.slice(0, NAMED).map(tell).join("\n")}`,
        ]),
  ].join("\n\n");
}
