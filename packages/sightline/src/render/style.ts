import { randomUUID } from "node:crypto";
import picocolors from "picocolors";
import { visibleLines } from "./visible.js";

/** How text for people is set. */
export interface Style {
  readonly colours: ReturnType<typeof picocolors.createColors>;
  /** Columns of the terminal. */
  readonly width: number;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether to colour: on a terminal, unless `NO_COLOR` says no or `FORCE_COLOR` says yes. */
export function wantsColour(stream: Terminal, env: Environment): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

/** The style that suits a stream: as wide as `COLUMNS` says, or the terminal is. What is set in it is for `forTerminal`. */
export function styleFor(stream: Terminal, env: Environment): Style {
  const asked = Number(env["COLUMNS"]);
  const own = stream.isTTY === true && stream.columns ? stream.columns : 100;
  const width = Number.isSafeInteger(asked) && asked > 0 ? asked : own;
  return { colours: wantsColour(stream, env) ? marked : plain, width: Math.max(40, width) };
}

const ESCAPE = "\u001b";

/** Stands for the escape character of our own colours until they are printed. No input can know it. */
const MARK = `\ue000${randomUUID()}`;

const plain = picocolors.createColors(false);

/** Colours whose escape characters are marked as ours; those in the text that they colour are not. */
const marked = Object.fromEntries(
  Object.entries(picocolors.createColors(true)).map(([name, colour]) => {
    if (typeof colour !== "function") return [name, colour];
    const [begin, end] = colour("|").replaceAll(ESCAPE, MARK).split("|");
    return [name, (text: string) => begin + text + end];
  }),
) as Style["colours"];

/**
 * A text as it goes to standard output or standard error: whatever inputs have put into it is visible and
 * does nothing, but for line ends, and our own colours are colours. JSON means the same after as before.
 */
export function forTerminal(text: string): string {
  return visibleLines(text).replaceAll(MARK, ESCAPE);
}
