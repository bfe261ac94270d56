// @module-tag slow
import { describe, expect, test } from "vitest";
import type { Until } from "./server.js";
import { createSettling } from "./settling.js";

/** Asks until there is an answer. */
const until: Until = async (ask) => {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};

/** Two nodes; what is written at the first arrives at the second after so many milliseconds. */
function lateBy(milliseconds: number) {
  const marks: number[] = [];
  let arrived = 0;
  return {
    marks,
    mark: {
      async write(mark: number) {
        marks.push(mark);
        setTimeout(() => void (arrived = mark), milliseconds);
      },
      reads: [async () => arrived],
    },
  };
}

/** A proxy that carries so many bytes after it was first looked at. */
function carrying(bytes: number): { readonly bytes: number } {
  let looks = 0;
  return {
    get bytes() {
      return looks++ === 0 ? 7 : 7 + bytes;
    },
  };
}

describe("a run counts only if the fault was in force", () => {
  test("nothing was written", () => {
    const { mark } = lateBy(0);
    const { evidence } = createSettling({ mark, until, links: [carrying(5)], delays: [[0, 1]] });
    expect(evidence()).toEqual({ bytes: [5], lag: 0, missing: "nothing was written" });
  });

  test("a proxy carried nothing", async () => {
    const { mark } = lateBy(3);
    const { settle, evidence } = createSettling({
      mark,
      until,
      links: [carrying(5), carrying(0)],
      delays: [[1, 2]],
    });
    await settle();
    expect(evidence()).toMatchObject({ bytes: [5, 0], missing: "1 of 2 proxies carried nothing" });
  });

  test("nothing was as late as the delays ask for", async () => {
    const { mark } = lateBy(0);
    const { settle, evidence } = createSettling({
      mark,
      until,
      links: [carrying(5)],
      delays: [
        [0, 1],
        [3_600_000, 3_600_000],
      ],
    });
    await settle();
    expect(evidence()).toMatchObject({ missing: "nothing was as late as 3600000 ms" });
  });

  test("all of it was", async () => {
    const { mark } = lateBy(3);
    const { settle, evidence } = createSettling({ mark, until, links: [carrying(5)], delays: [[2, 8]] });
    await settle();
    const { bytes, lag, missing } = await evidence();
    expect({ bytes, missing }).toEqual({ bytes: [5], missing: undefined });
    expect(lag).toBeGreaterThanOrEqual(2);
  });
});

test("who asks while a mark is on its way waits for the next one, and shares it", async () => {
  const { mark, marks } = lateBy(2);
  const { settle } = createSettling({ mark, until, links: [], delays: [] });
  const first = settle();
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve, 1));
  await Promise.all([first, settle(), settle(), settle()]);
  expect(marks).toEqual([1, 2]);
});

test("a mark that cannot be written is told to who asked, and not to the next", async () => {
  let broken = true;
  const mark = {
    async write() {
      if (broken) throw new Error("no route");
    },
    reads: [],
  };
  const { settle } = createSettling({ mark, until, links: [], delays: [] });
  await expect(settle()).rejects.toThrow("no route");
  broken = false;
  await settle();
});
