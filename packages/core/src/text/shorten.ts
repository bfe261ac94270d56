import { cutMiddle } from "./cut-middle.js";

/** An unbroken run of characters longer than this is cut: a number or a name of a thousand characters says no more. */
const LONGEST_RUN = 200;
/** A message longer than this is cut, whatever it is made of. */
const LONGEST_MESSAGE = 2000;

/**
 * A message that people can read, whatever it quotes: numbers, names and values that go on and on are cut in
 * their middle, with a word on how much is left out.
 */
export function shorten(message: string): string {
  if (message.length <= LONGEST_RUN) return message;
  const runs = message.replaceAll(/\S+/gu, (run) =>
    run.length > LONGEST_RUN ? cutMiddle(run, 60, 20) : run,
  );
  return runs.length > LONGEST_MESSAGE ? cutMiddle(runs, 1200, 600) : runs;
}
