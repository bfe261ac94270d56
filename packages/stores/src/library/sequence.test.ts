import { fileURLToPath } from "node:url";
import { check, measure } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { libraries } from "./libraries.js";
import { openLibrary } from "./open-library.js";

/** The libraries are installed beside this package, at versions that are pinned. */
const folder = fileURLToPath(new URL("../..", import.meta.url));

const RUNS = 150;

describe("a collaborative list that is right", () => {
  test("is called a violation as a list, which goes by index, and never as a sequence", async () => {
    const open = (type: "list" | "sequence") =>
      openLibrary(libraries.yjs, type, { folder, reload: false, delivery: { order: "fifo" } });
    const [list, sequence] = [await open("list"), await open("sequence")];
    const [asList, asSequence]: string[][] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      // What links that keep their order promise; where a list is hard to refute it is left open.
      const asked = { criterion: "peer", explain: false, limits: { states: 5000 } } as const;
      asList.push(check((await list.record(run)).history, asked).verdict);
      asSequence.push(check((await sequence.record(run)).history, asked).verdict);
    }
    expect(asList.filter((verdict) => verdict === "violated").length).toBeGreaterThan(0);
    expect(new Set(asSequence)).toEqual(new Set(["satisfied"]));
  });

  // An update of Automerge or Loro waits for all that its author had seen; one of Yjs for what it stands next to.
  test.each([
    ["yjs", ["peer", "causal", "complete"]],
    ["automerge", ["causal", "complete"]],
    ["loro", ["causal", "complete"]],
  ])("%s: replicas agree, and the level is one of %j", async (name, levels) => {
    for (const order of ["immediate", "fifo", "batches"] as const) {
      const store = await openLibrary(libraries[name], "sequence", {
        folder,
        reload: false,
        delivery: { order },
      });
      for (let run = 0; run < 15; run++) {
        const { history, diverged } = await store.record(run);
        expect(diverged).toBe(false);
        expect(levels).toContain(measure(history).level);
      }
    }
  });
});
