import { EventEmitter } from "node:events";
import type { Redis } from "ioredis";
import { expect, test } from "vitest";
import { watchConnection } from "./watch-connection.js";

test("Redis is away once a connection could not be made again, and back with the next that is", () => {
  const client = new EventEmitter();
  const told: boolean[] = [];
  watchConnection(client as unknown as Redis, (isAway) => told.push(isAway));
  const say = (...events: readonly string[]): readonly boolean[] => {
    for (const event of events) client.emit(event);
    return told.splice(0);
  };
  expect(say("ready", "reconnecting", "ready")).toEqual([]);
  expect(say("reconnecting", "reconnecting", "reconnecting")).toEqual([true]);
  expect(say("ready", "reconnecting", "ready")).toEqual([false]);
  expect(say("reconnecting", "reconnecting", "ready")).toEqual([true, false]);
});
