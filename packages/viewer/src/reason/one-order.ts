/** The criteria that ask for one order of all operations which explains each: of these it is told how far orders lead. */
const names: ReadonlySet<string> = new Set([
  "linearizability",
  "sequential",
  "strict-serializability",
  "serializability",
  "sc",
]);

/** Whether a criterion asks for one order that explains each operation. */
export const asksForOneOrder = (criterion: string): boolean => names.has(criterion);
