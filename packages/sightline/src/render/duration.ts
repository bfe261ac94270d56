/** A time that people can take in at a glance. */
export function duration(milliseconds: number): string {
  if (milliseconds >= 59_950) {
    const seconds = Math.round(milliseconds / 1000);
    return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  }
  if (milliseconds >= 999.5) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds < 9.95 ? milliseconds.toFixed(1) : milliseconds.toFixed(0)} ms`;
}
