import type { Writable } from "../../writable.js";

/** A growing list of pairs of numbers that can be cut back: places and the values that stood there. */
export interface UndoLog {
  readonly size: number;
  readonly place: Int32Array;
  readonly value: Int32Array;
  push(place: number, value: number): void;
  /** Keeps the first `size` entries only. */
  cut(size: number): void;
}

/** An empty log. */
export function createUndoLog(): UndoLog {
  const log: Writable<UndoLog> = {
    size: 0,
    place: new Int32Array(16),
    value: new Int32Array(16),
    push(at, old) {
      if (log.size === log.place.length) {
        log.place = longer(log.place);
        log.value = longer(log.value);
      }
      log.place[log.size] = at;
      log.value[log.size++] = old;
    },
    cut(to) {
      log.size = to;
    },
  };
  return log;
}

/** Edges by where they begin, as linked lists; the newest can be taken away again. */
export interface UndoableEdges {
  readonly size: number;
  /** Edges before this number were there from the start (`setFloor`). */
  readonly floor: number;
  /** Operation → its newest edge, or −1. */
  readonly head: Int32Array;
  /** Edge → the next older one that begins at the same operation, or −1. */
  readonly next: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  add(from: number, to: number): void;
  /** Keeps the first `size` edges only. */
  cut(size: number): void;
  /** The edges that are there now count as there from the start. */
  setFloor(): void;
}

/** No edges yet, between operations 0 … `operations` − 1. */
export function createUndoableEdges(operations: number): UndoableEdges {
  const head = new Int32Array(operations).fill(-1);
  const edges: Writable<UndoableEdges> = {
    size: 0,
    floor: 0,
    head,
    next: new Int32Array(16),
    from: new Int32Array(16),
    to: new Int32Array(16),
    add(a, b) {
      const edge = edges.size++;
      if (edge === edges.next.length) {
        edges.next = longer(edges.next);
        edges.from = longer(edges.from);
        edges.to = longer(edges.to);
      }
      edges.from[edge] = a;
      edges.to[edge] = b;
      edges.next[edge] = head[a];
      head[a] = edge;
    },
    cut(keep) {
      while (edges.size > keep) {
        edges.size--;
        head[edges.from[edges.size]] = edges.next[edges.size];
      }
    },
    setFloor() {
      edges.floor = edges.size;
    },
  };
  return edges;
}

function longer(array: Int32Array): Int32Array {
  const twice = new Int32Array(2 * array.length);
  twice.set(array);
  return twice;
}
