/**
 * In place of the search for levels of long histories, in pages of reports: those carry the verdicts that the command
 * found, and are a fifth smaller without it. What is asked there anew is left to the exact search.
 */

/** Finds nothing. */
// oxlint-disable-next-line require-yield -- there is nothing to interrupt
export function* longSearch(): Generator<void, undefined> {
  return undefined;
}

/** Concludes nothing. */
export const refuteLong = (): boolean => false;

/** Which updates a result rests on is not known. */
export const fittingUpdates = (): (() => undefined) => () => undefined;

/** Nor which operations it needs. */
export const neededUpdates = (): undefined => undefined;
