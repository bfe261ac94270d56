/**
 * A part of a search that goes deeper than the stack is: it yields another part to have its answer, and nothing to
 * wait until its turn comes again.
 */
export type DeepPart = Generator<DeepPart | undefined, boolean, boolean>;

/** Runs parts within parts on a stack of its own, however deep; yields where they wait. */
export function* runDeep(whole: DeepPart): Generator<void, boolean> {
  const parts = [whole];
  for (let answer = false; ; ) {
    const step = parts[parts.length - 1].next(answer);
    if (step.done === true) {
      answer = step.value;
      parts.pop();
      if (parts.length === 0) return answer;
    } else if (step.value === undefined) yield;
    else parts.push(step.value);
  }
}
