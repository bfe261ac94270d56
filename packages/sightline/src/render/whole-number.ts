/** A whole number as people read it, `1,234,567`. (`toLocaleString` would load the tables of all languages first.) */
export function wholeNumber(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}
