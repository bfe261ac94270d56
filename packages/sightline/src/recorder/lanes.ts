/** One lane of a session: operations that follow each other. */
export interface Lane<Operation> {
  readonly session: string | number;
  /** Whether an operation is under way in it, or in doubt for ever. */
  busy: boolean;
  /** Its last operation that has returned. */
  last: Operation | undefined;
}

/**
 * The lanes of the sessions. A session mostly has one; a call that begins while another of the same session is under
 * way gets a lane of its own, for the two have no order, and so does whatever follows a call that is in doubt: that
 * may take effect later still.
 */
export function createLanes<Operation>(): {
  /** A free lane of the session, and the operations of its other lanes that have returned before. */
  enter(session: string | number): {
    readonly lane: Lane<Operation>;
    readonly before: readonly Operation[];
  };
} {
  const sessions = new Map<string | number, Lane<Operation>[]>();
  const names = new Set<string | number>();
  const open = (session: string | number, lanes: Lane<Operation>[]): Lane<Operation> => {
    let name = session;
    for (let n = lanes.length + 1; names.has(name); n++) name = `${session}+${n}`;
    names.add(name);
    const lane: Lane<Operation> = { session: name, busy: false, last: undefined };
    lanes.push(lane);
    return lane;
  };
  return {
    enter(session) {
      let lanes = sessions.get(session);
      if (lanes === undefined) sessions.set(session, (lanes = []));
      const lane = lanes.find(({ busy }) => !busy) ?? open(session, lanes);
      lane.busy = true;
      if (lanes.length === 1) return { lane, before: none };
      return {
        lane,
        before: lanes.flatMap(({ last }) => (last === undefined || last === lane.last ? [] : [last])),
      };
    },
  };
}

const none: readonly never[] = [];
