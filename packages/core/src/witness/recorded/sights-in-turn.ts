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
export function eachSight<View>({ members, saw }: Recording, { begin, add, judge }: Looking<View>): void {
  const width = members.length;
  for (let session = 0; session < width; session++) {
    let view = begin();
    const seen = new Int32Array(width);
    for (const id of members[session]) {
      const row = id * width;
      let grows = true;
      for (let s = 0; s < width; s++) grows &&= saw[row + s] >= seen[s];
      if (!grows) {
        view = begin();
        seen.fill(0);
      }
      for (let s = 0; s < width; s++) {
        for (let at = seen[s]; at < saw[row + s]; at++) add(view, members[s][at]);
        seen[s] = saw[row + s];
      }
      if (!judge(view, id)) return;
    }
  }
}
