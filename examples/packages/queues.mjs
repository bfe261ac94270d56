// fastq and p-queue, one task at a time: tasks are to start in the order of a queue, whenever the one before ends.
import fastq from "fastq";
import * as fc from "fast-check";
import PQueue from "p-queue";
import { assertSatisfies, recorder } from "sightline";
import { tell } from "./tell.mjs";

/** `push` at the end, `unshift` at the front; `start` is told each task that starts, and when to end it. */
const queues = {
  fastq(start) {
    const queue = fastq((value, done) => start(value, done), 1);
    return { addLast: (value) => queue.push(value), addFirst: (value) => queue.unshift(value) };
  },
  "p-queue"(start) {
    const queue = new PQueue({ concurrency: 1 });
    const add = (value, options) =>
      void queue.add(() => new Promise((resolve) => start(value, resolve)), options);
    return { addLast: (value) => add(value) };
  },
};

for (const [name, make] of Object.entries(queues)) {
  const actions = fc.array(fc.constantFrom("addLast", "addFirst", "end"), { maxLength: 20 });
  const property = fc.asyncProperty(actions, async (drawn) => {
    const rec = recorder({ type: "deque" });
    const ends = [];
    const queue = make((value, end) => {
      rec.call("worker", "pollFirst", [], () => value);
      ends.push(end);
    });
    for (const [value, action] of drawn.entries()) {
      if (action === "end") ends.shift()?.();
      else if (queue[action] !== undefined)
        rec.call("client", action, [value], () => void queue[action](value));
      await Promise.resolve();
    }
    do {
      ends.shift()?.();
      await new Promise(setImmediate);
    } while (ends.length > 0);
    rec.call("worker", "pollFirst", [], () => null); // nothing is left behind
    assertSatisfies(rec);
  });
  tell(name, await fc.check(property, { seed: 1, numRuns: 200 }));
}
