import type { History, SequentialType } from "@sightline/core";
import type { Scheduler } from "fast-check";
import { type Recorder, recorder, type RecorderOptions } from "../recorder/recorder.js";
import type { Program } from "./programs.js";

/** How lanes are run. */
export interface RunOptions extends Omit<RecorderOptions, "type"> {
  /**
   * Whether calls may wait for one another for ever, as those of a lock do: when the scheduler has nothing left to
   * run, what is still under way is pending. Default: false, all calls are waited for.
   */
  readonly blocks?: boolean;
}

/**
 * Makes the calls of a program on an object, every lane a session; which lane goes on, and when, the scheduler says.
 * The object's own waiting is the scheduler's too where the object was made with it.
 */
export async function runLanes(
  { lanes }: Program,
  object: object,
  scheduler: Scheduler,
  type: SequentialType,
  { blocks = false, ...options }: RunOptions = {},
): Promise<History> {
  const rec = recorder({ ...options, type });
  const running = lanes.map((calls, lane) => runLane(calls, object, lane, rec, scheduler));
  const all = Promise.all(running);
  if (!blocks) await scheduler.waitFor(all);
  else {
    // A lane that fails tells; one that is blocked for good never ends.
    let failed: { readonly error: unknown } | undefined;
    all.catch((error: unknown) => (failed = { error }));
    await scheduler.waitIdle();
    if (failed !== undefined) throw failed.error;
  }
  return rec.history();
}

async function runLane(
  calls: Program["lanes"][number],
  object: object,
  lane: number,
  rec: Recorder,
  scheduler: Scheduler,
): Promise<void> {
  const wrapped = rec.session(lane).wrap(object) as Record<string, unknown>;
  for (const { method, args } of calls) {
    await scheduler.schedule(Promise.resolve(), `lane ${lane}: ${method}`);
    const called = wrapped[method];
    if (typeof called !== "function") throw new TypeError(`the object has no method "${method}"`);
    try {
      await (called as (...given: unknown[]) => unknown)(...args);
    } catch {
      // The recorder has taken it down, as `failure` says; the lane goes on.
    }
  }
}
