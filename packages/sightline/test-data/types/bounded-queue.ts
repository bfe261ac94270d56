/** A queue of at most two elements; a class is a specification as it stands. */
export class BoundedQueue<T> {
  static readonly readOnly = ["size"];
  private readonly items: T[] = [];

  offer(item: T): boolean {
    if (this.items.length === 2) return false;
    this.items.push(item);
    return true;
  }

  remove(): T {
    if (this.items.length === 0) throw new RangeError("empty");
    return this.items.shift() as T;
  }

  size(): number {
    return this.items.length;
  }
}
