/** Fields that are lists of operation ids, and fields that have such a list for each name. */
const LISTS = ["linearization", "poLoc", "execution"] as const;
const LISTS_BY_NAME = ["visibility", "unseen", "threads", "storeOrder"] as const;

/**
 * What keeps a value from being a witness at all, whatever history it is about: a field that is no list
 * of ids where one is expected. Witnesses come from files, so nothing is taken for granted.
 */
export function malformed(witness: unknown): string | undefined {
  if (!isRecord(witness)) return "the witness is no object";
  const { linearization, sources, final, lists, sights } = witness;
  if (linearization === undefined) return 'the witness has no "linearization"';
  for (const field of LISTS)
    if (witness[field] !== undefined && !isIds(witness[field]))
      return `"${field}" must be an array of operation ids`;
  for (const field of LISTS_BY_NAME) {
    const byName = witness[field];
    if (byName !== undefined && !(isRecord(byName) && Object.values(byName).every(isIds)))
      return `"${field}" must give an array of operation ids for each ${nouns[field]} in it`;
  }
  if (sources !== undefined && !(isRecord(sources) && Object.values(sources).every(Number.isSafeInteger)))
    return '"sources" must give an operation id, or -1, for each read in it';
  if (final !== undefined && !(Array.isArray(final) && final.every(isIds)))
    return '"final" must be an array of arrays of operation ids';
  if (lists !== undefined && !(Array.isArray(lists) && lists.every(Array.isArray)))
    return '"lists" must be an array with a list of elements for each object';
  if (sights !== undefined && sights !== "recorded") return '"sights" must be "recorded", or absent';
  if (sights !== undefined && (witness.visibility ?? witness.unseen) !== undefined)
    return '"sights" stands in the place of "visibility" and "unseen"';
  return undefined;
}

const nouns = { visibility: "operation", unseen: "operation", threads: "session", storeOrder: "variable" };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => Number.isSafeInteger(id));
}
