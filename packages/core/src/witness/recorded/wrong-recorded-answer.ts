import { canonical, equal, type Value } from "../../history/value.js";
import type { Demands, Replicated } from "../../types/replicated.js";
import { words } from "../execution.js";
import { wrongLists } from "../wrong-lists.js";
import { createListLines, type ListLine } from "./list-line.js";
import type { WrongResult } from "./wrong-recorded-result.js";
import { type Recording, sawIn } from "./recording.js";
import { eachSight } from "./each-sight.js";

/** Who put a value: an operation, or −1 where it was there at first. */
type Putter = number;

/** What is there of one object. */
interface Contents {
  /** Value → who put it, none of whose takers was seen. */
  readonly there: Map<string, Putter[]>;
  /** The same in order, of a list. */
  readonly line: ListLine | undefined;
  /** Operations that were just seen, or saw something which the view has not: they may take it away when it comes. */
  ahead: number[];
}

/** Up to so many pairs of a label and a value, it is found out once for each label which values it takes. */
const FEW_PAIRS = 2 ** 26;

/**
 * The first result of a replicated type that is not what it answers to what its operation saw: a value is there if
 * someone who is seen put it, and none who is seen took it away after having seen it put. Of a list the values that
 * are there stand in the order of the `lists`, one for each object.
 */
export function wrongRecordedAnswer(
  recording: Recording,
  type: Replicated,
  initial: Value | undefined,
  lists?: readonly (readonly Value[])[],
): WrongResult | undefined {
  const { history, members, saw, gaps, isUpdate, work } = recording;
  const { labels, label, object } = history;
  const width = members.length;
  const puts = labels.map((one) => type.puts(one));
  const names = puts.map((value) => (value === undefined ? "" : canonical(value)));
  const demands = labels.map((one) => type.demands(one));
  const first = type.initial(initial);
  const unlisted = type.ordered && wrongLists(everPut(), first.length, lists);
  if (unlisted !== undefined) return { reason: unlisted };
  const lines = type.ordered && lists?.map(createListLines);
  const sees = (taker: number, put: Putter): boolean => put < 0 || sawIn(recording, taker, put);
  const values = new Map<string, Value>();
  for (const value of [...first, ...puts]) if (value !== undefined) values.set(canonical(value), value);
  const [allNames, allValues] = [[...values.keys()], [...values.values()]];
  const takes = (one: number, name: string): boolean => type.takes(labels[one], values.get(name) as Value);
  const taken = new Map<number, readonly string[]>();
  /** The values that are there and that the label takes, and at times others. */
  const takenBy = (one: number, there: ReadonlyMap<string, unknown>): readonly string[] => {
    if (values.size * labels.length > FEW_PAIRS) return [...there.keys()].filter((name) => takes(one, name));
    let known = taken.get(one);
    if (known === undefined) {
      known = allNames.filter((_, at) => type.takes(labels[one], allValues[at]));
      taken.set(one, known);
      work(allNames.length >> 2);
    }
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
      contents = { there: new Map(), line: lines?.[object[id]](), ahead: [] };
      for (const value of first) {
        contents.there.set(canonical(value), [-1]);
        contents.line?.put(canonical(value));
      }
      view.set(object[id], contents);
    }
    return contents;
  };
  let wrong: WrongResult | undefined;
  eachSight(recording, {
    begin: () => new Map<number, Contents>(),
    add(view, id) {
      const { there, line, ahead } = contentsOf(view, id);
      work(ahead.length + width);
      for (const name of takenBy(label[id], there)) {
        const putters = there.get(name);
        if (putters === undefined) continue;
        const left = putters.filter((put) => !sees(id, put));
        if (left.length === 0) {
          there.delete(name);
          line?.take(name);
        } else if (left.length < putters.length) there.set(name, left);
      }
      ahead.push(id);
      const name = names[label[id]];
      if (puts[label[id]] === undefined) return;
      if (ahead.some((taker) => taker !== id && sees(taker, id) && takes(label[taker], name))) return;
      const putters = there.get(name);
      if (putters === undefined) there.set(name, [id]);
      else putters.push(id);
      line?.put(name);
    },
    judge(view, id) {
      const { there, line } = contentsOf(view, id);
      const demanded = demands[label[id]];
      if (demanded === undefined || !meets(there, demanded))
        wrong = {
          id,
          reason: `${words(history, id)} does not follow from what it saw, after which ${tell(there)}`,
        };
      else if (line !== undefined && !isInOrder(id, there, line))
        wrong = {
          id,
          misplaced: true,
          reason: `${words(history, id)} does not follow from what it saw, in the order that the list of the witness has`,
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

  /** What was there at first or was put at some time, for each object. */
  function everPut(): readonly (readonly Value[])[] {
    const found = history.objects.map(() => [...first]);
    for (let id = 0; id < history.size; id++) {
      const value = puts[label[id]];
      if (value !== undefined) found[object[id]].push(value);
    }
    return found;
  }

  /** Whether the operation returns what it does where what is there stands in this order. */
  function isInOrder(id: number, there: ReadonlyMap<string, unknown>, line: ListLine): boolean {
    work(line.length);
    const one = labels[label[id]];
    const own = puts[label[id]] === undefined ? undefined : names[label[id]];
    const gone = isUpdate[id] === 1 ? takenBy(label[id], there) : [];
    const answers = type.answers(one, line.values(), line.valuesAfter(gone, own));
    const { result } = one;
    return result === undefined ? answers.length > 0 : answers.some((answer) => equal(answer, result));
  }

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
