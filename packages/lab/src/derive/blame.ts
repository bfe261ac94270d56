import { canonical, type LevelName } from "@sightline/core";
import type { LevelMap } from "../object/admitted.js";
import { stepsOf } from "../object/notation.js";
import type { Outcome, Program } from "../object/program.js";
import { callsOf } from "./calls-of.js";
import type { Observation } from "./observe.js";

/** A method that may bear what was seen. */
export interface Suspect {
  readonly method: string;
  /** The level that it has by itself. */
  readonly level: LevelName;
  /** The weaker ones that its own programs leave it, strongest first. */
  readonly weaker: readonly LevelName[];
  /** In how many programs it was run at all: who is often there when all goes well is less suspect. */
  readonly programs: number;
  /** Whether it may change the object. */
  readonly changes: boolean;
}

/** A method whose level does not hold together with those of others, and what shows it. */
export interface Blamed {
  readonly method: string;
  readonly from: LevelName;
  readonly to: LevelName | "none";
  readonly program: Program;
  readonly outcome: Outcome;
  readonly count: number;
  readonly executions: number;
}

/** An outcome that the levels do not explain as they are. */
interface Item extends Pick<Observation, "admission" | "executions"> {
  readonly results: Outcome;
  readonly count: number;
  /** The suspects in its program. */
  readonly called: readonly Suspect[];
}

/** What the methods that bear it are lowered to. */
type Burden = ReadonlyMap<Suspect, LevelName | "none">;

/** So many methods that were atomic may bear it, so many of them without a level; and so many sets are tried. */
const MOST_METHODS = 4;
const MOST_TRIALS = 5000;

/**
 * The smallest set of methods that can bear all that was seen: with their levels lowered, each as little as
 * will do, every outcome is admitted. Only who is in a program can bear what it showed. `weak` admits what
 * any level admits; what no visibility explains makes one of its methods have no level, under which anything
 * goes. So: as few without a level as can be, then as few methods that were atomic until now, then as few as
 * can be; and of several such sets the one whose methods are the most suspect, those of whose programs the
 * largest share showed something.
 */
export function blame(
  observations: readonly Observation[],
  suspects: readonly Suspect[],
  levels: LevelMap,
): readonly Blamed[] {
  const items = observations.flatMap((seen) => itemsOf(seen, suspects, levels));
  if (items.length === 0) return [];
  const explains = createExplainer(levels);
  const isBorne = (burden: Burden): boolean => items.every((item) => explains(item, burden));
  const suspicion = suspicionIn(items);
  const lowest =
    smallestBurdens(items, explains).toSorted(
      (a, b) =>
        a.size - b.size ||
        total(b, suspicion) - total(a, suspicion) ||
        changingNones(b) - changingNones(a) ||
        suspects.indexOf(firstOf(a)) - suspects.indexOf(firstOf(b)),
    )[0] ?? everyone(items);
  const burden = raised(lowest, isBorne, suspicion);
  return [...burden].map(([suspect, to]) => {
    const others = new Map([...burden].filter(([other]) => other !== suspect));
    const { admission, results, count, executions } = clearest(
      items.filter((item) => !explains(item, others)),
      items.filter(({ called }) => called.includes(suspect)),
    );
    const { method, level: from } = suspect;
    return { method, from, to, program: admission.program, outcome: results, count, executions };
  });
}

/** The outcomes of an observation that the levels do not admit. */
function itemsOf(
  { admission, executions, outcomes }: Observation,
  suspects: readonly Suspect[],
  levels: LevelMap,
): readonly Item[] {
  const names = callsOf(
    admission.program,
    suspects.map(({ method }) => ({ name: method })),
  );
  const called = suspects.filter(({ method }) => names.includes(method));
  return outcomes
    .filter(({ results }) => !admission.admits(results, { levels }))
    .map(({ results, count }) => ({ admission, executions, results, count, called }));
}

/** Whether an outcome is admitted once some levels are lowered; each question is answered once. */
function createExplainer(levels: LevelMap): (item: Item, burden: Burden) => boolean {
  const known = new Map<Item, Map<string, boolean>>();
  return (item, burden) => {
    const own = item.called.flatMap((suspect): [string, LevelName | "none"][] => {
      const to = burden.get(suspect);
      return to === undefined ? [] : [[suspect.method, to]];
    });
    if (own.length === 0) return false;
    if (own.some(([, to]) => to === "none")) return true;
    const key = canonical(own);
    const answers = known.get(item) ?? new Map<string, boolean>();
    known.set(item, answers);
    let answer = answers.get(key);
    if (answer === undefined) {
      const lowered = { ...levels, ...(Object.fromEntries(own) as LevelMap) };
      answers.set(key, (answer = item.admission.admits(item.results, { levels: lowered })));
    }
    return answer;
  };
}

