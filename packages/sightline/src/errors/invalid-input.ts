/** An input, such as a specification, that is not valid. The message says which, where in it, and why. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
}
