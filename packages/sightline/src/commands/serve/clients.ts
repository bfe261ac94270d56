import { Problem } from "./problem.js";

/** Who asks, and how much at a time. */
export interface Clients {
  /** Lets a request in; returns how to let it go. Throws a `Problem` where there are too many. */
  admit(address: string): () => void;
  /** The requests that are under way. */
  readonly inFlight: number;
}

/** Clients by their address, each with so many requests at a time, and so many in all. */
export function createClients(perClient: number, most: number): Clients {
  const counts = new Map<string, number>();
  let inFlight = 0;
  return {
    admit(address) {
      const own = counts.get(address) ?? 0;
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
      counts.set(address, own + 1);
      inFlight++;
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        inFlight--;
        const left = (counts.get(address) as number) - 1;
        if (left === 0) counts.delete(address);
        else counts.set(address, left);
      };
    },
    get inFlight() {
      return inFlight;
    },
  };
}
