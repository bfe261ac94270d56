import { type LitmusTest, type Subject } from "./litmus-test.js";
import { constraintsOf } from "./proposition.js";

/** What a test asks about, each once: registers by thread and name, then locations by name. */
export function subjectsOf({ condition, shown, registerKey }: LitmusTest): readonly Subject[] {
  const byName = new Map<string, Subject>();
  for (const { thread, name } of [...constraintsOf(condition), ...shown]) {
    const key = thread === undefined ? `[${name}]` : `${thread}:${registerKey(name)}`;
    if (!byName.has(key)) byName.set(key, { thread, name });
  }
  return [...byName.values()].sort(
    (a, b) =>
      (a.thread ?? Infinity) - (b.thread ?? Infinity) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

/** `0:EAX` or `[x]`. */
export const subjectName = ({ thread, name }: Subject): string =>
  thread === undefined ? `[${name}]` : `${thread}:${name}`;

/** Whether a test names or accesses a location. */
export function isLocation({ initial, threads }: LitmusTest, name: string): boolean {
  return (
    initial.has(name) ||
    threads.some(
      ({ accesses, registers }) =>
        accesses.some(({ location }) => location === name) ||
        [...registers.values()].some((held) => held.kind === "address" && held.location === name),
    )
  );
}
