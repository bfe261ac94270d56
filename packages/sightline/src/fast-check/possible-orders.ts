import * as fc from "fast-check";
import { replaying, type Transcript } from "./transcript.js";

/** A command that ran in a lane. */
export interface RanCommand<Model extends object, Real> {
  readonly command: fc.AsyncCommand<Model, Real, boolean> | fc.Command<Model, Real>;
  readonly lane: number;
  readonly call: number;
  readonly return: number;
  readonly transcript: Transcript;
}

/** Some commands in an order that the model accepts, and how it can go on. */
export interface Prefix {
  readonly id: number;
  /** The commands, by their places among all. */
  readonly order: readonly number[];
  /** The model after them, as text. */
  readonly model: string;
  readonly next: Map<number, Prefix>;
  /** Commands that cannot come next, with what they said: an assertion that failed, mostly. */
  readonly refused: Map<number, unknown>;
}

/** What the search for an order found. */
export interface Orders {
  readonly root: Prefix;
  /** An order of all commands that the model accepts. */
  readonly found: readonly number[] | undefined;
  /** Whether an order was left because the commands say nothing of it: `check` is false there, or other calls are made. */
  readonly uncovered: boolean;
}

const MOST = 20_000;

/**
 * Looks for an order of the commands, as each took effect somewhere between its call and its return, in which the
 * model accepts what each of them saw. The model is made anew and run through for each, for it need not be copied.
 */
export async function possibleOrders<Model extends object, Real extends object>(
  ran: readonly RanCommand<Model, Real>[],
  makeModel: () => Model,
  real: Real,
): Promise<Orders> {
  let prefixes = 0;
  let uncovered = false;
  let found: readonly number[] | undefined;
  const prefix = (order: readonly number[], model: Model): Prefix => {
    if (++prefixes > MOST)
      throw new Error(
        `more than ${MOST} orders of the commands are possible so far: give fewer or shorter lanes`,
      );
    return { id: prefixes, order, model: fc.stringify(model), next: new Map(), refused: new Map() };
  };
  const after = async (order: readonly number[]): Promise<Model> => {
    const model = makeModel();
    for (const place of order) await step(ran[place], model, real);
    return model;
  };
  const explore = async (at: Prefix): Promise<void> => {
    if (at.order.length === ran.length) found = at.order;
    for (const [place, candidate] of ran.entries()) {
      if (found !== undefined) return;
      if (at.order.includes(place) || !mayBeNext(candidate, ran, at.order)) continue;
      const model = await after(at.order);
      const how = await step(candidate, model, real);
      if (how === "uncovered") uncovered = true;
      else if (how === "accepted") {
        const longer = prefix([...at.order, place], model);
        at.next.set(place, longer);
        await explore(longer);
      } else at.refused.set(place, how.refused);
    }
  };
  const root = prefix([], makeModel());
  await explore(root);
  return { root, found, uncovered };
}

/** Whether all that returned before its call are in the order: those of its lane, and others. */
function mayBeNext<Model extends object, Real>(
  { call }: RanCommand<Model, Real>,
  ran: readonly RanCommand<Model, Real>[],
  order: readonly number[],
): boolean {
  return ran.every((other, place) => other.return >= call || order.includes(place));
}

/** Runs a command on a model, with the answers that it got. */
async function step<Model extends object, Real extends object>(
  { command, transcript }: RanCommand<Model, Real>,
  model: Model,
  real: Real,
): Promise<"accepted" | "uncovered" | { readonly refused: unknown }> {
  const replay = replaying(real, transcript);
  try {
    if (!(await command.check(model))) return "uncovered";
    await command.run(model, replay.real);
  } catch (error) {
    return replay.strayed() ? "uncovered" : { refused: error };
  }
  return replay.strayed() || !replay.isOver() ? "uncovered" : "accepted";
}
