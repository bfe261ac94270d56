/** The little of cli-progress that is used here; the package brings no types of its own. */
declare module "cli-progress" {
  export interface BarOptions {
    readonly format: string;
    readonly stream: NodeJS.WritableStream;
    readonly clearOnComplete: boolean;
    readonly hideCursor: boolean;
    readonly barsize: number;
    readonly fps: number;
    readonly barCompleteChar: string;
    readonly barIncompleteChar: string;
    readonly forceRedraw: boolean;
  }
  export class SingleBar {
    constructor(options: Partial<BarOptions>);
    start(total: number, value: number, payload: object): void;
    update(value: number, payload: object): void;
    stop(): void;
  }
  const exports: { readonly SingleBar: typeof SingleBar };
  export default exports;
}
