import type { TagTask } from "./tag-task.js";

/**
 * What sessions see of a register that keeps concurrent values, at `causal`, while they run: a vector, and the writes on
 * top, which nobody who is seen has seen. Of a session that is one at most, its last.
 */
export interface TopViews {
  readonly task: TagTask;
  readonly width: number;
  /** The operations that are placed, in their order, and how many they are; operation → its place. */
  readonly line: Int32Array;
  readonly place: Int32Array;
  count: number;
  /** How many of each session are placed; and the same at each place, `[place * width + session]`. */
  readonly placed: Int32Array;
  readonly placedAt: Int32Array;
  /** `[operation * width + session]`: how many of the session's first it saw, itself included. */
  readonly saw: Int32Array;
  /** `[session * width + other]`: the same of what a session sees now. */
  readonly sees: Int32Array;
  /** `[session * width + …]`: the writes on top for a session, and how many they are. */
  readonly tops: Int32Array;
  readonly topCount: Int32Array;
  /** The same of all that is placed before a place. */
  readonly lineTops: Int32Array;
  readonly lineTopCount: Int32Array;
}

export function createTopViews(task: TagTask): TopViews {
  const { size, sessions } = task.problem;
  const width = sessions.length;
  return {
    task,
    width,
    line: new Int32Array(size),
    place: new Int32Array(size),
    count: 0,
    placed: new Int32Array(width),
    placedAt: new Int32Array((size + 1) * width),
    saw: new Int32Array(size * width),
    sees: new Int32Array(width * width),
    tops: new Int32Array(width * width),
    topCount: new Int32Array(width),
    lineTops: new Int32Array((size + 1) * width),
    lineTopCount: new Int32Array(size + 1),
  };
}

/** A sight that is tried: that of a session and more. */
export interface TriedSight {
  /** What the session sees. */
  load(session: number): void;
  /** All that is placed before a place, too. */
  joinLine(end: number): void;
  /** A write that is placed, and what it saw. */
  joinWrite(write: number): void;
  /** Whether the values on top are these and no others. */
  matches(there: readonly number[], isThere: Uint8Array): boolean;
  /** Places the next operation of a session, which sees this. */
  place(operation: number): void;
}

export function createTriedSight(views: TopViews): TriedSight {
  const { task, width, line, place, placed, placedAt, saw, sees, tops, topCount, lineTops, lineTopCount } =
    views;
  const { puts, problem } = task;
  const { session, position } = problem;
  const counts = new Int32Array(width);
  const top = new Int32Array(2 * width);
  let length = 0;
  const isCovered = (write: number, by: number): boolean =>
    write !== by && saw[by * width + session[write]] > position[write];
  const putOnTop = (write: number, list: Int32Array, base: number, old: number): number => {
    let kept = base;
    for (let at = base; at < base + old; at++) if (!isCovered(list[at], write)) list[kept++] = list[at];
    list[kept++] = write;
    return kept - base;
  };
  return {
    load(s) {
      for (let t = 0, at = s * width; t < width; t++, at++) counts[t] = sees[at];
      length = topCount[s];
      for (let at = 0; at < length; at++) top[at] = tops[s * width + at];
    },
    joinLine(end) {
      const own = length;
      const base = end * width;
      // What is on top on either side stays so unless somebody on top of the other side saw it.
      for (let at = 0; at < lineTopCount[end]; at++) {
        const write = lineTops[base + at];
        if (position[write] >= counts[session[write]]) top[length++] = write;
      }
      let kept = 0;
      for (let at = 0; at < length; at++) {
        let isThere = true;
        if (at < own)
          for (let other = 0; other < lineTopCount[end] && isThere; other++)
            isThere = !isCovered(top[at], lineTops[base + other]);
        if (isThere) top[kept++] = top[at];
      }
      length = kept;
      for (let t = 0; t < width; t++) if (placedAt[base + t] > counts[t]) counts[t] = placedAt[base + t];
    },
    joinWrite(write) {
      if (position[write] < counts[session[write]]) return;
      length = putOnTop(write, top, 0, length);
      for (let t = 0, at = write * width; t < width; t++, at++) if (saw[at] > counts[t]) counts[t] = saw[at];
    },
    matches(there, isThere) {
      for (let at = 0; at < length; at++) if (isThere[puts[top[at]]] === 0) return false;
      for (const value of there) {
        let isFound = false;
        for (let at = 0; at < length && !isFound; at++) isFound = puts[top[at]] === value;
        if (!isFound) return false;
      }
      return true;
    },
    place(operation) {
      const s = session[operation];
      counts[s] = position[operation] + 1;
      saw.set(counts, operation * width);
      sees.set(counts, s * width);
      const here = views.count * width;
      lineTops.copyWithin(here + width, here, here + width);
      let all = lineTopCount[views.count];
      if (puts[operation] >= 0) {
        length = 1;
        top[0] = operation;
        all = putOnTop(operation, lineTops, here + width, all);
      }
      lineTopCount[views.count + 1] = all;
      for (let at = 0; at < length; at++) tops[s * width + at] = top[at];
      topCount[s] = length;
      placedAt.copyWithin(here + width, here, here + width);
      placedAt[here + width + s]++;
      placed[s]++;
      place[operation] = views.count;
      line[views.count++] = operation;
    },
  };
}
