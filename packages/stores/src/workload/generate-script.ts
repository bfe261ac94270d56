import { createRandom, HistoryError, type Random } from "@sightline/core";
import type { CallStep, Script, Step } from "./script.js";
import { seedOfRun } from "./seed-of-run.js";
import { drawOperations, isUpdate, type Workload } from "./workload.js";

/** How updates travel between replicas. */
export const deliveryNames = ["immediate", "fifo", "any", "batches"] as const;

/** `immediate`: at once. `fifo`: late, each link in order. `any`: late, in any order. `batches`: as `fifo`, several at a time. */
export type DeliveryName = (typeof deliveryNames)[number];

/** How the updates of a run travel, and what goes wrong. */
export interface Delivery {
  readonly order: DeliveryName;
  /** How many operations later an update arrives, at least and at most. Default: 0 to 12. */
  readonly delay: readonly [number, number];
  /** Whether for a stretch of the run two groups of replicas do not hear of each other. */
  readonly partition: boolean;
  /** Whether a replica stops for a stretch and comes back from its saved state. */
  readonly restart: boolean;
}

/** The delivery where nothing else is said. */
export const defaultDelivery: Delivery = { order: "fifo", delay: [0, 12], partition: false, restart: false };

/** What makes a run, besides the library. */
export interface Scenario {
  readonly workload: Workload;
  readonly replicas: number;
  readonly delivery: Delivery;
}

/** A stretch of a run, by the numbers of its operations, and the replicas it is about. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly replicas: ReadonlySet<number>;
}

/** An update on its way. */
interface Message {
  readonly call: number;
  readonly from: number;
  readonly to: number;
  /** After which operation it arrives. */
  due: number;
}

/** How likely a replica takes what has arrived for it after an operation, where updates come in batches. */
const TAKES = 0.25;

/**
 * The run with this number: operations, deliveries and faults all follow from seed and number, without a look at
 * the library. After the last operation everything that is still on its way arrives.
 */
export function generateScript(scenario: Scenario, seed: number, run: number): Script {
  const { workload, replicas, delivery } = scenario;
  checkDelivery(scenario);
  const random = createRandom(seedOfRun(seed, run));
  const asked = drawOperations(workload, random);
  const last = asked.length;
  const parted = delivery.partition ? drawStretch(random, last, drawGroup(random, replicas)) : undefined;
  const stopped = delivery.restart ? drawStretch(random, last, new Set([random.int(replicas)])) : undefined;
  const network = createNetwork(scenario, random, parted, stopped);
  const steps: Step[] = [];
  for (const [i, { session, method, args }] of asked.entries()) {
    if (stopped !== undefined && i === stopped.to)
      for (const replica of stopped.replicas) steps.push({ kind: "restart", replica });
    // While its replica is down a client waits: another one has its turn.
    const client = standIn(session, workload.sessions, (one) => isDown(stopped, one % replicas, i));
    if (client === undefined) continue;
    const step: CallStep = { kind: "call", id: i, session: client, replica: client % replicas, method, args };
    steps.push(step);
    if (isUpdate(method)) network.send(step, i);
    steps.push(...network.arrivals(i));
  }
  if (stopped !== undefined && stopped.to >= last)
    for (const replica of stopped.replicas) steps.push({ kind: "restart", replica });
  steps.push(...network.arrivals(Infinity));
  if (parted === undefined) return { replicas, steps };
  return { replicas, steps, parted: { ...parted, replicas: [...parted.replicas].sort((a, b) => a - b) } };
}

function checkDelivery({ replicas, delivery }: Scenario): void {
  const [least, most] = delivery.delay;
  if (!Number.isSafeInteger(replicas) || replicas < 1)
    throw new HistoryError("SL1302", `replicas must be a whole number, at least 1: ${replicas} is not`);
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(most) || least < 0 || most < least)
    throw new HistoryError(
      "SL1302",
      `a delay is two whole numbers, such as 0 to 12: ${least} to ${most} is not`,
    );
  if (delivery.partition && replicas < 2)
    throw new HistoryError("SL1302", "a partition needs two replicas at least");
}

