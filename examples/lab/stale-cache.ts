// A cache in front of a slow store. StaleCache forgets that the world goes on while it waits; FreshCache
// lets the operations on a key take turns. Find out what that does:
//
//   sightline test js:examples/lab/stale-cache.ts#StaleCache --mode async
//   sightline test js:examples/lab/stale-cache.ts#FreshCache --mode async

/** What the caches need of the world. In a test Sightline gives it, and decides when answers come. */
interface SlowStore {
  fetch(key: unknown): Promise<unknown>;
  store(key: unknown, value: unknown): Promise<void>;
}

export class StaleCache {
  readonly #cached = new Map<unknown, unknown>();
  readonly #slow: SlowStore;

  constructor(slow: SlowStore) {
    this.#slow = slow;
  }

  async get(key: unknown): Promise<unknown> {
    if (this.#cached.has(key)) return this.#cached.get(key);
    const value = await this.#slow.fetch(key);
    this.#cached.set(key, value); // a put may have come and gone since: its value is overwritten for good
    return value;
  }

  async put(key: unknown, value: unknown): Promise<void> {
    await this.#slow.store(key, value);
    this.#cached.set(key, value);
  }
}

export class FreshCache {
  readonly #cache: StaleCache;
  readonly #turns = new Map<unknown, Promise<unknown>>();

  constructor(slow: SlowStore) {
    this.#cache = new StaleCache(slow);
  }

  get(key: unknown): Promise<unknown> {
    return this.#inTurn(key, () => this.#cache.get(key));
  }

  put(key: unknown, value: unknown): Promise<void> {
    return this.#inTurn(key, () => this.#cache.put(key, value));
  }

  /** Begins the work when all that came before on the same key is done, well or not. */
  #inTurn<T>(key: unknown, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(work, work);
    this.#turns.set(key, turn);
    return turn;
  }
}
