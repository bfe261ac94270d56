import { canonical, type Value } from "../../history/value.js";
import type { Demands, Replicated } from "../../types/replicated.js";
import { words } from "../execution.js";
import type { WrongResult } from "./wrong-recorded-result.js";
import { type Recording, sawIn } from "./recording.js";
import { eachSight } from "./each-sight.js";

/** Who put a value: an operation, or −1 where it was there at first. */
type Putter = number;

/** What is there of one object. */
interface Contents {
  /** Value → who put it, none of whose takers was seen. */
  readonly there: Map<string, Putter[]>;
  /** Operations that were just seen, or saw something which the view has not: they may take it away when it comes. */
  ahead: number[];
}

/** Up to so many values, it is found out once for each label which of them it takes. */
const FEW_VALUES = 2000;

/**
 * The first result of a replicated type, one without an order of its values, that is not what it answers to what its
 * operation saw: a value is there if someone who is seen put it, and none who is seen took it away after having seen
 * it put.
 */
export function wrongRecordedAnswer(
  recording: Recording,
  type: Replicated,
  initial: Value | undefined,
): WrongResult | undefined {
  const { history, members, saw, gaps, work } = recording;
  const { labels, label, object } = history;
  const width = members.length;
  const puts = labels.map((one) => type.puts(one));
  const names = puts.map((value) => (value === undefined ? "" : canonical(value)));
  const demands = labels.map((one) => type.demands(one));
  const first = type.initial(initial);
  const sees = (taker: number, put: Putter): boolean => put < 0 || sawIn(recording, taker, put);
  const values = new Map<string, Value>();
  for (const value of [...first, ...puts]) if (value !== undefined) values.set(canonical(value), value);
  const takes = (one: number, name: string): boolean => type.takes(labels[one], values.get(name) as Value);
  const taken = new Map<number, readonly string[]>();
  /** The values that are there and that the label takes, and at times others. */
  const takenBy = (one: number, there: ReadonlyMap<string, unknown>): Iterable<string> => {
    if (values.size > FEW_VALUES) return [...there.keys()].filter((name) => takes(one, name));
    let known = taken.get(one);
    if (known === undefined) taken.set(one, (known = [...values.keys()].filter((name) => takes(one, name))));
    return known;
  };
  const isWithin = (taker: number, id: number): boolean => {
    for (let s = 0; s < width; s++) if (saw[taker * width + s] > saw[id * width + s]) return false;
    for (const one of gaps.get(id) ?? []) if (sawIn(recording, taker, one)) return false;
    return true;
  };

  const contentsOf = (view: Map<number, Contents>, id: number): Contents => {
    let contents = view.get(object[id]);
    if (contents === undefined) {
      contents = { there: new Map(), ahead: [] };
      for (const value of first) contents.there.set(canonical(value), [-1]);
      view.set(object[id], contents);
    }
    return contents;
  };
  let wrong: WrongResult | undefined;
  eachSight(recording, {
    begin: () => new Map<number, Contents>(),
    add(view, id) {
      const { there, ahead } = contentsOf(view, id);
      work(ahead.length + width);
      for (const name of takenBy(label[id], there)) {
        const putters = there.get(name);
        if (putters === undefined) continue;
        const left = putters.filter((put) => !sees(id, put));
        if (left.length === 0) there.delete(name);
        else if (left.length < putters.length) there.set(name, left);
      }
      ahead.push(id);
      const name = names[label[id]];
      if (puts[label[id]] === undefined) return;
      if (ahead.some((taker) => taker !== id && sees(taker, id) && takes(label[taker], name))) return;
      const putters = there.get(name);
      if (putters === undefined) there.set(name, [id]);
      else putters.push(id);
    },
    judge(view, id) {
      const { there } = contentsOf(view, id);
      const demanded = demands[label[id]];
      if (demanded === undefined || !meets(there, demanded))
        wrong = {
          id,
          reason: `${words(history, id)} does not follow from what it saw, after which ${tell(there)}`,
        };
      for (const contents of view.values()) {
        work(contents.ahead.length * width);
        if (contents.ahead.length > 0)
          contents.ahead = contents.ahead.filter((taker) => !isWithin(taker, id));
      }
      return wrong === undefined;
    },
  });
  return wrong;

  /** What is there, in words. */
  function tell(there: ReadonlyMap<string, unknown>): string {
    return there.size === 0 ? "nothing is there" : `${[...there.keys()].slice(0, 5).join(", ")} is there`;
  }
}

function meets(there: ReadonlyMap<string, unknown>, demands: Demands): boolean {
  const has = (value: Value): boolean => there.has(canonical(value));
  const { only, there: present = [], gone = [], least = 0, most = Infinity } = demands;
  return (
    (only === undefined || (only.length === there.size && only.every(has))) &&
    present.every(has) &&
    !gone.some(has) &&
    there.size >= least &&
    there.size <= most
  );
}
