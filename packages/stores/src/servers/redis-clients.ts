/** What is used of ioredis. */
interface Ioredis {
  readonly Redis: new (
    address: string,
    options: { readonly maxRetriesPerRequest: number; readonly enableOfflineQueue: boolean },
  ) => RedisClient;
}

/** A connection to a server that speaks Redis's protocol. */
export interface RedisClient {
  call(command: string, ...args: (string | number)[]): Promise<unknown>;
  info(section: string): Promise<string>;
  on(event: "error" | "ready", listener: (error: Error) => void): void;
  disconnect(): void;
}

/** Connections that are closed together. */
export interface RedisClients {
  /** Comes back when the server is ready; throws what the first attempt came to. */
  readonly connect: (address: string) => Promise<RedisClient>;
  close(): void;
}

/** Loads ioredis from the user's project. */
export async function openRedisClients(load: (name: string) => Promise<never>): Promise<RedisClients> {
  const { Redis }: Ioredis = await load("ioredis");
  const clients: RedisClient[] = [];
  return {
    connect: (address) =>
      new Promise((resolve, reject) => {
        // Nothing is tried again behind our back: a call that meets a broken connection fails.
        const client = new Redis(address, { maxRetriesPerRequest: 0, enableOfflineQueue: false });
        clients.push(client);
        client.on("error", reject); // later ones are told by the call that fails
        client.on("ready", () => resolve(client));
      }),
    close() {
      for (const client of clients) client.disconnect();
    },
  };
}
