/** What has been given of an option so far, with one value more. */
type Gather = (value: string, previous: readonly string[] | undefined) => readonly string[];

/** Gathers the values of an option that may be given again. */
export const another: Gather = (value, previous) => [...(previous ?? []), value];

/** Gathers names: an option that may be given again, or hold several, as in `a,b`. */
export const listed: Gather = (value, previous) => [...(previous ?? []), ...value.split(",")];

/** Gathers methods: names that are not cut within their brackets, as in `remove(int,int)`. */
export const listedMethods: Gather = (value, previous) => [
  ...(previous ?? []),
  ...value.split(/,(?![^(]*\))/),
];
