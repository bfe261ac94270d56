import { createRandom } from "@sightline/core/random.js";

/** How many operations and sessions each has. */
const [OPERATIONS, SESSIONS] = [8, 3];

/** One of endlessly many short histories of a register, all different, as a line of NDJSON: most of them sequential, some not. */
export function registerHistory(number: number, length = OPERATIONS): string {
  const random = createRandom(number);
  let held: number | null = null;
  const operations = Array.from({ length }, (_, i) => {
    const session = random.int(SESSIONS);
    if (i === 0 || random.int(2) === 0) {
      held = number * OPERATIONS + i;
      return { session, method: "write", args: [held], result: null };
    }
    return { session, method: "read", result: random.int(40) === 0 ? -1 : held };
  });
  return `${JSON.stringify({ type: "register", name: `h${number}`, operations })}\n`;
}

/** The first so many of them. */
export const registerHistories = (count: number): string =>
  Array.from({ length: count }, (_, number) => registerHistory(number)).join("");
