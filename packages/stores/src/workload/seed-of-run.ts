/** The seed of a run: runs with numbers next to each other have nothing in common. */
export const seedOfRun = (seed: number, run: number): number =>
  Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(run + 1, 0xc2b2ae35);
