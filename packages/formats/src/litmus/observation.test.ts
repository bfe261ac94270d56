import { check } from "@sightline/core";
import { createRandom, type Random } from "@sightline/core/random.js";
import { describe, expect, test } from "vitest";
import { readAll, readOne } from "@sightline/testing/formats/read-all.js";
import { printObservation } from "./observation.js";

const sb = (condition: string, fence = "NOP"): string => `X86 SB
{ }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 ${fence}    | ${fence}    ;
 MOV EAX,[y] | MOV EAX,[x] ;
${condition}
`;

/** What the models say of a test. */
async function answers(text: string): Promise<Record<"sc" | "tso", string[]>> {
  const { observe, error } = (await readAll(text)).at(-1) ?? {};
  if (observe === undefined) throw error ?? new Error("no observation");
  const [sc, tso] = (["sc", "tso"] as const).map((model) => printObservation(observe(model)).split("\n"));
  return { sc, tso };
}

/** `Ok`, and the last line. */
const brief = (lines: readonly string[]): string =>
  `${lines.find((line) => /^(?:Ok|No)$/u.test(line))}: ${lines.at(-1)}`;

describe("what herd would say", () => {
  test("all of it, for store buffering", async () => {
    const { sc, tso } = await answers(sb("exists (0:EAX=0 /\\ 1:EAX=0)"));
    expect(tso).toEqual([
      "Test SB Allowed",
      "States 4",
      "0:EAX=0; 1:EAX=0;",
      "0:EAX=0; 1:EAX=1;",
      "0:EAX=1; 1:EAX=0;",
      "0:EAX=1; 1:EAX=1;",
      "Ok",
      "Witnesses",
      "Positive: 1 Negative: 3",
      "Condition exists (0:EAX=0 /\\ 1:EAX=0)",
      "Observation SB Sometimes 1 3",
    ]);
    expect(brief(sc)).toBe("No: Observation SB Never 0 3");
  });

  test.each([
    [
      "exists (0:EAX=0 /\\ 1:EAX=0)",
      "MFENCE",
      "No: Observation SB Never 0 3",
      "No: Observation SB Never 0 3",
    ],
    [
      "~exists (0:EAX=0 /\\ 1:EAX=0)",
      "NOP",
      "Ok: Observation SB Never 0 3",
      "No: Observation SB Sometimes 1 3",
    ],
    [
      "not exists (0:EAX=0 /\\ 1:EAX=0)",
      "NOP",
      "Ok: Observation SB Never 0 3",
      "No: Observation SB Sometimes 1 3",
    ],
    [
      "forall (0:EAX=1 \\/ 1:EAX=1)",
      "NOP",
      "Ok: Observation SB Always 3 0",
      "No: Observation SB Sometimes 3 1",
    ],
    ["forall (true)", "NOP", "Ok: Observation SB Always 1 0", "Ok: Observation SB Always 1 0"],
    [
      "forall (0:EAX=0 => 1:EAX=1)",
      "NOP",
      "Ok: Observation SB Always 3 0",
      "No: Observation SB Sometimes 3 1",
    ],
    ["exists (x=0)", "NOP", "No: Observation SB Never 0 1", "No: Observation SB Never 0 1"],
    [
      "locations [x; 1:EAX;]\nexists (0:EAX=0)",
      "NOP",
      "Ok: Observation SB Sometimes 1 2",
      "Ok: Observation SB Sometimes 2 2",
    ],
  ])("%s with %s", async (condition, fence, sc, tso) => {
    const told = await answers(sb(condition, fence));
    expect({ sc: brief(told.sc), tso: brief(told.tso) }).toEqual({ sc, tso });
  });

  test("of ~exists the positive witnesses are those against", async () => {
    const { tso } = await answers(sb("~exists (0:EAX=0 /\\ 1:EAX=0)"));
    expect(tso[0]).toBe("Test SB Forbidden");
    expect(tso).toContain("Positive: 3 Negative: 1");
    expect((await answers(sb("forall (0:EAX=0)"))).sc[0]).toBe("Test SB Required");
  });

  test("runs that are too many to list", async () => {
    const row = (of: string): string =>
      Array.from({ length: 6 }, (_, t) => of.replaceAll("#", String(t))).join(" | ");
    const rows = Array.from(
      { length: 6 },
      (_, i) => ` ${row(i % 2 === 0 ? "MOV [x#],$1" : "MOV EAX,[y]")} ;`,
    ).join("\n");
    const text = `X86 Big\n{ }\n ${row("P#")} ;\n${rows}\nexists (${Array.from({ length: 6 }, (_, t) => `${t}:EAX=0`).join(" /\\ ")})`;
    const [{ observe }] = await readAll(text);
    const observation = observe?.("tso");
    expect(observation).toMatchObject({ states: [], ok: null, observation: "Unknown" });
    expect(observation === undefined ? "" : printObservation(observation)).toBe(
      "Observation Big Unknown: its runs are too many to list their final states",
    );
  });
});

