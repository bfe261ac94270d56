import type { Axiom } from "../../criteria/axioms/model.js";
import type { Meter } from "../meter.js";
import type { Unseen } from "./close-sights.js";
import { isGap, type KnownProblem, sawUpdate } from "./known-problem.js";

/**
 * What axioms ask for where updates were seen and not one before them in their session: an update that had to be seen
 * and was not; "unclear" where there are axioms for which that is not told here.
 *
 * Who sees a later update of a session, and not an earlier one, contradicts whatever asks for what happens before the
 * seen. Else axioms ask for what happens before, and for what that has seen; queries may be seen at will, and nothing
 * follows from them.
 */
export function refuteGaps(
  problem: KnownProblem,
  axioms: readonly Axiom[],
  meter: Meter,
): Unseen | "unclear" | undefined {
  const { gaps, session, sessions } = problem;
  const byText = new Map(axioms.filter(({ left }) => left === "vis").map((axiom) => [textOf(axiom), axiom]));
  const own = byText.get("hb") ?? byText.get("po");
  const prefix = byText.get("hb vis") ?? byText.get("po vis") ?? byText.get("lin");
  const closing = prefix ?? (own === undefined ? undefined : byText.get("vis vis"));
  if (closing !== undefined) {
    const id = gaps.start.findIndex((from, at) => gaps.start[at + 1] > from);
    const update = gaps.ids[gaps.start[id]];
    const after = sessions[session[update]][problem.saw[id * problem.width + session[update]] - 1];
    return { axiom: closing, path: [update, after, id], certain: true };
  }
  for (const text of byText.keys()) if (!["hb", "po", "vis hb", "vis po"].includes(text)) return "unclear";
  for (let id = 0; id < problem.size; id++) {
    meter.work(problem.width);
    for (const axiom of byText.values()) {
      const path = unseenBy(problem, axiom, id);
      if (path !== undefined) return { axiom, path, certain: true };
    }
  }
  return undefined;
}

/** The relations of an axiom; with a mark that is no relation where only some methods pass. */
const textOf = ({ path }: Axiom): string =>
  path.map((step) => (typeof step === "string" ? step : "?")).join(" ");

/** An update that the axiom asks the operation to see, and why: it happens before, or somebody before has seen it. */
function unseenBy(problem: KnownProblem, { path }: Axiom, id: number): readonly number[] | undefined {
  const { width, sessions, session, position, before } = problem;
  for (let s = 0; s < width; s++) {
    const isOwn = path[path.length - 1] === "po";
    const count = !isOwn ? before[id * width + s] : s === session[id] ? position[id] : 0;
    if (count === 0) continue;
    // Those before the last in its session have seen nothing that it has not, or contradict the axiom themselves.
    const last = sessions[s][count - 1];
    const update = path.length === 1 ? unseenAmong(problem, id, s, count) : unseenOf(problem, id, last);
    if (update !== undefined) return path.length === 1 ? [update, id] : [update, last, id];
  }
  return undefined;
}

/** An update among the first operations of a session that the operation did not see. */
function unseenAmong(problem: KnownProblem, id: number, s: number, count: number): number | undefined {
  const { gaps, session, position, sessions, nextUpdate, saw, width } = problem;
  for (let at = gaps.start[id]; at < gaps.start[id + 1]; at++)
    if (session[gaps.ids[at]] === s && position[gaps.ids[at]] < count) return gaps.ids[at];
  const end = saw[id * width + s];
  const next = end < count ? nextUpdate[sessions[s][end]] : count;
  return next < count ? sessions[s][next] : undefined;
}

/** An update that another operation saw and this one did not. */
function unseenOf(problem: KnownProblem, id: number, other: number): number | undefined {
  const { gaps, sessions, session, position, updates, saw, width } = problem;
  for (let at = gaps.start[id]; at < gaps.start[id + 1]; at++)
    if (sawUpdate(problem, other, gaps.ids[at])) return gaps.ids[at];
  for (let s = 0; s < width; s++) {
    const end = Math.min(saw[other * width + s], s === session[id] ? position[id] : Infinity);
    for (let place = saw[id * width + s]; place < end; place++) {
      const update = sessions[s][place];
      if (updates[update] === 1 && !isGap(gaps, other, update)) return update;
    }
  }
  return undefined;
}
