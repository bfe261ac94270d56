import { type Call, isUpdate } from "./workload.js";

/** Queries that together show all that these calls have changed: asked when all is delivered, all must answer alike. */
export function finalReads(type: string, calls: readonly Call[]): readonly Call[] {
  const query = perKey[type];
  if (query === undefined) return [{ method: "read", args: [] }];
  const keys = [...new Set(calls.filter(({ method }) => isUpdate(method)).map(({ args }) => args[0]))];
  return keys.map((key) => ({ method: query, args: [key] }));
}

/** What asks for one key. */
const perKey: Readonly<Record<string, string>> = { map: "get", set: "contains", rpq: "score" };
