import {
  createHistoryBuilder,
  type History,
  sawFromUpdates,
  type UpdatesSeen,
  type Value,
} from "@sightline/core";
import { createLanes, type Lane } from "./lanes.js";

/** A call that is under way, has returned, or is in doubt. */
export interface Call {
  readonly lane: Lane<Call>;
  /** The session that was asked for. */
  readonly client: string;
  readonly object: string | number | undefined;
  readonly method: string;
  readonly args: readonly Value[];
  readonly call: number;
  /** Operations of the same session that had returned, in its other lanes. */
  readonly before: readonly Call[];
  state: "under way" | "returned" | "in doubt" | "did not happen";
  return: number;
  result: Value | undefined;
  /** Of each session so many updates that it saw, where that is known. */
  saw: UpdatesSeen | undefined;
}

/** How much is kept. */
export interface TapeOptions {
  readonly type: string | undefined;
  readonly name: string | undefined;
  readonly initial: Value | undefined;
  /** Only about so many of the last operations are kept. */
  readonly last: number | undefined;
  /** What the object holds now; asked where the tape is cut, when no call is under way. */
  readonly state: (() => Value) | undefined;
  /** Whether a call may change the object. */
  readonly isUpdate: (call: Pick<Call, "method" | "args">) => boolean;
}

/** What has been recorded, in the order of calls. */
export interface Tape {
  readonly size: number;
  begin(session: string | number, call: Pick<Call, "object" | "method" | "args" | "call">): Call;
  /** The call has ended, in one way or another. */
  end(call: Call, state: Exclude<Call["state"], "under way">): void;
  history(): History;
}

/** A part of the tape that begins where no call was under way, and with a state that is known. */
interface Segment {
  readonly initial: Value | undefined;
  readonly calls: Call[];
}

/** An empty tape. */
export function createTape({ type, name, initial, last, state, isUpdate }: TapeOptions): Tape {
  const lanes = createLanes<Call>();
  let underWay = 0;
  let older: Segment | undefined;
  let current: Segment = { initial, calls: [] };

  /**
   * Begins another segment, and forgets all but the one before. What is in doubt goes on being so: it may have taken
   * effect, and then it is in the state, or it may yet.
   */
  const cut = (asked: () => Value): void => {
    const inDoubt = current.calls.filter((call) => call.state === "in doubt");
    older = current;
    current = { initial: asked(), calls: inDoubt };
  };

  const kept = (): readonly Call[] =>
    older === undefined
      ? current.calls
      : [...older.calls, ...current.calls.filter((call) => !older?.calls.includes(call))];

  return {
    get size() {
      return current.calls.length + (older?.calls.length ?? 0);
    },
    begin(session, { object, method, args, call }) {
      const { lane, before } = lanes.enter(session);
      const begun: Call = {
        lane,
        client: String(session),
        object,
        method,
        args,
        call,
        before,
        state: "under way",
        return: -1,
        result: undefined,
        saw: undefined,
      };
      current.calls.push(begun);
      underWay++;
      return begun;
    },
    end(call, how) {
      call.state = how;
      underWay--;
      if (how === "in doubt") return; // its lane stays busy
      call.lane.busy = false;
      if (how === "returned") call.lane.last = call;
      if (last !== undefined && state !== undefined && underWay === 0 && current.calls.length >= last)
        cut(state);
    },
    history() {
      const calls = kept().filter(({ state: how }) => how !== "did not happen");
      const place = new Map(calls.map((call, id) => [call, id]));
      const happensBefore = calls.flatMap((call, id) =>
        call.before.flatMap((earlier): [number, number][] => {
          const from = place.get(earlier);
          return from === undefined ? [] : [[from, id]];
        }),
      );
      const start = (older ?? current).initial;
      const header = {
        ...(type !== undefined && { type }),
        ...(name !== undefined && { name }),
        ...(start !== undefined && { initial: start }),
        ...(happensBefore.length > 0 && { happensBefore }),
      };
      const builder = createHistoryBuilder(header, "code", "ns");
      const sightOf = sightsOf(calls, isUpdate);
      for (const one of calls) {
        const { lane, object, method, args, call, return: end, result, state: how } = one;
        const saw = how === "returned" ? sightOf(one) : undefined;
        builder.add({
          session: lane.session,
          method,
          args,
          ...(object !== undefined && { object }),
          call,
          ...(how === "returned" && { return: end, ...(result !== undefined && { result }) }),
          ...(saw !== undefined && { saw }),
        });
      }
      return builder.finish();
    },
  };
}

/**
 * What calls saw, as histories tell it. Sessions whose updates cannot be counted have calls that overlap, or an update
 * in doubt: what is said of those is not told.
 */
function sightsOf(
  calls: readonly Call[],
  isUpdate: TapeOptions["isUpdate"],
): (call: Call) => Record<string, number> | undefined {
  if (calls.every(({ saw }) => saw === undefined)) return () => undefined;
  const lengths = new Map<Lane<Call>, number>();
  const position = new Map<Call, number>();
  const clients = new Map<
    string,
    { readonly lane: Lane<Call>; countable: boolean; readonly updates: number[] }
  >();
  for (const call of calls) {
    const at = lengths.get(call.lane) ?? 0;
    lengths.set(call.lane, at + 1);
    position.set(call, at);
    const client = clients.get(call.client) ?? { lane: call.lane, countable: true, updates: [] };
    clients.set(call.client, client);
    const updates = isUpdate(call);
    client.countable &&= client.lane === call.lane && (call.state === "returned" || !updates);
    if (updates) client.updates.push(at);
  }
  const positionsOf = (session: string): readonly number[] | undefined => {
    const client = clients.get(session);
    if (client === undefined) return [];
    return client.countable ? client.updates : undefined;
  };
  return (call) =>
    call.saw === undefined
      ? undefined
      : sawFromUpdates(call.saw, positionsOf, {
          session: call.client,
          position: position.get(call) as number,
        });
}
