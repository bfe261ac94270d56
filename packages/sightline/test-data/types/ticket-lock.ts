/** A lock that serves in the order of arrival: draw a ticket, enter when it is called, leave. */
interface State {
  readonly next: number;
  readonly serving: number;
  readonly inside: boolean;
}

interface Call {
  readonly method: string;
  readonly args: readonly number[];
}

export const methods = {
  draw: { params: [], doc: "Returns the next ticket." },
  enter: { params: ["ticket"], doc: "Enters, once the ticket is served." },
  leave: { params: [], doc: "Leaves, so that the next ticket is served." },
};

export const init = (): State => ({ next: 0, serving: 0, inside: false });

export function step(state: State, { method, args }: Call) {
  switch (method) {
    case "draw":
      return { state: { ...state, next: state.next + 1 }, result: state.next };
    case "enter":
      if (state.inside || state.serving !== args[0]) return [];
      return { state: { ...state, inside: true }, result: null };
    case "leave":
      if (!state.inside) return [];
      return { state: { ...state, inside: false, serving: state.serving + 1 }, result: null };
    default:
      throw new TypeError(`no method ${method}`);
  }
}
