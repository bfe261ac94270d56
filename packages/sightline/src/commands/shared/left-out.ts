import { type LeftOut, nameIn, shortSignature, type TestRequest } from "@sightline/lab";
import { escapeHtml } from "../../html/escape.js";
import type { Style } from "../../render/style.js";
import { wrap } from "../../render/wrap.js";

/** Methods that were left out for the same reason. */
interface Group {
  readonly reason: string;
  readonly methods: readonly string[];
}

/** What was left out of a run: asked for and not tested, and what nobody asked for. */
export interface LeftOutOfRun {
  readonly request: TestRequest;
  readonly untested: readonly LeftOut[];
}

/** What was left out, for people: the methods by their reasons. Ends in a newline, or is empty. */
export function renderLeftOut({ request, untested }: LeftOutOfRun, { colours, width }: Style): string {
  const lines = [
    ...grouped(untested, request).map(
      ({ reason, methods }) =>
        `${colours.yellow(wrap(`not tested: ${methods.join(", ")}`, width, "  "))}\n${wrap(reason, width, "    ")}\n`,
    ),
    ...grouped(request.notAsked, request).map(
      ({ reason, methods }) =>
        `${colours.dim(wrap(`not asked for: ${methods.join(", ")}`, width, "  "))}\n${colours.dim(wrap(reason, width, "    "))}\n`,
    ),
  ];
  return lines.join("");
}

/** The same as lists of a page; empty where nothing was left out. */
export function leftOutHtml({ request, untested }: LeftOutOfRun): string {
  const list = (title: string, groups: readonly Group[]): string =>
    groups.length === 0
      ? ""
      : `<p>${title}</p>\n<ul>\n${groups
          .map(
            ({ reason, methods }) =>
              `<li>${methods.map((method) => `<code>${escapeHtml(method)}</code>`).join(", ")}: ${escapeHtml(reason)}</li>\n`,
          )
          .join("")}</ul>\n`;
  return (
    list("Asked for, and not tested:", grouped(untested, request)) +
    list("Not asked for:", grouped(request.notAsked, request))
  );
}

/** A method by its name alone where all of that name are in the same group, else with its types. */
function grouped(some: readonly LeftOut[], request: TestRequest): readonly Group[] {
  const all = [...request.asked, ...[...request.impossible, ...request.notAsked].map(({ method }) => method)];
  const reasons = [...new Set(some.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const own = new Set(some.filter((one) => one.reason === reason).map(({ method }) => method));
    const isWhole = (name: string): boolean =>
      all.every((method) => nameIn(method) !== name || own.has(method));
    const methods = [...own].map((method) =>
      isWhole(nameIn(method)) ? nameIn(method) : shortSignature(method),
    );
    return { reason, methods: [...new Set(methods)] };
  });
}
