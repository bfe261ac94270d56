import type { SingleBar } from "cli-progress";
import { wholeNumber } from "../render/whole-number.js";
import { visible as shown } from "../render/visible.js";

/** How far a run has come, in whatever units `total` is. */
export interface Progress {
  readonly done: number;
  readonly checks: number;
  readonly file: string;
  /** What is being done with the file, where that takes long. */
  readonly search?: string | undefined;
  /** What else there is to say. */
  readonly words?: readonly string[];
}

/** A progress bar that keeps out of the way of other output. */
export interface ProgressBar {
  update(progress: Progress): void;
  /** Takes the bar off the screen, for something else to be printed; it comes back by itself. */
  hide(): void;
  stop(): void;
}

/** Work that is done sooner needs no bar. */
const SHOW_AFTER = 1000;

/** A bar on standard error from a second on, where that is a terminal; else one that does nothing. */
export function createProgressBar(total: number, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  if (!stream.isTTY) return { update() {}, hide() {}, stop() {} };
  const since = Date.now();
  let bar: SingleBar | undefined;
  let visible = false;
  let stopped = false;
  let latest: Progress = { done: 0, checks: 0, file: "" };
  const payload = (): object => ({
    elapsed: `${Math.round((Date.now() - since) / 1000)} s`,
    checks: [`${wholeNumber(latest.checks)} checks`, ...(latest.words ?? [])].join(" · "),
    file: [shown(shorten(latest.file, 40)), ...(latest.search === undefined ? [] : [latest.search])].join(
      " · ",
    ),
  });
  const show = async (): Promise<void> => {
    const { default: progress } = await import("cli-progress");
    if (stopped) return;
    bar ??= new progress.SingleBar({
      format: " {bar} {percentage}% · {checks} · {elapsed} · {file}",
      stream,
      clearOnComplete: true,
      hideCursor: true,
      barsize: 24,
      fps: 8,
      barCompleteChar: "█",
      barIncompleteChar: "░",
      forceRedraw: true,
    });
    if (!visible) bar.start(total, latest.done, payload());
    else bar.update(latest.done, payload());
    visible = true;
  };
  let timer = setTimeout(function tick() {
    void show();
    timer = setTimeout(tick, 250);
  }, SHOW_AFTER);
  const hide = (): void => {
    if (visible) bar?.stop();
    visible = false;
  };
  return {
    update(progress) {
      latest = progress;
    },
    hide,
    stop() {
      stopped = true;
      clearTimeout(timer);
      hide();
    },
  };
}

/** The end of a path, which tells more than its beginning. */
function shorten(path: string, most: number): string {
  return path.length <= most ? path : `…${path.slice(1 - most)}`;
}
