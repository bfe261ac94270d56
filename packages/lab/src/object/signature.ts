import type { MethodSpec } from "./object-spec.js";

/** A method with the types of its parameters, which tell overloads apart: `remove(java.lang.Object)`. */
export const signatureOf = ({ name, parameters }: MethodSpec): string =>
  `${name}(${parameters.map(({ type }) => type).join(",")})`;

/** The name in a signature: `remove` of `remove(java.lang.Object)`. */
export const nameIn = (signature: string): string => signature.replace(/\(.*$/, "");

/** A signature without the packages of its types: `remove(Object)`. */
export const shortSignature = (signature: string): string => signature.replace(/\w+[.$](?=\w)/g, "");

/** How many parameters a signature has. */
export function arityOf(signature: string): number {
  const types = signature.slice(nameIn(signature).length + 1, -1);
  return types === "" ? 0 : types.split(",").length;
}
