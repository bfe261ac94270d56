/** Prints what fast-check found: the smallest program, and the report of its history. */
export function tell(name, { failed, numRuns, counterexample, errorInstance }) {
  if (!failed) return console.log(`✔ ${name}: ${numRuns} programs`);
  console.log(`✘ ${name}: ${counterexample[0]}\n\n${errorInstance?.message.split("\n\n").slice(1).join("\n\n")}`);
}
