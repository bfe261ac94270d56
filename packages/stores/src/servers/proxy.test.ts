import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openProxy, type Proxy } from "./proxy.js";

let server: Server;
let proxy: Proxy;
const sockets: Socket[] = [];

/** A server that gives back what it gets, behind a proxy. */
beforeEach(async () => {
  server = createServer((socket) => void socket.on("error", () => {}).pipe(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  proxy = await openProxy((server.address() as { port: number }).port, () => 0.5);
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await proxy.close();
  server.close();
});

async function dial(): Promise<Socket> {
  const socket = connect(proxy.port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

/** Reads until there are so many characters. */
async function read(socket: Socket, length: number): Promise<string> {
  let text = "";
  while (text.length < length) text += String((await once(socket, "data"))[0]);
  return text;
}

test("hands on what comes, in order and late, and counts it", async () => {
  const socket = await dial();
  proxy.delay = [20, 40]; // with the dice above: 30 each way
  const begun = performance.now();
  for (const letter of "abcdefgh") socket.write(letter);
  expect(await read(socket, 8)).toBe("abcdefgh");
  expect(performance.now() - begun).toBeGreaterThan(58);
  expect(proxy.bytes).toBe(16);
});

test("is cut: what is connected breaks, and nothing more gets through until it is healed", async () => {
  const socket = await dial();
  socket.write("a");
  await read(socket, 1);
  proxy.cut();
  await once(socket, "close");
  const refused = await dial();
  await once(refused, "close");
  expect(proxy.bytes).toBe(2);
  proxy.heal();
  const again = await dial();
  again.write("b");
  expect(await read(again, 1)).toBe("b");
});
