import picocolors from "picocolors";

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

/** The style that suits a stream. */
export function styleFor(stream: Terminal, env: Environment): Style {
  const width = stream.isTTY === true && stream.columns ? stream.columns : 100;
  return { colours: picocolors.createColors(wantsColour(stream, env)), width: Math.max(40, width) };
}
