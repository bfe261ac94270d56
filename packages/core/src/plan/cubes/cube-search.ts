import { type Bounds, type Budget, createBudget, type Shortage } from "../../budget.js";
import type { Cube } from "../../cubes/cube.js";
import type { Violating } from "../../decide.js";
import type { Witness } from "../../result.js";
import type { Decided } from "../../verdict.js";

/** What was found in a cube. */
export type CubeFound =
  /** There is a solution in it, or none. */
  | Decided<{ readonly witness: Witness }, unknown>
  /** There is none in what was searched of it, and this cube is left of it. */
  | {
      readonly verdict: "open";
      readonly rest: Cube;
      /** What ran out; absent where the search must begin again in another way, which `rest` says. */
      readonly reason?: Shortage;
    };

/** How long a cube may be searched. */
export interface CubeBounds extends Omit<Bounds, "states"> {
  /** How many forks may be opened besides those of the cube; default: any number. */
  readonly forks?: number;
}

/** What was found in a cube, and how many configurations were visited for that. */
export type CubeAnswer = CubeFound & { readonly states: number };

/** A search that can be run on cubes, one after another. */
export interface CubeSearch {
  decide(cube: Cube, bounds: CubeBounds): CubeAnswer;
}

/** A question whose default search can be shared. */
export interface CubePlan {
  /** The name of the search, as results carry it. */
  readonly algorithm: string;
  /** One search for each part of the history: it satisfies the criterion exactly where each has a solution. */
  readonly searches: readonly CubeSearch[];
  /**
   * Whether `check` has other means than these searches, which may know sooner or where these never end: results
   * tried by themselves, a search for long histories, a SAT solver.
   */
  readonly hasOtherMeans: boolean;
  /** What is known of a part without a long search, where something is. */
  atOnce?(part: number, bounds: Bounds): CubeFound | undefined;
  /** The witness of the history that the witnesses of all parts make. */
  merge(witnesses: readonly Witness[]): Witness;
  /** What is known of a history of which this part has no solution. */
  violated(part: number): Violating;
}

/** A budget for searches that are run again and again, each time within other bounds. */
export interface RunBudget extends Budget {
  /** Begins a run within these bounds. */
  begin(bounds: Omit<Bounds, "states">): void;
}

/** A budget without bounds, until a run begins. */
export function createRunBudget(): RunBudget {
  let current = createBudget();
  return {
    // A search that keeps what it read here of one run would hold the next to it.
    limits: {},
    exceeded: (...asked) => current.exceeded(...asked),
    begin(bounds) {
      current = createBudget(bounds);
    },
  };
}
