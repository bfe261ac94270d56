import {
  createHistoryBuilder,
  createRandom,
  type History,
  type Invocation,
  outcomes,
  type Random,
  type SequentialType,
  type Value,
} from "@sightline/core";

/** What to simulate: clients that call one object, each one operation after another. */
export interface Clients {
  /** The object; it must always be able to go on. */
  readonly type: SequentialType;
  readonly name: string;
  readonly clients: number;
  /** Operations of each client. */
  readonly operations: number;
  readonly seed: number;
  /** How likely an operation never returns; a new client then takes its place. Default: 0. */
  readonly crash?: number;
  /** The next invocation of a client, chosen at the moment when it takes effect. */
  choose(random: Random, client: number, index: number): Invocation;
}

/** The longest pause between two operations of a client; an operation lasts 1 on average. */
const longestPause = 0.2;

/**
 * A linearizable history by construction, over simulated time: each operation takes effect at a random
 * moment between its call and its return, and the results are those of running the object in the order of
 * these moments. A crashed operation takes effect or does not, by the toss of a coin.
 */
export function simulateClients(simulation: Clients): History {
  const { type, clients, operations, crash = 0 } = simulation;
  const random = createRandom(simulation.seed);
  const { call, effect, ret } = drawTimes(clients, operations, random);

  const size = clients * operations;
  const invocations: Invocation[] = Array.from({ length: size });
  const results: (Value | undefined)[] = Array.from({ length: size });
  const crashed = new Uint8Array(size);
  let state: unknown = type.init();
  for (const id of Uint32Array.from(effect.keys()).sort((a, b) => effect[a] - effect[b])) {
    invocations[id] = simulation.choose(random, Math.floor(id / operations), id % operations);
    crashed[id] = random.chance(crash) ? 1 : 0;
    if (crashed[id] === 1 && random.chance(0.5)) continue;
    const [outcome] = outcomes(type, state, invocations[id]);
    state = outcome.state;
    results[id] = outcome.result;
  }

  const positions = rankEvents(call, ret);
  const builder = createHistoryBuilder({ type: type.name, name: simulation.name });
  const session = Int32Array.from({ length: clients }, (_, client) => client);
  let sessions = clients;
  for (const id of Uint32Array.from(call.keys()).sort((a, b) => call[a] - call[b])) {
    const client = Math.floor(id / operations);
    const operation = { session: session[client], ...invocations[id], call: positions[2 * id] };
    if (crashed[id] === 1) {
      builder.add(operation);
      session[client] = sessions++;
    } else builder.add({ ...operation, result: results[id], return: positions[2 * id + 1] });
  }
  return builder.finish();
}

/** For each operation when it is called, takes effect and returns; those of one client follow each other. */
function drawTimes(clients: number, operations: number, random: Random) {
  const size = clients * operations;
  const [call, effect, ret] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const fraction = (): number => random.int(2 ** 30) / 2 ** 30;
  for (let client = 0, id = 0; client < clients; client++) {
    let now = fraction();
    for (let index = 0; index < operations; index++, id++) {
      call[id] = now + fraction() * longestPause;
      effect[id] = call[id] + fraction();
      ret[id] = now = effect[id] + fraction();
    }
  }
  return { call, effect, ret };
}

/** The rank in time of each event: 2i is the call of operation i, 2i + 1 its return. */
function rankEvents(call: Float64Array, ret: Float64Array): Uint32Array {
  const rank = new Uint32Array(2 * call.length);
  const time = (event: number): number => (event % 2 === 0 ? call : ret)[event >> 1];
  Uint32Array.from(rank.keys())
    .sort((a, b) => time(a) - time(b))
    .forEach((event, position) => (rank[event] = position));
  return rank;
}
