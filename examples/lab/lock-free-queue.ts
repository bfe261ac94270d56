// A queue that threads share without locks: Michael and Scott's (PODC 1996), in a SharedArrayBuffer.
// RacyQueue is the same with one Atomics call forgotten. Find out what that does:
//
//   sightline test js:examples/lab/lock-free-queue.ts#RacyQueue
//   sightline test js:examples/lab/lock-free-queue.ts#LockFreeQueue

/** Elements that a queue can take in its life; nodes are never used again. */
const CAPACITY = 30;

// The words of the memory. Node n has its element at VALUE + n and the next node at NEXT + n (0: none yet).
// Node 0 is the dummy that the queue begins with, so an empty queue is all zeros.
const HEAD = 0;
const TAIL = 1;
const NODES = 2;
const VALUE = 3;
const NEXT = VALUE + CAPACITY + 1;

/** Moves the head on, unless another thread did: then the element is that thread's. */
function advanceByExchange(words: Int32Array, head: number, next: number): boolean {
  return Atomics.compareExchange(words, HEAD, head, next) === head;
}

/** Looks and then writes: between the two, another thread may take the same element. */
function advanceByWriting(words: Int32Array, head: number, next: number): boolean {
  if (words[HEAD] !== head) return false;
  words[HEAD] = next;
  return true;
}

export class LockFreeQueue {
  /** How much memory an object needs. It begins as zeros. */
  static readonly sharedBytes = 4 * (NEXT + CAPACITY + 1);

  protected readonly advance = advanceByExchange;
  readonly #words: Int32Array;

  /** Each thread makes its own object over the memory that all share. It must not write to it here. */
  constructor(shared: SharedArrayBuffer) {
    this.#words = new Int32Array(shared);
  }

  enqueue(value: number): void {
    const words = this.#words;
    const node = Atomics.add(words, NODES, 1) + 1;
    if (node > CAPACITY) throw new RangeError("the queue is full");
    Atomics.store(words, VALUE + node, value);
    for (;;) {
      const tail = Atomics.load(words, TAIL);
      const next = Atomics.load(words, NEXT + tail);
      if (next !== 0) {
        Atomics.compareExchange(words, TAIL, tail, next); // help the one who is not done yet
      } else if (Atomics.compareExchange(words, NEXT + tail, 0, node) === 0) {
        Atomics.compareExchange(words, TAIL, tail, node);
        return;
      }
    }
  }

  /** The oldest element, which leaves the queue; null where it is empty. */
  dequeue(): number | null {
    const words = this.#words;
    for (;;) {
      const head = Atomics.load(words, HEAD);
      const next = Atomics.load(words, NEXT + head);
      if (next === 0) return null;
      const tail = Atomics.load(words, TAIL);
      if (head === tail) Atomics.compareExchange(words, TAIL, tail, next);
      const value = Atomics.load(words, VALUE + next);
      if (this.advance(words, head, next)) return value;
    }
  }

  isEmpty(): boolean {
    return Atomics.load(this.#words, NEXT + Atomics.load(this.#words, HEAD)) === 0;
  }
}

export class RacyQueue extends LockFreeQueue {
  protected override readonly advance = advanceByWriting;
}