/** Some replicas, but not all. */
function drawGroup(random: Random, replicas: number): ReadonlySet<number> {
  const first = random.int(replicas);
  const group = new Set([first]);
  for (let replica = 0; replica < replicas; replica++)
    if (group.size < replicas - 1 && random.chance(0.5)) group.add(replica);
  return group;
}

/** A stretch of a third to two thirds of the run. */
function drawStretch(random: Random, operations: number, replicas: ReadonlySet<number>): Stretch {
  const length = Math.ceil(operations / 3) + random.int(Math.ceil(operations / 3));
  const from = random.int(Math.max(1, operations - length));
  return { from, to: from + length, replicas };
}

const isDown = (stopped: Stretch | undefined, replica: number, at: number): boolean =>
  stopped !== undefined && stopped.replicas.has(replica) && at >= stopped.from && at < stopped.to;

/** The client itself, or the next whose replica is up; none where all are down. */
function standIn(session: number, sessions: number, down: (session: number) => boolean): number | undefined {
  for (let turn = 0; turn < sessions; turn++) {
    const one = (session + turn) % sessions;
    if (!down(one)) return one;
  }
  return undefined;
}

/** The updates that are on their way. */
function createNetwork(
  { replicas, delivery }: Scenario,
  random: Random,
  parted: Stretch | undefined,
  stopped: Stretch | undefined,
) {
  let onTheWay: Message[] = [];
  const lastDue = new Map<number, number>();
  const delay = (): number => {
    const [least, most] = delivery.order === "immediate" ? [0, 0] : delivery.delay;
    return least + random.int(most - least + 1);
  };
  /** When the message arrives: not across a partition, and not at a replica that is down. */
  const dueOf = (from: number, to: number, at: number): number => {
    let due = at + delay();
    if (parted !== undefined && parted.replicas.has(from) !== parted.replicas.has(to))
      if (due >= parted.from && at < parted.to) due = Math.max(due, parted.to);
    if (isDown(stopped, to, due)) due = (stopped as Stretch).to;
    if (delivery.order === "any") return due;
    const link = from * replicas + to;
    due = Math.max(due, lastDue.get(link) ?? 0);
    lastDue.set(link, due);
    return due;
  };
  return {
    send({ id, replica }: CallStep, at: number): void {
      for (let to = 0; to < replicas; to++)
        if (to !== replica) onTheWay.push({ call: id, from: replica, to, due: dueOf(replica, to, at) });
    },

    /** What arrives after this operation; after the last, `Infinity`, all that is left. */
    arrivals(at: number): Step[] {
      const due = onTheWay.filter((message) => message.due <= at);
      if (delivery.order !== "batches") {
        onTheWay = onTheWay.filter((message) => message.due > at);
        return due.sort((a, b) => a.due - b.due).map(({ call, to }) => ({ kind: "deliver", to, of: [call] }));
      }
      const steps: Step[] = [];
      for (let to = 0; to < replicas; to++) {
        const batch = due.filter((message) => message.to === to);
        if (batch.length === 0 || !(at === Infinity || random.chance(TAKES))) continue;
        steps.push({ kind: "deliver", to, of: batch.map(({ call }) => call) });
        onTheWay = onTheWay.filter((message) => !batch.includes(message));
      }
      return steps;
    },
  };
}

/** The delivery in words, such as `updates in any order, 0–6 operations late, with a partition`. */
export function deliveryWords({ order, delay: [least, most], partition, restart }: Delivery): string {
  const orders = {
    immediate: "updates at once",
    fifo: "updates in order on each link",
    any: "updates in any order",
    batches: "updates in batches",
  };
  return [
    orders[order],
    ...(order === "immediate" ? [] : [`${least}–${most} operations late`]),
    ...(partition ? ["a partition that heals"] : []),
    ...(restart ? ["a replica that stops and comes back from its saved state"] : []),
  ].join(", ");
}
