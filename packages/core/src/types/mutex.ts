import { canonical } from "../history/value.js";
import { noSuchMethod } from "./arguments.js";
import type { SequentialType } from "./type.js";

/**
 * A lock that any session may release. `initial` true: held at first; false or null: free.
 *
 * Both methods return null. `acquire` cannot happen while the lock is held, nor `release` while it
 * is free: an operation that returned did so when it could. Who holds it is not looked at.
 */
export const mutex: SequentialType<boolean> = {
  name: "mutex",
  doc: "A lock: acquire and release take turns.",
  methods: {
    acquire: { params: [], doc: "Takes the lock, which must be free; returns null." },
    release: { params: [], doc: "Gives the lock back, which must be held; returns null." },
  },
  init(initial = null) {
    if (initial !== null && typeof initial !== "boolean")
      throw new TypeError(
        `the initial state of a mutex must be true (held) or false (free), not ${canonical(initial)}`,
      );
    return initial === true;
  },
  step(held, { method }) {
    switch (method) {
      case "acquire":
        return held ? [] : { state: true, result: null };
      case "release":
        return held ? { state: false, result: null } : [];
      default:
        throw noSuchMethod("mutex", method);
    }
  },
  bounded: true,
  show: (held) => (held ? "held" : "free"),
  key: (held) => (held ? 1 : 0),
};
