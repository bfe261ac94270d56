import { check, parseHistory } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { printReport } from "./print-report.js";

const printed = (text: string, criterion: string, width = 100): readonly string[] => {
  const history = parseHistory(text);
  return printReport(history, check(history, { criterion }), { width }).split("\n");
};
const queues =
  "queue { p.offer(1) => true; q.offer(1) => true; p.poll() => 2 } || { q.offer(2) => true; p.offer(2) => true; q.poll() => 1 }";

describe("operations in lanes", () => {
  test("stand side by side where there is no time", () => {
    expect(printed(queues, "sequential").slice(2, 8)).toEqual([
      "    session 0                session 1",
      "    #0 p.offer(1) => true    #3 q.offer(2) => true",
      "    #1 q.offer(1) => true    #4 p.offer(2) => true",
      "    #2 p.poll() => 2       ▸ #5 q.poll() => 1",
      "",
      "    Orders: #3 ─so→ #4 ─ww→ #0 ─so→ #1 ─wr→ #5",
    ]);
  });

  test("stand by their calls where time counts, with their intervals where there is room", () => {
    const stale = "register { write(1) @0-10; read() => 0 @12-20 } || { write(0) @1-5; read() => 1 @6-11 }";
    expect(printed(stale, "linearizability").slice(2, 7)).toEqual([
      "    session 0         session 1",
      "    #0 write(1)                       ├───────────┤",
      "                      #2 write(0)        ├──┤",
      "                      #3 read() => 1           ├─────┤",
      "  ▸ #1 read() => 0                                      ├──┤",
    ]);
    expect(printed(stale, "linearizability", 44).join("\n")).not.toContain("├");
  });

  test("stand one below the other where the terminal is too narrow", () => {
    const lines = printed(queues, "sequential", 40);
    expect(lines.slice(2, 5)).toEqual([
      "    #0 p.offer(1) => true  session 0",
      "    #1 q.offer(1) => true  session 0",
      "    #2 p.poll() => 2  session 0",
    ]);
    // All but the notation, which is to be pasted.
    expect(lines.slice(0, -3).filter((line, at) => at > 0 && line.length > 40)).toEqual([]);
  });

  test("a circle is told with its kinds", () => {
    const buffering = "memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }";
    expect(printed(buffering, "sc").join("\n")).toMatch(
      /Circle: #\d ─\w+→ #\d ─\w+→ #\d ─\w+→ #\d ─\w+→ #\d\n/,
    );
  });
});
