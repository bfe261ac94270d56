import { canonical, type Value } from "../history/value.js";
import { TypeFailure } from "../types/index.js";
import type { SequentialType } from "../types/type.js";
import { createFollowedPart, type FollowedPart, type Trouble } from "./followed-part.js";
import type { LiveEvent, LiveOperation } from "./live-operation.js";

/** Options of `follow`. */
export interface FollowOptions {
  readonly type: SequentialType;
  /** The state to start from, as in a history. */
  readonly initial?: Value | undefined;
  /** Whether to follow each key by itself, where the type allows it. Default: true. */
  readonly partition?: boolean | undefined;
  /** The most keys and objects that are followed. Default: a million. */
  readonly mostParts?: number | undefined;
}

/** What a follower found, and of what. */
export interface Sighting {
  readonly trouble: Trouble;
  readonly object: string | number | undefined;
  /** The key, where the object was followed key by key. */
  readonly key: Value | undefined;
}

/** What was not judged, and why. */
export interface Unjudged {
  /** Operations that look at all keys, while each key is followed by itself. */
  ofAllKeys: number;
  /** Operations on parts that were given up: too much was possible, one came too late, or there are too many parts. */
  ofLostParts: number;
}

/** Judges a history that has no end, in memory that does not grow with its length. */
export interface Follower {
  /** Takes what happened next. */
  take(event: LiveEvent): readonly Sighting[];
  /** An operation came too late to be judged: what it was on is followed no more. */
  late(operation: LiveOperation): void;
  /** Judges what is held back until more is known of it. */
  flush(): readonly Sighting[];
  /** How many operations were judged. */
  readonly judged: number;
  readonly unjudged: Readonly<Unjudged>;
  /** How many parts are followed now. */
  readonly parts: number;
}

/** As many keys as a process of ordinary size can follow. */
const MOST_PARTS = 1_000_000;

interface Followed {
  readonly object: string | number | undefined;
  readonly key: Value | undefined;
  readonly part: FollowedPart;
}

/**
 * Follows a history as it happens, and tells each operation that no order explains: linearizability, judged at
 * each return by all ways in which the object may have come to its state (`possibilities.ts`). What ended is
 * forgotten, so memory depends on the keys and on what is open at once, not on the length.
 *
 * After a violation it goes on as if the result had not been seen: each sighting is one of its own.
 */
export function createFollower(options: FollowOptions): Follower {
  const { type, initial, partition = true, mostParts = MOST_PARTS } = options;
  const start = type.init(initial) as unknown;
  const parts = new Map<string, Followed>();
  const places = new Map<LiveOperation, Followed | undefined>();
  const waiting = new Set<Followed>();
  const unjudged: Unjudged = { ofAllKeys: 0, ofLostParts: 0 };
  /** Objects that are followed no more. */
  const lost = new Set<string | number | undefined>();
  let judged = 0;

  const followedOf = (operation: LiveOperation): Followed | undefined => {
    const { object, invocation } = operation;
    const key = partition ? type.partition?.(invocation) : undefined;
    if (partition && type.partition !== undefined && key === undefined) {
      unjudged.ofAllKeys++;
      // What changes all keys leaves none that is known.
      if (type.pure?.({ ...invocation, result: undefined }) !== true) lose(object);
      return undefined;
    }
    if (lost.has(object)) {
      unjudged.ofLostParts++;
      return undefined;
    }
    const name = canonical([object ?? null, object === undefined, key ?? null]);
    const known = parts.get(name);
    if (known !== undefined) return known;
    if (parts.size === mostParts) {
      unjudged.ofLostParts++;
      return undefined;
    }
    const made = { object, key, part: createFollowedPart(type, start) };
    parts.set(name, made);
    return made;
  };

  const lose = (object: string | number | undefined): void => {
    lost.add(object);
    for (const [name, followed] of parts) {
      if (followed.object !== object) continue;
      parts.delete(name);
      waiting.delete(followed);
      for (const [operation, place] of places) if (place === followed) places.set(operation, undefined);
    }
  };

  const judge = (followed: Followed): Sighting[] => {
    waiting.delete(followed);
    const { object, key, part } = followed;
    const { troubles, judged: more, left } = part.judge();
    judged += more;
    unjudged.ofLostParts += left;
    return troubles.map((trouble) => ({ trouble, object, key }));
  };

  const take = ({ kind, operation }: LiveEvent): readonly Sighting[] => {
    if (kind === "call") {
      const followed = followedOf(operation);
      places.set(operation, followed);
      if (followed === undefined) return [];
      followed.part.call(operation);
      waiting.add(followed);
      return [];
    }
    const followed = places.get(operation);
    places.delete(operation);
    if (followed === undefined) return [];
    if (followed.part.end(operation)) return judge(followed);
    waiting.add(followed);
    return [];
  };

  return {
    take(event) {
      try {
        return take(event);
      } catch (error) {
        if (error instanceof TypeError) throw new TypeFailure(error.message);
        throw error;
      }
    },
    late(operation) {
      const followed = followedOf(operation);
      if (followed === undefined) return;
      followed.part.lose();
      unjudged.ofLostParts++;
    },
    flush: () => [...waiting].flatMap(judge),
    get judged() {
      return judged;
    },
    unjudged,
    get parts() {
      return parts.size;
    },
  };
}
