import type { Recording } from "./recording.js";

/** Somebody who looks at one sight after another. */
export interface Looking<View> {
  /** The view of somebody who saw nothing. */
  begin(): View;
  /** Adds an operation that is seen. */
  add(view: View, id: number): void;
  /** Judges the operation by the view of what it saw; false: enough was seen. */
  judge(view: View, id: number): boolean;
}

/**
 * Goes through the operations of each session, in order, with a view of what each saw: that of the one before, and
 * what came since. Where an operation did not see what the one before it had, the view begins anew.
 */
export function eachSight<View>(recording: Recording, { begin, add, judge }: Looking<View>): void {
  const { history, members, position, saw, gaps, work } = recording;
  const width = members.length;
  for (let session = 0; session < width; session++) {
    let view = begin();
    const seen = new Int32Array(width);
    let left: ReadonlySet<number> = nothing; // the gaps of the one before
    for (const id of members[session]) {
      const row = id * width;
      const open = gaps.get(id) ?? nothing;
      work(width);
      let grows = true;
      for (let s = 0; s < width; s++) grows &&= saw[row + s] >= seen[s];
      for (const one of open) grows &&= left.has(one) || position[one] >= seen[history.session[one]];
      if (!grows) {
        view = begin();
        seen.fill(0);
        left = nothing;
      }
      for (const one of left) if (!open.has(one)) add(view, one);
      for (let s = 0; s < width; s++) {
        work(saw[row + s] - seen[s]);
        for (let at = seen[s]; at < saw[row + s]; at++)
          if (!open.has(members[s][at])) add(view, members[s][at]);
        seen[s] = saw[row + s];
      }
      left = open;
      if (!judge(view, id)) return;
    }
  }
}

const nothing: ReadonlySet<number> = new Set();
