import type { ElementModel } from "./element-model.js";

/**
 * What sessions see of a queue or a stack where to see one update of others is not to see any more of them (`basic`,
 * `monotonic`). Updates are numbered in the order of the linearization.
 */
export interface ElementViews {
  readonly model: ElementModel;
  /** The updates that are placed, in their order, and how many there are. */
  readonly updates: Int32Array;
  count: number;
  /** How many of the first 0, 1, 2, … updates take something away. */
  readonly takes: Int32Array;
  /** Element → the numbers of the updates that put it there. */
  readonly puts: readonly number[][];
  readonly room: number;
  /** `[session * room + number]`: 1 where the session sees the update. */
  readonly seen: Uint8Array;
  /**
   * `[session * room + number]`: how many elements there are for the session before the update, and how many of those
   * that it sees take something away.
   */
  readonly sizes: Int32Array;
  readonly taken: Int32Array;
  /** Session → up to where its `sizes` and `taken` are right. */
  readonly known: Int32Array;
}

export function createElementViews(model: ElementModel): ElementViews {
  let room = 1;
  for (const one of model.change) if (one !== 0) room++;
  const all = model.problem.sessions.length * room;
  return {
    model,
    updates: new Int32Array(room),
    count: 0,
    takes: new Int32Array(room),
    puts: Array.from({ length: model.elements }, () => []),
    room,
    seen: new Uint8Array(all),
    sizes: new Int32Array(all),
    taken: new Int32Array(all),
    known: new Int32Array(model.problem.sessions.length),
  };
}

/** Nothing is placed, and nothing seen. */
export function clearElementViews(views: ElementViews): void {
  for (const list of views.puts) list.length = 0;
  views.seen.fill(0);
  views.known.fill(0);
  views.count = 0;
}

/** Places an update, which its session sees. */
export function addUpdate(views: ElementViews, operation: number): void {
  const { model, updates, takes, puts, seen, room } = views;
  const at = views.count++;
  updates[at] = operation;
  takes[at + 1] = takes[at] + (model.change[operation] < 0 ? 1 : 0);
  if (model.change[operation] > 0) puts[model.element[operation]].push(at);
  seen[model.problem.session[operation] * room + at] = 1;
}

/** Lets the session see an update, by its number. */
export function seeUpdate({ seen, room, known }: ElementViews, s: number, number: number): void {
  seen[s * room + number] = 1;
  if (known[s] > number) known[s] = number;
}

/** Counts what the session sees, up to the last update. */
export function catchUp(views: ElementViews, s: number): void {
  const { model, updates, seen, sizes, taken, room, known, count } = views;
  const { change } = model;
  for (let at = known[s], here = s * room + at; at < count; at++, here++) {
    const by = seen[here] === 1 ? change[updates[at]] : 0;
    sizes[here + 1] = Math.max(0, sizes[here] + by);
    taken[here + 1] = taken[here] + (by < 0 ? 1 : 0);
  }
  known[s] = count;
}
