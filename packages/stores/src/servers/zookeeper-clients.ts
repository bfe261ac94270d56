import { dirname } from "node:path";

/** What is used of node-zookeeper-client. */
interface ZookeeperModule {
  readonly default: {
    createClient(
      address: string,
      options: { readonly sessionTimeout: number; readonly spinDelay: number },
    ): Connected;
    readonly Exception: { readonly NO_NODE: number; readonly NODE_EXISTS: number };
  };
}

type Callback<T> = (error: { getCode(): number } | null, answer: T) => void;

interface Connected {
  once(event: "connected", listener: () => void): void;
  connect(): void;
  close(): void;
  setData(path: string, data: Buffer, callback: Callback<unknown>): void;
  create(path: string, data: Buffer, callback: Callback<unknown>): void;
  getData(path: string, callback: Callback<Buffer | undefined>): void;
  getChildren(path: string, callback: Callback<readonly string[]>): void;
  remove(path: string, callback: Callback<unknown>): void;
  removeRecursive(path: string, callback: Callback<unknown>): void;
  transaction(): { check(path: string): { commit(callback: Callback<unknown>): void } };
}

/** A connection to one node. */
export interface ZookeeperClient {
  /** Sets what a path holds, and makes it where it is not there, and what is above. */
  put(path: string, value: string): Promise<void>;
  /** What a path holds; null where there is no such path. */
  get(path: string): Promise<string | null>;
  /** Deletes a path, if it is there. */
  delete(path: string): Promise<void>;
  /** Deletes a path and all below. */
  deleteAll(path: string): Promise<void>;
  /** How many paths are right below. */
  count(path: string): Promise<number>;
  /** Asks the quorum whether a path is there: when that is answered, the node has got all that came before. */
  check(path: string): Promise<void>;
}

/** Connections that are closed together. */
export interface ZookeeperClients {
  readonly connect: (address: string) => Promise<ZookeeperClient>;
  close(): void;
}

/** A session is given up after so many milliseconds without a word, and a lost connection is tried again so soon. */
const TIMEOUT = 20_000;
const AGAIN = 50;

/** Loads node-zookeeper-client from the user's project. */
export async function openZookeeperClients(
  load: (name: string) => Promise<never>,
): Promise<ZookeeperClients> {
  const { createClient, Exception } = ((await load("node-zookeeper-client")) as ZookeeperModule).default;
  const clients: Connected[] = [];
  return {
    async connect(address) {
      const client = createClient(new URL(address).host, { sessionTimeout: TIMEOUT, spinDelay: AGAIN });
      clients.push(client);
      await new Promise<void>((resolve) => {
        client.once("connected", resolve);
        client.connect();
      });
      return clientOf(client, Exception);
    },
    close() {
      for (const client of clients) client.close();
    },
  };
}

function clientOf(client: Connected, codes: ZookeeperModule["default"]["Exception"]): ZookeeperClient {
  const ask = <T>(send: (callback: Callback<T>) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      send((error, answer) => (error === null || error === undefined ? resolve(answer) : reject(error)));
    });
  /** What was asked, or this where it was answered with the code. */
  const unless = async <T>(code: number, otherwise: T, asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      if ((error as { getCode?(): number }).getCode?.() !== code) throw error;
      return otherwise;
    }
  };
  const create = async (path: string, data: Buffer): Promise<boolean> => {
    const made = ask((callback) => client.create(path, data, callback)).then(() => true);
    return unless(codes.NODE_EXISTS, false, made);
  };
  return {
    async put(path, value) {
      const data = Buffer.from(value);
      for (;;) {
        const set = ask((callback) => client.setData(path, data, callback)).then(() => true);
        if (await unless(codes.NO_NODE, false, set)) return;
        const made = create(path, data);
        // What is above is missing where neither can be done.
        if (await unless(codes.NO_NODE, undefined, made)) return;
        if (dirname(path) !== "/") await unless(codes.NO_NODE, false, create(dirname(path), Buffer.alloc(0)));
      }
    },
    get: (path) =>
      unless<string | null>(
        codes.NO_NODE,
        null,
        ask<Buffer | undefined>((callback) => client.getData(path, callback)).then(String),
      ),
    delete: (path) =>
      unless(
        codes.NO_NODE,
        undefined,
        ask((callback) => client.remove(path, callback)).then(() => {}),
      ),
    deleteAll: (path) => ask((callback) => client.removeRecursive(path, callback)).then(() => {}),
    count: (path) =>
      unless(
        codes.NO_NODE,
        0,
        ask<readonly string[]>((callback) => client.getChildren(path, callback)).then(({ length }) => length),
      ),
    check: (path) => ask((callback) => client.transaction().check(path).commit(callback)).then(() => {}),
  };
}
