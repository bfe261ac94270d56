/** Where in the history a violation is: `In object "x", key 1:`. Empty where it does not fall into parts. */
export function partTitle(
  part: { readonly object?: string | number; readonly key?: unknown } | undefined,
): string {
  if (part === undefined) return "";
  const names: string[] = [];
  if (part.object !== undefined) names.push(`object ${JSON.stringify(part.object)}`);
  if (part.key !== undefined) names.push(`key ${JSON.stringify(part.key)}`);
  return names.length === 0 ? "" : `In ${names.join(", ")}:`;
}
