import { SEARCH_SITUATIONS } from "../../witness/proof/clash.js";
import type { Line } from "../../witness/proof/proof.js";
import { Refusal, refusedOr, type Work } from "../../witness/scene/reach.js";
import type { Scene } from "../../witness/scene/scene.js";
import { type Entries, entriesOf } from "../../witness/proof/entries.js";
import type { Space } from "../../witness/scene/space.js";
import type { States } from "../../witness/proof/facts.js";

/** A proof to be found: the scene, the operations that it may speak of, and what finding it may cost. */
export interface Task {
  readonly scene: Scene;
  /** The operations that facts are about. */
  readonly ids: readonly number[];
  /** Operation → its place in `ids`, or -1. */
  readonly place: Int32Array;
  /** The steps that are left: counted, not timed, so that the same history always gives the same proof. What is taken from it is done. */
  fuel: number;
  /** So many steps are left from now on. */
  lend(steps: number): void;
  /** Asked now and then: is there time? */
  mayGoOn(): boolean;
  /** The number of the last case that was assumed. */
  cases: number;
  /** The most situations that a contradiction may take that is searched. */
  situations: number;
  /** The space, where it is small enough. */
  space(view: number, line: Line): Space | undefined;
  /** The entries into the states in which the operation can return what it did. */
  ownEntries(view: number, line: Line, op: number): Entries;
  /** Whether the operation leads out of these states from everywhere in them. */
  ends(view: number, line: Line, op: number, states: States): boolean;
}

/** The task of a scene, without any fuel yet. */
export function createTask(scene: Scene, ids: readonly number[], mayGoOn: () => boolean): Task {
  const place = new Int32Array(scene.history.size).fill(-1);
  ids.forEach((id, at) => {
    place[id] = at;
  });
  const entries = new Map<string, Entries>();
  const breaks = new WeakMap<States, Map<string, boolean>>();
  const space = (view: number, line: Line): Space | undefined => {
    const found = refusedOr(() => scene.space(view, line));
    return found instanceof Refusal ? undefined : found;
  };
  const own: Omit<Task, keyof Fuel> = {
    scene,
    ids,
    place,
    mayGoOn,
    cases: 0,
    situations: SEARCH_SITUATIONS,
    space,
    ownEntries(view, line, op) {
      const key = `${view} ${line} ${op}`;
      let found = entries.get(key);
      if (found === undefined) entries.set(key, (found = entriesOf(scene, { view, line, op }, [])));
      return found;
    },
    ends(view, line, op, states) {
      if (line === "all" && scene.maybe(op)) return false;
      let known = breaks.get(states);
      if (known === undefined) breaks.set(states, (known = new Map()));
      const here = scene.space(view, line);
      const key = `${line === "all"} ${here.classOf(op)} ${scene.history.object[op]}`;
      let found = known.get(key);
      if (found === undefined) {
        found = [...states].every((state) => !here.to(op, state).some((next) => states.has(next)));
        known.set(key, found);
      }
      return found;
    },
  };
  return Object.assign(new Fuel(scene.work), own);
}

/** What is left of the steps that were lent. A class, for its accessors are those of all: see `Writable`. */
class Fuel implements Pick<Task, "fuel" | "lend"> {
  private readonly work: Work;
  private limit = 0;

  constructor(work: Work) {
    this.work = work;
  }

  get fuel(): number {
    return this.limit - this.work.done;
  }

  set fuel(left: number) {
    this.work.done = this.limit - left;
  }

  lend(steps: number): void {
    this.limit = steps + this.work.done;
  }
}
