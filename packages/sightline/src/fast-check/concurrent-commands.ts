import * as fc from "fast-check";
import { reportOfCommands } from "./command-report.js";
import { type LaneOptions, lanesOf } from "./lanes-of.js";
import { pageName } from "./page-name.js";
import { possibleOrders, type RanCommand } from "./possible-orders.js";
import { schedulesOf } from "./schedules-of.js";
import { recording, type Transcript } from "./transcript.js";

/** A command of fast-check, synchronous or not. */
type AnyCommand<Model extends object, Real> = fc.AsyncCommand<Model, Real, boolean> | fc.Command<Model, Real>;

/** Commands in lanes: those of a lane one after another, the lanes at the same time. */
export interface CommandProgram<Model extends object, Real> {
  readonly lanes: readonly (readonly AnyCommand<Model, Real>[])[];
  /** The commands' own texts: `{ push(1); pop() } || { pop() }`. */
  toString(): string;
}

/** What is tested with commands, and how hard. */
export interface CommandOptions<Model extends object, Real extends object> extends LaneOptions {
  /** The commands, as for `fc.commands`. */
  readonly commands: readonly fc.Arbitrary<AnyCommand<Model, Real>>[];
  /** Makes a fresh model. */
  readonly model: () => Model;
  /** Makes a fresh object for each run; what it waits for with the scheduler, the scheduler orders. */
  readonly make: (scheduler: fc.Scheduler) => Real | Promise<Real>;
  /** How many schedules are tried for each program. Default: 3. */
  readonly schedules?: number;
}

/**
 * A property for `fc.assert`: the commands that a model-based test of fast-check has already (`AsyncCommand`,
 * `Command`), run in lanes at the same time. What every command saw must be explained by the model in some order, in
 * which each takes effect between its beginning and its end: the commands' own assertions say which order will do.
 *
 * ```ts
 * const commands = [fc.nat().map((n) => new PushCommand(n)), fc.constant(new PopCommand())];
 * await fc.assert(concurrentCommands({ commands, model: () => ({ items: [] }), make: (s) => new Queue(s) }));
 * ```
 *
 * A command is run on several models with the answers that it got, so it must keep nothing itself, and should take
 * its arguments from its arbitrary, not from the model. Orders in which `check` is false for a command that ran say
 * nothing; a run with such orders and no other is left out, as by `fc.pre`.
 */
export function concurrentCommands<Model extends object, Real extends object>(
  options: CommandOptions<Model, Real>,
): fc.IAsyncProperty<[CommandProgram<Model, Real>, fc.Scheduler[]]> {
  const { commands, model, make, schedules = 3 } = options;
  const drawn = lanesOf(fc.oneof(...commands), options).map(commandProgram);
  const page = pageName();
  return fc.asyncProperty(drawn, schedulesOf(schedules), async (program, schedulers) => {
    let judged = 0;
    for (const scheduler of schedulers) {
      const real = await make(scheduler);
      const ran = await runCommands(program, model(), real, scheduler);
      const possible = await possibleOrders(ran, model, real);
      if (possible.found === undefined && possible.uncovered) continue;
      judged++;
      if (possible.found === undefined)
        throw new Error(`${program.toString()}\n\n${reportOfCommands(ran, possible, page)}`);
    }
    fc.pre(judged > 0);
  });
}

function commandProgram<Model extends object, Real>(
  lanes: CommandProgram<Model, Real>["lanes"],
): CommandProgram<Model, Real> {
  return {
    lanes,
    toString: () =>
      lanes.map((lane) => `{ ${lane.map((command) => command.toString()).join("; ")} }`).join(" || "),
  };
}

/**
 * Runs the lanes. One model goes along, as a guess: a command whose `check` is false of it is passed over, as
 * fast-check does; what the commands assert of it means nothing yet.
 */
async function runCommands<Model extends object, Real extends object>(
  { lanes }: CommandProgram<Model, Real>,
  guess: Model,
  real: Real,
  scheduler: fc.Scheduler,
): Promise<RanCommand<Model, Real>[]> {
  const ran: RanCommand<Model, Real>[] = [];
  let now = 0;
  const runLane = async (commands: readonly AnyCommand<Model, Real>[], lane: number): Promise<void> => {
    for (const command of commands) {
      await scheduler.schedule(Promise.resolve(), `lane ${lane}: ${command.toString()}`);
      if (!(await command.check(guess))) continue;
      const transcript: Transcript = [];
      const call = now++;
      try {
        await command.run(guess, recording(real, transcript));
      } catch {
        // An assertion about a guess, or what the object threw: the transcript has it.
      }
      ran.push({ command, lane, call, return: now++, transcript });
    }
  };
  await scheduler.waitFor(Promise.all(lanes.map(runLane)));
  return ran.sort((a, b) => a.call - b.call);
}
