/** The command was called wrongly. The message tells how to call it rightly. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
