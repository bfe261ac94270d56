import { canonical, type History, labelOf, type Value } from "@sightline/core";
import { refuseUnsayable } from "./sayable.js";

/** An access with integers, as dbcop and Plume have them; a read of null found what was there at first. */
interface Access {
  readonly kind: "read" | "write";
  readonly key: number;
  readonly value: number | null;
}

/** The transactions of each session. Throws a `RangeError` for what cannot be said. */
function sessionsOf(format: string, history: History): readonly (readonly (readonly Access[])[])[] {
  refuseUnsayable(format, history, { types: ["multi-register"] });
  const sessions: Access[][][] = history.sessions.map(() => []);
  for (let id = 0; id < history.size; id++) {
    const { result } = labelOf(history, id);
    if (!Array.isArray(result))
      throw new RangeError(`transaction ${id} has no result, and ${format} cannot leave it out`);
    sessions[history.session[id]].push(
      (result as readonly (readonly [string, Value, Value])[]).map(([kind, key, value]) => {
        const isRead = kind === "read";
        if (!isInteger(key) || !(isInteger(value) || (isRead && value === null)))
          throw new RangeError(
            `transaction ${id} has ${canonical([kind, key, value])}: ${format} has keys and values that are integers from 0 on`,
          );
        return { kind: isRead ? "read" : "write", key, value };
      }),
    );
  }
  return sessions;
}

const isInteger = (value: Value): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Transactions on registers as dbcop's JSON. */
export function writeDbcop(history: History): string {
  const sessions = sessionsOf("dbcop", history).map((transactions) =>
    transactions.map((accesses) => ({
      events: accesses.map(({ kind, key: variable, value: version }) =>
        kind === "read" ? { Read: { variable, version } } : { Write: { variable, version } },
      ),
      committed: true,
    })),
  );
  return JSON.stringify(sessions);
}

/** Transactions on registers as Plume and AWDIT have them: 0 is what was there at first. */
export function writePlume(history: History): string {
  const sessions = sessionsOf("plume", history);
  const zeros = new Set(
    sessions.flat(2).flatMap(({ kind, key, value }) => (kind === "write" && value === 0 ? [key] : [])),
  );
  const line = ({ kind, key, value }: Access): string => {
    if (value === null && zeros.has(key))
      throw new RangeError(`0 was written to ${key}, which plume takes for what was there at first`);
    return `${kind === "read" ? "r" : "w"} ${key} ${value ?? 0}`;
  };
  return sessions
    .map((transactions) => transactions.map((accesses) => accesses.map(line).join("\n")).join("\n---\n"))
    .join("\n===\n");
}
