import { expect, test } from "vitest";
import { connectionsOf, createClients } from "./clients.js";

test("a client has so many requests at a time, and all together so many", () => {
  const clients = createClients(2, 3);
  const leave = clients.admit("a");
  clients.admit("a");
  expect(() => clients.admit("a")).toThrow("2 requests of this client are under way");
  clients.admit("b");
  expect(() => clients.admit("b")).toThrow("3 requests are under way");
  leave();
  leave();
  expect(clients.inFlight).toBe(2);
  clients.admit("a");
  expect(clients.inFlight).toBe(3);
});

test("one client cannot hold all connections, and has more once it lets go", () => {
  const clients = createClients(2, 3);
  const held = Array.from({ length: connectionsOf(2) }, () => clients.connect("a"));
  expect(held).not.toContain(undefined);
  expect(clients.connect("a")).toBeUndefined();
  expect(clients.connect("b")).toBeDefined();
  held[0]?.();
  held[0]?.();
  expect(clients.connect("a")).toBeDefined();
  expect(clients.connect("a")).toBeUndefined();
});
