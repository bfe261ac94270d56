import { HistoryError } from "./error.js";

/** The declared edges in one array, each end checked to be an operation. */
export function flattenEdges(edges: unknown, size: number): Int32Array {
  if (edges === undefined) return new Int32Array(0);
  if (!Array.isArray(edges))
    throw new HistoryError("SL1006", `"happensBefore" must be an array of pairs`, ["happensBefore"]);
  const flat = new Int32Array(2 * edges.length);
  edges.forEach((edge: unknown, i) => {
    if (!Array.isArray(edge) || edge.length !== 2)
      throw new HistoryError("SL1006", "a happens-before edge must be a pair of operation ids", [
        "happensBefore",
        i,
      ]);
    edge.forEach((id: unknown, end) => {
      if (!Number.isInteger(id) || (id as number) < 0 || (id as number) >= size)
        throw new HistoryError(
          "SL1006",
          `${JSON.stringify(id)} is not an operation: ids go from 0 to ${size - 1}`,
          ["happensBefore", i, end],
        );
      flat[2 * i + end] = id as number;
    });
  });
  return flat;
}
