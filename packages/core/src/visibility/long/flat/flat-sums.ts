import type { Random } from "../../../random.js";
import type { NumberAsk } from "./flat-model.js";
import { countsFrom } from "./flat-counts.js";
import { type FlatViews, seeUpTo } from "./flat-views.js";

/** How many sights of one read are tried. */
const MOST_SWEPT = 400;

/**
 * Sees further operations, as few as can be, so that a counter's sum is the wanted one: sights, which are counts of
 * each session, are tried in the order of how many operations they have (`peer` and above).
 */
export function sweepSums(views: FlatViews, operation: number, { object, wanted }: NumberAsk): boolean {
  const { model, sees, placed, bounds } = views;
  const { session, sessions } = model.problem;
  const sums = model.sums?.[object];
  if (sums === undefined) return false;
  const s = session[operation];
  const width = placed.length;
  const base = sees.slice(s * width, (s + 1) * width);
  const sumOf = (counts: Int32Array): number => {
    let sum = model.start[object];
    for (let t = 0; t < width; t++) sum += sums[t][counts[t]];
    return sum;
  };
  const moreOf = (counts: Int32Array): number => {
    let more = 0;
    for (let t = 0; t < width; t++) more += counts[t] - base[t];
    return more;
  };
  /** How many more operations they have than the session sees → sights. */
  const byMore: (Int32Array[] | undefined)[] = [[base]];
  const known = new Set<string>();
  const avoided = views.avoided.get(operation);
  for (let more = 0; more < byMore.length; more++)
    for (const counts of byMore[more] ?? []) {
      const sum = sumOf(counts);
      if (
        sum === wanted &&
        avoided?.has(counts.join()) !== true &&
        leadsOn(views, operation, object, counts)
      ) {
        views.chosen.set(operation, counts.join());
        seeUpTo(views, s, counts);
        return true;
      }
      if (model.onlyAdds && sum > wanted) continue;
      for (let t = 0; t < width; t++) {
        if (t === s) continue;
        const end = Math.min(placed[t], bounds.most[operation * width + t]);
        let at = counts[t];
        while (at < end && sums[t][at + 1] === sums[t][at]) at++;
        if (at >= end) continue;
        const wider = countsFrom(views, operation, counts.slice(), sessions[t][at]);
        if (wider === undefined) continue;
        const name = wider.join();
        if (known.has(name)) continue;
        if (known.size >= MOST_SWEPT) return false;
        known.add(name);
        (byMore[moreOf(wider)] ??= []).push(wider);
      }
    }
  return false;
}

/** How many of the last reads may have seen the wrong updates where a run is stuck. */
const EARLIER = 12;
/** How many sights of one read are avoided. */
const MOST_AVOIDED = 6;
/** How many operations less a run may come to before what was changed is taken back. */
const LOSS = 8;

/**
 * Lets one of the last reads see other updates where a run is stuck; but first what was changed last is taken back, if
 * the run came less far since. Returns the place from which the run is another, or -1.
 */
export function createOtherChoices(views: FlatViews, random: Random): () => number {
  const { chosen, avoided, line, place } = views;
  let best = 0;
  let last: { readonly read: number; readonly names: ReadonlySet<string> } | undefined;
  return () => {
    let first = views.count;
    if (last !== undefined && views.count < best - random.int(LOSS)) {
      first = Math.min(first, place[last.read]);
      avoided.set(last.read, new Set(last.names));
    }
    best = Math.max(best, views.count);
    let found = -1;
    let left = 1 + random.int(1 + random.int(EARLIER));
    let at = views.count;
    while (at > 0 && left > 0)
      if (chosen.has(line[--at])) {
        found = at;
        left--;
      }
    if (found < 0) return first < views.count ? first : -1;
    const read = line[found];
    const names = avoided.get(read) ?? new Set();
    last = { read, names: new Set(names) };
    // Not for ever: with other sights before it, the same may be right.
    if (names.size >= MOST_AVOIDED) names.clear();
    avoided.set(read, names.add(chosen.get(read) as string));
    return Math.min(first, found);
  };
}

/** How many reads are looked ahead to, and how many sights of them are tried. */
const [AHEAD, MOST_AHEAD] = [10, 600];

/**
 * Whether the next reads of the session can have their sums if this one sees so much, as far as is known of what they
 * can see at all, placed or not.
 */
function leadsOn(views: FlatViews, operation: number, object: number, counts: Int32Array): boolean {
  const { model, bounds } = views;
  const { session, sessions, position, label } = model.problem;
  const sums = model.sums?.[object];
  if (sums === undefined || !model.onlyAdds) return true;
  const s = session[operation];
  const members = sessions[s];
  const width = counts.length;
  let tried = 0;
  /** From the read at so far in the session: sessions from t on make up what is left. */
  const fill = (reads: number, at: number, from: Int32Array, t: number, left: number): boolean => {
    if (++tried > MOST_AHEAD) return true;
    if (t === s) return fill(reads, at, from, t + 1, left);
    if (t === width) return left === 0 && goOn(reads + 1, at + 1, from);
    const end = bounds.most[members[at] * width + t];
    const had = from[t];
    for (let to = had; to <= end; to++) {
      const gain = sums[t][to] - sums[t][had];
      if (gain > left) break;
      // Those that add nothing change nothing: the fewest of them.
      if (to > had && sums[t][to] === sums[t][to - 1]) continue;
      from[t] = to;
      const isRight = fill(reads, at, from, t + 1, left - gain);
      from[t] = had;
      if (isRight) return true;
    }
    return false;
  };
  const goOn = (reads: number, first: number, from: Int32Array): boolean => {
    if (reads === AHEAD) return true;
    let at = first;
    for (; at < members.length; at++) {
      const ask = model.asks[label[members[at]]];
      if (ask?.of === "number" && ask.object === object) {
        let left = ask.wanted - model.start[object];
        for (let t = 0; t < width; t++) left -= sums[t][t === s ? at : from[t]];
        return left >= 0 && fill(reads, at, from, 0, left);
      }
    }
    return true;
  };
  return goOn(0, position[operation] + 1, counts.slice());
}
