import type { Report } from "@sightline/fleet";
import { wholeNumber } from "../render/whole-number.js";

/** The file, number and name of a history. */
export type Title = Pick<Report, "file" | "index" | "name">;

/** The violations that have one cause. */
export interface Kind {
  /** From 1, in the order in which they were met. */
  readonly number: number;
  readonly criterion: string;
  readonly cause: string;
  /** The first, which stands for all. */
  readonly first: Title;
  /** Its core in the notation, where there is one. */
  readonly notation: string | undefined;
  /** How many there are, the first included; and how many recorded runs that makes. */
  readonly count: number;
  readonly runs: number;
  /** Those after the first, as many as are remembered. */
  readonly others: readonly Title[];
}

/** Groups violations by their cause, with as much memory as a bounded number of kinds takes. */
export interface ViolationKinds {
  /**
   * Takes a report. Returns the kind of its violation; `undefined` where it is none, or none whose cause is
   * known, or one that follows from another, or where the kinds are too many to remember this one.
   */
  add(report: Report): Kind | undefined;
  /** The kinds so far, as they were met. */
  readonly all: readonly Kind[];
  /** Violations that are of no kind: those without a cause, and those beyond the kinds that are remembered. */
  readonly unexplained: number;
  readonly beyond: number;
}

/** Of so many kinds the first violation is told with its proof, step by step: nobody reads more of them in one go. */
export const PROVEN_KINDS = 20;

/** The most kinds that are remembered, and the most violations of each after the first. */
const [MOST_KINDS, MOST_OTHERS] = [1000, 100];

/** The limits of a table of kinds; tests give others. */
export interface KindsOptions {
  readonly mostKinds?: number;
  readonly mostOthers?: number;
}

/** Nothing grouped yet. */
export function createViolationKinds({
  mostKinds = MOST_KINDS,
  mostOthers = MOST_OTHERS,
}: KindsOptions = {}): ViolationKinds {
  type Open = { -readonly [Field in keyof Kind]: Kind[Field] } & { readonly others: Title[] };
  const kinds = new Map<string, Open>();
  const left = { unexplained: 0, beyond: 0 };
  return {
    add({ file, index, name, seen, result }) {
      if (result.verdict !== "violated" || result.violation.impliedBy !== undefined) return undefined;
      const { criterion, violation } = result;
      const { cause, notation } = violation;
      if (cause === undefined) {
        left.unexplained++;
        return undefined;
      }
      const title = { file, index, name };
      const known = kinds.get(cause);
      if (known === undefined && kinds.size >= mostKinds) {
        left.beyond++;
        return undefined;
      }
      if (known === undefined) {
        const runs = seen?.count ?? 1;
        const number = kinds.size + 1;
        const kind = { number, criterion, cause, first: title, notation, count: 1, runs, others: [] };
        kinds.set(cause, kind);
        return kind;
      }
      known.count++;
      known.runs += seen?.count ?? 1;
      if (known.others.length < mostOthers) known.others.push(title);
      return known;
    },
    get all() {
      return [...kinds.values()];
    },
    get unexplained() {
      return left.unexplained;
    },
    get beyond() {
      return left.beyond;
    },
  };
}

/** `4 kinds`, `1 kind`, `more than 1,000 kinds`; with those that have none. Empty where nothing is known. */
export function kindsWords({ all, unexplained, beyond }: ViolationKinds): string {
  if (all.length === 0) return "";
  const number = wholeNumber(all.length);
  const kinds = beyond > 0 ? `more than ${number} kinds` : `${number} kind${all.length === 1 ? "" : "s"}`;
  return unexplained > 0 ? `${kinds} and ${wholeNumber(unexplained)} without a known cause` : kinds;
}
