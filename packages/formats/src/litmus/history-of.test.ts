import { type History, labelOf, printHistory } from "@sightline/core";
import { createRandom, type Random } from "@sightline/core/random.js";
import { describe, expect, test } from "vitest";
import { readOne } from "@sightline/testing/formats/read-all.js";
import type { Integer } from "./integer.js";

/** A write, or a read with the value that it must return (any where `undefined`). */
interface Step {
  readonly write: boolean;
  readonly variable: string;
  readonly value: Integer | undefined;
}

/**
 * Whether a machine can run these threads: literally, one step at a time, every interleaving. With buffers
 * each thread's writes wait in a queue of its own before they reach memory, as on x86. In the end, buffers
 * empty, memory must hold the `final` values.
 */
function canRun(
  threads: readonly (readonly Step[])[],
  buffers: boolean,
  final: Record<string, Integer>,
): boolean {
  interface State {
    readonly at: readonly number[];
    readonly waiting: readonly (readonly Step[])[];
    readonly memory: Readonly<Record<string, Integer>>;
  }
  const seen = new Set<string>();
  const visit = (state: State): boolean => {
    const key = JSON.stringify(state);
    if (seen.has(key)) return false;
    seen.add(key);
    const { at, waiting, memory } = state;
    const put = <T>(list: readonly T[], i: number, item: T): T[] =>
      list.map((old, j) => (j === i ? item : old));
    const commit = (to: State["memory"], { variable, value }: Step) => ({
      ...to,
      [variable]: value as Integer,
    });
    for (let t = 0; t < threads.length; t++) {
      const [first, ...others] = waiting[t];
      if (
        first !== undefined &&
        visit({ at, waiting: put(waiting, t, others), memory: commit(memory, first) })
      )
        return true;
      const step = threads[t][at[t]] as Step | undefined;
      if (step === undefined) continue;
      const next = put(at, t, at[t] + 1);
      if (step.write) {
        const after = buffers
          ? { at: next, waiting: put(waiting, t, [...waiting[t], step]), memory }
          : { at: next, waiting, memory: commit(memory, step) };
        if (visit(after)) return true;
      } else {
        const own = waiting[t].findLast(({ variable }) => variable === step.variable);
        const value = own === undefined ? (memory[step.variable] ?? 0) : own.value;
        if ((step.value === undefined || step.value === value) && visit({ at: next, waiting, memory }))
          return true;
      }
    }
    const ended = threads.every((steps, t) => at[t] === steps.length && waiting[t].length === 0);
    return ended && Object.entries(final).every(([variable, value]) => (memory[variable] ?? 0) === value);
  };
  return visit({ at: threads.map(() => 0), waiting: threads.map(() => []), memory: {} });
}

const stepsOf = (history: History): Step[][] =>
  history.sessions.map((_, session) =>
    Array.from({ length: history.size }, (__, id) => id)
      .filter((id) => history.session[id] === session)
      .map((id) => {
        const { method, args, result } = labelOf(history, id);
        const write = method === "write";
        return {
          write,
          variable: args[0] as string,
          value: (write ? args[1] : result) as Integer | undefined,
        };
      }),
  );

const registers = ["EAX", "EBX", "ECX"];

/** Random threads and final values, and the same as the text of a test. */
function drawTest(random: Random): { threads: Step[][]; final: Record<string, Integer>; text: string } {
  const threads = Array.from({ length: 2 + random.int(2) }, () =>
    Array.from({ length: 1 + random.int(3) }, () => {
      const write = random.chance(0.6);
      const value = write ? 1 + random.int(2) : random.chance(0.3) ? undefined : random.int(3);
      return { write, variable: random.pick(["x", "y"]), value };
    }),
  );
  const final: Record<string, Integer> = { x: random.int(3) };
  if (random.chance(0.5)) final.y = random.int(3);
  const rows = [0, 1, 2].map((row) =>
    threads
      .map((steps) => {
        const step = steps.at(row);
        if (step === undefined) return "";
        return step.write
          ? `MOV [${step.variable}],$${step.value}`
          : `MOV ${registers[row]},[${step.variable}]`;
      })
      .join(" | "),
  );
  const terms = [
    ...threads.flatMap((steps, t) =>
      steps.flatMap(({ write, value }, row) =>
        write || value === undefined ? [] : [`${t}:${registers[row]}=${value}`],
      ),
    ),
    ...Object.entries(final).map(([variable, value]) => `${variable}=${value}`),
  ];
  const head = threads.map((_, t) => `P${t}`).join(" | ");
  const text = `X86 R\n{ x=0; y=0; }\n ${head} ;\n${rows.map((row) => ` ${row} ;\n`).join("")}exists (${terms.join(" /\\ ")})`;
  return { threads, final, text };
}

describe("final values of locations", () => {
  test("are read after flags that say that all writes are done", async () => {
    const text =
      "X86 2+2W\n{}\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV [y],$2 | MOV [x],$2 ;\nexists (x=1 /\\ [y]=1)";
    const history = await readOne(text);
    expect(history.name).toBe("2+2W: [x]=1; [y]=1");
    expect(history.sessions).toEqual([0, 1, "final"]);
    expect(printHistory(history)).toBe(
      "memory { write(x,1); write(y,2); write(P0-done,1) } || { write(y,1); write(x,2); write(P1-done,1) } || " +
        "final { read(P0-done) => 1; read(P1-done) => 1; read(x) => 1; read(y) => 1 }",
    );
  });

  test("that every run has add nothing", async () => {
    const text =
      "X86 T\n{ z=3; }\n P0 | P1 ;\n MOV [x],$1 | MOV EAX,[x] ;\n MOV [x],$2 | MOV EBX,[z] ;\nexists (x=2 /\\ z=3)";
    expect(printHistory(await readOne(text))).toBe(
      "memory([[z,3]]) { write(x,1); write(x,2) } || { read(x); read(z) }",
    );
    expect((await readOne(text.replace("x=2", "x=1"))).sessions).toEqual([0, 1, "final"]);
  });

  test("mean what they say on a machine with and without store buffers (400 random tests)", async () => {
    const random = createRandom(41);
    const seen = { possible: 0, buffered: 0, impossible: 0 };
    for (let i = 0; i < 400; i++) {
      const { threads, final, text } = drawTest(random);
      const history = stepsOf(await readOne(text));
      const [plain, buffered] = [false, true].map((buffers) => {
        const expected = canRun(threads, buffers, final);
        expect(canRun(history, buffers, {}), text).toBe(expected);
        return expected;
      });
      seen[plain ? "possible" : buffered ? "buffered" : "impossible"]++;
    }
    expect(seen.possible).toBeGreaterThan(40);
    expect(seen.impossible).toBeGreaterThan(40);
    expect(seen.buffered).toBeGreaterThan(0);
  });
});
