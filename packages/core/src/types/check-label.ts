import { HistoryError } from "../history/error.js";
import type { Invocation } from "../history/history.js";
import { didYouMean } from "../text/did-you-mean.js";
import type { SequentialType } from "./type.js";

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/**
 * Whether the type has the method and the number of arguments is right; throws a `HistoryError` if
 * not. Nothing is run. A parameter named `...rest` takes any number of arguments.
 */
export function checkLabel(type: SequentialType, { method, args }: Invocation): void {
  if (type.methods === undefined) return;
  if (!Object.hasOwn(type.methods, method)) {
    const names = Object.keys(type.methods);
    const hint = didYouMean(method, names, `its methods are ${names.join(", ")}`, "'");
    throw new HistoryError("SL1008", `type ${type.name} has no method '${method}': ${hint}`);
  }
  const { params } = type.methods[method];
  const least = params.filter((param) => !param.endsWith("?") && !param.startsWith("...")).length;
  const most = params.some((param) => param.startsWith("...")) ? Infinity : params.length;
  if (args.length >= least && args.length <= most) return;
  const takes = least === most ? plural(least, "argument") : `${least} to ${plural(most, "argument")}`;
  throw new HistoryError(
    "SL1008",
    `${method}(${params.join(", ")}) of type ${type.name} takes ${takes}, not ${args.length}`,
  );
}
