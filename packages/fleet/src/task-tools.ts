import { checkWithin, explainViolation } from "@sightline/core";
import type { Job } from "./job.js";
import { createMemoryMeter } from "./memory.js";
import { checkParallel } from "./parallel/check-parallel.js";
import { openInput } from "./input/source.js";
import type { Tools } from "./task.js";
import { readAs } from "./worker-setup.js";

/** The tools of a task in a thread of its own or in the main thread: built-in types, and no solver. */
export function toolsFor(job: Job, post: Tools["post"]): Tools {
  const meter = job.memory === undefined ? undefined : createMemoryMeter(job.memory);
  const limit = job.memory === undefined || meter === undefined ? undefined : { memory: job.memory, meter };
  return {
    check: checkWithin,
    explain: explainViolation,
    checkParallel,
    read: (input, onBytes) =>
      readAs(job, openInput(input, onBytes, limit), input.name, { listed: input.listed }),
    type: job.type,
    meter,
    post,
    now: () => performance.now(),
  };
}