describe("a negated condition", () => {
  test.each([
    ["exists (not (0:EAX=1 \\/ 1:EAX=1))", "SB: 0:EAX=0; 1:EAX=0", "violated", "satisfied"],
    ["exists (~(0:EAX=1) /\\ 1:EAX<>1)", "SB: 0:EAX=0; 1:EAX=0", "violated", "satisfied"],
    ["exists (not (0:EAX=0 /\\ 1:EAX=0))", "SB: 0:EAX=1; 1:EAX=0", "satisfied", "satisfied"],
    ["exists (not (x=1))", "SB: [x]=0", "violated", "violated"],
    ["exists (not (0:EAX=0 \\/ 0:EAX=1))", "SB: 0:EAX=2", "violated", "violated"],
  ])("%s is one outcome, allowed where the condition is", async (condition, name, sc, tso) => {
    const history = await readOne(sb(condition));
    expect(history.name).toBe(name);
    expect(check(history, { criterion: "sc" }).verdict).toBe(sc);
    expect(check(history, { criterion: "tso" }).verdict).toBe(tso);
  });
});

/** A random test of fences, loads, stores and locked updates, and the registers and locations to ask about. */
function drawTest(random: Random): { readonly code: string; readonly subjects: readonly string[] } {
  const threads = random.pick([2, 2, 3]);
  const subjects = ["[x]", "[y]"];
  let value = 0;
  const columns = Array.from({ length: threads }, (_, t) => {
    const column: string[] = [];
    for (const register of ["EAX", "EBX", "ECX"].slice(0, threads === 2 ? 3 : 2)) {
      const x = random.pick(["x", "y"]);
      const kind = random.pick(["load", "load", "store", "store", "xchg", "xadd", "inc"]);
      if (random.chance(0.2)) column.push("MFENCE");
      if (kind === "store") column.push(`MOV [${x}],$${++value}`);
      else if (kind === "inc") column.push(`LOCK INC [${x}]`);
      else {
        subjects.push(`${t}:${register}`);
        if (kind === "load") column.push(`MOV ${register},[${x}]`);
        else
          column.push(
            `MOV ${register},$${++value}`,
            `${kind === "xchg" ? "XCHG" : "LOCK XADD"} [${x}],${register}`,
          );
      }
    }
    return column;
  });
  const length = Math.max(...columns.map((column) => column.length));
  const rows = Array.from({ length }, (_, i) => ` ${columns.map((column) => column[i] ?? "").join(" | ")} ;`);
  return {
    code: `X86 T\n{ x=0; y=0; }\n ${columns.map((_, t) => `P${t}`).join(" | ")} ;\n${rows.join("\n")}`,
    subjects,
  };
}

test("the engines allow exactly the final states that the machine reaches (60 random tests)", async () => {
  const random = createRandom(7);
  const seen = { allowed: 0, buffered: 0, forbidden: 0 };
  for (let i = 0; i < 60; i++) {
    const { code, subjects } = drawTest(random);
    const asking = `${code}\nexists (${subjects.map((subject) => `${subject}=0`).join(" /\\ ")})`;
    const { observe, error } = (await readAll(asking))[0];
    if (observe === undefined) throw error;
    const [plain, buffered] = (["sc", "tso"] as const).map((model) =>
      observe(model).states.map(({ state }) => state),
    );
    // The states reached, and some that mix the values of two.
    const mixed = buffered.slice(0, 12).map((state) => {
      const [own, other] = [state, random.pick(buffered)].map((one) => one.split(" "));
      return own.map((part, place) => (random.chance(0.3) ? other[place] : part)).join(" ");
    });
    for (const state of new Set([...buffered.slice(0, 12), ...mixed])) {
      const condition = state.replaceAll(";", " /\\").replace(/ \/\\$/u, "");
      const history = await readOne(`${code}\nexists (${condition})`);
      const [sc, tso] = ["sc", "tso"].map(
        (criterion) => check(history, { criterion, explain: false }).verdict === "satisfied",
      );
      expect({ sc, tso }, `${code}\n${state}`).toEqual({
        sc: plain.includes(state),
        tso: buffered.includes(state),
      });
      seen[sc ? "allowed" : tso ? "buffered" : "forbidden"]++;
    }
  }
  expect(seen.allowed).toBeGreaterThan(100);
  expect(seen.forbidden).toBeGreaterThan(100);
  expect(seen.buffered).toBeGreaterThan(5);
});
