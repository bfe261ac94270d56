import { type Cube, splitCube } from "@sightline/core/cubes/cube.js";
import type { CubePlan } from "@sightline/core/plan/cubes/cube-search.js";
import { cubesOf } from "@sightline/core/plan/cubes/cubes-of.js";
import type { Random } from "@sightline/core/random.js";
import type { Witness } from "@sightline/core/result.js";

/** What several searchers came to, and how many cubes they searched. */
export interface Conquered {
  readonly verdict: "satisfied" | "violated";
  readonly witness?: Witness;
  readonly cubes: number;
}

/**
 * Decides a question as several threads would, in an order and with interruptions that the random numbers say: each
 * searcher has opened the question by itself; cubes are searched for a few forks, sent as text, cut, and taken over.
 */
export function conquerRandomly(
  open: () => CubePlan,
  random: Random,
  { searchers, wanted }: { readonly searchers: number; readonly wanted: number },
): Conquered {
  const crew = Array.from({ length: searchers }, open);
  const witnesses: Witness[] = [];
  let count = 0;
  for (let part = 0; part < crew[0].searches.length; part++) {
    const cut = cubesOf(random.pick(crew).searches[part], wanted);
    if (cut.verdict !== "open") {
      if (cut.answer.verdict !== "satisfied") return { verdict: "violated", cubes: count };
      witnesses.push(cut.answer.witness);
      continue;
    }
    const queue: Cube[] = [...cut.cubes];
    let found: Witness | undefined;
    while (found === undefined && queue.length > 0) {
      const [cube] = queue.splice(random.int(queue.length), 1);
      count++;
      const searcher = random.pick(crew).searches[part];
      const sent = JSON.parse(JSON.stringify(cube)) as Cube;
      const answer = searcher.decide(sent, random.chance(0.7) ? { forks: 1 + random.int(4) } : {});
      if (answer.verdict === "satisfied") found = answer.witness;
      if (answer.verdict !== "open") continue;
      const halves = random.chance(0.5) ? splitCube(answer.rest) : undefined;
      queue.push(...(halves ?? [answer.rest]));
    }
    if (found === undefined) return { verdict: "violated", cubes: count };
    witnesses.push(found);
  }
  return { verdict: "satisfied", witness: crew[0].merge(witnesses), cubes: count };
}
