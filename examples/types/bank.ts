/** Balances by account; an account that is not listed has 0. */
type State = Readonly<Record<string, number>>;

export const name = "bank";

// Optional: lets Sightline refuse misspelt methods and wrong numbers of arguments.
export const methods = {
  deposit: { params: ["account", "amount"], doc: "Adds the amount; returns the new balance." },
  transfer: { params: ["from", "to", "amount"], doc: "Returns whether there was enough." },
  balance: { params: ["account"], doc: "Returns the balance." },
  read: { params: [], doc: "Returns all balances." },
};

/** The state to start from; `initial` is the history's, if it has one. */
export function init(initial: State = {}): State {
  return initial;
}

/** What the operation does in this state. Return a new state: never change the old one. */
export function step(state: State, { method, args }: { method: string; args: readonly any[] }) {
  const balance = (account: string) => state[account] ?? 0;
  switch (method) {
    case "deposit": {
      const [account, amount] = args;
      const now = balance(account) + amount;
      return { state: { ...state, [account]: now }, result: now };
    }
    case "transfer": {
      const [from, to, amount] = args;
      if (balance(from) < amount || from === to) return { state, result: balance(from) >= amount };
      return {
        state: { ...state, [from]: balance(from) - amount, [to]: balance(to) + amount },
        result: true,
      };
    }
    case "balance":
      return { state, result: balance(args[0]) };
    case "read":
      return { state, result: state };
    default:
      throw new TypeError(`a bank has no method ${method}`);
  }
}

// Optional hints, for speed: see below.
export const pure = ({ method, result }: { method: string; result?: unknown }) =>
  method === "balance" || method === "read" || (method === "transfer" && result === false);
