import { check, isPending, labelOf, printOperation } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { readError, readOne, testData } from "@sightline/testing/formats/read-all.js";

describe("porcupine", () => {
  test("reads console lines, and steps over the rest of the log", async () => {
    const history = await readOne(
      [
        "INFO  jepsen.core - Everything set up!",
        "INFO  jepsen.util - 2\t:invoke\t:cas\t[3 0]",
        "INFO  jepsen.util - :nemesis\t:info\t:start\tnil",
        "INFO  jepsen.util - 1   :invoke :read   nil",
        "INFO  jepsen.util - 2\t:fail\t:cas\t[3 0]",
        "INFO  jepsen.util - 1\t:fail\t:read\t:timed-out",
        "INFO  jepsen.util - 1\t:invoke\t:write\t4",
        "INFO  jepsen.util - 1\t:info\t:write\t:timed-out",
        "INFO  jepsen.util - 2\t:invoke\t:cas\t[3 4]",
        "INFO  jepsen.util - 2\t:ok\t:cas\t[3 4]\tfine",
      ].join("\r\n"),
    );
    expect(history.type).toBe("register");
    const operations = Array.from({ length: history.size }, (_, id) => printOperation(labelOf(history, id)));
    expect(operations).toEqual(["cas(3,0) => false", "read()", "write(4)", "cas(3,4) => true"]);
    expect(operations.map((_, id) => isPending(history, id))).toEqual([false, true, true, false]);
    expect(history.sessions).toEqual([2, 1, "1/2"]);
  });

  test.each([
    ["porcupine/etcd_002.log", "register", 77, 19, "satisfied"],
    ["porcupine/etcd_100.log", "register", 77, 16, "satisfied"],
    ["porcupine/c01-ok.txt", "kv", 58, 0, "satisfied"],
    ["porcupine/c01-bad.txt", "kv", 38, 0, "violated"],
  ])("%s", async (file, type, size, pending, verdict) => {
    const history = await readOne(testData(file));
    expect([history.type, history.size]).toEqual([type, size]);
    expect(Array.from({ length: size }, (_, id) => isPending(history, id)).filter(Boolean).length).toBe(
      pending,
    );
    expect(check(history).verdict).toBe(verdict);
  });

  test("tells what is wrong", async () => {
    expect(await readError("nothing here", { format: "porcupine" })).toContain("no operation in this log");
    expect(await readError("INFO  jepsen.util - 2\t:ok\t:read\t3")).toContain(
      "in:1:21: process 2 completes :read",
    );
    expect(await readError("INFO  jepsen.util - 2\t:invoke\t:cas\t[3")).toContain(
      "in:1:38: the input ends too early",
    );
    expect(await readError("{:process 0, :type :invoke, :f :get, :value nil, :time 1}")).toContain(
      "must have a :key",
    );
  });
});
