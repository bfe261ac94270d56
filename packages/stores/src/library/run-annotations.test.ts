import { expect, test } from "vitest";
import type { CallStep } from "../workload/script.js";
import { createRunAnnotations } from "./run-annotations.js";

const call = (id: number): CallStep => ({
  kind: "call",
  id,
  session: 0,
  replica: 0,
  method: "inc",
  args: [],
});

test("tells deliveries by the operations of the history, restarts and the partition", () => {
  const parted = { replicas: [0, 2], from: 4, to: 8 };
  const annotations = createRunAnnotations({ replicas: 3, steps: [], parted });
  annotations.called(call(3), 2);
  annotations.called(call(5), 4);
  annotations.delivered(1, [3, 5], 6);
  annotations.delivered(2, [], 8);
  annotations.called(call(9), 10);
  annotations.restarted(2, 12);
  expect(annotations.finish()).toEqual([
    { at: 6, text: "replica 1 gets #0, #1" },
    { at: 4, until: 10, text: "partition: replicas 0, 2 and the others do not hear of each other" },
    { at: 12, text: "replica 2 comes back from its saved state" },
  ]);
});

test("a partition that no call follows ends with the last one; one that no call is in is not told", () => {
  const parted = { replicas: [1], from: 1, to: 3 };
  const open = createRunAnnotations({ replicas: 2, steps: [], parted });
  open.called(call(2), 4);
  expect(open.finish()).toEqual([
    { at: 4, until: 5, text: "partition: replica 1 and the others do not hear of each other" },
  ]);
  const beside = createRunAnnotations({ replicas: 2, steps: [], parted });
  beside.called(call(5), 4);
  expect(beside.finish()).toEqual([]);
});
