/**
 * How likely a difference at least as unlikely as this one is, if both rates were the same: Fisher's exact test,
 * two-sided, of `hitsA` in `trialsA` against `hitsB` in `trialsB`. Below 0.05 one speaks of a difference.
 */
export function fisherExact(hitsA: number, trialsA: number, hitsB: number, trialsB: number): number {
  const hits = hitsA + hitsB;
  const trials = trialsA + trialsB;
  const logs = logFactorials(trials);
  const logChoose = (n: number, k: number): number => logs[n] - logs[k] - logs[n - k];
  /** The probability that just so many of all hits fall into the first sample. */
  const probability = (first: number): number =>
    Math.exp(logChoose(trialsA, first) + logChoose(trialsB, hits - first) - logChoose(trials, hits));
  const seen = probability(hitsA);
  let sum = 0;
  for (let first = Math.max(0, hits - trialsB); first <= Math.min(hits, trialsA); first++) {
    const one = probability(first);
    // What is as unlikely as what was seen counts, whatever rounding did to it.
    if (one <= seen * (1 + 1e-7)) sum += one;
  }
  return Math.min(1, sum);
}

function logFactorials(most: number): Float64Array {
  const logs = new Float64Array(most + 1);
  for (let n = 1; n <= most; n++) logs[n] = logs[n - 1] + Math.log(n);
  return logs;
}
