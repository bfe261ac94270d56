import { canonical, type History, labelOf, type Value } from "@sightline/core";
import { refuseUnsayable } from "./sayable.js";

/** A history of shared memory as a trace of Axe: threads, locations and values are numbers. */
export function writeAxe(history: History): string {
  refuseUnsayable("axe", history, { types: ["memory"] });
  const lines: string[] = history.name === undefined ? [] : [`# ${history.name.replaceAll("\n", " ")}`];
  for (let id = 0; id < history.size; id++) lines.push(`${history.session[id]}: ${accessOf(history, id)}`);
  return [...lines, "check"].join("\n");
}

function accessOf(history: History, id: number): string {
  const { method, args, result } = labelOf(history, id);
  const number = (value: Value | undefined): string => {
    if (!Number.isSafeInteger(value))
      throw new RangeError(
        `operation ${id}, ${method}, has ${value === undefined ? "no result" : canonical(value)} where axe has a number`,
      );
    return `${value as number}`;
  };
  const place = (variable: Value): string => {
    if (typeof variable === "string" && /^\w+$/u.test(variable)) return `M[${variable}]`;
    return `M[${number(variable)}]`;
  };
  switch (method) {
    case "write":
      return `${place(args[0])} := ${number(args[1])}`;
    case "read":
      // What was there at first is 0.
      return `${place(args[0])} == ${number(result === null ? 0 : result)}`;
    case "exchange":
      return `<${place(args[0])} == ${number(result === null ? 0 : result)}; ${place(args[0])} := ${number(args[1])}>`;
    case "fence":
      return "sync";
    default:
      throw new RangeError(`axe has no ${method}: operation ${id}`);
  }
}
