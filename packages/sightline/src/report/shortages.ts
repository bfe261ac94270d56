/** The names of what can run out. */
export const shortages: Readonly<Record<string, string>> = {
  deadline: "out of time",
  memory: "out of memory",
  states: "out of its budget of states",
  cancelled: "interrupted",
  lost: "workers were lost over it",
};
