import { connect, createServer, type Socket } from "node:net";

/** A link between two nodes that delays what goes through, or is cut. */
export interface Proxy {
  readonly port: number;
  /** Bytes that went through, both ways. */
  readonly bytes: number;
  /** Between how many milliseconds each piece is late; the order of bytes stays. */
  delay: readonly [number, number];
  /** Breaks what is connected, and refuses more. */
  cut(): void;
  heal(): void;
  close(): Promise<void>;
}

/** Opens a proxy on loopback to a port on loopback; `random` gives numbers from 0 to 1. */
export async function openProxy(to: number, random: () => number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let open = true;
  let bytes = 0;
  let delay: readonly [number, number] = [0, 0];

  /** Hands on what comes from one socket to the other; the moment when something is due never goes back. */
  const pass = (from: Socket, on: Socket): void => {
    const waiting: { readonly due: number; readonly piece: Buffer }[] = [];
    let last = 0;
    let timer: NodeJS.Timeout | undefined;
    const flush = (): void => {
      timer = undefined;
      const now = performance.now();
      while (waiting.length > 0 && waiting[0].due <= now) {
        const { piece } = waiting.shift() as { piece: Buffer };
        if (!on.destroyed) on.write(piece);
      }
      if (waiting.length > 0) timer = setTimeout(flush, Math.max(0, waiting[0].due - performance.now()));
    };
    from.on("data", (piece) => {
      bytes += piece.length;
      const [least, most] = delay;
      last = Math.max(last, performance.now() + least + random() * (most - least));
      waiting.push({ due: last, piece });
      timer ??= setTimeout(flush, Math.max(0, last - performance.now()));
    });
    from.on("close", () => {
      clearTimeout(timer);
      on.destroy();
    });
  };

  const server = createServer((near) => {
    if (!open) return void near.destroy();
    const far = connect(to, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const cut = (): void => {
    open = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    get bytes() {
      return bytes;
    },
    get delay() {
      return delay;
    },
    set delay(next) {
      delay = next;
    },
    cut,
    heal() {
      open = true;
    },
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
