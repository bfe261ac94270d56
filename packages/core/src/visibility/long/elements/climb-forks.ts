import { type Climb, type Fork, type OtherWay, runFrom } from "./climb.js";

/** How often it goes back to where something else led nearly as far, not to any place. */
const CLOSEST = 0.6;

/** Takes note that of these ways the one that led furthest is taken. */
export function addFork({ forks, running }: Climb, count: number, ways: OtherWay[]): void {
  ways.sort((a, b) => a.count - b.count).pop();
  if (ways.length > 0)
    forks.push({ count, others: ways, lag: running.lag.slice(), salt: running.salt.slice() });
}

/** Goes back to where several ways led on, and takes another; there is such a place. */
export function goBack(climb: Climb): void {
  const { forks, running, random, kept, uncapped, worse, tabu } = climb;
  const { moments, lag, salt, sights } = running;
  const gapOf = ({ count, others }: Fork): number => count - others[others.length - 1].count;
  let at = random.int(forks.length);
  if (random.chance(CLOSEST)) forks.forEach((fork, one) => (at = gapOf(fork) < gapOf(forks[at]) ? one : at));
  forks.length = 1 + at;
  const fork = forks[at];
  const other = fork.others.pop() as OtherWay;
  if (fork.others.length === 0) forks.pop();
  moments.set(other.moments);
  kept.set(moments);
  lag.set(fork.lag);
  salt.set(fork.salt);
  sights.cap.set(uncapped);
  worse.fill(0);
  tabu.clear();
  climb.dirty = 0;
  runFrom(climb, 0);
}
