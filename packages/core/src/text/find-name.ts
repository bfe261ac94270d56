/** The one of the known names that is meant: that very name, or one that differs in its capitals alone. */
export function findName<Name extends string>(given: string, known: readonly Name[]): Name | undefined {
  const small = given.toLowerCase();
  return known.find((name) => name === given) ?? known.find((name) => name.toLowerCase() === small);
}
