/** Whether a criterion looks at real time: of others, a drawing by times would mislead. */
export const knowsTime = (criterion: string): boolean =>
  /^(?:linearizability|strict-serializability)$/.test(criterion);
