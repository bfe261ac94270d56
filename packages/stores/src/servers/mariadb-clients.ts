/** What is used of mariadb. */
interface MariadbModule {
  readonly default: {
    createConnection(options: {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    }): Promise<Connected>;
  };
}

interface Connected {
  query(text: string, values?: readonly unknown[]): Promise<Rows>;
  isValid(): boolean;
  on(event: "error", listener: () => void): void;
  end(): Promise<void>;
}

type Rows = readonly Record<string, unknown>[];

/** A connection that is made when it is first needed, and again when it was lost. */
export interface MariadbClient {
  query(text: string, values?: readonly unknown[]): Promise<Rows>;
}

/** Connections that are closed together. */
export interface MariadbClients {
  /** `first` is what is said when a connection is made. */
  connect(address: string, first?: string): MariadbClient;
  close(): Promise<void>;
}

/** A deadlock, or a certification that failed: it was rolled back, and may be tried again. */
const ROLLED_BACK = 1213;

/** Loads mariadb from the user's project. */
export async function openMariadbClients(load: (name: string) => Promise<never>): Promise<MariadbClients> {
  const { createConnection } = ((await load("mariadb")) as MariadbModule).default;
  const open = new Set<Connected>();
  return {
    connect(address, first) {
      const { hostname: host, port, username: user, password, pathname } = new URL(address);
      let current: Connected | undefined;
      const connected = async (): Promise<Connected> => {
        if (current?.isValid() === true) return current;
        const database = pathname.slice(1);
        current = await createConnection({ host, port: Number(port) || 3306, user, password, database });
        current.on("error", () => {}); // the query that fails tells
        open.add(current);
        if (first !== undefined) await current.query(first);
        return current;
      };
      return {
        async query(text, values) {
          for (;;)
            try {
              return await (await connected()).query(text, values);
            } catch (error) {
              if ((error as { errno?: unknown }).errno !== ROLLED_BACK) throw error;
            }
        },
      };
    },
    async close() {
      await Promise.allSettled([...open].map((client) => client.end()));
    },
  };
}
