import { WHOLE } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { isHeapLimit } from "../heap-limits.js";
import { SearcherLost } from "../cubes/carrier.js";
import type { SeatCommand } from "./cube-messages.js";
import { createRemoteSearcher } from "./remote-searcher.js";

const order = { part: 0, cube: WHOLE, milliseconds: 20 };
const none = { kind: "cube", answer: { verdict: "violated", states: 3 } } as const;

/** A searcher, what it was sent, and its clock. */
function searching() {
  const sent: SeatCommand[] = [];
  const clock = { now: 0 };
  const searcher = createRemoteSearcher(
    async (one) => void sent.push(one),
    () => clock.now,
  );
  return { searcher, sent, clock };
}

/** What a promise is rejected with. */
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error) => error,
  );

describe("a searcher on another machine", () => {
  test("answers one order after another, whatever it is heard to say besides", async () => {
    const { searcher, sent } = searching();
    const first = searcher.decide(order);
    searcher.hear(0, none);
    searcher.hear(2, none);
    searcher.hear(1, none);
    expect(await first).toEqual(none.answer);
    const second = searcher.decide(order);
    searcher.hear(1, none);
    searcher.hear(2, { kind: "cube", answer: { verdict: "violated", states: 9 } });
    expect(await second).toEqual({ verdict: "violated", states: 9 });
    expect(sent.map((one) => one !== "end" && one.number)).toEqual([1, 2]);
  });

  test("is sent an order again that may not have come, and no other", async () => {
    const { searcher, sent, clock } = searching();
    await searcher.remind();
    const first = searcher.decide(order);
    clock.now = 3000;
    await searcher.remind();
    expect(sent).toHaveLength(1);
    clock.now = 3021;
    await searcher.remind();
    await searcher.remind();
    expect(sent.map((one) => one !== "end" && one.number)).toEqual([1, 1]);
    searcher.hear(1, none);
    await first;
    clock.now = 1e6;
    await searcher.remind();
    expect(sent).toHaveLength(2);
  });

  test("is lost when there is no sign of life twice in a row, and over the cube that it had", async () => {
    const { searcher } = searching();
    expect([false, true, false].map((isThere) => searcher.lookAt(isThere))).toEqual([true, true, true]);
    expect(searcher.lookAt(false)).toBe(false);
    const lost = errorOf(searcher.decide(order));
    searcher.lose("it is gone");
    expect(await lost).toMatchObject({ message: "it is gone", isOverCube: true });
    expect(searcher.isGone?.()).toBe(true);
    // What it is given after that cannot be why.
    expect(await errorOf(searcher.decide(order))).toMatchObject({ isOverCube: false });
  });

  test("leaves its cube to others without blame, or ends all for want of memory", async () => {
    const { searcher } = searching();
    const left = errorOf(searcher.decide(order));
    searcher.leave();
    const error = await left;
    expect(error).toBeInstanceOf(SearcherLost);
    expect(error).toMatchObject({ isOverCube: false });
    const full = searching();
    const cube = errorOf(full.searcher.decide(order));
    full.searcher.fill("no memory");
    expect(isHeapLimit(await cube)).toBe(true);
  });

  test("refuses a question with the reason that it was refused with", async () => {
    const { searcher } = searching();
    const asked = errorOf(searcher.decide(order));
    searcher.hear(1, { kind: "refused", code: "SL1402", reason: "the type threw" });
    expect(await asked).toMatchObject({ name: "HistoryError", message: "the type threw", code: "SL1402" });
  });
});
