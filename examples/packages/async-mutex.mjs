// async-mutex around an update in two steps, with the commands of an ordinary model-based test, in parallel lanes.
import assert from "node:assert/strict";
import { Mutex } from "async-mutex";
import * as fc from "fast-check";
import { concurrentCommands, concurrently } from "sightline/fast-check";
import { tell } from "./tell.mjs";

class Account {
  #balance = 0;
  #wait;
  #exclusively;
  constructor(scheduler, exclusively) {
    this.#wait = scheduler.scheduleFunction(async () => {});
    this.#exclusively = exclusively;
  }
  deposit(amount) {
    return this.#exclusively(async () => {
      const seen = this.#balance;
      await this.#wait();
      this.#balance = seen + amount;
    });
  }
  get balance() {
    return this.#balance;
  }
}

class Deposit {
  constructor(amount) {
    this.amount = amount;
  }
  check = () => true;
  async run(model, account) {
    await account.deposit(this.amount);
    model.balance += this.amount;
  }
  toString = () => `deposit(${this.amount})`;
}
class Balance {
  check = () => true;
  async run(model, account) {
    assert.equal(account.balance, model.balance);
  }
  toString = () => "balance()";
}

const commands = [fc.integer({ min: 1, max: 3 }).map((n) => new Deposit(n)), fc.constant(new Balance())];
const model = () => ({ balance: 0 });
const settings = { seed: 1, numRuns: 100 };

const guarded = (scheduler) => {
  const mutex = new Mutex();
  return new Account(scheduler, (action) => mutex.runExclusive(action));
};
tell("async-mutex, runExclusive", await fc.check(concurrentCommands({ commands, model, make: guarded }), settings));

const unguarded = (scheduler) => new Account(scheduler, (action) => action());
tell("the same without a mutex", await fc.check(concurrentCommands({ commands, model, make: unguarded }), settings));

const lock = () => {
  const mutex = new Mutex();
  return {
    acquire: () => mutex.acquire().then(() => null),
    release() {
      if (!mutex.isLocked()) throw new Error("not held");
      mutex.release();
    },
  };
};
const turns = concurrently({ type: "mutex", make: lock, lanes: 3, blocks: true, failure: "failed" });
tell("async-mutex, acquire and release", await fc.check(turns, settings));
