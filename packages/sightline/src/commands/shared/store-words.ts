import type { Claim, Evidence, StoreFacts } from "@sightline/stores";
import { duration } from "../../render/duration.js";
import { wholeNumber } from "../../render/whole-number.js";

/** What is measured, for people: the store with its version, the workload, how updates travel. */
export function factLines({
  store,
  version,
  type,
  replicas,
  seed,
  consistency,
  workload,
  delivery,
}: StoreFacts): readonly string[] {
  const head = [
    `${version === "" ? store : `${store} ${version}`} as a ${type}`,
    `${replicas} replica${replicas === 1 ? "" : "s"}`,
    ...(consistency === undefined ? [] : [consistency]),
    `seed ${seed}`,
  ];
  return [head.join(", "), workload, delivery];
}

/** A failure in words. */
export function claimText(claim: Claim): string {
  switch (claim.kind) {
    case "level":
      return `the history violates ${claim.level}`;
    case "diverged":
      return "replicas that have got everything differ";
    case "stale":
      return "a live document differs from the same document saved and loaded";
    case "thrown":
      return "the library threw";
  }
}

/** Runs that nobody got through, a line for each. */
export const lostLines = (
  lost: readonly { readonly run: number; readonly reason: string }[],
): readonly string[] => lost.map(({ run, reason }) => `Run ${run} is left out: ${reason}.`);

/** How a sentence begins that says that a result does not count. */
export const NOT_IN_FORCE = "The delays were not in force";

/** What was in force between nodes, in a sentence; `undefined` where nothing was between them. */
export function evidenceLine(evidence: Evidence | undefined): string | undefined {
  if (evidence === undefined) return undefined;
  const { bytes, lag, missing } = evidence;
  if (missing !== undefined)
    return `${NOT_IN_FORCE} (${missing}): what was recorded says nothing about this configuration.`;
  if (bytes.length === 0)
    return `Nothing between the nodes is ours: updates were up to ${duration(lag)} late.`;
  return `In force: ${bytes.map((count) => wholeNumber(count)).join(", ")} bytes through the proxies, updates up to ${duration(lag)} late.`;
}
