import { duration } from "../render/duration.js";
import { visible as shown } from "../render/visible.js";

/** A line on a terminal that tells how far a run has come. */
export interface StatusLine {
  /** `share` of the whole, from 0 to 1, and what else there is to say. */
  update(share: number, text: string): void;
  /** Takes the line off the screen; the next update brings it back. */
  hide(): void;
}

/** Work that is done sooner needs no line, and nobody reads faster than this. */
const SHOW_AFTER = 1000;
const EVERY = 200;

const WIDTH = 24;

/** A status line that is never shown. */
export const noStatusLine: StatusLine = { update() {}, hide() {} };

/** A status line on standard error where that is a terminal; else one that does nothing. */
export function createStatusLine(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write"> = process.stderr,
  now: () => number = () => performance.now(),
): StatusLine {
  if (!stream.isTTY) return noStatusLine;
  const since = now();
  let last = since + SHOW_AFTER - EVERY;
  let visible = false;
  return {
    update(share, text) {
      const time = now();
      if (time < last + EVERY) return;
      last = time;
      visible = true;
      const line = `${renderBar(share)} · ${shown(text)} · ${duration(time - since)}`;
      stream.write(`\r\u001b[K${line.slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`);
    },
    hide() {
      if (visible) stream.write("\r\u001b[K");
      visible = false;
    },
  };
}

/** ` ████░░░░ 50%`. */
export function renderBar(share: number): string {
  const within = Math.min(1, Math.max(0, share));
  const full = Math.floor(within * WIDTH);
  return ` ${"█".repeat(full)}${"░".repeat(WIDTH - full)} ${Math.floor(100 * within)}%`;
}
