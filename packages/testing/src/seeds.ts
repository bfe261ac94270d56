/**
 * How many seeds a test tries: as many as show the claim, so that the gate stays short. `SIGHTLINE_SEEDS=10 npm test`
 * tries ten times as many.
 */
export const seeds = (usual: number): number =>
  Math.ceil(usual * Number(process.env["SIGHTLINE_SEEDS"] ?? 1));
