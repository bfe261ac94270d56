/**
 * What others may only read, as whoever makes it writes it. Objects of which there are many have properties, and no
 * accessors: V8 gives each object with accessors of its own a hidden class of its own, and that keeps it, with all that
 * they close over, until a full collection.
 */
export type Writable<Shown> = { -readonly [Field in keyof Shown]: Shown[Field] };
