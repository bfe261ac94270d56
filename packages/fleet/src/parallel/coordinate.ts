import { HistoryError, type SearchTask, type Witness } from "@sightline/core";
import { setAlarm } from "../alarm.js";
import { isHeapLimit } from "../heap-limits.js";
import type { Member } from "./member.js";
import type { Message } from "./messages.js";

/** The verdict of a crew. */
export type CrewVerdict =
  | { readonly verdict: "satisfied"; readonly witness: Witness }
  | { readonly verdict: "violated" }
  | { readonly verdict: "unknown"; readonly reason: "deadline" | "memory" | "cancelled" };

/** When a crew must give up. */
export interface CrewLimits {
  readonly deadlineMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The coordinator of ViSearch §3.4. The first worker takes the whole search; whenever some are idle,
 * those at work are asked to share, and what they give is handed on. The crew is done at the first
 * certificate; or when all are idle and no task is left, and then the history has none, whoever
 * searched what: the verdict does not depend on the number of workers.
 *
 * Rejects where a worker refuses the job or dies. Ends every worker in any case.
 */
export async function coordinate(
  crew: readonly Member[],
  { deadlineMs, signal }: CrewLimits,
): Promise<CrewVerdict & { readonly states: number }> {
  const states = crew.map(() => 0);
  let callOff: (() => void) | undefined;
  let cancel: (() => void) | undefined;
  try {
    const verdict = await new Promise<CrewVerdict>((resolve, reject) => {
      if (deadlineMs !== undefined)
        callOff = setAlarm(deadlineMs, () => resolve({ verdict: "unknown", reason: "deadline" }));
      cancel = () => resolve({ verdict: "unknown", reason: "cancelled" });
      signal?.addEventListener("abort", cancel, { once: true });
      if (signal?.aborted === true) return cancel();
      direct(crew, states, resolve, reject);
    });
    return { ...verdict, states: states.reduce((sum, count) => sum + count, 0) };
  } finally {
    callOff?.();
    if (cancel !== undefined) signal?.removeEventListener("abort", cancel);
    await Promise.all(crew.map((member) => member.end()));
  }
}

/** Sets the crew to work and answers its messages until there is a verdict. */
function direct(
  crew: readonly Member[],
  states: number[],
  resolve: (verdict: CrewVerdict) => void,
  reject: (error: Error) => void,
): void {
  const tasks: SearchTask[] = [];
  const idle = new Set(crew);
  const asked = new Set<Member>();

  const employ = (member: Member, task?: SearchTask): void => {
    idle.delete(member);
    member.send(task === undefined ? { kind: "take" } : { kind: "take", task });
  };
  const begin = (): void => {
    for (const member of crew) member.send({ kind: "choice" });
    employ(crew[0]);
  };
  const balance = (): void => {
    for (const member of idle) {
      const task = tasks.shift();
      if (task === undefined) break;
      employ(member, task);
    }
    if (idle.size === crew.length) return begin();
    for (const member of crew) {
      // No more are asked than are idle.
      if (asked.size >= idle.size) return;
      if (idle.has(member) || asked.has(member)) continue;
      asked.add(member);
      member.send({ kind: "share" });
    }
  };
  const hear = (member: Member, place: number, message: Message): void => {
    switch (message.kind) {
      case "found":
        states[place] = message.states;
        resolve({ verdict: "satisfied", witness: message.witness });
        break;
      case "given":
        asked.delete(member);
        tasks.push(message.task);
        balance();
        break;
      case "idle":
        states[place] = message.states;
        asked.delete(member);
        idle.add(member);
        balance();
        break;
      case "full":
        states[place] = message.states;
        resolve({ verdict: "unknown", reason: "memory" });
        break;
      case "over":
        resolve({ verdict: "violated" });
        break;
      case "refused":
        reject(new HistoryError(message.code, message.reason));
        break;
      default:
    }
  };
  const mourn = (error: Error): void => {
    if (isHeapLimit(error)) resolve({ verdict: "unknown", reason: "memory" });
    else reject(error);
  };
  crew.forEach((member, place) => member.listen((message) => hear(member, place, message), mourn));
  begin();
  balance();
}
