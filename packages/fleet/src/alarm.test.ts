import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setAlarm } from "./alarm.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const DAY = 86_400_000;

test("rings when it is time, also after more days than a timer of the runtime holds", () => {
  for (const milliseconds of [1, 20, 24 * DAY, 25 * DAY, 400 * DAY]) {
    const ring = vi.fn<() => void>();
    setAlarm(milliseconds, ring);
    vi.advanceTimersByTime(milliseconds - 1);
    expect(ring).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ring).toHaveBeenCalledOnce();
  }
});

test("can be called off, at any time", () => {
  for (const after of [0, 30 * DAY]) {
    const ring = vi.fn<() => void>();
    const callOff = setAlarm(60 * DAY, ring);
    vi.advanceTimersByTime(after);
    callOff();
    vi.advanceTimersByTime(90 * DAY);
    expect(ring).not.toHaveBeenCalled();
  }
});

test("a search without end has an alarm without end", () => {
  const ring = vi.fn<() => void>();
  const callOff = setAlarm(Infinity, ring);
  vi.advanceTimersByTime(1000 * DAY);
  expect(ring).not.toHaveBeenCalled();
  callOff();
});
