/** Adds one by reading and then writing a remote number: two at once lose one. */
export class LossyCounter {
  constructor({ fetch, store }) {
    Object.assign(this, { fetch, store });
  }
  async increment() {
    const before = (await this.fetch("count")) ?? 0;
    await this.store("count", before + 1);
    return before + 1;
  }
}

/** The same within microtasks: nothing is injected. */
export class MicrotaskCounter {
  #count = 0;
  async increment() {
    const before = this.#count;
    await null;
    this.#count = before + 1;
    return this.#count;
  }
}

/** Waits by the timers of the platform, for longer than any test. */
export class TimerCounter {
  #count = 0;
  async increment() {
    const before = this.#count;
    await new Promise((resolve) => setTimeout(resolve, 3_600_000).unref());
    await new Promise((resolve) => setImmediate(resolve));
    clearTimeout(setTimeout(() => (this.#count = -1), 1));
    this.#count = before + 1;
    return this.#count;
  }
}

/** What goes wrong in all the ways that it can. */
export class Troubled {
  #io;
  constructor(io, refuse) {
    if (refuse === true) throw new RangeError("no objects today");
    this.#io = io;
  }
  async answer() {
    return 42;
  }
  async waitForEver() {
    await new Promise(() => {});
  }
  /** An open port keeps the thread waiting, for what never comes. */
  async waitForInput() {
    const { port1, port2 } = new MessageChannel();
    try {
      await new Promise((resolve) => (port1.onmessage = resolve));
    } finally {
      port2.close();
    }
  }
  /** Work that is given to another thread, of which the list of active resources says nothing. */
  async digest() {
    return (await crypto.subtle.digest("SHA-256", new Uint8Array(1 << 16))).byteLength;
  }
  loopForEver() {
    for (;;);
  }
  async goInCircles() {
    for (;;) await this.#io.tick();
  }
  async leaveARejection() {
    void Promise.reject(new TypeError("left alone"));
    await this.#io.tick();
  }
  exit() {
    process.exit(3);
  }
  async fail() {
    await this.#io.tick();
    throw new RangeError("as it should");
  }
}

export const noClass = 5;

/** Gives itself back. */
export class Fluent {
  #count = 0;
  async bump() {
    this.#count++;
    await null;
    return this;
  }
  update(change) {
    return change(this.#count);
  }
  toString() {
    return `at ${this.#count}`;
  }
}
