package sightline;

/**
 * Something that this harness could not do: make an argument, call a method, read a result. It tells nothing
 * of the object under test, so it is never a result.
 */
final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1;

  Fault(String message) {
    super(message);
  }
}