/**
 * All burdens with the fewest methods without a level, and then the fewest that were atomic; the others are
 * at weak. Some method of each outcome must bear it: so what is not explained yet says who comes next.
 */
function smallestBurdens(
  items: readonly Item[],
  explains: (item: Item, burden: Burden) => boolean,
): readonly Burden[] {
  for (let nones = 0; nones <= MOST_METHODS; nones++)
    for (let atomic = 0; atomic <= MOST_METHODS; atomic++) {
      const found = burdensWithin(items, explains, { nones, atomic });
      if (found.length > 0) return found;
    }
  return [];
}

function burdensWithin(
  items: readonly Item[],
  explains: (item: Item, burden: Burden) => boolean,
  most: { readonly nones: number; readonly atomic: number },
): readonly Burden[] {
  const found: Burden[] = [];
  const tried = new Set<string>();
  const extend = (burden: Burden): void => {
    const key = canonical([...burden].map(([{ method }, to]) => `${method} ${to}`).sort());
    if (tried.has(key) || tried.size >= MOST_TRIALS) return;
    if (nonesIn(burden) > most.nones || atomicIn(burden) > most.atomic) return;
    tried.add(key);
    const open = items.find((item) => !explains(item, burden));
    if (open === undefined) {
      found.push(burden);
      return;
    }
    for (const suspect of open.called) {
      const to = burden.get(suspect);
      if (to === undefined && suspect.weaker.length > 0) extend(new Map([...burden, [suspect, "weak"]]));
      if (to !== "none") extend(new Map([...burden, [suspect, "none"]]));
    }
  };
  extend(new Map());
  return found;
}

/** The burden on all, where no small set will do. */
const everyone = (items: readonly Item[]): Burden =>
  new Map(items.flatMap(({ called }) => called).map((suspect) => [suspect, "none"]));

/** The same methods, each as strong as all that was seen allows; the least suspect first. */
function raised(
  lowest: Burden,
  isBorne: (burden: Burden) => boolean,
  suspicion: (suspect: Suspect) => number,
): Burden {
  let burden = lowest;
  for (const suspect of [...lowest.keys()].toSorted((a, b) => suspicion(a) - suspicion(b))) {
    if (burden.get(suspect) === "none") continue;
    const level = suspect.weaker.find((own) => isBorne(new Map(burden).set(suspect, own)));
    if (level !== undefined) burden = new Map(burden).set(suspect, level);
  }
  return burden;
}

/** The share of a method's programs that showed something. */
function suspicionIn(items: readonly Item[]): (suspect: Suspect) => number {
  const programs = new Map<Suspect, Set<Program>>();
  for (const { called, admission } of items)
    for (const suspect of called)
      programs.set(suspect, (programs.get(suspect) ?? new Set()).add(admission.program));
  return (suspect) => (programs.get(suspect)?.size ?? 0) / Math.max(1, suspect.programs);
}

const nonesIn = (burden: Burden): number => [...burden.values()].filter((to) => to === "none").length;

const atomicIn = (burden: Burden): number =>
  [...burden.keys()].filter(({ level }) => level === "complete").length;

/** What no visibility explains is rather the fault of who changes the object than of who only looks. */
const changingNones = (burden: Burden): number =>
  [...burden].filter(([{ changes }, to]) => changes && to === "none").length;

const total = (burden: Burden, of: (suspect: Suspect) => number): number =>
  [...burden.keys()].reduce((sum, suspect) => sum + of(suspect), 0);

const firstOf = (burden: Burden): Suspect => [...burden.keys()][0];

/** The smallest program, then what was seen most often. */
function clearest(preferred: readonly Item[], others: readonly Item[]): Item {
  const size = ({ admission }: Item): number => stepsOf(admission.program).length;
  const share = ({ count, executions }: Item): number => count / executions;
  return (preferred.length > 0 ? preferred : others).toSorted(
    (a, b) => size(a) - size(b) || share(b) - share(a),
  )[0];
}
