import { expect, test } from "vitest";
import { check } from "../check.js";
import { fromRecord } from "../testing/record.js";
test("probe", () => {
  const show = (r: unknown, o = {}) => console.log(JSON.stringify(check(fromRecord(r as never)!, o as never)));
  show({ type: "register", operations: [{ session: 0, method: "write", args: [1] }, { session: 1, method: "read", result: null }], happensBefore: [[0, 1]] });
  show({ type: "register", operations: [{ session: 0, method: "write", args: [1] , object:"a b"}, { session: 1, method: "read", result: null, object: "a b" }], happensBefore: [[0, 1]] });
  show({ type: "register", operations: [{ session: 0, method: "write", args: [1], call: 0, return: 9 }, { session: 1, method: "read", result: null, call: 0, return: 9 }], happensBefore: [[0, 1]] });
  show({ type: "register", operations: [{ session: 0, method: "write", args: [1], call: 0, return: 1 }, { session: 1, method: "read", result: null, call: 2, return: 3 }, { session: 1, method: "write", args: [7], call: 2, return: 3 }] });
  show({ type: "queue", operations: [{ session: 0, method: "offer", args: [1], call: 0, return: 1 }, { session: 0, method: "offer", args: [2], call: 2, return: 3 }, { session: 1, method: "poll", result: 2, call: 4, return: 5 }, { session: 1, method: "poll", result: 1, call: 6, return: 7 }] });
  show({ type: "register", operations: [{ session: 0, method: "read", result: 5 }] });
  show({ type: "counter", operations: [{ session: 0, method: "inc" , call:0, return:1},{ session: 1, method: "read",result:0, call:2, return:3 },{ session: 2, method: "read",result:0, call:4, return:7 }] });
  expect(1).toBe(1);
});
