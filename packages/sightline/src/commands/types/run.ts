import { findType, type MethodSignature, type SequentialType, typeNames } from "@sightline/core";
import { createOutput } from "../../output/output.js";
import { type Style, styleFor } from "../../render/style.js";
import { wrap } from "../../render/wrap.js";
import { oneOf } from "../shared/one-of.js";

/** `sightline types`: the exit status. */
export async function runTypes(name: string | undefined): Promise<number> {
  const style = styleFor(process.stdout, process.env);
  const text =
    name === undefined
      ? typeNames.map((known) => renderTypeBriefly(findType(known), style)).join("")
      : renderType(findType(await oneOf(name, typeNames, "type", "SL1007")), style);
  await createOutput().write(text, "");
  return 0;
}

function signature(method: string, { params }: MethodSignature): string {
  return `${method}(${params.join(", ")})`;
}

/** A type and the names of its methods. */
export function renderTypeBriefly({ name, methods = {} }: SequentialType, { colours, width }: Style): string {
  const list = Object.entries(methods).map(([method, about]) =>
    signature(method, about).replaceAll(", ", ","),
  );
  return `${colours.bold(name)}\n${wrap(list.join(" "), width, "    ")}\n`;
}

/** A type with what it is and what each of its methods does. */
export function renderType({ name, doc = "", methods = {} }: SequentialType, style: Style): string {
  const { colours, width } = style;
  const entries = Object.entries(methods).map(
    ([method, about]) => `  ${colours.bold(signature(method, about))}\n${wrap(about.doc, width, "      ")}\n`,
  );
  return `${colours.bold(name)}\n${wrap(doc, width, "  ")}\n\n${entries.join("")}`;
}
