import type { History } from "../../history/history.js";
import { select } from "../../history/select.js";
import type { Violation } from "../../result.js";
import { type SessionCore, sessionCause } from "./session-cause.js";

/** A core of more operations than this is like no other. */
const MOST = 64;

/** The cause of a violation of a model of shared memory by these operations; none where they are too many. */
export function memoryCause(
  history: History,
  operations: readonly number[],
  about: Pick<SessionCore, "criterion" | "kind" | "name" | "initial">,
): Pick<Violation, "cause"> {
  if (operations.length === 0 || operations.length > MOST) return {};
  const core = select(history, Int32Array.from(operations)).history;
  return { cause: sessionCause({ ...about, core, type: "memory", useTime: false }) };
}
