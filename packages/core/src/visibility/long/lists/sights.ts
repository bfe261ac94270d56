import { LEVEL } from "../../../criteria/levels.js";
import type { Meter } from "../../meter.js";
import type { LongProblem } from "../long-problem.js";
import { createQueue } from "./queue.js";
import { createTrail } from "./trail.js";

/**
 * What is known of every solution in which all operations have one level: who sees whom, who cannot, and who stands
 * before whom in the linearization. It grows fact by fact, by `see` and `hide`, with what the level draws from each;
 * `undo` takes facts back. `false` is a contradiction.
 */
export interface Sights {
  sees(operation: number, other: number): boolean;
  /** Whether it is not known that it does not see the other. */
  maySee(operation: number, other: number): boolean;
  see(operation: number, other: number): boolean;
  hide(operation: number, other: number): boolean;
  /** Draws all that follows by the level. */
  close(): boolean;
  /** An operation of whose sight more is known than when it was last returned here; -1 where there is none. */
  nextChanged(): number;
  /** How many of a session stand before the operation in any case, and how many of its first ones are known to be seen. */
  before(operation: number, session: number): number;
  /** `peer` and up: how many of a session's first ones the operation sees in any case, and how many it can see at most. */
  sure(operation: number, session: number): number;
  most(operation: number, session: number): number;
  /** Below `peer`: 32 of the operations, by number, that it sees in any case, as bits. */
  sureBits(operation: number, word: number): number;
  /** Whether one stands before the other in any case; and notes that it does. */
  standsBefore(one: number, other: number): boolean;
  precede(one: number, other: number): boolean;
  mark(): number;
  undo(mark: number): void;
}

/**
 * Sights that are closed under session order (`peer` and up) are vectors of one count for each session, and so is what
 * cannot be seen: none of a session beyond a place. Below `peer` they are sets of bits. At `complete` who is seen is who
 * stands before.
 */
