import { seeds } from "@sightline/testing/seeds.js";
import { satisfiesLevels } from "@sightline/testing/visibility/visibility-oracle.js";
import { expect, test } from "vitest";
import { levelNames } from "../criteria/levels.js";
import { labelOf } from "../history/history.js";
import { parseHistory } from "../history/parse-history.js";
import { createRandom, type Random } from "../random.js";
import { findType } from "../types/index.js";
import { countReason } from "./count-reason.js";
import { relaxVisibility } from "./relax-visibility.js";

const operations: Readonly<Record<string, (random: Random) => string>> = {
  counter: (random) =>
    random.pick(["inc()", "inc()", "dec()", `read() => ${random.int(5) - 2}`, `read() => ${random.int(3)}`]),
  set: (random) =>
    random.pick([`add(${random.int(3)})`, `remove(${random.int(3)})`, `size() => ${random.int(4)}`]),
  map: (random) =>
    random.pick([`put(${random.int(3)},7)`, `remove(${random.int(3)})`, `size() => ${random.int(4)}`]),
};

/** A small random history, in the notation. */
function randomText(name: string, random: Random): string {
  const session = (): string =>
    `{ ${Array.from({ length: 1 + random.int(3) }, () => operations[name](random)).join("; ")} }`;
  return `${name} ${Array.from({ length: 1 + random.int(2) }, session).join(" || ")}`;
}

test.each(Object.keys(operations))("what counting shows of a %s is so, by the definition", (name) => {
  const type = findType(name);
  const forms = new Set<string>();
  for (let seed = 1; seed <= seeds(600); seed++) {
    const random = createRandom(seed);
    const text = randomText(name, random);
    const history = parseHistory(text);
    const told = [...history.label.keys()].filter((id) => labelOf(history, id).result !== undefined);
    const some = [
      ...told.map((id) => [id]),
      ...told.flatMap((a) => told.flatMap((b) => (a < b ? [[a, b]] : []))),
    ];
    for (const criterion of levelNames)
      for (const kept of some) {
        const relaxable = { history, type, order: "session", initial: undefined, criterion } as const;
        const decide = () => ({ verdict: "unknown", reason: "states", established: "", states: 0 }) as const;
        const reason = countReason({ ...relaxable, decide }, kept);
        if (reason === undefined) continue;
        forms.add(reason.replaceAll(/#?-?\d+/g, ""));
        const relaxed = relaxVisibility(relaxable, new Set(kept)).history;
        const holds = satisfiesLevels(relaxed, type, () => criterion, {
          order: "session",
          initial: undefined,
        });
        expect(holds, `seed ${seed}, ${criterion}, ${kept.join()}: ${text}: ${reason}`).toBe(false);
      }
  }
  expect(forms.size).toBeGreaterThan(3);
});
