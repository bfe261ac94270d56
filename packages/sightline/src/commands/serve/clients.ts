import { Problem } from "./problem.js";

/** Who asks, and how much at a time. */
export interface Clients {
  /** Lets a request in; returns how to let it go. Throws a `Problem` where there are too many. */
  admit(address: string): () => void;
  /** Lets a connection in, and returns how to let it go; `undefined`: the client holds too many. */
  connect(address: string): (() => void) | undefined;
  /** The requests that are under way. */
  readonly inFlight: number;
}

/**
 * How many connections a client may hold: those of its requests, and others that it keeps open. Else one who opens many
 * and says nothing would leave none for others.
 */
export const connectionsOf = (perClient: number): number => 4 * perClient + 16;

/** Clients by their address, each with so many requests at a time, and so many in all. */
export function createClients(perClient: number, most: number): Clients {
  const requests = createCounts();
  const connections = createCounts();
  let inFlight = 0;
  return {
    connect: (address) =>
      connections.of(address) < connectionsOf(perClient) ? connections.add(address) : undefined,
    admit(address) {
      const own = requests.of(address);
      if (own >= perClient)
        throw new Problem(
          429,
          "SL5005",
          `${own} requests of this client are under way, the most at a time: wait for one of them`,
          { "retry-after": "1" },
        );
      if (inFlight >= most)
        throw new Problem(503, "SL5005", `${most} requests are under way, the most at a time: try again`, {
          "retry-after": "1",
        });
      const leave = requests.add(address);
      inFlight++;
      let isIn = true;
      return () => {
        if (isIn) inFlight--;
        isIn = false;
        leave();
      };
    },
    get inFlight() {
      return inFlight;
    },
  };
}

/** How many there are of each address. */
function createCounts() {
  const counts = new Map<string, number>();
  const of = (address: string): number => counts.get(address) ?? 0;
  return {
    of,
    /** One more; returns how to take it away. */
    add(address: string): () => void {
      counts.set(address, of(address) + 1);
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        const left = of(address) - 1;
        if (left === 0) counts.delete(address);
        else counts.set(address, left);
      };
    },
  };
}
