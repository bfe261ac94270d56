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
  let place = new Int32Array(256);
  let value = new Int32Array(256);
  let size = 0;
  return {
    get size() {
      return size;
    },
    get place() {
      return place;
    },
    get value() {
      return value;
    },
    push(at, old) {
      if (size === place.length) {
        place = longer(place);
        value = longer(value);
      }
      place[size] = at;
      value[size++] = old;
    },
    cut(to) {
      size = to;
    },
  };
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
  let next = new Int32Array(256);
  let from = new Int32Array(256);
  let to = new Int32Array(256);
  let size = 0;
  let floor = 0;
  return {
    get size() {
      return size;
    },
    get floor() {
      return floor;
    },
    head,
    get next() {
      return next;
    },
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    add(a, b) {
      if (size === next.length) {
        next = longer(next);
        from = longer(from);
        to = longer(to);
      }
      from[size] = a;
      to[size] = b;
      next[size] = head[a];
      head[a] = size++;
    },
    cut(keep) {
      while (size > keep) {
        size--;
        head[from[size]] = next[size];
      }
    },
    setFloor() {
      floor = size;
    },
  };
}

function longer(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(2 * array.length);
  twice.set(array);
  return twice;
}
