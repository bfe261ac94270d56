/** The colours that a page's style names, whatever is on it. */
export interface PageColours {
  readonly ground: string;
  readonly raised: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly link: string;
  readonly violated: string;
  readonly satisfied: string;
  readonly unknown: string;
}