export function createSights(problem: LongProblem, level: number, meter: Meter): Sights {
  const { size, sessions, session, position, before: happened, crosses } = problem;
  const width = sessions.length;
  const words = (size + 31) >>> 5;
  const isOrder = level === LEVEL.complete;
  const isVector = level >= LEVEL.peer && !isOrder;
  const isBits = level < LEVEL.peer;
  const inherits = level >= LEVEL.monotonic && !isOrder;
  const vectors = size * width;
  const [SEES, MOST, END] = isVector ? [vectors, 2 * vectors, 3 * vectors] : [0, 0, vectors];
  const [MUST, CANNOT] = [END, END + size * words];
  const trail = createTrail(isBits ? END + 2 * size * words : END);
  const { cells, write } = trail;
  const dirty = createQueue(size);
  const changed = createQueue(size);

  const standsBefore = (one: number, other: number): boolean =>
    cells[other * width + session[one]] > position[one];
  const bitAt = (base: number, row: number, bit: number): boolean =>
    ((cells[base + row * words + (bit >>> 5)] >>> (bit & 31)) & 1) === 1;
  const sees = (operation: number, other: number): boolean =>
    isBits
      ? bitAt(MUST, operation, other)
      : cells[SEES + operation * width + session[other]] > position[other];
  const maySee = (operation: number, other: number): boolean => {
    if (isVector) return cells[MOST + operation * width + session[other]] > position[other];
    return !standsBefore(operation, other) && !(isBits && bitAt(CANNOT, operation, other));
  };

  /** Raises how many of a session stand before the operation: those that are new to it do not see it any more. */
  const raiseBefore = (operation: number, s: number, count: number): void => {
    const at = operation * width + s;
    const had = cells[at];
    write(at, count);
    dirty.push(operation);
    if (isVector) dirty.push(sessions[s][count - 1]);
    else for (let place = had; place < count; place++) changed.push(sessions[s][place]);
    if (isOrder) changed.push(operation);
  };
  /** Notes that one stands before the other. */
  const stand = (one: number, other: number): boolean => {
    const own = session[one];
    for (let s = 0; s < width; s++) {
      const count = s === own ? position[one] + 1 : cells[one * width + s];
      if (count > cells[other * width + s]) raiseBefore(other, s, count);
    }
    return cells[other * width + session[other]] <= position[other];
  };
  /** Raises what the operation sees to a vector; of its own session it sees what comes before it. */
  const raiseSees = (operation: number, vector: Int32Array, base: number): void => {
    for (let s = 0, at = SEES + operation * width, from = base; s < width; s++, at++, from++)
      if (vector[from] > cells[at]) {
        write(at, vector[from]);
        dirty.push(operation);
        changed.push(operation);
      }
  };
  const lowerMost = (operation: number, s: number, count: number): void => {
    const at = MOST + operation * width + s;
    if (count >= cells[at] || s === session[operation]) return;
    write(at, count);
    dirty.push(operation);
    changed.push(operation);
  };
  /** Adds the bits of one row to another; those of a sight must not be hidden, and the other way round. */
  const addRow = (base: number, row: number, from: number, against: number): boolean => {
    let isNew = false;
    for (let word = 0; word < words; word++) {
      const at = base + row * words + word;
      const all = cells[at] | cells[base + from * words + word];
      if (all === cells[at]) continue;
      isNew = true;
      write(at, all);
      if ((all & cells[against + row * words + word]) !== 0) return false;
    }
    if (isNew) {
      dirty.push(row);
      changed.push(row);
    }
    return true;
  };
  const addBit = (base: number, row: number, bit: number): void => {
    const at = base + row * words + (bit >>> 5);
    write(at, cells[at] | (1 << (bit & 31)));
    dirty.push(row);
    changed.push(row);
  };

  /** The first of a session whose vector counts more of another than so many: vectors only grow along a session. */
  const firstBeyond = (
    s: number,
    vector: Int32Array,
    base: number,
    of: number,
    count: number,
    end: number,
  ): number => {
    const members = sessions[s];
    if (end === 0 || vector[base + members[end - 1] * width + of] <= count) return end;
    let [low, high] = [0, end - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (vector[base + members[middle] * width + of] > count) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  /** What those who stand after the operation stand after. */
  const closeOrder = (operation: number): boolean => {
    const own = session[operation];
    const next = position[operation] + 1;
    if (next < sessions[own].length && !stand(operation, sessions[own][next])) return false;
    for (let s = 0; s < width; s++) {
      if (s === own) continue;
      const at = firstBeyond(s, cells, 0, own, position[operation], sessions[s].length);
      if (at < sessions[s].length && !stand(operation, sessions[s][at])) return false;
    }
    return true;
  };
  /** What those before it, by happens-before, see it sees too; and what it cannot see they cannot. */
  const inherit = (operation: number): boolean => {
    for (let s = 0; s < width; s++) {
      const count = happened[operation * width + s];
      if (count === 0 || (!crosses && s !== session[operation])) continue;
      const earlier = sessions[s][count - 1];
      if (isBits) {
        if (!addRow(MUST, operation, earlier, CANNOT) || !addRow(CANNOT, earlier, operation, MUST))
          return false;
      } else {
        raiseSees(operation, cells, SEES + earlier * width);
        for (let t = 0; t < width; t++) lowerMost(earlier, t, cells[MOST + operation * width + t]);
      }
    }
    for (let s = 0; s < width; s++) {
      if (!crosses && s !== session[operation]) continue;
      const at =
        s === session[operation]
          ? position[operation] + 1
          : firstBeyond(s, happened, 0, session[operation], position[operation], sessions[s].length);
      if (at >= sessions[s].length) continue;
      const later = sessions[s][at];
      if (isBits) {
        if (!addRow(MUST, later, operation, CANNOT) || !addRow(CANNOT, operation, later, MUST)) return false;
      } else {
        raiseSees(later, cells, SEES + operation * width);
        for (let t = 0; t < width; t++) lowerMost(operation, t, cells[MOST + later * width + t]);
      }
    }
    return true;
  };
  /** What comes with what it sees, and what it cannot see because it cannot see what comes with it. */
  const closeSight = (operation: number): boolean => {
    const own = session[operation];
    const [closure, base] = level === LEVEL.causal ? [cells, SEES] : [happened, 0];
    for (let s = 0; s < width; s++) {
      const count = cells[SEES + operation * width + s];
      if (count === 0) continue;
      const seen = sessions[s][count - 1];
      raiseSees(operation, closure, base + seen * width);
      if (!stand(seen, operation)) return false;
      if (level === LEVEL.causal)
        for (let t = 0; t < width; t++) lowerMost(seen, t, cells[MOST + operation * width + t]);
    }
    for (let s = 0; s < width; s++) {
      if (s === own) continue;
      const at = MOST + operation * width + s;
      let end = firstBeyond(s, cells, 0, own, position[operation], cells[at]);
      for (let t = 0; t < width; t++)
        if (t !== own && t !== s)
          end = firstBeyond(s, closure, base, t, cells[MOST + operation * width + t], end);
      lowerMost(operation, s, end);
      if (cells[SEES + operation * width + s] > cells[at]) return false;
      if (level !== LEVEL.causal) continue;
      const reader = firstBeyond(s, cells, SEES, own, position[operation], sessions[s].length);
      if (reader < sessions[s].length) raiseSees(sessions[s][reader], cells, SEES + operation * width);
    }
    return true;
  };

  cells.set(happened);
  if (isVector) {
    cells.set(happened, SEES);
    for (let operation = 0; operation < size; operation++)
      for (let s = 0; s < width; s++)
        cells[MOST + operation * width + s] =
          s === session[operation] ? position[operation] : sessions[s].length;
  }
  for (let operation = 0; operation < size; operation++) {
    if (level === LEVEL.basic || level === LEVEL.monotonic)
      for (let s = 0; s < width; s++)
        for (let at = 0; at < happened[operation * width + s]; at++) addBit(MUST, operation, sessions[s][at]);
    dirty.push(operation);
    changed.push(operation);
  }

  return {
    sees,
    maySee,
    see(operation, other) {
      if (sees(operation, other)) return true;
      if (!maySee(operation, other)) return false;
      if (isVector) {
        write(SEES + operation * width + session[other], position[other] + 1);
        dirty.push(operation);
        changed.push(operation);
        return true;
      }
      if (isBits) addBit(MUST, operation, other);
      return stand(other, operation);
    },
    hide(operation, other) {
      if (!maySee(operation, other)) return true;
      if (sees(operation, other)) return false;
      if (isVector) lowerMost(operation, session[other], position[other]);
      else if (isBits) addBit(CANNOT, operation, other);
      else return stand(operation, other);
      return true;
    },
    close() {
      for (let operation = dirty.pop(); operation >= 0; operation = dirty.pop()) {
        meter.work(width);
        if (!closeOrder(operation)) return false;
        if (inherits && !inherit(operation)) return false;
        if (isVector && !closeSight(operation)) return false;
      }
      return true;
    },
    nextChanged: changed.pop,
    before: (operation, s) => cells[operation * width + s],
    sure: (operation, s) => cells[SEES + operation * width + s],
    most: (operation, s) => cells[MOST + operation * width + s],
    sureBits: (operation, word) => cells[MUST + operation * words + word],
    standsBefore,
    precede: (one, other) => standsBefore(one, other) || stand(one, other),
    mark: trail.mark,
    undo(mark) {
      trail.undo(mark);
      dirty.clear();
      changed.clear();
    },
  };
}
