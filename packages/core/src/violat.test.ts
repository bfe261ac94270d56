import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { History } from "./history/history.js";
import { labelOf } from "./history/history.js";
import { parseHistory } from "./history/parse-history.js";
import type { Value } from "./history/value.js";
import { admittedOutcomes } from "./outcomes.js";
import type { SequentialType } from "./types/type.js";
import { type LevelName, levelNames } from "./criteria/levels.js";
import { javaCollections } from "@sightline/testing/history/java-collections.js";
import { literalOutcomes } from "@sightline/testing/visibility/literal-outcomes.js";
import { explanationsOfLevels } from "@sightline/testing/visibility/visibility-oracle.js";

const read = (name: string): string[] =>
  readFileSync(new URL(`../test-data/violat/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n");

/** A row of POPL'19's Table 2 or of one of its figures. */
interface Row {
  readonly id: string;
  readonly type: SequentialType;
  readonly method: string;
  readonly program: History;
  /** The outcome that was seen, and the weakest level that it violates, or `-`. */
  readonly seen: string;
  readonly violates: string;
}

const typeOf = (className: string): SequentialType =>
  className.endsWith("Map")
    ? javaCollections.map
    : className.endsWith("Set")
      ? javaCollections.set
      : className.endsWith("Deque")
        ? javaCollections.deque
        : javaCollections.queue;

const rows: Row[] = read("table2-programs.txt").map((line) => {
  const [id, className, method, program, seen, violates] = line.split("|");
  const type = typeOf(className);
  return { id, type, method, program: parseHistory(program.replace(/\}\s*\{/g, "} || {")), seen, violates };
});

const admitted = new Map(
  read("table2-admitted-outcomes.tsv").map((line) => {
    const [id, level, texts] = line.split("\t");
    return [`${id} ${level}`, texts.split("|")];
  }),
);

/** A result as the tables write it. */
const printed = (value: Value): string =>
  value === null
    ? "N"
    : typeof value === "boolean"
      ? value
        ? "T"
        : "F"
      : Array.isArray(value)
        ? `[${value.map(printed).join(",")}]`
        : typeof value === "string"
          ? value
          : JSON.stringify(value);
const print = (outcome: readonly Value[]): string => outcome.map(printed).join(",");

const levelsOf = (method: string, level: LevelName) => (one: string) => (one === method ? level : "complete");

describe("the programs of POPL'19", () => {
  test("are all there: 50 rows of Table 2, six of figures, five more", () => {
    expect(rows.map(({ id }) => id).filter((id) => id.startsWith("T2."))).toHaveLength(50);
    expect(rows).toHaveLength(61);
    expect(admitted.size).toBe(61 * levelNames.length);
  });

  test.each(rows)("$id $method: admitted at each level are exactly the outcomes of the table", (row) => {
    for (const level of levelNames) {
      const expected = [level, ...(admitted.get(`${row.id} ${level}`) ?? []).sort()];
      const literal = literalOutcomes(row.program, row.type, levelsOf(row.method, level)).map(print);
      expect([level, ...literal.sort()]).toEqual(expected);
      const options = { type: row.type, levels: { [row.method]: level, "*": "complete" } as const };
      const found = Array.from(admittedOutcomes(row.program, options), ({ results }) => print(results));
      expect([level, ...found.sort()]).toEqual(expected);
    }
  });

  test.each(rows.filter(({ violates }) => violates !== "-"))(
    "$id $method: $seen violates $violates and nothing weaker",
    ({ type, method, program, seen, violates }) => {
      const weakest = levelNames.findIndex(
        (level) => !literalOutcomes(program, type, levelsOf(method, level)).map(print).includes(seen),
      );
      expect(levelNames[weakest]).toBe(violates);
    },
  );

  test("Figure 10: the program without the order between put and remove admits what the other does not", () => {
    const outcomes = (id: string) => {
      const row = rows.find((one) => one.id === id) as Row;
      return literalOutcomes(row.program, row.type, () => "complete").map(print);
    };
    expect(outcomes("F10L")).toContain("N,0,N,F");
    expect(outcomes("F10R")).not.toContain("N,0,N,F");
  });

  test("Table 1: the linearizations and visibilities of Figure 2 with contains monotonic", () => {
    const { program, type } = rows.find(({ id }) => id === "F2") as Row;
    const table = [...explanationsOfLevels(program, type, levelsOf("contains", "monotonic"))].map(
      ({ linearization, vis }) => {
        const name = (id: number): string => {
          const { method, args } = labelOf(program, id);
          return `${method}(${args.map(printed).join(",")})`;
        };
        const contains = linearization.find((id) => name(id) === "contains(0)") as number;
        return `${linearization.map(name).join("; ")} | ${vis[contains].slice(0, -1).map(name).join("; ")}`;
      },
    );
    expect(table.sort()).toEqual(
      [
        "put(1,0); contains(0); put(0,0); put(1,1) | put(1,0)",
        "put(1,0); put(0,0); contains(0); put(1,1) | put(1,0)",
        "put(1,0); put(0,0); contains(0); put(1,1) | put(1,0); put(0,0)",
        "put(1,0); put(0,0); put(1,1); contains(0) | put(1,0)",
        "put(1,0); put(0,0); put(1,1); contains(0) | put(1,0); put(0,0)",
        "put(1,0); put(0,0); put(1,1); contains(0) | put(1,0); put(1,1)",
        "put(1,0); put(0,0); put(1,1); contains(0) | put(1,0); put(0,0); put(1,1)",
        "put(0,0); put(1,1); put(1,0); contains(0) | put(0,0); put(1,1); put(1,0)",
        "put(0,0); put(1,0); put(1,1); contains(0) | put(0,0); put(1,0)",
        "put(0,0); put(1,0); put(1,1); contains(0) | put(0,0); put(1,0); put(1,1)",
        "put(0,0); put(1,0); contains(0); put(1,1) | put(0,0); put(1,0)",
      ].sort(),
    );
  });
});
