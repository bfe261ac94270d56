/** A share in per cent, with as many digits as mean something. */
export function percent(share: number): string {
  if (share === 0) return "0 %";
  if (share === 1) return "100 %";
  return `${Number((100 * share).toPrecision(3))} %`;
}
