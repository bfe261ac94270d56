import {
  asksForStoreOrder,
  type BoundedCheck,
  type Bounds,
  type Decided,
  decideWithin,
  HistoryError,
  type History,
  type OpenCubes,
  openCubes,
} from "@sightline/core";
import { loadSatSolver } from "@sightline/sat";
import { loadType } from "../load-type.js";
import type { Command, CubeQuestion, Message, WholeFound } from "./messages.js";

/**
 * Searches cubes of one history, or decides it as a whole. The question is opened for the first cube, and stays open:
 * what was seen in vain is remembered.
 */
export function createSearcher(
  question: CubeQuestion,
  bounds: Pick<Bounds, "memory" | "usedBytes"> = {},
): (command: Command) => Promise<Message> {
  const { history, options } = question;
  let loading: ReturnType<typeof loadType> | undefined;
  let open: OpenCubes | undefined;

  const answer = async (command: Command): Promise<Message> => {
    const type = await (loading ??= loadType(question));
    const asked = { ...options, ...(type !== undefined && { type }), explain: false };
    if (command.kind === "whole") return decideWhole(history, { ...asked, bounds });
    open ??= openCubes(history, asked);
    const search = open?.searches[command.part];
    if (search === undefined)
      throw new Error(`the history has no part ${command.part} to be searched in cubes`);
    const deadline = performance.now() + command.milliseconds;
    return { kind: "cube", answer: search.decide(command.cube, { ...bounds, deadline }) };
  };
  return async (command) => {
    try {
      return await answer(command);
    } catch (error) {
      if (!(error instanceof HistoryError)) throw error;
      return { kind: "refused", code: error.code, reason: error.message };
    }
  };
}

/** Decides the history as `check` does by itself: by all means that it has. */
async function decideWhole(history: History, options: BoundedCheck): Promise<Message> {
  const { criterion } = options;
  const asksForSat = typeof criterion === "string" && asksForStoreOrder(criterion);
  const sat = asksForSat ? await loadSatSolver() : undefined;
  const bounds = { ...options.bounds, cancelled: createBrake() };
  const decided = decideWithin(history, { ...options, bounds, ...(sat !== undefined && { sat }) });
  const { states } = "result" in decided ? decided.result.stats : decided.open.decision;
  return { kind: "whole", found: foundIn(decided), states };
}

/** How long to work before a rest, in milliseconds. */
const STINT = 20;

/**
 * Never calls a search off, but has it rest for as long as it works: the other means of `check` seldom decide what proves
 * hard, and the threads that search cubes are to have most of the processors.
 */
function createBrake(): () => boolean {
  const bed = new Int32Array(new SharedArrayBuffer(4));
  let since = performance.now();
  return () => {
    const worked = performance.now() - since;
    if (worked < STINT) return false;
    Atomics.wait(bed, 0, 0, worked);
    since = performance.now();
    return false;
  };
}

function foundIn(decided: Decided): WholeFound {
  if (!("result" in decided)) return { verdict: "violated" };
  const { result } = decided;
  switch (result.verdict) {
    case "satisfied":
      return { verdict: "satisfied", witness: result.witness };
    case "violated":
      return { verdict: "violated" };
    case "unknown":
      return { verdict: "unknown", reason: result.reason };
  }
}
