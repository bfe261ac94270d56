import type { Cube, CubeAnswer } from "@sightline/core";

/** A cube for someone to search. */
export interface CubeOrder {
  /** Which part of the history it is about: an index into `searches` of the open question (`openCubes`). */
  readonly part: number;
  readonly cube: Cube;
  /** How long to search it, about: what is left of it by then is the answer, and is handed out again. */
  readonly milliseconds: number;
}

/**
 * Whoever has cubes searched: a thread of this process, a place on another machine. A crew of them decides one history
 * together (`conquer`); each has one cube at a time. Orders and answers are plain data, for any wire.
 *
 * The other end opens the same question, `openCubes(history, options)`, and answers with
 * `searches[part].decide(cube, { deadline: performance.now() + milliseconds, … })`. It may keep the question open for the
 * next cube, and then remembers what it has seen in vain, but only as long as each of its answers has arrived: a cube
 * whose answer may be lost is to be searched by one that has opened the question anew. Where that is not known, open
 * it for each cube, and give each more time.
 */
export interface Carrier {
  /**
   * Has the cube searched. Rejects with `SearcherLost` where nobody answers any more: the cube is then given to another.
   * Rejects with any other error where the question itself cannot be decided, such as a type that throws.
   */
  decide(order: CubeOrder): Promise<CubeAnswer>;
  /** Whether it takes no more cubes: its searcher was lost, or has left. */
  isGone?(): boolean;
  /** Ends whatever it does. No answer is awaited after that. */
  end(): Promise<void>;
}

/** The searcher of a cube is gone: a machine that was lost, a worker that was killed. */
export class SearcherLost extends Error {
  override readonly name = "SearcherLost";

  /**
   * @param isOverCube whether the cube may be the reason: one that three searchers are lost over is not tried again
   */
  constructor(
    message: string,
    readonly isOverCube = true,
  ) {
    super(message);
  }
}
