/** Counts from a given number on, in shared memory. */
export class Counter {
  static share(start = 0) {
    const memory = new SharedArrayBuffer(4);
    new Int32Array(memory)[0] = start;
    return memory;
  }
  #words;
  constructor(memory) {
    this.#words = new Int32Array(memory);
  }
  increment() {
    return Atomics.add(this.#words, 0, 1) + 1;
  }
  value() {
    return Atomics.load(this.#words, 0);
  }
  pair() {
    return [this.value(), "text", { big: 1e12 }];
  }
  view() {
    return this.#words;
  }
  fail() {
    throw new RangeError("as it should");
  }
  async later() {
    return 1;
  }
  loopForEver() {
    for (;;);
  }
  /** Waits for another that does the same. */
  meet() {
    Atomics.add(this.#words, 0, 1);
    while (Atomics.load(this.#words, 0) < 2) Atomics.wait(this.#words, 0, 1, 0.05);
  }
}

/** Gives itself back, alone and among others. */
export class Fluent {
  static sharedBytes = 4;
  #words;
  constructor(memory) {
    this.#words = new Int32Array(memory);
  }
  bump() {
    Atomics.add(this.#words, 0, 1);
    return this;
  }
  among() {
    return [this, { within: this }, new NotShared()];
  }
  update(change) {
    return change(Atomics.load(this.#words, 0));
  }
  toString() {
    return `at ${this.#words[0]}`;
  }
}

/** Two cells that are not atomic together. */
export class Pair {
  static sharedBytes(cells) {
    return 4 * cells;
  }
  #words;
  constructor(memory, cells) {
    this.#words = new Int32Array(memory, 0, cells);
  }
  write(value) {
    this.#words.fill(value);
  }
  read() {
    return [...this.#words];
  }
}

export class NotShared {
  get() {
    return 1;
  }
}
