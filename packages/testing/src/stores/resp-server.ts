import { createServer, type Socket } from "node:net";

/** What a command answers: null, a number, a text or a list of them. */
export type Reply = null | number | string | readonly Reply[];

/** A server on loopback that speaks Redis's protocol. */
export interface RespServer {
  readonly address: string;
  close(): Promise<void>;
}

/** Starts one. `answer` is given each command, its name in lower case; what it throws is answered as an error. */
export async function startRespServer(
  answer: (command: string, args: readonly string[]) => Reply,
): Promise<RespServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = "";
    socket.on("error", () => socket.destroy());
    socket.on("data", (piece) => {
      received += piece.toString("latin1");
      for (;;) {
        const command = readCommand(received);
        if (command === undefined) return;
        received = received.slice(command.length);
        const [name, ...args] = command.words;
        try {
          socket.write(written(answer(name.toLowerCase(), args)));
        } catch (error) {
          socket.write(`-ERR ${(error as Error).message}\r\n`);
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    address: `redis://127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The first command of a text, an array of bulk strings, and how long it is; `undefined` where it is not all there. */
function readCommand(text: string): { readonly words: string[]; readonly length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (head === null) return undefined;
  const words: string[] = [];
  let at = head[0].length;
  while (words.length < Number(head[1])) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (size === null) return undefined;
    const begin = at + size[0].length;
    const end = begin + Number(size[1]);
    if (text.length < end + 2) return undefined;
    words.push(text.slice(begin, end));
    at = end + 2;
  }
  return { words, length: at };
}

function written(reply: Reply): string {
  if (reply === null) return "$-1\r\n";
  if (typeof reply === "number") return `:${reply}\r\n`;
  if (typeof reply === "string") return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  return `*${reply.length}\r\n${reply.map(written).join("")}`;
}
