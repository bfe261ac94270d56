/** Gathers the methods of `--methods a,b`, given once or more; not cut within the brackets of `remove(int,int)`. */
export const methodList = (value: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  ...value.split(/,(?![^(]*\))/),
];
