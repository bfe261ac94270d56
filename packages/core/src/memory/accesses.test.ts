import { describe, expect, test } from "vitest";
import { createHistoryBuilder } from "../history/builder.js";
import { parseHistory } from "../history/parse-history.js";
import { certainSources, readAccesses, settle, UNSETTLED } from "./accesses.js";
import { INITIAL } from "./memory-history.js";

const accessesOf = (text: string, initial?: Parameters<typeof readAccesses>[1]) =>
  readAccesses(parseHistory(text), initial);
const sourcesOf = (text: string, initial?: Parameters<typeof readAccesses>[1]) =>
  certainSources(accessesOf(text, initial));

describe("who read from whom", () => {
  test("is told by the values, where each is written once", () => {
    const { source, ambiguous } = sourcesOf("{ write(x,1); read(y) => 2 } || { write(y,2); read(x) => 0 }");
    expect([...source]).toEqual([INITIAL, 2, INITIAL, INITIAL]);
    expect(ambiguous).toEqual([]);
  });

  test("initial values are 0, or as given, or read as null", () => {
    expect(accessesOf("{ read(x) => 0 }").impossible).toBeUndefined();
    expect(accessesOf("{ read(x) => null }", { x: 7 }).impossible).toBeUndefined();
    expect(accessesOf("{ read(x) => 7 }", { x: 7 }).impossible).toBeUndefined();
    expect(accessesOf("{ read(x) => 0 }", { x: null }).impossible?.id).toBe(0);
    expect(accessesOf("{ read(x) => 0 }", { x: 7 }).impossible).toEqual({
      id: 0,
      reason: "read(x) => 0 is out of thin air: no operation writes 0 to x, and it is not its initial value",
      pattern: "ThinAirRead",
    });
  });

  test("values that are written twice, or are the initial one, leave a choice", () => {
    const twice = sourcesOf("{ write(x,1) } || { write(x,1) } || { read(x) => 1 }");
    expect(twice.ambiguous).toEqual([2]);
    expect(twice.source[2]).toBe(UNSETTLED);
    expect(sourcesOf("{ write(x,0); read(x) => 0 }").ambiguous).toEqual([1]);
    expect(sourcesOf("{ write(x,null); read(x) => null }").ambiguous).toEqual([1]);
  });

  test("a write of the thread itself that comes later is a source only where there is no other", () => {
    const other = sourcesOf("{ read(x) => 1; write(x,1) } || { write(x,1) }");
    expect([...other.source]).toEqual([2, INITIAL, INITIAL]);
    expect([...sourcesOf("{ read(x) => 1; write(x,1) }").source]).toEqual([1, INITIAL]);
  });

  test("variables of different objects are different", () => {
    const { impossible, names } = accessesOf("{ a.write(x,1); b.read(x) => 1 }");
    expect(names).toEqual(["a.x", "b.x"]);
    expect(impossible?.id).toBe(1);
  });

  test("a write that returned something is as impossible as a value from nowhere; the first in the history counts", () => {
    const history = parseHistory("{ read(x) => 0; read(x) => 9 } || { write(x,1) => 5 }");
    expect(readAccesses(history, undefined).impossible?.id).toBe(1);
    expect(accessesOf("{ write(x,1) => 5 }").impossible?.reason).toBe(
      "write(x,1) => 5: a write returns nothing (null)",
    );
  });
});

describe("operations that access nothing", () => {
  test("reads that were not observed keep their place and touch no variable", () => {
    const accesses = accessesOf("{ write(x,1); read(x); write(x,2) }");
    const memory = settle(accesses, certainSources(accesses).source);
    expect(memory).toMatchObject({ size: 3, variables: 2, names: ["x"] });
    expect([...memory.variable]).toEqual([0, 1, 0]);
    expect([...memory.isWrite]).toEqual([1, 1, 1]);
  });

  test("a pending write took effect only if somebody read it", () => {
    const builder = createHistoryBuilder({ type: "memory" });
    builder.add({ session: 0, method: "write", args: ["x", 1], call: 1 });
    builder.add({ session: 1, method: "write", args: ["y", 1], call: 1 });
    builder.add({ session: 2, method: "read", args: ["x"], result: 1, call: 2, return: 3 });
    const accesses = readAccesses(builder.finish(), undefined);
    const memory = settle(accesses, certainSources(accesses).source);
    expect([...memory.variable]).toEqual([0, 2 + 1, 0]);
  });

  test("declared happens-before is told in the numbering of threads", () => {
    const builder = createHistoryBuilder({ type: "memory", happensBefore: [[0, 2]] });
    builder.add({ session: "b", method: "write", args: ["x", 1] });
    builder.add({ session: "a", method: "write", args: ["x", 2] });
    builder.add({ session: "b", method: "read", args: ["x"], result: 2 });
    const { ids, given, first } = readAccesses(builder.finish(), undefined);
    expect([...ids]).toEqual([0, 2, 1]);
    expect([...given]).toEqual([0, 1]);
    expect([...first]).toEqual([0, 2, 3]);
  });
});
