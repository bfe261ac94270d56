import type { Claim, StoreFacts } from "@sightline/stores";

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
