/** The digits that mean something. */
const DIGITS = 3;

/** A share in per cent, with as many digits as mean something; a tiny one, too, without a power of ten. */
export function percent(share: number): string {
  if (share === 0) return "0 %";
  if (share === 1) return "100 %";
  const value = Number((100 * share).toPrecision(DIGITS));
  const text = String(value);
  // JavaScript writes what is below a millionth as 7.19e-7.
  return `${text.includes("e") ? value.toFixed(DIGITS - 1 - Math.floor(Math.log10(value))).replace(/0+$/, "") : text} %`;
}
