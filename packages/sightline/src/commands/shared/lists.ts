type Gather = (value: string, previous: readonly string[] | undefined) => readonly string[];

/** An option that may be given again. */
export const another: Gather = (value, previous) => [...(previous ?? []), value];

/** The same, where a value may also hold several, as in `a,b`. */
export const listed: Gather = (value, previous) => [...(previous ?? []), ...value.split(",")];

/** The same for methods: `remove(int,int)` is not cut within its brackets. */
export const listedMethods: Gather = (value, previous) => [
  ...(previous ?? []),
  ...value.split(/,(?![^(]*\))/),
];
