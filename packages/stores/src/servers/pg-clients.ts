/** What is used of pg. */
interface Pg {
  readonly default: {
    readonly Client: new (options: {
      readonly connectionString: string;
      readonly options?: string;
    }) => Connected;
  };
}

interface Connected {
  connect(): Promise<void>;
  query(text: string, values?: readonly unknown[]): Promise<Answer>;
  on(event: "error" | "end", listener: () => void): void;
  end(): Promise<void>;
}

interface Answer {
  readonly rows: readonly Record<string, unknown>[];
}

/** A connection that is made when it is first needed, and again when it was lost. */
export interface PgClient {
  query(text: string, values?: readonly unknown[]): Promise<Answer>;
}

/** Connections that are closed together. */
export interface PgClients {
  /** `settings` are as PostgreSQL takes them from a client: `-c name=value`. */
  connect(address: string, settings?: string): PgClient;
  close(): Promise<void>;
}

/** Loads pg from the user's project. */
export async function openPgClients(load: (name: string) => Promise<never>): Promise<PgClients> {
  const { Client } = ((await load("pg")) as Pg).default;
  const open = new Set<Connected>();
  let closed = false;
  return {
    connect(address, settings) {
      let current: Promise<Connected> | undefined;
      const connect = async (): Promise<Connected> => {
        const client = new Client({
          connectionString: address,
          ...(settings !== undefined && { options: settings }),
        });
        const lost = (): void => {
          current = undefined;
          open.delete(client);
        };
        client.on("error", lost); // the query that fails tells
        client.on("end", lost);
        try {
          await client.connect();
        } catch (error) {
          lost();
          throw error;
        }
        open.add(client);
        return client;
      };
      return {
        async query(text, values) {
          if (closed) throw new Error("the connection is closed");
          current ??= connect();
          return (await current).query(text, values);
        },
      };
    },
    async close() {
      closed = true;
      await Promise.allSettled([...open].map((client) => client.end()));
    },
  };
}
